//! Kernels about floats: loaded, passed or constant ones of every format, clamped, converted, chosen and combined, and finally turned into
//! an index. Beside each float stands its naive bound without NaN, infinities and flushing. Arrays have the naive size, so they are too
//! short wherever the naive bound is wrong.

use crate::generate::array::{Array, Masking};
use crate::generate::draft::{Draft, ty};
use crate::generate::formats::{COMPUTED, CONVERTED, Format};

/// A mistake is made once in so many places, beside what is believed wrongly.
const ODDS: usize = 40;

/// The longest array that an index leads into.
const LONGEST: f64 = 140_000.0;

/// A float, or a tile of them.
#[derive(Debug, Clone)]
pub(in crate::generate) struct Float {
    pub(in crate::generate) value: String,
    pub(in crate::generate) format: Format,
    /// Elements, of a tile.
    pub(in crate::generate) shape: Vec<i64>,
    /// The minimum and maximum.
    pub(in crate::generate) range: (f64, f64),
}

impl Float {
    pub(in crate::generate) fn ty(&self) -> String {
        ty(&self.shape, self.format.name)
    }

    fn with(&self, value: String, range: (f64, f64)) -> Self {
        Float { value, range, ..self.clone() }
    }
}

impl Draft {
    /// A kernel about floats.
    pub(in crate::generate) fn odd_floats(&mut self) {
        self.odds = ODDS;
        self.grid.push("1".to_owned());
        let float = if self.choices.flip() { self.chain() } else { self.combination() };
        self.float_as_index(&float);
    }

    /// A float, changed a few times.
    fn chain(&mut self) -> Float {
        let formats = if self.choices.flip() { CONVERTED } else { COMPUTED };
        let mut float = self.some_float(formats);
        for _ in 0..self.choices.below(4) {
            float = self.changed_float(float);
        }
        if self.choices.flip() { self.clamped(float) } else { float }
    }

    /// A combination of floats, within bounds.
    fn combination(&mut self) -> Float {
        let formats = if self.choices.below(4) == 3 { COMPUTED } else { &COMPUTED[..1] };
        let mut float =
            if self.choices.below(6) == 5 { self.some_float(formats) } else { self.loaded(formats) };
        if self.choices.below(4) != 3 {
            float = self.clamped(float);
        }
        if self.choices.below(4) == 3 {
            float = self.changed_float(float);
        }
        if !float.shape.is_empty() && float.format.computes {
            float = self.combined_floats(float);
        }
        if float.range.0 > 0.0 && self.choices.below(4) != 3 {
            float = self.of_positive(float);
        }
        for _ in 0..self.choices.below(3) {
            float = self.changed_float(float);
        }
        float
    }

    /// Floats that a launch gives, or constants.
    fn some_float(&mut self, formats: &[Format]) -> Float {
        let format = self.choices.one(formats);
        let range = (format.least(), format.greatest);
        let extent = self.choices.one(&[4, 2, 8]);
        match self.choices.below(8) {
            0 | 1 => {
                let name = self.param("f", &ty(&[], format.name));
                self.with_pairs(Float { value: format!("%{name}"), format, shape: vec![], range })
            }
            2 => {
                let odd = self.choices.one(&[format.infinity, format.nan, format.subnormal]);
                let shape = vec![extent];
                let value =
                    self.op("c", &format!("constant <{}: {odd}> : {}", format.name, ty(&shape, format.name)));
                Float { value, format, shape, range }
            }
            3 if format.name != "f4E2M1FN" => {
                let array = self.array(format.name, &extent.to_string(), false);
                let (value, _) = self.load(&array, &array.value(), &[], &Masking::default());
                Float { value, format, shape: vec![], range }
            }
            _ => self.loaded_tile(format, extent),
        }
    }

    /// A tile of floats that a launch gives.
    fn loaded(&mut self, formats: &[Format]) -> Float {
        let (format, extent) = (self.choices.one(formats), self.choices.one(&[4, 2, 8]));
        self.loaded_tile(format, extent)
    }

    fn loaded_tile(&mut self, format: Format, extent: i64) -> Float {
        if format.name == "f4E2M1FN" {
            return self.loaded_halves(format, extent);
        }
        let array = self.array(format.name, &extent.to_string(), false);
        let start = self.number(0, "tile<i32>");
        let pointers = self.pointers(&array, &start, extent);
        let (value, _) = self.load(&array, &pointers, &[extent], &Masking::default());
        Float { value, format, shape: vec![extent], range: (format.least(), format.greatest) }
    }

    /// The float, as a tile if a single one is not sufficient.
    fn with_pairs(&mut self, float: Float) -> Float {
        if float.format.name != "f4E2M1FN" {
            return float;
        }
        // Of these a parameter is none: two share a byte.
        let format = COMPUTED[0];
        let value =
            self.op("c", &format!("constant <{}: {}> : {}", format.name, format.nan, ty(&[2], format.name)));
        Float { value, format, shape: vec![2], range: (format.least(), format.greatest) }
    }

    /// Elements of which two share a byte, through a view.
    fn loaded_halves(&mut self, format: Format, extent: i64) -> Float {
        let array: Array = self.array(format.name, &extent.to_string(), false);
        let edge = crate::generate::pieces::views::Edge::Promised;
        let view = self.view(&array, &[extent.to_string()], &["1".to_owned()], &[extent], edge);
        let zero = self.number(0, "tile<i32>");
        let (value, _) = self.load_tile(&view, &[zero], edge);
        Float { value, format, shape: vec![extent], range: (format.least(), format.greatest) }
    }

    /// A float constant of the same shape.
    fn like(&mut self, float: &Float, literal: &str) -> String {
        self.op("c", &format!("constant <{}: {literal}> : {}", float.format.name, float.ty()))
    }

    /// Applies an operation.
    fn changed_float(&mut self, float: Float) -> Float {
        if !float.format.computes {
            return self.converted(float);
        }
        if float.range.0 > 0.0 && self.choices.flip() {
            return self.of_positive(float);
        }
        match self.choices.below(10) {
            0..=2 => self.clamped(float),
            3 => self.converted(float),
            4 => self.one_side(float),
            5 => self.chosen(float),
            6 => self.rounded(float),
            _ => self.arithmetic(float),
        }
    }

    /// Whether NaN wins, and whether subnormal numbers are flushed.
    pub(in crate::generate) fn modes(&mut self, format: Format) -> &'static str {
        match (self.choices.below(4), format.flushes()) {
            (0, _) | (3, false) => "",
            (1, _) => " propagate_nan",
            (2, true) => " flush_to_zero",
            (2, false) => " propagate_nan",
            (_, _) => " flush_to_zero propagate_nan",
        }
    }

    /// The lesser or the greater of it and a number.
    fn one_side(&mut self, float: Float) -> Float {
        let op = self.choices.one(&["maxf", "minf"]);
        let (literal, bound) = self.choices.one(&[("0.0", 0.0), ("7.0", 7.0), ("-3.0", -3.0), ("1.0", 1.0)]);
        let modes = self.modes(float.format);
        self.bounded(float, op, modes, (literal, bound))
    }

    fn bounded(&mut self, float: Float, op: &str, modes: &str, (literal, bound): (&str, f64)) -> Float {
        let limit = self.like(&float, literal);
        let both = [float.value.clone(), limit];
        let (a, b) = if self.choices.flip() { (&both[1], &both[0]) } else { (&both[0], &both[1]) };
        let value = self.op("m", &format!("{op} {a}, {b}{modes} : {}", float.ty()));
        let pick = if op == "maxf" { f64::max } else { f64::min };
        let (least, greatest) = float.range;
        float.with(value, (pick(least, bound), pick(greatest, bound)))
    }

    /// Between two numbers, the least of which may be subnormal.
    fn clamped(&mut self, float: Float) -> Float {
        if !float.format.computes {
            return float;
        }
        let (low, least) = match self.choices.below(3) {
            0 => ("0.0", 0.0),
            1 => (float.format.subnormal, f64::MIN_POSITIVE),
            _ => ("-2.0", -2.0),
        };
        let (high, most) =
            self.choices.one(&[("7.0", 7.0), ("1.0", 1.0), ("15.5", 15.5), ("1000.0", 1000.0)]);
        // What is subnormal is seldom flushed here.
        let kept = least > 0.0 && least < 1.0 && self.choices.below(4) != 3;
        let modes = match kept {
            true => self.choices.one(&["", " propagate_nan"]),
            false => self.modes(float.format),
        };
        let other = if !kept && self.choices.below(3) == 2 { self.modes(float.format) } else { modes };
        let float = self.bounded(float, "maxf", modes, (low, least));
        self.bounded(float, "minf", other, (high, most))
    }

    /// Converts to another format; numbers beyond the format go to the ends.
    fn converted(&mut self, float: Float) -> Float {
        let others: Vec<Format> = if float.format.computes && self.choices.flip() {
            CONVERTED.iter().copied().filter(|to| to.name != "f4E2M1FN" || !float.shape.is_empty()).collect()
        } else {
            COMPUTED.iter().copied().filter(|to| to.name != float.format.name).collect()
        };
        let format = self.choices.one(&others);
        let rounding = if format.name == "f8E8M0FNU" {
            self.choices.one(&[" rounding<zero>", " rounding<positive_inf>"])
        } else {
            ""
        };
        let (from, to) = (float.ty(), ty(&float.shape, format.name));
        let value = self.op("f", &format!("ftof {}{rounding} : {from} -> {to}", float.value));
        let fit = |number: f64| number.clamp(format.least(), format.greatest);
        let (mut least, mut greatest) = (fit(float.range.0), fit(float.range.1));
        if format.name == "f8E8M0FNU" {
            // Without its sign, a power of two.
            (least, greatest) = (0.0, float.range.0.abs().max(float.range.1.abs()) * 2.0);
        }
        if !format.computes {
            // Few digits: the next number may be a quarter away.
            (least, greatest) = (fit(least - least.abs() / 4.0), fit(greatest + greatest.abs() / 4.0));
        }
        Float { value, format, range: (least, greatest), shape: float.shape }
    }

    /// The float or a number, by a comparison with one.
    fn chosen(&mut self, float: Float) -> Float {
        let (limit, other) = (self.choices.one(&["7.0", "0.0", "1.0"]), self.choices.one(&[3.0, 0.0]));
        let (limit, otherwise) = (self.like(&float, limit), self.like(&float, &format!("{other:?}")));
        let how = self.choices.one(&[
            "less_than ordered",
            "greater_than unordered",
            "equal ordered",
            "not_equal unordered",
        ]);
        let (from, to) = (float.ty(), ty(&float.shape, "i1"));
        let is = self.op("is", &format!("cmpf {how} {}, {limit} : {from} -> {to}", float.value));
        let value = self.op("s", &format!("select {is}, {}, {otherwise} : {to}, {from}", float.value));
        let (least, greatest) = float.range;
        float.with(value, (least.min(other), greatest.max(other)))
    }

    /// An integer from the float, or the magnitude.
    fn rounded(&mut self, float: Float) -> Float {
        let (least, greatest) = float.range;
        let (op, range) = match self.choices.below(4) {
            0 => ("ceil", (least.ceil(), greatest.ceil())),
            1 => ("floor", (least.floor(), greatest.floor())),
            2 => ("negf", (-greatest, -least)),
            _ if least <= 0.0 && greatest >= 0.0 => ("absf", (0.0, least.abs().max(greatest))),
            _ => ("absf", (least.abs().min(greatest.abs()), least.abs().max(greatest.abs()))),
        };
        let value = self.op("o", &format!("{op} {} : {}", float.value, float.ty()));
        float.with(value, range)
    }

    /// A sum, a product or a quotient with a number.
    fn arithmetic(&mut self, float: Float) -> Float {
        let (least, greatest) = float.range;
        let flush = if float.format.flushes() && self.choices.below(3) == 2 { " flush_to_zero" } else { "" };
        let by = self.choices.one(&[2.0, 0.5, 3.0]);
        let number = self.like(&float, &format!("{by:?}"));
        let of = |op: &str, a: &str, b: &str| format!("{op} {a}, {b}{flush} : {}", float.ty());
        let (text, range) = match self.choices.below(5) {
            0 => (of("addf", &float.value, &number), (least + by, greatest + by)),
            1 => (of("subf", &float.value, &number), (least - by, greatest - by)),
            2 => (of("divf", &float.value, &number), (least / by, greatest / by)),
            _ => (of("mulf", &float.value, &number), (least * by, greatest * by)),
        };
        let value = self.op("a", &text);
        let fit = |number: f64| number.clamp(float.format.least(), float.format.greatest);
        float.with(value, (fit(range.0), fit(range.1)))
    }

    /// A use that needs the supposed fact: the float is positive.
    fn of_positive(&mut self, float: Float) -> Float {
        let (ty, value) = (float.ty(), float.value.clone());
        let (text, range) = match self.choices.below(3) {
            0 => (format!("ceil {value} : {ty}"), (1.0, float.range.1.ceil())),
            1 => (format!("divf {value}, {value} : {ty}"), (1.0, 1.0)),
            _ => {
                let zero = self.like(&float, "0.0");
                (format!("divf {zero}, {value} : {ty}"), (0.0, 0.0))
            }
        };
        let value = self.op("a", &text);
        float.with(value, range)
    }

    /// Reads or writes an array of so many elements at an index.
    pub(in crate::generate) fn access_at(&mut self, index: &str, shape: &[i64], len: i64) {
        let array = self.array("i8", &len.max(1).to_string(), true);
        let pointers = self.pointers_at(&array, index, shape);
        if shape.is_empty() {
            let value = self.number(1, "tile<i8>");
            self.store(&array, &pointers, &value, shape, &Masking::default());
            return;
        }
        self.load(&array, &pointers, shape, &Masking::default());
    }

    /// An index of a float, and an access there.
    fn float_as_index(&mut self, float: &Float) {
        let float =
            &if float.format.name == "f4E2M1FN" { self.converted(float.clone()) } else { float.clone() };
        let (integer, bits) = self.choices.one(&[("i32", 31), ("i16", 15), ("i64", 63), ("i8", 7)]);
        let unsigned = bits < 31 && self.choices.below(3) == 2;
        let (signed, saturates) = (!unsigned, self.choices.flip());
        let sign = if signed { " signed" } else { " unsigned" };
        let word = if saturates { " saturating" } else { "" };
        let to = ty(&float.shape, integer);
        let number = self.op("k", &format!("ftoi {}{sign}{word} : {} -> {to}", float.value, float.ty()));
        let most = 2f64.powi(if signed { bits } else { bits + 1 }) - 1.0;
        let fit = |bound: f64| bound.trunc().clamp(if signed { -most - 1.0 } else { 0.0 }, most);
        let (mut least, mut greatest) = (fit(float.range.0), fit(float.range.1));
        if saturates {
            (least, greatest) = (least.min(0.0), greatest.max(0.0));
        }
        let index = match integer {
            "i32" => number,
            "i64" => {
                let limit = self.number(70_000, &to);
                let low = self.number(-70_000, &to);
                let number = self.op("k", &format!("mini {number}, {limit} signed : {to}"));
                let number = self.op("k", &format!("maxi {number}, {low} signed : {to}"));
                (least, greatest) = (least.clamp(-70_000.0, 70_000.0), greatest.clamp(-70_000.0, 70_000.0));
                self.op("k", &format!("trunci {number} : {to} -> {}", ty(&float.shape, "i32")))
            }
            _ => self.op("k", &format!("exti {number}{sign} : {to} -> {}", ty(&float.shape, "i32"))),
        };
        self.index_between(&index, &float.shape, (least, greatest));
    }

    /// An access at an index of which that is believed: the array is just as long, or the index is cut.
    fn index_between(&mut self, index: &str, shape: &[i64], (mut least, mut greatest): (f64, f64)) {
        let indices = ty(shape, "i32");
        let mut index = index.to_owned();
        let mut cut = |draft: &mut Self, op: &str, limit: f64| {
            let limit = draft.number(limit as i64, &indices);
            index = draft.op("k", &format!("{op} {index}, {limit} signed : {indices}"));
        };
        if least < -LONGEST / 2.0 || least < 0.0 && self.choices.below(3) == 2 {
            least = self.choices.one(&[0.0, -3.0]);
            cut(self, "maxi", least);
        }
        if greatest > LONGEST / 2.0 {
            greatest = least.max(self.choices.one(&[65_504.0, 57_344.0, 20.0]));
            cut(self, "mini", greatest);
        }
        let (least, greatest) = (least as i64, greatest as i64);
        let low = self.near(least);
        let low = self.number(low, &indices);
        let index = self.op("k", &format!("subi {index}, {low} : {indices}"));
        let len = self.near(greatest - least + 1);
        self.access_at(&index, shape, len);
    }
}
