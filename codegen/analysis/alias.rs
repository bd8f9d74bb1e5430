//! Alias analysis: accesses without common memory. Accesses go through pointers from parameters (L. O. Andersen, "Program Analysis and
//! Specialization for the C Programming Language", 1994). Arrays of two parameters are disjoint unless the contract has an `alias` clause
//! for them, because other launches with overlapping arrays are refused.

use std::collections::{BTreeSet, HashSet};

use spec::contract::Bound;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::pointer_origins::{Footprint, Origins, Region};

use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::effects::{orders_other_blocks, writes_memory};

/// Pairs of parameters, by position, whose arrays are apart.
pub type DisjointParameters = HashSet<(usize, usize)>;

/// What a contract says of lists of arrays, whose addresses a kernel loads from tables.
#[derive(Debug, Clone, Default)]
pub struct ListedArrays {
    /// The parameters that are tables of lists, by position. A table overlaps nothing.
    pub tables: BTreeSet<usize>,
    /// Pairs of a table and a parameter: an array of the table may overlap the parameter's array, or an array of its list.
    pub overlapping: HashSet<(usize, usize)>,
}

impl ListedArrays {
    /// Under a contract.
    pub(crate) fn of(bound: &Bound<'_>) -> Self {
        let all = 0..bound.kernel.params.len();
        let tables: BTreeSet<usize> = all.clone().filter(|at| bound.list(*at).is_some()).collect();
        let pairs = tables.iter().flat_map(|table| all.clone().map(move |other| (*table, other)));
        let may = |(table, other): &(usize, usize)| bound.may_overlap_beside_tables(*table, *other);
        ListedArrays { overlapping: pairs.filter(may).collect(), tables }
    }
}

/// The parameters whose arrays are apart under a contract.
pub(crate) fn disjoint_parameters(bound: &Bound<'_>) -> DisjointParameters {
    let count = bound.kernel.params.len();
    let pairs = (0..count).flat_map(|one| (0..count).map(move |other| (one, other)));
    pairs.filter(|(one, other)| one != other && !bound.may_overlap(*one, *other)).collect()
}

/// The arrays that the accesses of a kernel touch.
#[derive(Debug)]
pub struct AliasAnalysis {
    origins: Origins,
    disjoint: DisjointParameters,
    lists: ListedArrays,
}

impl AliasAnalysis {
    /// Of a kernel, some of whose arrays are apart.
    pub fn new(kernel: &Kernel, disjoint: &DisjointParameters, lists: &ListedArrays) -> Self {
        let origins = Origins::beside(kernel, lists.tables.clone());
        AliasAnalysis { origins, disjoint: disjoint.clone(), lists: lists.clone() }
    }

    /// Whether two accesses may touch the same memory.
    pub fn may_alias(&self, one: &Operation, other: &Operation) -> bool {
        // A pointer that was loaded from elsewhere than a list's table leads anywhere.
        if self.origins.loaded_pointer.is_some() {
            return true;
        }
        let [one, other] = [one, other].map(|op| self.origins.footprint(op));
        let is_open = |all: &Footprint| all.anywhere || all.regions.is_empty();
        let meets = |a: &Region| other.regions.iter().any(|b| self.may_overlap(*a, *b));
        is_open(&one) || is_open(&other) || one.regions.iter().any(meets)
    }

    fn may_overlap(&self, one: Region, other: Region) -> bool {
        match (one, other) {
            (Region::At(one), Region::At(other)) => !self.disjoint.contains(&(one, other)),
            // Two arrays of one list may be any two.
            (Region::Listed(one), Region::Listed(other)) => {
                one == other
                    || [(one, other), (other, one)].iter().any(|pair| self.lists.overlapping.contains(pair))
            }
            (Region::Listed(table), Region::At(other)) | (Region::At(other), Region::Listed(table)) => {
                !self.lists.tables.contains(&other) && self.lists.overlapping.contains(&(table, other))
            }
        }
    }

    /// Whether loads behind these tokens may wait for a write to the array they read. The writer is this kernel, or another block
    /// whose access orders the load.
    pub(crate) fn may_follow_write(
        &self,
        definitions: &Definitions<'_>,
        loads: &[&Operation],
        tokens: impl IntoIterator<Item = ValueId>,
    ) -> bool {
        let may_write = |op: &Operation| {
            let meets = || loads.iter().any(|load| self.may_alias(load, op));
            orders_other_blocks(op) || writes_memory(op.op) && meets()
        };
        let mut rest: Vec<ValueId> = tokens.into_iter().collect();
        let mut seen: HashSet<ValueId> = HashSet::new();
        while let Some(token) = rest.pop() {
            if !seen.insert(token) {
                continue;
            }
            if let Some(Definition::Result(op, _)) = definitions.get(token) {
                if may_write(op) {
                    return true;
                }
                rest.extend(op.token);
                rest.extend(op.operands.iter().filter(|_| op.op == Op::JoinTokens));
            }
            rest.extend(definitions.arriving(token));
        }
        false
    }
}
