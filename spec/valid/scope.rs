//! Values: each defined once, before its uses, and visible there.

use crate::problem::IllFormed;
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::span::Place;

/// The deepest nesting of regions.
const MAX_DEPTH: usize = 128;

/// What is known of the values while a kernel is walked.
struct Walk<'k> {
    kernel: &'k Kernel,
    defined: Vec<bool>,
    visible: Vec<bool>,
}

/// Every value of a kernel.
pub(super) fn check_kernel(kernel: &Kernel) -> Result<(), IllFormed> {
    let none = vec![false; kernel.values.len()];
    let mut walk = Walk { kernel, defined: none.clone(), visible: none };
    kernel.params.iter().try_for_each(|param| walk.define(*param, &kernel.at))?;
    walk.block(&kernel.body, &kernel.at, 0)?;
    if walk.defined.iter().all(|defined| *defined) {
        return Ok(());
    }
    let message = "there are values that nothing defines".to_owned();
    Err(IllFormed::new(message, &kernel.at))
}

impl Walk<'_> {
    /// Checks a block; its definitions are invisible afterwards.
    fn block(&mut self, block: &Block, at: &Place, depth: usize) -> Result<(), IllFormed> {
        if depth > MAX_DEPTH {
            let message = format!("regions are nested more than {MAX_DEPTH} deep");
            return Err(IllFormed::new(message, at));
        }
        block.params.iter().try_for_each(|param| self.define(*param, at))?;
        for op in &block.ops {
            op.operands.iter().chain(&op.token).try_for_each(|operand| self.look_up(*operand, op))?;
            op.regions.iter().try_for_each(|region| self.block(region, &op.at, depth + 1))?;
            op.results.iter().try_for_each(|result| self.define(*result, &op.at))?;
        }
        let results = block.ops.iter().flat_map(|op| &op.results);
        for value in block.params.iter().chain(results) {
            self.visible[value.index()] = false;
        }
        Ok(())
    }

    fn define(&mut self, value: ValueId, at: &Place) -> Result<(), IllFormed> {
        let wrong = |message: String| Err(IllFormed::new(message, at));
        match self.defined.get_mut(value.index()) {
            None => wrong(format!("there is no value {}", value.0)),
            Some(true) => wrong(format!("{} is defined twice", self.kernel.name(value))),
            Some(defined) => {
                *defined = true;
                self.visible[value.index()] = true;
                Ok(())
            }
        }
    }

    fn look_up(&self, value: ValueId, op: &Operation) -> Result<(), IllFormed> {
        let name = || match self.kernel.values.get(value.index()) {
            Some(value) => format!("%{}", value.name),
            None => format!("value {}", value.0),
        };
        match self.visible.get(value.index()) {
            Some(true) => Ok(()),
            Some(false) | None => {
                let message = format!("{} is not defined here", name());
                Err(IllFormed::new(message, &op.at))
            }
        }
    }
}
