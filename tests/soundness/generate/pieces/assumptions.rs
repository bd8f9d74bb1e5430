//! Pieces with assumptions.

use crate::generate::array::Masking;
use crate::generate::draft::{Draft, ty};

impl Draft {
    /// An assumption made true by the contract.
    pub(in crate::generate) fn assumption(&mut self) {
        match self.choices.below(5) {
            0 => self.assume_bounded(),
            1 => self.assume_divisible(),
            2 => self.assume_aligned(),
            3 => self.assume_runs(),
            _ => self.assume_same(),
        }
    }

    /// A bound, and an array that is as long.
    fn assume_bounded(&mut self) {
        let x = self.param("x", "tile<i32>");
        let most = self.choices.one(&[3, 1, 8]);
        let (least, greatest) = (self.near(0), self.near(most));
        self.require(format!("{x} >= {}", least.min(greatest)));
        self.require(format!("{x} <= {greatest}"));
        let y = self.op("y", &format!("assume bounded<0, {most}>, %{x} : tile<i32>"));
        let values = self.input(&(most + 1).to_string());
        let pointer = self.pointers_at(&values, &y, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }

    /// A divisor.
    fn assume_divisible(&mut self) {
        let x = self.param("x", "tile<i32>");
        let divisor = self.choices.one(&[4, 2, 8]);
        let promised = if self.slip() { divisor / 2 } else { divisor };
        self.require(format!("{x} % {promised} == 0"));
        self.op("y", &format!("assume div_by<{divisor}>, %{x} : tile<i32>"));
    }

    /// An alignment, of an array or of a part of it.
    fn assume_aligned(&mut self) {
        let values = self.array("i8", "32", false);
        let divisor = self.choices.one(&[16, 8, 4]);
        let promised = if self.slip() { divisor / 2 } else { divisor };
        self.clause(format!("align {} : {promised}", values.name));
        let first = if self.slip() { 1 } else { divisor };
        let first = self.number(first, "tile<i32>");
        let pointer = self.pointers_at(&values, &first, &[]);
        let aligned = self.op("q", &format!("assume div_by<{divisor}>, {pointer} : tile<ptr<i8>>"));
        self.load(&values, &aligned, &[], &Masking::default());
    }

    /// Elements that rise by 1 from a multiple on.
    fn assume_runs(&mut self) {
        let x = self.param("x", "tile<i32>");
        let step = self.param("k", "tile<i32>");
        let (runs, once) = (self.choices.one(&[4, 2]), self.near(1).max(1));
        let promised = if self.slip() { runs / 2 } else { runs };
        self.require(format!("{x} % {promised} == 0"));
        self.require(format!("{x} >= 0, {x} <= 100"));
        self.clause(format!("requires = {step} >= 1, {step} <= {once}"));
        let (start, step) =
            (self.spread(&format!("%{x}"), "i32", &[4]), self.spread(&format!("%{step}"), "i32", &[4]));
        let tile = ty(&[4], "i32");
        let lane = self.op("lane", &format!("iota : {tile}"));
        let product = self.op("m", &format!("muli {lane}, {step} : {tile}"));
        let sum = self.op("n", &format!("addi {start}, {product} : {tile}"));
        self.op("y", &format!("assume div_by<{runs}, every {runs} along 0>, {sum} : {tile}"));
    }

    /// Partitions of equal elements.
    fn assume_same(&mut self) {
        let k = self.param("k", "tile<i32>");
        let extent = self.choices.one(&[2, 4]);
        let (least, most) = (self.near(extent), self.near(extent));
        self.clause(format!("requires = {k} >= {}, {k} <= {most}", least.min(most)));
        let tile = ty(&[8], "i32");
        let lane = self.op("lane", &format!("iota : {tile}"));
        let by = self.spread(&format!("%{k}"), "i32", &[8]);
        let quotient = self.op("n", &format!("divi {lane}, {by} signed : {tile}"));
        self.op("y", &format!("assume same_elements<[{extent}]>, {quotient} : {tile}"));
    }
}
