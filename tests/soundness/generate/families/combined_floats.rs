//! Pieces that combine floats: the least or the greatest of many, and its place.

use super::odd_floats::Float;
use crate::generate::draft::{Draft, ty};

impl Draft {
    /// A combiner of two parameters: minimum, maximum, or a choice by a comparison.
    fn combiner(&mut self, float: &Float, op: &str, [a, b]: [&str; 2]) -> String {
        let scalar = ty(&[], float.format.name);
        if self.choices.below(4) == 3 {
            let how = self.choices.one(&["less_than ordered", "greater_than unordered"]);
            let is = self.op("is", &format!("cmpf {how} {a}, {b} : {scalar} -> tile<i1>"));
            return self.op("s", &format!("select {is}, {a}, {b} : tile<i1>, {scalar}"));
        }
        let flushes = float.format.flushes() && float.range.0 > 0.0 && self.choices.below(3) != 2;
        let modes = if flushes { " flush_to_zero" } else { self.modes(float.format) };
        self.op("n", &format!("{op} {a}, {b}{modes} : {scalar}"))
    }

    /// The least or greatest of many, or its place.
    pub(in crate::generate) fn combined_floats(&mut self, float: Float) -> Float {
        let (extent, format) = (float.shape[0], float.format);
        let (scans, with_index) = (self.choices.below(3) == 2, self.choices.below(4) == 3);
        let op = self.choices.one(&["minf", "maxf"]);
        let (neutral, opposite) = match op {
            "minf" => (format.infinity, format.minus_infinity()),
            _ => (format.minus_infinity(), format.infinity),
        };
        let identity = match self.choices.below(6) {
            0..=3 => neutral,
            4 => opposite,
            _ => self.choices.one(&["0.0", "1.0", format.nan]),
        };
        let to = if scans { float.shape.clone() } else { vec![] };
        let kind = if scans {
            format!("scan {} dim=0 reverse={}", "{}", self.choices.flip())
        } else {
            "reduce {} dim=0".to_owned()
        };
        let scalar = ty(&[], format.name);
        let result = format!("%{}", self.fresh("r"));
        let [a, b] = ["a", "b"].map(|hint| format!("%{}", self.fresh(hint)));
        if !with_index {
            let line = kind.replace("{}", &float.value);
            self.line(&format!(
                "{result} = {line} identities=[{identity} : {}] : {} -> {}",
                format.name,
                float.ty(),
                ty(&to, format.name)
            ));
            self.region(&format!("({a}: {scalar}, {b}: {scalar}) {{"), |draft| {
                let made = draft.combiner(&float, op, [&a, &b]);
                draft.line(&format!("yield {made} : {scalar}"));
            });
            self.line("}");
            return Float { value: result, shape: to, ..float };
        }
        let places = self.op("i", &format!("iota : {}", ty(&[extent], "i32")));
        let [i, j] = ["i", "j"].map(|hint| format!("%{}", self.fresh(hint)));
        let (line, none) =
            (kind.replace("{}", &format!("{}, {places}", float.value)), self.choices.one(&[0, 0, 3]));
        self.line(&format!(
            "{result}:2 = {line} identities=[{identity} : {}, {none} : i32] : {}, {} -> {}, {}",
            format.name,
            float.ty(),
            ty(&[extent], "i32"),
            ty(&to, format.name),
            ty(&to, "i32")
        ));
        self.region(&format!("({a}: {scalar}, {b}: {scalar}, {i}: tile<i32>, {j}: tile<i32>) {{"), |draft| {
            draft.choose_with_index([&a, &b], [&i, &j], &scalar);
        });
        self.line("}");
        let len = self.near(extent);
        self.access_at(&format!("{result}#1"), &to, len);
        Float { value: format!("{result}#0"), shape: to, ..float }
    }

    /// The body of a combiner that chooses one of two floats, and its index.
    fn choose_with_index(&mut self, [a, b]: [&str; 2], [i, j]: [&str; 2], scalar: &str) {
        let how = self.choices.one(&["less_than ordered", "greater_than ordered", "greater_than unordered"]);
        let is = self.op("is", &format!("cmpf {how} {a}, {b} : {scalar} -> tile<i1>"));
        let best = self.op("s", &format!("select {is}, {a}, {b} : tile<i1>, {scalar}"));
        let place = self.op("s", &format!("select {is}, {i}, {j} : tile<i1>, tile<i32>"));
        self.line(&format!("yield {best}, {place} : {scalar}, tile<i32>"));
    }
}
