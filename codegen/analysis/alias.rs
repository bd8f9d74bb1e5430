//! Alias analysis: which accesses touch no memory in common. Accesses go through pointers that come from parameters (L. O. Andersen, "Program
//! Analysis and Specialization for the C Programming Language", 1994), and arrays of two parameters are apart where the contract has no `alias`
//! clause for them: launches whose arrays overlap are refused.

use std::collections::HashSet;

use spec::contract::Bound;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::pointer_origins::Origins;

use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::effects::{orders_other_blocks, writes_memory};

/// Pairs of parameters, by position, whose arrays are apart.
pub type DisjointParameters = HashSet<(usize, usize)>;

/// The parameters whose arrays are apart under a contract.
pub(crate) fn disjoint_parameters(bound: &Bound<'_>) -> DisjointParameters {
    let count = bound.kernel.params.len();
    let pairs = (0..count).flat_map(|one| (0..count).map(move |other| (one, other)));
    pairs.filter(|(one, other)| one != other && !bound.may_overlap(*one, *other)).collect()
}

/// Where accesses of a kernel go.
#[derive(Debug)]
pub struct AliasAnalysis {
    origins: Origins,
    disjoint: DisjointParameters,
}

impl AliasAnalysis {
    /// Of a kernel, some of whose arrays are apart.
    pub fn new(kernel: &Kernel, disjoint: &DisjointParameters) -> Self {
        AliasAnalysis { origins: Origins::new(kernel), disjoint: disjoint.clone() }
    }

    /// Whether two accesses may touch the same memory.
    pub fn may_alias(&self, one: &Operation, other: &Operation) -> bool {
        // A pointer that was loaded leads anywhere.
        if self.origins.loaded_pointer.is_some() {
            return true;
        }
        let [one, other] = [one, other].map(|op| self.origins.accessed_by(op));
        let meets = |a: &usize| other.iter().any(|b| !self.disjoint.contains(&(*a, *b)));
        one.is_empty() || other.is_empty() || one.iter().any(meets)
    }

    /// Whether loads that wait for these tokens may wait for a write of what they read: of this kernel, or of other blocks, by an access
    /// that orders theirs.
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
