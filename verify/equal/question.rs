//! The question about two kernels, and the answer.

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::contract::Expr;
use spec::valid::Valid;

use crate::options::Options;
use crate::symbolic::setup::Setup;

/// A compared kernel.
#[derive(Debug)]
pub struct Side<'a> {
    /// The kernel.
    pub kernel: &'a Valid,
    /// The launches.
    pub contract: &'a Bound<'a>,
    /// The options of its run; proved obligations are not decided again.
    pub options: &'a Options,
}

/// The rewrites under which two formulas count as equal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rewrites {
    /// A product and a sum may be rounded together or apart.
    pub contraction: bool,
    /// Terms of a sum may be added in any order.
    pub reassociation: bool,
}

/// The question of a comparison.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Question {
    /// The scalar arguments, by position, that may differ in the second kernel's launch.
    pub varied: BTreeSet<usize>,
    /// The formulas that count as equal.
    pub rewrites: Rewrites,
    /// Whether both launches have one grid, even if the contracts leave the grid open.
    pub same_grid: bool,
    /// The only array to compare, by its parameter.
    pub only: Option<usize>,
    /// An array, by its parameter, whose elements are equal in both launches only before an index.
    pub outside: Option<(usize, Expr)>,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Equality {
    /// Launches of both kernels leave equal memory.
    Proved,
    /// The equality was not shown, with the reason.
    Open(String),
}

impl Question {
    /// Whether the elements of an array are asked about.
    pub(crate) fn asks(&self, which: usize, setup: &Setup<'_>) -> bool {
        let parameter = setup.allocations.get(which).map(|allocation| allocation.parameter);
        self.only.is_none_or(|only| Some(setup.bound.first_with_array(only)) == parameter)
    }
}
