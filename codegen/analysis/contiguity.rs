//! What is known of neighbours in tiles of integers and pointers: along the last axis, how long the runs are in which values go
//! up one by one, or are the same, and what the first values of these runs are multiples of. Contiguity have 2ᵏ elements and begin at
//! multiples of their length.

use std::collections::HashMap;

use spec::syntax::attributes::{Assumption, Constant, Every, Signedness};
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::{Element, TileType};

use crate::analysis::divisibility;
use crate::analysis::divisibility::EVERYTHING;
use crate::layout::linear::log2;

/// What is known of one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contiguity {
    /// Contiguity of 2^`rising` elements go up one by one; pointers by one element.
    pub(crate) rising: usize,
    /// Contiguity of 2^`equal` elements are the same.
    equal: usize,
    /// What the first values of the longer ones of these runs are multiples of; pointers in bytes.
    multiple: u64,
    /// Whether a run that goes up does so without wrapping, read as signed and as unsigned.
    exact: [bool; 2],
}

impl Contiguity {
    /// Nothing, but that every value is a multiple of a number.
    const fn none(multiple: u64) -> Self {
        Contiguity { rising: 0, equal: 0, multiple, exact: [false; 2] }
    }

    /// What the first values of runs of 2^`bits` elements are multiples of, where one by one is by `unit`.
    pub(crate) fn head(self, bits: usize, unit: u64) -> u64 {
        if bits >= self.rising { self.multiple } else { self.multiple.min(unit << bits) }
    }

    /// What is known of both.
    fn meet(self, other: Contiguity, unit: u64) -> Contiguity {
        let (rising, equal) = (self.rising.min(other.rising), self.equal.min(other.equal));
        let bits = rising.max(equal);
        let multiple = self.head(bits, unit).min(other.head(bits, unit));
        let exact = [0, 1].map(|way| self.exact[way] && other.exact[way]);
        Contiguity { rising, equal, multiple, exact }
    }

    /// The same with runs that are no longer than that.
    fn within(self, bits: usize, unit: u64) -> Contiguity {
        let (rising, equal) = (self.rising.min(bits), self.equal.min(bits));
        Contiguity { rising, equal, multiple: self.head(rising.max(equal), unit), exact: self.exact }
    }

    /// Of integers that are extended: where the run may wrap, only as much of it as cannot, since it begins at a multiple of its
    /// length.
    fn extended(self, signedness: Signedness) -> Contiguity {
        let (way, exact) = match signedness {
            Signedness::Signed => (0, [true, false]),
            Signedness::Unsigned => (1, [true, true]),
        };
        let safe = if self.exact[way] { self.rising } else { log2_of(self.multiple).min(self.rising) };
        let kept = if self.rising > 0 { self.within(safe, 1) } else { self };
        Contiguity { exact, ..kept }
    }

    /// Of a sum; `unit` of the pointers, if one is of pointers, and then the other is in bytes already.
    fn sum(self, other: Contiguity, unit: u64) -> Contiguity {
        let (first, second) = (self.rising.min(other.equal), other.rising.min(self.equal));
        let rising = first.max(second);
        let equal = self.equal.min(other.equal);
        let bits = rising.max(equal);
        let multiple = self.head(bits, unit).min(other.head(bits, unit));
        let exact = if first >= second { self.exact } else { other.exact };
        Contiguity { rising, equal, multiple, exact }
    }

    /// Of integers as bytes: every number times the size of an element.
    fn scaled(self, size: u64) -> Contiguity {
        Contiguity { multiple: self.multiple.saturating_mul(size).min(EVERYTHING), ..self }
    }
}

fn log2_of(multiple: u64) -> usize {
    multiple.trailing_zeros() as usize
}

/// What is known of the values of a kernel.
pub(crate) struct ContiguityAnalysis<'k> {
    kernel: &'k Kernel,
    multiples: &'k HashMap<ValueId, u64>,
    runs: HashMap<ValueId, Contiguity>,
}

/// What is known of every tile of a kernel, with the multiples that are known already; of a value that is not there, nothing.
pub(crate) fn of(kernel: &Kernel, multiples: &HashMap<ValueId, u64>) -> HashMap<ValueId, Contiguity> {
    let mut known = ContiguityAnalysis { kernel, multiples, runs: HashMap::new() };
    known.block(&kernel.body);
    known.runs
}

impl ContiguityAnalysis<'_> {
    fn get(&self, value: ValueId) -> Contiguity {
        let multiple = || self.multiples.get(&value).copied().unwrap_or(1);
        self.runs.get(&value).copied().unwrap_or_else(|| Contiguity::none(multiple()))
    }

    fn tile(&self, value: ValueId) -> Option<&TileType> {
        self.kernel.ty(value).tile()
    }

    /// What one more is: bytes of an element behind a pointer, 1 of integers.
    fn unit(&self, value: ValueId) -> u64 {
        self.tile(value).and_then(|tile| tile.element.pointee()).map_or(1, |scalar| scalar.bytes())
    }

    /// Bits of an index along the last axis.
    fn last(&self, value: ValueId) -> usize {
        self.tile(value).and_then(|tile| tile.shape.last()).map_or(0, |extent| log2(*extent))
    }

    fn block(&mut self, block: &Block) {
        for op in &block.ops {
            if op.op == Op::For || op.op == Op::Loop {
                self.repeated(op);
            } else if op.op == Op::If {
                op.regions.iter().for_each(|region| self.block(region));
                self.join(op, Op::Yield, None);
            } else if let Some(result) = op.results.first().copied() {
                let runs = self.operation(op, result);
                self.runs.insert(result, runs);
            }
        }
    }

    /// A loop: what is known of what it carries is what holds at first and stays.
    fn repeated(&mut self, op: &Operation) {
        let region = &op.regions[0];
        let first = usize::from(op.op == Op::For);
        let initial = &op.operands[3 * first..];
        let carried = &region.params[first..];
        for (param, value) in carried.iter().zip(initial) {
            let runs = self.get(*value);
            self.runs.insert(*param, runs);
        }
        loop {
            self.block(region);
            let mut changed = false;
            for values in leaving(region, Op::Continue) {
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
            self.join(op, Op::Break, Some(region));
        }
    }

    /// The results of an operation are what its regions are left with.
    fn join(&mut self, op: &Operation, by: Op, only: Option<&Block>) {
        let regions: Vec<&Block> = only.map_or_else(|| op.regions.iter().collect(), |region| vec![region]);
        for (at, result) in op.results.iter().enumerate() {
            let values = regions.iter().flat_map(|region| leaving(region, by));
            let runs = values.filter_map(|values| values.get(at)).map(|value| self.get(*value));
            let met = runs.reduce(|one, other| one.meet(other, self.unit(*result)));
            self.runs.insert(*result, met.unwrap_or(Contiguity::none(1)));
        }
    }

    fn operation(&self, op: &Operation, result: ValueId) -> Contiguity {
        let of = |at: usize| self.get(op.operands[at]);
        let unit = self.unit(result);
        let last = self.last(result);
        let overflow = op.attributes.overflow;
        let promised = [overflow.no_signed_wrap, overflow.no_unsigned_wrap];
        let and = |runs: Contiguity| Contiguity {
            exact: [0, 1].map(|way| runs.exact[way] && promised[way]),
            ..runs
        };
        if op.op == Op::Iota {
            self.iota(result)
        } else if op.op == Op::Constant {
            let equal = if matches!(op.attributes.constant, Some(Constant::Splat(_))) { last } else { 0 };
            Contiguity { equal, ..self.get(result) }
        } else if op.op == Op::Reshape {
            of(0).within(last, unit)
        } else if op.op == Op::Broadcast {
            let spread = self.last(op.operands[0]) < last;
            if spread { Contiguity { equal: last, ..of(0).within(0, unit) } } else { of(0) }
        } else if op.op == Op::Permute {
            let stays = op.attributes.permutation.last() == Some(&(op.attributes.permutation.len() - 1));
            if stays { of(0) } else { of(0).within(0, unit) }
        } else if op.op == Op::Addi {
            and(of(0).sum(of(1), 1))
        } else if op.op == Op::Subi {
            // What goes up in what is taken away goes down.
            and(of(0).sum(Contiguity { rising: 0, ..of(1).within(of(1).equal, 1) }, 1))
        } else if op.op == Op::Muli {
            let equal = of(0).equal.min(of(1).equal);
            let multiple = of(0).head(equal, 1).saturating_mul(of(1).head(equal, 1));
            Contiguity { equal, ..Contiguity::none(multiple.min(EVERYTHING)) }
        } else if op.op == Op::Exti {
            of(0).extended(op.attributes.signedness.unwrap_or(Signedness::Unsigned))
        } else if op.op == Op::Trunci {
            Contiguity { exact: [false; 2], ..of(0) }
        } else if op.op == Op::Offset {
            of(0).sum(of(1).extended(Signedness::Signed).scaled(unit), unit)
        } else if op.op == Op::PtrToPtr {
            let same = self.unit(op.operands[0]) == unit;
            if same {
                of(0)
            } else {
                Contiguity { rising: 0, ..of(0).within(of(0).equal, self.unit(op.operands[0])) }
            }
        } else if op.op == Op::Select {
            let bits = of(0).equal;
            of(1).within(bits, unit).meet(of(2).within(bits, unit), unit)
        } else if op.op == Op::Assume {
            self.assume(op, of(0), last)
        } else if op.op.meaning() == Meaning::Elementwise {
            let equal = (0..op.operands.len()).map(|at| of(at).equal).min().unwrap_or(0);
            Contiguity { equal, ..Contiguity::none(self.multiples.get(&result).copied().unwrap_or(1)) }
        } else {
            Contiguity::none(self.multiples.get(&result).copied().unwrap_or(1))
        }
    }

    fn iota(&self, result: ValueId) -> Contiguity {
        let rising = self.last(result);
        let Some(Element::Scalar(scalar)) = self.tile(result).map(|tile| tile.element) else {
            return Contiguity::none(1);
        };
        let fits = rising < scalar.bits() as usize;
        Contiguity { rising, equal: 0, multiple: EVERYTHING, exact: [fits; 2] }
    }

    fn assume(&self, op: &Operation, runs: Contiguity, last: usize) -> Contiguity {
        let tile = self.tile(op.results[0]);
        let integers = tile.is_some_and(|tile| tile.element.pointee().is_none());
        let axis = tile.map_or(0, |tile| tile.shape.len().saturating_sub(1));
        match &op.attributes.assumption {
            Some(Assumption::DivBy { divisor, every: None }) => Contiguity {
                multiple: runs.multiple.max(divisibility::of_number(divisor.cast_signed())),
                ..runs
            },
            Some(Assumption::DivBy { divisor, every: Some(Every { stride, axis: along }) }) => {
                let rising = last.min(log2(*stride));
                let new = stride.is_power_of_two() && *along as usize == axis && rising > runs.rising;
                let multiple = divisibility::of_number(divisor.cast_signed());
                if new && integers {
                    Contiguity { rising, equal: 0, multiple, exact: [false; 2] }
                } else {
                    runs
                }
            }
            Some(Assumption::SameElements(shape)) => {
                let equal = shape.last().filter(|extent| extent.is_power_of_two());
                let equal = equal.map_or(0, |extent| log2(*extent).min(last));
                if runs.rising == 0 && equal > runs.equal { Contiguity { equal, ..runs } } else { runs }
            }
            Some(Assumption::Bounded { .. }) | None => runs,
        }
    }
}

/// What the operations of a kind that leave a region leave it with; not those of regions inside that they leave instead.
fn leaving(region: &Block, by: Op) -> Vec<&[ValueId]> {
    let mut all = Vec::new();
    for op in &region.ops {
        if op.op == by {
            all.push(op.operands.as_slice());
        }
        let inner = if by == Op::Yield { false } else { op.op == Op::If };
        if inner {
            all.extend(op.regions.iter().flat_map(|region| leaving(region, by)));
        }
    }
    all
}

#[cfg(test)]
#[path = "../tests/units/contiguity.rs"]
mod tests;
