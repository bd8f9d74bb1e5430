//! The parts of a description of launches.

use codegen::{Program, Target};
use spec::contract::Bound;
use spec::proof::Proved;
use spec::syntax::contract::Expr;
use spec::valid::Valid;

use super::maps::Map;
use crate::certify::guard::conditions::{Condition, over};
use crate::certify::guard::guarded::{Guarded, unseen};
use crate::certify::guard::names::{Names, spelled};

/// The number of multiprocessors of a device, by name in formulas.
pub(super) const MULTIPROCESSORS: &str = "multiprocessors";

/// Bytes of an encoded tensor map.
pub(super) const MAP_BYTES: u64 = 128;

/// Bytes that the address of an encoded tensor map is a multiple of.
pub(super) const ENCODED_ALIGNMENT: u64 = 64;

/// The launches of a proved kernel on one kind of GPU.
pub struct Launcher<'a> {
    pub(super) proved: &'a Proved,
    pub(super) target: Target,
    pub(super) bound: Bound<'a>,
    pub(super) names: Names,
    pub(super) conditions: Vec<Condition>,
    pub(super) variants: Vec<Variant>,
}

/// One version of the code.
pub(super) struct Variant {
    /// A short name.
    pub(super) name: String,
    /// Conditions of the version; a launch outside them runs a later version.
    pub(super) when: Vec<Condition>,
    pub(super) program: Program,
    /// Blocks of threads, along each axis.
    pub(super) grid: [Expr; 3],
    /// What is passed, in order.
    pub(super) passed: Vec<Passed>,
    pub(super) maps: Vec<Map>,
    /// Bytes of memory that the launch provides for tensor maps made by the code.
    pub(super) scratch: Option<Expr>,
}

/// One argument of the code.
pub(super) enum Passed {
    /// The argument of the kernel at that position.
    Parameter(usize),
    /// A 32-bit number.
    Number(Expr),
    /// The address of the memory for tensor maps made by the code.
    Scratch,
    /// An encoded tensor map.
    Map(usize),
}

impl<'a> Launcher<'a> {
    pub(super) fn kernel(&self) -> &'a Valid {
        self.proved.kernel()
    }

    pub(super) fn guarded(&self) -> Guarded<'_> {
        Guarded { proved: self.proved, bound: &self.bound, names: &self.names, conditions: &self.conditions }
    }

    /// Clauses that no launcher checks.
    pub(super) fn unseen(&self) -> Vec<String> {
        unseen(self.proved)
    }

    /// The kernel's name as part of an identifier.
    pub(super) fn symbol(&self) -> String {
        spelled(&self.kernel().name)
    }

    /// The extents of the grid, if the contract states them.
    pub(super) fn stated_grid(&self) -> Option<[Expr; 3]> {
        let grid = self.bound.contract.grid.as_ref()?;
        let named = |extent: &Expr| over(&self.bound, &self.names, extent);
        Some([0, 1, 2].map(|axis| grid.get(axis).map_or(Expr::Number(1), named)))
    }
}
