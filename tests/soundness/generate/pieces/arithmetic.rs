//! Pieces that compute: an argument in some range, one operation, and an index or a promise made of the result.

use crate::generate::array::Masking;
use crate::generate::draft::Draft;

impl Draft {
    /// An argument between two numbers.
    fn argument(&mut self, least: i64, most: i64) -> String {
        let name = self.param("x", "tile<i32>");
        let (least, most) = (self.near(least), self.near(most));
        self.require(format!("{name} >= {}", least.min(most)));
        self.require(format!("{name} <= {most}"));
        name
    }

    /// Reads an array of so many elements at an index of type i32.
    fn read_at(&mut self, index: &str, len: i64) {
        let values = self.input(&len.max(1).to_string());
        let pointer = self.pointers_at(&values, index, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }

    /// An index that is computed from an argument.
    pub(in crate::generate) fn computed_index(&mut self) {
        let least = self.choices.one(&[0, 1, -4, -1]);
        let most = least + self.choices.one(&[3, 0, 9, 20]);
        let x = format!("%{}", self.argument(least, most));
        let by = self.choices.one(&[1, 2, 3, 5]);
        let c = self.number(by, "tile<i32>");
        // The least and the greatest result.
        let (y, low, high) = match self.choices.below(11) {
            0 => (self.binary("addi", &x, &c, ""), least + by, most + by),
            1 => (self.binary("subi", &x, &c, ""), least - by, most - by),
            2 => (self.binary("muli", &x, &c, ""), least * by, most * by),
            3 => (self.binary("divi", &x, &c, " signed"), least / by, most / by),
            4 => (
                self.binary("divi", &x, &c, " signed rounding<negative_inf>"),
                least.div_euclid(by),
                most.div_euclid(by),
            ),
            5 => (self.binary("remi", &x, &c, " signed"), if least < 0 { 1 - by } else { 0 }, by - 1),
            6 => (self.binary("mini", &x, &c, " signed"), least.min(by), most.min(by)),
            8 => {
                let mask = self.number(7, "tile<i32>");
                (self.binary("andi", &x, &mask, ""), 0, 7)
            }
            9 => (self.op("x", &format!("negi {x} : tile<i32>")), -most, -least),
            7 => (self.binary("maxi", &x, &c, " signed"), least.max(by), most.max(by)),
            _ => (
                self.op("x", &format!("absi {x} : tile<i32>")),
                if least <= 0 && most >= 0 { 0 } else { least.abs().min(most.abs()) },
                least.abs().max(most.abs()),
            ),
        };
        let back = self.near(low.min(0));
        let back = self.number(back, "tile<i32>");
        let index = self.binary("subi", &y, &back, "");
        let len = self.near(high - low.min(0) + 1);
        self.read_at(&index, len);
    }

    /// A promise that nothing overflows, or that a division is exact.
    pub(in crate::generate) fn promised(&mut self) {
        let greatest = i64::from(i32::MAX);
        match self.choices.below(7) {
            0 => {
                let x = self.argument(0, greatest - 5);
                let c = self.number(5, "tile<i32>");
                self.binary("addi", &format!("%{x}"), &c, " overflow<no_signed_wrap>");
            }
            1 => {
                let x = self.argument(3, 40);
                let c = self.number(3, "tile<i32>");
                self.binary("subi", &format!("%{x}"), &c, " overflow<no_unsigned_wrap>");
            }
            2 => {
                let (x, y) = (self.argument(-20, 46_340), self.argument(0, 46_340));
                self.binary("muli", &format!("%{x}"), &format!("%{y}"), " overflow<no_signed_wrap>");
            }
            3 => {
                let (x, y) = (self.argument(-20, 20), self.argument(1, 9));
                self.binary("divi", &format!("%{x}"), &format!("%{y}"), " signed");
            }
            4 => {
                let (x, y) = (self.argument(1 - greatest, greatest), self.argument(-1, -1));
                self.binary("divi", &format!("%{x}"), &format!("%{y}"), " signed");
            }
            5 => {
                let x = self.argument(-128, 127);
                self.op("x", &format!("trunci %{x} overflow<no_signed_wrap> : tile<i32> -> tile<i8>"));
            }
            _ => {
                let x = self.argument(0, 255);
                self.op("x", &format!("trunci %{x} overflow<no_unsigned_wrap> : tile<i32> -> tile<i8>"));
            }
        }
    }

    /// An index computed in eight bits, with possible wraps.
    pub(in crate::generate) fn narrow_index(&mut self) {
        let most = self.choices.one(&[40, 20, 31]);
        let x = self.argument(0, most);
        let by = self.choices.one(&[4, 3, 5]);
        let low = self.op("y", &format!("trunci %{x} : tile<i32> -> tile<i8>"));
        let c = self.number(by, "tile<i8>");
        let product = self.op("y", &format!("muli {low}, {c} : tile<i8>"));
        let index = self.op("y", &format!("exti {product} signed : tile<i8> -> tile<i32>"));
        let len = self.near(most * by + 1);
        self.read_at(&index, len);
    }
}
