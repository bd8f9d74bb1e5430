//! Numbers that Triton's compiler may know in the code of some launches: it makes a constant of an integer argument of 1, and folds constants. A
//! product with 0 then needs no other factor, and a choice needs one side.

use std::collections::{HashMap, HashSet};

use crate::syntax::attributes::{Constant, Literal, Signedness};
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::{Core, Meaning, Op};
use crate::syntax::types::{Element, Scalar, Type};

/// What the code of a launch may know of a value.
#[derive(Debug, Clone, Copy)]
struct Knowledge {
    /// Whether an integer argument is one of the numbers that the value is computed from.
    by_argument: bool,
    /// Whether arguments and constants are all that the value is computed from.
    by_nothing_else: bool,
}

/// Of values behind control nothing is excluded.
const ANY: Knowledge = Knowledge { by_argument: true, by_nothing_else: true };
const NONE: Knowledge = Knowledge { by_argument: false, by_nothing_else: false };

/// The numbers of a kernel that depend on integer arguments.
#[derive(Debug, Default)]
pub(super) struct SpecializedNumbers {
    known: HashMap<ValueId, Knowledge>,
    /// Truth values beside the elements of a combination, true for elements that are present. Triton's own code has none.
    present: HashSet<ValueId>,
    /// The results inside of combiners.
    combining: HashSet<ValueId>,
}

impl SpecializedNumbers {
    pub(super) fn new(kernel: &Kernel) -> Self {
        let mut numbers = SpecializedNumbers::default();
        for param in &kernel.params {
            let is_integer = matches!(kernel.ty(*param), Type::Tile(tile) if is_integer(tile.element));
            numbers.known.insert(*param, if is_integer { ANY } else { NONE });
        }
        numbers.block(&kernel.body);
        numbers
    }

    /// The places of operands on which the result may not depend in some code: the other factors, or what a choice chooses from.
    pub(super) fn needless(&self, op: &Operation) -> Vec<usize> {
        let Some(first) = op.operands.first() else { return Vec::new() };
        if op.op == Op::Select {
            let of = self.of(*first);
            return match (self.present.contains(first), of.by_argument && of.by_nothing_else) {
                (true, _) => vec![0, 2],
                (false, true) => vec![1, 2],
                (false, false) => Vec::new(),
            };
        }
        // Several operations with constants may have a constant result, as `(b * 2) & 1`. A combination of elements is no combination then.
        let is_inside = op.results.first().is_some_and(|result| self.combining.contains(result));
        let may_absorb = |of: Knowledge| of.by_argument || is_inside && of.by_nothing_else;
        let is_needless = |at: usize| {
            let mut others = op.operands.iter().enumerate().filter(|(other, _)| *other != at);
            has_absorbing_numbers(op) && others.any(|(_, other)| may_absorb(self.of(*other)))
        };
        (0..op.operands.len()).filter(|at| is_needless(*at)).collect()
    }

    fn of(&self, value: ValueId) -> Knowledge {
        self.known.get(&value).copied().unwrap_or(ANY)
    }

    fn block(&mut self, block: &Block) {
        for op in &block.ops {
            self.note_combination(block, op);
            op.regions.iter().for_each(|region| self.block(region));
            let knowledge = self.result(op);
            self.known.extend(op.results.iter().map(|result| (*result, knowledge)));
        }
    }

    /// Notes the results inside of a combiner, and truth values: the last operand is a constant, and the combiner gives whether one of them is true.
    fn note_combination(&mut self, block: &Block, op: &Operation) {
        let (Op::Reduce | Op::Scan, [region]) = (op.op, op.regions.as_slice()) else { return };
        self.combining.extend(region.ops.iter().flat_map(|inner| &inner.results));
        let maker = |block: &Block, value: Option<&ValueId>| {
            block.ops.iter().find(|maker| maker.results.first() == value && value.is_some()).cloned()
        };
        let is_true = maker(block, op.operands.last())
            .is_some_and(|constant| constant.attributes.constant == Some(Constant::Splat(Literal(1))));
        let [.., a, b] = region.params.as_slice() else { return };
        let given = region.ops.last().and_then(|last| maker(region, last.operands.last()));
        let is_either = given.is_some_and(|either| {
            let operands = either.operands.as_slice();
            either.op == Op::Ori && (operands == [*a, *b] || operands == [*b, *a])
        });
        if is_true && is_either && op.operands.len() > 1 {
            self.present.extend([*a, *b]);
        }
    }

    fn result(&self, op: &Operation) -> Knowledge {
        match op.op.meaning() {
            Meaning::Core(Core::Iota | Core::GetTileBlockId | Core::GetNumTileBlocks)
            | Meaning::Memory(_) => NONE,
            Meaning::Core(_) | Meaning::Elementwise => {
                let all: Vec<Knowledge> = op.operands.iter().map(|operand| self.of(*operand)).collect();
                // A factor of arguments alone may absorb all others.
                let is_absorbed =
                    has_absorbing_numbers(op) && all.iter().any(|one| one.by_argument && one.by_nothing_else);
                Knowledge {
                    by_argument: all.iter().any(|one| one.by_argument),
                    by_nothing_else: is_absorbed || all.iter().all(|one| one.by_nothing_else),
                }
            }
            Meaning::Control(_) | Meaning::Unsupported => ANY,
        }
    }
}

/// Whether some number as an operand gives a result without the others, as 0 does in a product and in an unsigned minimum.
fn has_absorbing_numbers(op: &Operation) -> bool {
    let is_unsigned = op.attributes.signedness == Some(Signedness::Unsigned);
    let of_products = [Op::Muli, Op::Mulhii, Op::Divi, Op::Remi, Op::Shli, Op::Shri];
    let of_bounds = [Op::Andi, Op::Ori, Op::Mini, Op::Maxi];
    of_products.contains(&op.op) || of_bounds.contains(&op.op) || op.op == Op::Cmpi && is_unsigned
}

fn is_integer(element: Element) -> bool {
    matches!(element, Element::Scalar(scalar) if Scalar::is_integer(scalar))
}
