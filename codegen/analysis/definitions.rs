//! Where values are defined: def-use chains of a kernel in single-assignment form, read backwards.

use std::collections::HashMap;

use spec::syntax::attributes::Constant;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Meaning, Op};

/// The definition of a value.
#[derive(Debug, Clone, Copy)]
pub enum Definition<'k> {
    /// The kernel parameter at a position.
    Parameter(usize),
    /// The result at a position of an operation.
    Result(&'k Operation, usize),
    /// The parameter of a region of the operation, by position.
    Region(&'k Operation, usize),
}

/// The definition of every value.
#[derive(Debug, Default)]
pub struct Definitions<'k>(HashMap<ValueId, Definition<'k>>);

impl<'k> Definitions<'k> {
    /// Of a kernel.
    pub fn of(kernel: &'k Kernel) -> Self {
        let params = kernel.params.iter().enumerate();
        let mut all: HashMap<ValueId, Definition<'k>> =
            params.map(|(at, param)| (*param, Definition::Parameter(at))).collect();
        for op in kernel.operations() {
            let results = op.results.iter().enumerate();
            all.extend(results.map(|(at, result)| (*result, Definition::Result(op, at))));
            for region in &op.regions {
                let params = region.params.iter().enumerate();
                all.extend(params.map(|(at, param)| (*param, Definition::Region(op, at))));
            }
        }
        Definitions(all)
    }

    /// Returns the definition of a value.
    pub fn get(&self, value: ValueId) -> Option<Definition<'k>> {
        self.0.get(&value).copied()
    }

    /// The value under a chain of assumptions.
    pub(crate) fn behind_assumptions(&self, value: ValueId) -> ValueId {
        match self.get(value) {
            Some(Definition::Result(op, _)) if op.op == Op::Assume => self.behind_assumptions(op.operands[0]),
            Some(Definition::Result(..) | Definition::Parameter(_) | Definition::Region(..)) | None => value,
        }
    }

    /// The integer that the kernel writes as a constant; of a tile, the integer in all its elements.
    pub(crate) fn constant(&self, kernel: &Kernel, value: ValueId) -> Option<i64> {
        let Some(Definition::Result(op, _)) = self.get(value) else { return None };
        let Constant::Splat(literal) = op.attributes.constant.as_ref()? else { return None };
        let scalar = kernel.tile(value).element.scalar().filter(|scalar| scalar.is_integer())?;
        let shift = 64 - scalar.bits();
        Some((literal.0 << shift).cast_signed() >> shift)
    }

    /// Whether a number follows from parameters and the grid alone.
    pub(crate) fn is_of_launch(&self, value: ValueId) -> bool {
        match self.get(value) {
            Some(Definition::Parameter(_)) => true,
            Some(Definition::Result(op, _)) => {
                let is_number =
                    matches!(op.op, Op::Constant | Op::GetNumTileBlocks | Op::Select | Op::Assume)
                        || op.op.meaning() == Meaning::Elementwise;
                is_number && op.operands.iter().all(|operand| self.is_of_launch(*operand))
            }
            Some(Definition::Region(..)) | None => false,
        }
    }

    /// The values that control flow brings to a value: the yields of an `if`, or the initial and next values of a loop.
    pub fn arriving(&self, value: ValueId) -> Vec<ValueId> {
        let at_ends = |op: &'k Operation, how, at: usize| -> Vec<ValueId> {
            ends(op, how).iter().filter_map(|end| end.operands.get(at)).copied().collect()
        };
        match self.get(value) {
            Some(Definition::Result(op, at)) => match op.op.meaning() {
                Meaning::Control(Control::If) => at_ends(op, Control::Yield, at),
                Meaning::Control(Control::For) => {
                    op.regions[0].params.get(at + 1).copied().into_iter().collect()
                }
                Meaning::Control(Control::Loop) => at_ends(op, Control::Break, at),
                Meaning::Control(_)
                | Meaning::Elementwise
                | Meaning::Core(_)
                | Meaning::Memory(_)
                | Meaning::Unsupported => Vec::new(),
            },
            Some(Definition::Region(op, at)) => {
                let first = if op.op.meaning() == Meaning::Control(Control::For) { 3 } else { 0 };
                // The induction variable is no value that is carried.
                let Some(carried) = at.checked_sub(usize::from(first == 3)) else { return Vec::new() };
                let initial = op.operands.get(first + carried).copied();
                initial.into_iter().chain(at_ends(op, Control::Continue, carried)).collect()
            }
            Some(Definition::Parameter(_)) | None => Vec::new(),
        }
    }
}

/// The variable of a `for`; it identifies the loop.
pub(crate) fn induction_variable(op: &Operation) -> Option<ValueId> {
    op.regions.first()?.params.first().copied()
}

/// The operations that end regions of an operation by a kind of control flow.
fn ends(op: &Operation, how: Control) -> Vec<&Operation> {
    let mut all = Vec::new();
    for inside in op.regions.iter().flat_map(|region| &region.ops) {
        match inside.op.meaning() {
            Meaning::Control(control) if control == how => all.push(inside),
            // `continue` and `break` leave an `if` around them; `yield` does not.
            Meaning::Control(Control::If) if how != Control::Yield => all.extend(ends(inside, how)),
            Meaning::Control(_)
            | Meaning::Elementwise
            | Meaning::Core(_)
            | Meaning::Memory(_)
            | Meaning::Unsupported => {}
        }
    }
    all
}
