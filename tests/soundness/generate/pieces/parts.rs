//! Pieces about parts of tiles, and about arrays of the module.

use crate::generate::array::{Array, Masking};
use crate::generate::draft::{Draft, ty};

impl Draft {
    /// An argument with the given number of values, from 0 on.
    fn one_of_many(&mut self, count: i64) -> String {
        let name = self.param("k", "tile<i32>");
        let (least, most) = (self.near(0), self.near(count - 1));
        self.require(format!("{name} >= {}", least.min(most)));
        self.require(format!("{name} <= {most}"));
        format!("%{name}")
    }

    /// A tile cut, joined or changed in one place, of which the elements are indices.
    pub(in crate::generate) fn parts(&mut self) {
        let (whole, part) = self.choices.one(&[(8, 4), (16, 4), (8, 1), (4, 4), (16, 8)]);
        let (whole_ty, part_ty) = (ty(&[whole], "i32"), ty(&[part], "i32"));
        let number = self.one_of_many(whole / part);
        let all = self.op("i", &format!("iota : {whole_ty}"));
        let (index, extent, most) = match self.choices.below(3) {
            0 => (
                self.op("part", &format!("extract {all}[{number}] : {whole_ty} -> {part_ty}")),
                part,
                whole - 1,
            ),
            1 => {
                let value = self.choices.one(&[0, whole, 20]);
                let new = self.number(value, &part_ty);
                let put = self.op("put", &format!("insert {new}, {all}[{number}] : {part_ty}, {whole_ty}"));
                (put, whole, value.max(whole - 1))
            }
            _ => {
                let value = self.choices.one(&[0, whole, 20]);
                let new = self.number(value, &whole_ty);
                let both_ty = ty(&[2 * whole], "i32");
                let both = self
                    .op("both", &format!("cat {all}, {new} dim = 0 : {whole_ty}, {whole_ty} -> {both_ty}"));
                // Of the second half as many parts as of the first.
                let half = self.op("half", &format!("extract {both}[{number}] : {both_ty} -> {part_ty}"));
                (half, part, whole - 1)
            }
        };
        let len = self.near(most + 1);
        let values = self.input(&len.to_string());
        let pointers = self.pointers_at(&values, &index, &[extent]);
        self.load(&values, &pointers, &[extent], &Masking::default());
    }

    /// Reads a constant array of the module at an argument, and another array at the result; or stores to a writable
    /// one.
    pub(in crate::generate) fn array_of_the_module(&mut self) {
        let name = self.fresh("g");
        let count = self.choices.one(&[4, 2, 8]);
        let turn = self.choices.one(&[1, -1, 3]);
        let held: Vec<i64> = (0..count).map(|k: i64| (k * turn).rem_euclid(count)).collect();
        let constant = !self.slip();
        let held_text = held.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let word = if constant { "constant " } else { "" };
        self.global(format!("global {word}@{name} alignment = 4 <i32: [{held_text}]> : tile<{count}xi32>"));
        let base = self.op("g", &format!("get_global @{name} : tile<ptr<i32>>"));
        let number = self.one_of_many(count);
        let array = Array { name: base.trim_start_matches('%').to_owned(), element: "i32" };
        let pointer = self.pointers_at(&array, &number, &[]);
        if self.slip() {
            // To a constant, or by all blocks.
            self.store(&array, &pointer, &number, &[], &Masking::default());
            return;
        }
        let (found, _) = self.load(&array, &pointer, &[], &Masking::default());
        let len = self.near(count);
        let values = self.input(&len.max(1).to_string());
        let pointer = self.pointers_at(&values, &found, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }
}
