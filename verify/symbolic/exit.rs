//! How control leaves a block: the exits of a region, each under its path condition.

use std::rc::Rc;

use crate::symbolic::state::Val;
use crate::terms::Truth;
use crate::values::tile::{Node, TileKind};
use crate::values::view::LocalMemory;

/// How control leaves a block.
#[derive(Debug, Clone)]
pub(crate) struct Exit<'k> {
    pub(crate) kind: ExitKind,
    /// The path condition.
    pub(crate) path: Truth,
    /// The passed values.
    pub(crate) values: Vec<Val<'k>>,
    /// The contents of the block's arrays at the exit.
    pub(crate) memory: LocalMemory<'k>,
}

/// The target of control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitKind {
    /// To the operation around.
    Yield,
    /// To the innermost loop's next iteration.
    Continue,
    /// Behind the innermost loop.
    Break,
    /// Out of the kernel.
    Return,
}

/// One of two values, by a condition.
pub(crate) fn merge<'k>(condition: &Truth, then: Val<'k>, otherwise: Val<'k>) -> Val<'k> {
    match (then, otherwise) {
        (Val::Tile(a), Val::Tile(b)) => {
            if Rc::ptr_eq(&a, &b) {
                return Val::Tile(a);
            }
            let ty = a.ty.clone();
            Val::Tile(Node::tile(&ty, TileKind::Either(*condition, a, b)))
        }
        // Views are neither yielded nor carried; tokens are all alike.
        (Val::Token, _) | (_, Val::Token) => Val::Token,
        (view @ (Val::Tensor(_) | Val::View(_)), _) | (_, view @ (Val::Tensor(_) | Val::View(_))) => view,
    }
}
