//! Values as expressions: values of two kernels have one number exactly if equal operations make them from equal inputs.

use std::collections::HashMap;

use spec::syntax::op::Op;

/// The number of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Id(usize);

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A parameter of the kernel.
    Parameter(usize),
    /// An argument of the region that lies so deep.
    Argument { depth: usize, position: usize },
    /// A result of an effect, by the number of the effect.
    Result { effect: usize, position: usize },
    /// A result of an operation without effects.
    Pure { what: String, operands: Vec<Id>, regions: Vec<Vec<Id>>, position: usize },
    /// A value of a load that is left out.
    LeftOut,
}

/// All expressions of both kernels.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    ids: HashMap<Node, Id>,
}

impl Nodes {
    /// The number of an expression.
    pub(super) fn id(&mut self, node: Node) -> Id {
        let next = Id(self.ids.len());
        *self.ids.entry(node).or_insert(next)
    }
}

/// The description of an operation without its operands.
pub(super) fn describe(op: Op, attributes: &impl std::fmt::Debug, types: &impl std::fmt::Debug) -> String {
    format!("{op:?} {attributes:?} {types:?}")
}
