//! Moments of runs, as described by the runner.

use std::collections::HashMap;

use spec::syntax::count::handle_from_usize;
use spec::syntax::kernel::ValueId;
use spec::syntax::launch::Launch;

/// How many elements of a tile a moment has, each at a place of its own.
pub const CHOICES: usize = 3;

/// A launch that was run, with moments of the run.
#[derive(Debug, Clone)]
pub struct Run {
    /// The launch.
    pub launch: Launch,
    /// Moments.
    pub moments: Vec<Moment>,
    /// The values of each block at its return from the kernel's body.
    pub ends: Vec<([u32; 3], Values)>,
}

/// Values of the kernel.
pub type Values = HashMap<ValueId, SeenValue>;

/// A run in front of an operation.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The position of the operation in [`spec::syntax::kernel::Kernel::operations`].
    pub operation: usize,
    /// The running block.
    pub block: [u32; 3],
    /// How many iterations came before in each loop around the operation, outermost first.
    pub rounds: Vec<u64>,
    /// The values available to operations here.
    pub values: Values,
    /// Whether the block ended without a broken rule: then facts about whole blocks hold for it.
    pub ended: bool,
    /// Whether the operation breaks a rule. Then nothing is said of the obligations of the operation behind the first.
    pub broken: bool,
}

/// A value of a moment.
#[derive(Debug, Clone)]
pub enum SeenValue {
    /// The elements of a tile at the places that [`chosen`] gives, choice by choice.
    Tile(Vec<SeenElement>),
    /// A tensor in memory.
    View {
        /// The start.
        base: SeenElement,
        /// Elements along each axis.
        extents: Vec<i128>,
        /// Elements between neighbors along each axis.
        strides: Vec<i128>,
    },
}

/// An element of a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeenElement {
    /// The element is undetermined.
    Undetermined,
    /// The bits of a number, zero-extended.
    Bits(u64),
    /// The address in a pointer; `None` after an overflow.
    Address(Option<i128>),
}

/// The place of an element of a tile, for one of several choices: the first, the last, and one between.
pub fn chosen(choice: usize, shape: &[u32]) -> Vec<u32> {
    let along = |(axis, extent): (usize, &u32)| match choice {
        0 => 0,
        1 => extent - 1,
        // Another place along each axis, equal for all tiles of one extent.
        _ => (extent / 3 + handle_from_usize(axis)) % extent,
    };
    shape.iter().enumerate().map(along).collect()
}
