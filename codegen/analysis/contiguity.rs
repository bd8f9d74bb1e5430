//! Contiguity analysis of tiles of integers or pointers, along the last axis. It finds the lengths of runs whose values rise by
//! one (contiguity) or stay constant (constancy), and divisors of their first values (divisibility). The same facts as in
//! Triton's `AxisInfo` analysis; loads and stores through pointers become vectors by them.
//!
//! A forward data-flow analysis over a lattice: [`ContiguityAnalysis::transfer`] is the transfer function of an operation,
//! [`Contiguity::meet`] what is known where control joins; loops are iterated to a fixed point. Runs have 2ᵏ elements and begin
//! at multiples of their length.

use std::collections::HashMap;

use spec::syntax::attributes::{Assumption, Constant, Every, Signedness};
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::{Element, TileType};

use crate::analysis::divisibility;
use crate::analysis::divisibility::EVERYTHING;
use crate::ir::numbers::{log2_of, to_index};
use crate::layout::linear::log2;

/// Contiguity, constancy and divisibility of one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contiguity {
    /// The logarithm of the length of runs that rise by one; pointers rise by one element.
    pub(crate) contiguity: usize,
    /// Runs of 2^`constancy` elements are the same.
    constancy: usize,
    /// What the first values of the longer ones of these runs are multiples of; pointers in bytes.
    divisibility: u64,
    /// Whether a run that goes up does so without wrapping, read as signed and as unsigned.
    no_wrap: [bool; 2],
}

impl Contiguity {
    /// Nothing, but that every value is a multiple of a number.
    const fn unknown(divisibility: u64) -> Self {
        Contiguity { contiguity: 0, constancy: 0, divisibility, no_wrap: [false; 2] }
    }

    /// The divisor of the first values of runs of 2^`bits` elements; neighbors differ by `unit`.
    pub(crate) fn divisibility_of_runs(self, bits: usize, unit: u64) -> u64 {
        if bits >= self.contiguity { self.divisibility } else { self.divisibility.min(unit << bits) }
    }

    /// The facts that hold for both tiles.
    fn meet(self, other: Contiguity, unit: u64) -> Contiguity {
        let (contiguity, constancy) =
            (self.contiguity.min(other.contiguity), self.constancy.min(other.constancy));
        // Heads of the longer runs are heads of the shorter ones too.
        let bits = contiguity.max(constancy);
        let divisibility = self.divisibility_of_runs(bits, unit).min(other.divisibility_of_runs(bits, unit));
        let no_wrap = [0, 1].map(|way| self.no_wrap[way] && other.no_wrap[way]);
        Contiguity { contiguity, constancy, divisibility, no_wrap }
    }

    /// The contiguity with runs of limited length.
    fn limit_runs(self, bits: usize, unit: u64) -> Contiguity {
        let (contiguity, constancy) = (self.contiguity.min(bits), self.constancy.min(bits));
        Contiguity {
            contiguity,
            constancy,
            divisibility: self.divisibility_of_runs(contiguity.max(constancy), unit),
            no_wrap: self.no_wrap,
        }
    }

    /// Facts of extended integers. A run that may wrap is cut at its alignment: an aligned run cannot wrap inside.
    fn extend(self, signedness: Signedness) -> Contiguity {
        let (way, no_wrap) = match signedness {
            Signedness::Signed => (0, [true, false]),
            Signedness::Unsigned => (1, [true, true]),
        };
        // A run of 2ᵏ values that begins at a multiple of 2ᵏ does not cross the end of the type.
        let safe =
            if self.no_wrap[way] { self.contiguity } else { log2_of(self.divisibility).min(self.contiguity) };
        let kept = if self.contiguity > 0 { self.limit_runs(safe, 1) } else { self };
        Contiguity { no_wrap, ..kept }
    }

    /// Of a sum; `unit` of the pointers, if one is of pointers, and then the other is in bytes already.
    fn sum(self, other: Contiguity, unit: u64) -> Contiguity {
        // A rising run plus a constant run rises; the sum of two rising runs is no run.
        let (first, second) = (self.contiguity.min(other.constancy), other.contiguity.min(self.constancy));
        let contiguity = first.max(second);
        let constancy = self.constancy.min(other.constancy);
        let bits = contiguity.max(constancy);
        let divisibility = self.divisibility_of_runs(bits, unit).min(other.divisibility_of_runs(bits, unit));
        let no_wrap = if first >= second { self.no_wrap } else { other.no_wrap };
        Contiguity { contiguity, constancy, divisibility, no_wrap }
    }

    /// Of a product: constant where both factors are.
    fn product(self, other: Contiguity) -> Contiguity {
        let constancy = self.constancy.min(other.constancy);
        let heads = [self, other].map(|factor| factor.divisibility_of_runs(constancy, 1));
        let divisibility = heads[0].saturating_mul(heads[1]);
        Contiguity { constancy, ..Contiguity::unknown(divisibility.min(EVERYTHING)) }
    }

    /// Of integers as bytes: every number times the size of an element.
    fn scale_to_bytes(self, size: u64) -> Contiguity {
        Contiguity { divisibility: self.divisibility.saturating_mul(size).min(EVERYTHING), ..self }
    }
}

/// What is known of the values of a kernel.
pub(crate) struct ContiguityAnalysis<'k> {
    kernel: &'k Kernel,
    multiples: &'k HashMap<ValueId, u64>,
    runs: HashMap<ValueId, Contiguity>,
}

/// Analyzes every tile of a kernel, from known multiples of values; a value without an entry has no known facts.
pub(crate) fn analyze(kernel: &Kernel, multiples: &HashMap<ValueId, u64>) -> HashMap<ValueId, Contiguity> {
    let mut known = ContiguityAnalysis { kernel, multiples, runs: HashMap::new() };
    known.analyze_block(&kernel.body);
    known.runs
}

impl ContiguityAnalysis<'_> {
    fn get(&self, value: ValueId) -> Contiguity {
        let divisibility = || self.multiples.get(&value).copied().unwrap_or(1);
        self.runs.get(&value).copied().unwrap_or_else(|| Contiguity::unknown(divisibility()))
    }

    fn tile(&self, value: ValueId) -> Option<&TileType> {
        self.kernel.ty(value).tile()
    }

    /// What one more is: bytes of an element behind a pointer, 1 of integers.
    fn unit(&self, value: ValueId) -> u64 {
        self.tile(value).and_then(|tile| tile.element.pointee()).map_or(1, |scalar| scalar.bytes())
    }

    /// Bits of an index along the last axis.
    fn last_axis_bits(&self, value: ValueId) -> usize {
        self.tile(value).and_then(|tile| tile.shape.last()).map_or(0, |extent| log2(*extent))
    }

    fn analyze_block(&mut self, block: &Block) {
        for op in &block.ops {
            if op.op == Op::For || op.op == Op::Loop {
                self.analyze_loop(op);
            } else if op.op == Op::If {
                op.regions.iter().for_each(|region| self.analyze_block(region));
                self.join_regions(op, Op::Yield, None);
            } else if let Some(result) = op.results.first().copied() {
                let runs = self.transfer(op, result);
                self.runs.insert(result, runs);
            }
        }
    }

    /// A loop: facts about carried values are facts that hold initially and are preserved.
    fn analyze_loop(&mut self, op: &Operation) {
        let region = &op.regions[0];
        let first = usize::from(op.op == Op::For);
        let initial = &op.operands[3 * first..];
        let carried = &region.params[first..];
        for (param, value) in carried.iter().zip(initial) {
            let runs = self.get(*value);
            self.runs.insert(*param, runs);
        }
        // Facts only weaken, and the lattice is finite, so the loop reaches a fixed point.
        loop {
            self.analyze_block(region);
            let mut changed = false;
            for values in values_leaving(region, Op::Continue) {
                for (param, value) in carried.iter().zip(values) {
                    let (held, runs) = (self.get(*param), self.get(*value));
                    let met = held.meet(runs, self.unit(*param));
                    changed |= met != held;
                    self.runs.insert(*param, met);
                }
            }
            if !changed {
                break;
            }
        }
        if op.op == Op::For {
            for (result, param) in op.results.iter().zip(carried) {
                let runs = self.get(*param);
                self.runs.insert(*result, runs);
            }
        } else {
            self.join_regions(op, Op::Break, Some(region));
        }
    }

    /// Joins the values that the regions of an operation yield into its results.
    fn join_regions(&mut self, op: &Operation, by: Op, only: Option<&Block>) {
        let regions: Vec<&Block> = only.map_or_else(|| op.regions.iter().collect(), |region| vec![region]);
        for (at, result) in op.results.iter().enumerate() {
            let values = regions.iter().flat_map(|region| values_leaving(region, by));
            let runs = values.filter_map(|values| values.get(at)).map(|value| self.get(*value));
            let met = runs.reduce(|one, other| one.meet(other, self.unit(*result)));
            self.runs.insert(*result, met.unwrap_or(Contiguity::unknown(1)));
        }
    }

    fn transfer(&self, op: &Operation, result: ValueId) -> Contiguity {
        let of = |at: usize| self.get(op.operands[at]);
        let unit = self.unit(result);
        let last = self.last_axis_bits(result);
        let overflow = op.attributes.overflow;
        let promised = [overflow.no_signed_wrap, overflow.no_unsigned_wrap];
        let and = |runs: Contiguity| Contiguity {
            no_wrap: [0, 1].map(|way| runs.no_wrap[way] && promised[way]),
            ..runs
        };
        if op.op == Op::Iota {
            self.iota(result)
        } else if op.op == Op::Constant {
            let constancy = if matches!(op.attributes.constant, Some(Constant::Splat(_))) { last } else { 0 };
            Contiguity { constancy, ..self.get(result) }
        } else if op.op == Op::Reshape {
            of(0).limit_runs(last, unit)
        } else if op.op == Op::Broadcast {
            // Only a broadcast of the last axis makes runs there.
            let spread = self.last_axis_bits(op.operands[0]) < last;
            if spread { Contiguity { constancy: last, ..of(0).limit_runs(0, unit) } } else { of(0) }
        } else if op.op == Op::Permute {
            // Runs lie along the last axis, so only permutations that keep the last axis keep runs.
            let stays = op.attributes.permutation.last() == Some(&(op.attributes.permutation.len() - 1));
            if stays { of(0) } else { of(0).limit_runs(0, unit) }
        } else if op.op == Op::Addi {
            and(of(0).sum(of(1), 1))
        } else if op.op == Op::Subi {
            // The difference of a constant and a rising run falls.
            and(of(0).sum(Contiguity { contiguity: 0, ..of(1).limit_runs(of(1).constancy, 1) }, 1))
        } else if op.op == Op::Muli {
            of(0).product(of(1))
        } else if op.op == Op::Exti {
            of(0).extend(op.attributes.signedness.unwrap_or(Signedness::Unsigned))
        } else if op.op == Op::Trunci {
            Contiguity { no_wrap: [false; 2], ..of(0) }
        } else if op.op == Op::Offset {
            of(0).sum(of(1).extend(Signedness::Signed).scale_to_bytes(unit), unit)
        } else if op.op == Op::PtrToPtr {
            let same = self.unit(op.operands[0]) == unit;
            if same {
                of(0)
            } else {
                Contiguity { contiguity: 0, ..of(0).limit_runs(of(0).constancy, self.unit(op.operands[0])) }
            }
        } else if op.op == Op::Select {
            let bits = of(0).constancy;
            of(1).limit_runs(bits, unit).meet(of(2).limit_runs(bits, unit), unit)
        } else if op.op == Op::Assume {
            self.assume(op, of(0), last)
        } else if op.op.meaning() == Meaning::Elementwise {
            let constancy = (0..op.operands.len()).map(|at| of(at).constancy).min().unwrap_or(0);
            Contiguity { constancy, ..Contiguity::unknown(self.multiples.get(&result).copied().unwrap_or(1)) }
        } else {
            Contiguity::unknown(self.multiples.get(&result).copied().unwrap_or(1))
        }
    }

    fn iota(&self, result: ValueId) -> Contiguity {
        let contiguity = self.last_axis_bits(result);
        let Some(Element::Scalar(scalar)) = self.tile(result).map(|tile| tile.element) else {
            return Contiguity::unknown(1);
        };
        let fits = contiguity < to_index(scalar.bits());
        Contiguity { contiguity, constancy: 0, divisibility: EVERYTHING, no_wrap: [fits; 2] }
    }

    fn assume(&self, op: &Operation, runs: Contiguity, last: usize) -> Contiguity {
        let tile = self.tile(op.results[0]);
        let integers = tile.is_some_and(|tile| tile.element.pointee().is_none());
        let axis = tile.map_or(0, |tile| tile.shape.len().saturating_sub(1));
        match &op.attributes.assumption {
            Some(Assumption::DivBy { divisor, every: None }) => Contiguity {
                divisibility: runs
                    .divisibility
                    .max(divisibility::power_of_two_dividing(divisor.cast_signed())),
                ..runs
            },
            Some(Assumption::DivBy { divisor, every: Some(Every { stride, axis: along }) }) => {
                let contiguity = last.min(log2(*stride));
                let new =
                    stride.is_power_of_two() && to_index(*along) == axis && contiguity > runs.contiguity;
                let divisibility = divisibility::power_of_two_dividing(divisor.cast_signed());
                if new && integers {
                    Contiguity { contiguity, constancy: 0, divisibility, no_wrap: [false; 2] }
                } else {
                    runs
                }
            }
            Some(Assumption::SameElements(shape)) => {
                let constancy = shape.last().filter(|extent| extent.is_power_of_two());
                let constancy = constancy.map_or(0, |extent| log2(*extent).min(last));
                if runs.contiguity == 0 && constancy > runs.constancy {
                    Contiguity { constancy, ..runs }
                } else {
                    runs
                }
            }
            Some(Assumption::Bounded { .. }) | None => runs,
        }
    }
}

/// The operands of all operations of a kind that leave a region; operations that leave inner regions are
/// skipped.
fn values_leaving(region: &Block, by: Op) -> Vec<&[ValueId]> {
    let mut all = Vec::new();
    for op in &region.ops {
        if op.op == by {
            all.push(op.operands.as_slice());
        }
        let inner = if by == Op::Yield { false } else { op.op == Op::If };
        if inner {
            all.extend(op.regions.iter().flat_map(|region| values_leaving(region, by)));
        }
    }
    all
}

#[cfg(test)]
#[expect(clippy::as_conversions, reason = "values of the tests are small")]
#[path = "../tests/units/contiguity.rs"]
mod tests;
