//! Release–acquire: whether a release and an acquire may order two accesses, found without values, as the most that any launch could have.
//!
//! A token may pass on everything that flows into it. Operations that a release publishes flow into its token; operations
//! behind an acquire have its token flow into theirs. A release may be read by every acquire of equal size that can meet
//! it.

use std::collections::{BTreeMap, BTreeSet};

use spec::memory::strength::Manner;
use spec::syntax::kernel::{Block, Kernel, OpId, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use crate::symbolic::machine::Machine;
use crate::values::access::SymbolicAccess;

/// Where the tokens of a kernel may flow.
pub(crate) struct Flow {
    /// For each access, the operations that may wait for it.
    behind: BTreeMap<OpId, BTreeSet<OpId>>,
}

/// A release and an acquire through which one access may happen before another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReleaseAcquire<'k> {
    pub(crate) release: &'k Operation,
    pub(crate) acquire: &'k Operation,
}

impl Flow {
    /// Finds where tokens may flow; nothing where the kernel cannot order two blocks at all.
    pub(crate) fn new(machine: &Machine<'_>) -> Self {
        if !machine.synchronizes {
            return Flow { behind: BTreeMap::new() };
        }
        let kernel = machine.kernel;
        let mut edges = Edges { kernel, flows: BTreeMap::new(), waits: BTreeMap::new(), gives: Vec::new() };
        edges.block(&kernel.body, &[]);
        let behind = edges.gives.iter().map(|(op, token)| (*op, edges.waiting_for(*token))).collect();
        Flow { behind }
    }

    fn is_behind(&self, first: &Operation, second: &Operation) -> bool {
        self.behind.get(&first.id).is_some_and(|behind| behind.contains(&second.id))
    }

    /// How `first` may happen before `second`, an access of another block: by which release and which acquire last.
    pub(crate) fn find_release_acquire<'k>(
        &self,
        accesses: &[SymbolicAccess<'k>],
        first: &SymbolicAccess<'k>,
        second: &SymbolicAccess<'k>,
        may_meet: impl Fn(&SymbolicAccess<'k>, &SymbolicAccess<'k>) -> bool,
    ) -> Option<ReleaseAcquire<'k>> {
        let same = |a: &SymbolicAccess<'k>, b: &SymbolicAccess<'k>| a.op.id == b.op.id;
        let wide = |manner: &Manner| manner.reaches_other_blocks();
        let mut known: Vec<&SymbolicAccess<'k>> = Vec::new();
        let mut next = vec![first];
        while let Some(from) = next.pop() {
            let published = |release: &&SymbolicAccess<'k>| {
                let manner = &release.manner;
                manner.releases()
                    && wide(manner)
                    && (same(release, from) || self.is_behind(from.op, release.op))
            };
            for release in accesses.iter().filter(published) {
                let hears = |acquire: &&SymbolicAccess<'k>| {
                    let manner = &acquire.manner;
                    manner.acquires()
                        && wide(manner)
                        && acquire.bytes == release.bytes
                        && may_meet(release, acquire)
                };
                for acquire in accesses.iter().filter(hears) {
                    if same(acquire, second) || self.is_behind(acquire.op, second.op) {
                        return Some(ReleaseAcquire { release: release.op, acquire: acquire.op });
                    }
                    if !known.iter().any(|one| same(one, acquire)) {
                        known.push(acquire);
                        next.push(acquire);
                    }
                }
            }
        }
        None
    }
}

struct Edges<'k> {
    kernel: &'k Kernel,
    /// For each token, the tokens that may equal it or wait for it.
    flows: BTreeMap<ValueId, BTreeSet<ValueId>>,
    /// For each token, the accesses that wait for it.
    waits: BTreeMap<ValueId, BTreeSet<OpId>>,
    /// The accesses, with their result tokens.
    gives: Vec<(OpId, ValueId)>,
}

impl<'k> Edges<'k> {
    fn flow(&mut self, from: &[ValueId], to: &[ValueId]) {
        for (from, to) in from.iter().zip(to) {
            if *self.kernel.ty(*from) == Type::Token {
                self.flows.entry(*from).or_default().insert(*to);
            }
        }
    }

    /// A block; `owners` are the operations around it, innermost last.
    fn block(&mut self, block: &'k Block, owners: &[&'k Operation]) {
        for op in &block.ops {
            self.operation(op, owners);
            for region in &op.regions {
                let owners: Vec<&Operation> = owners.iter().copied().chain([op]).collect();
                self.block(region, &owners);
            }
        }
    }

    fn operation(&mut self, op: &'k Operation, owners: &[&'k Operation]) {
        let innermost_loop = owners.iter().rev().find(|owner| matches!(owner.op, Op::For | Op::Loop));
        let carried = |owner: &Operation| -> Vec<ValueId> {
            let params = owner.regions.first().map_or(&[][..], |region| &region.params);
            params.iter().skip(usize::from(owner.op == Op::For)).copied().collect()
        };
        if op.op == Op::For || op.op == Op::Loop {
            let inits = &op.operands[if op.op == Op::For { 3 } else { 0 }..];
            let params = carried(op);
            self.flow(inits, &params);
            if op.op == Op::For {
                self.flow(&params, &op.results);
            }
        } else if op.op == Op::Continue {
            if let Some(owner) = innermost_loop {
                self.flow(&op.operands, &carried(owner));
            }
        } else if op.op == Op::Break {
            if let Some(owner) = innermost_loop {
                self.flow(&op.operands, &owner.results);
            }
        } else if op.op == Op::Yield {
            if let Some(owner) = owners.last() {
                self.flow(&op.operands, &owner.results);
            }
        } else if let Some(given) = op.results.last().filter(|last| *self.kernel.ty(**last) == Type::Token) {
            for token in op.operands.iter().chain(&op.token) {
                self.flow(&[*token], &[*given]);
            }
            if Manner::of(op).is_some() {
                self.gives.push((op.id, *given));
                if let Some(token) = op.token {
                    self.waits.entry(token).or_default().insert(op.id);
                }
            }
        }
    }

    /// The accesses that may wait for a token.
    fn waiting_for(&self, token: ValueId) -> BTreeSet<OpId> {
        let mut seen = BTreeSet::from([token]);
        let mut next = vec![token];
        while let Some(token) = next.pop() {
            let fresh = self.flows.get(&token).into_iter().flatten().filter(|to| seen.insert(**to));
            next.extend(fresh.copied().collect::<Vec<_>>());
        }
        seen.iter().filter_map(|token| self.waits.get(token)).flatten().copied().collect()
    }
}
