//! Validation: what must hold of a kernel before it has a meaning. Gives [`Valid`], the only thing that others accept.
//!
//! In order: values are defined before they are used ([`scope`]); types are types ([`types`]); every operation has the
//! operands, results, regions and attributes of its form ([`form`]); blocks end as they should ([`control`]); every
//! family of operations is typed ([`elementwise`], [`shapes`], [`assume`], [`reduce`], [`memory`], [`views`]); hints
//! are in range ([`hints`]). Only then is anything refused for having no meaning yet ([`support`]).

mod assume;
mod control;
mod elementwise;
mod form;
mod hints;
mod memory;
mod place;
mod reduce;
mod scope;
mod shapes;
mod support;
mod types;
mod views;

use std::ops::Deref;
use std::sync::Arc;

use crate::problem::{IllFormed, Refused};
use crate::syntax::kernel::{Block, Kernel, Operation};
use crate::syntax::op::{Meaning, Op};

/// A kernel whose form has been checked, and all of whose operations have a meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Valid(Arc<Kernel>);

impl Valid {
    /// Checks a kernel.
    ///
    /// # Errors
    /// The first rule of form that it breaks, or the first operation or type without a meaning.
    pub fn new(kernel: Arc<Kernel>) -> Result<Self, Refused> {
        scope::kernel(&kernel)?;
        types::kernel(&kernel)?;
        hints::list(&kernel.hints, &kernel.at)?;
        operations(&kernel, &kernel.body)?;
        control::kernel(&kernel)?;
        support::kernel(&kernel)?;
        Ok(Valid(kernel))
    }

    /// A valid kernel after folding, which keeps every value's definition, type and scope.
    pub(crate) fn folded(kernel: Arc<Kernel>) -> Self {
        Valid(kernel)
    }

    /// The kernel, to be shared.
    pub fn kernel(&self) -> &Arc<Kernel> {
        &self.0
    }
}

impl Deref for Valid {
    type Target = Kernel;

    fn deref(&self) -> &Kernel {
        &self.0
    }
}

/// Every operation of a block by itself, regions first: what an operation says of its regions relies on them.
fn operations(kernel: &Kernel, block: &Block) -> Result<(), IllFormed> {
    for op in block.ops.iter().filter(|op| op.op.meaning() != Meaning::Unsupported) {
        form::operation(kernel, op)?;
        op.regions.iter().try_for_each(|region| operations(kernel, region))?;
        operation(kernel, op)?;
        hints::list(&op.attributes.hints, &op.at)?;
    }
    Ok(())
}

/// How the operations of one family are checked.
type Family = fn(&Kernel, &Operation) -> Result<(), IllFormed>;

/// The checks of every operation that is not element by element; blocks and what ends them are `control`'s.
const FAMILIES: &[(Op, Family)] = &[
    (Op::Constant, shapes::constant),
    (Op::Iota, shapes::iota),
    (Op::GetTileBlockId, shapes::grid),
    (Op::GetNumTileBlocks, shapes::grid),
    (Op::Reshape, shapes::reshape),
    (Op::Broadcast, shapes::broadcast),
    (Op::Permute, shapes::permute),
    (Op::Select, shapes::select),
    (Op::Offset, shapes::offset),
    (Op::Assume, assume::operation),
    (Op::Reduce, reduce::operation),
    (Op::MakeToken, memory::tokens),
    (Op::JoinTokens, memory::tokens),
    (Op::Assert, memory::assert),
    (Op::PrintTko, memory::print),
    (Op::LoadPtrTko, memory::load),
    (Op::StorePtrTko, memory::store),
    (Op::AtomicRmwTko, memory::atomic),
    (Op::MakeTensorView, views::tensor),
    (Op::MakePartitionView, views::partition),
    (Op::GetIndexSpaceShape, views::index_space),
    (Op::LoadViewTko, views::load),
    (Op::StoreViewTko, views::store),
];

/// One operation whose form is right, by its family.
fn operation(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    match op.op.meaning() {
        Meaning::Elementwise => elementwise::operation(kernel, op),
        Meaning::Control | Meaning::Unsupported => Ok(()),
        Meaning::Core | Meaning::Memory => {
            let family = FAMILIES.iter().find(|(known, _)| *known == op.op);
            let missing = || place::wrong(op, "no family checks it");
            family.ok_or_else(missing).and_then(|(_, check)| check(kernel, op))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_a_family() {
        let of_family = |op: &&Op| matches!(op.meaning(), Meaning::Core | Meaning::Memory);
        let mut wanted: Vec<Op> = Op::ALL.iter().filter(of_family).copied().collect();
        let mut known: Vec<Op> = FAMILIES.iter().map(|(op, _)| *op).collect();
        wanted.sort();
        known.sort();
        assert_eq!(wanted, known);
    }
}
