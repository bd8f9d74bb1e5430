//! Token order inside a block: a forward data-flow analysis without values, of which earlier accesses an access waits for.
//!
//! Two facts are followed for every token and every access operation: whether the token waits for the operation's
//! latest run so far, and whether it waits for all earlier runs. An operation that has not run yet is waited for by
//! every token. Where control joins, only what holds on every way remains; loops are gone round until nothing
//! changes.
//!
//! A token keeps the operations alone that it does not wait for wholly, and the state keeps the tokens alone that an operation still
//! uses. So a chain of accesses, each with the token of the one before, costs as much as it is long. Accesses without an order share what
//! they do not wait for in persistent maps (Okasaki, "Purely Functional Data Structures", 1998).
//!
//! For an `if` or a `for` that runs at most once and passes on tokens, the analysis may be limited to one side. Results then hold
//! for runs of a block that take this side, or do not reach the operation. The sides of a `for` are some iterations and none.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use im::OrdMap;
use spec::memory::strength::Manner;
use spec::syntax::kernel::{Block, Kernel, OpId, Operation, ValueId};
use spec::syntax::op::{Control, Meaning, Op};
use spec::syntax::types::Type;

use crate::budget::effort;

/// The executions of one operation that a token waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Coverage {
    /// The latest run.
    pub(crate) latest: bool,
    /// All runs before the latest.
    pub(crate) earlier: bool,
}

const ALL: Coverage = Coverage { latest: true, earlier: true };
const NONE: Coverage = Coverage { latest: false, earlier: false };

/// The operations that a token does not wait for wholly. An operation that is not named has not run, or all its runs are waited for.
type Waits = OrdMap<OpId, Coverage>;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct State {
    tokens: BTreeMap<ValueId, Waits>,
    /// The operations that have run, as a token has them that waits for none.
    ran: Waits,
}

/// An exit of a block: the state, and the passed tokens.
type Leaving = (State, Vec<Option<Waits>>);

#[derive(Default)]
struct Exits {
    yields: Vec<Leaving>,
    continues: Vec<Leaving>,
    breaks: Vec<Leaving>,
}

/// Token order of a kernel.
pub(crate) struct TokenOrder<'k> {
    kernel: &'k Kernel,
    /// The sides that are taken, by operation: the first or the second. A `for` has iterations, or has none.
    taken: BTreeMap<OpId, usize>,
    /// The tokens without uses behind this operation, or behind its inner operations.
    last_uses: HashMap<OpId, Vec<ValueId>>,
    /// By the later operation, the earlier ones of which it does not wait for all runs.
    found: BTreeMap<OpId, Waits>,
}

impl<'k> TokenOrder<'k> {
    /// Finds the token order of a kernel.
    pub(crate) fn new(kernel: &'k Kernel) -> Self {
        TokenOrder::taking(kernel, BTreeMap::new())
    }

    /// Finds the token order of the executions that take these sides of operations.
    pub(crate) fn taking(kernel: &'k Kernel, taken: BTreeMap<OpId, usize>) -> Self {
        let mut last_uses = HashMap::new();
        find_last_uses(kernel, &kernel.body, &mut last_uses);
        let mut order = TokenOrder { kernel, taken, last_uses, found: BTreeMap::new() };
        order.block(State::default(), &kernel.body);
        order
    }

    /// What the later access waits for of the earlier one's runs, whenever it runs.
    pub(crate) fn coverage(&self, earlier: &Operation, later: &Operation) -> Coverage {
        self.found.get(&later.id).and_then(|waits| waits.get(&earlier.id)).copied().unwrap_or(ALL)
    }

    /// By operation, the later operations that do not wait for all its runs.
    pub(crate) fn find_uncovered(&self) -> HashMap<OpId, Vec<OpId>> {
        let mut uncovered: HashMap<OpId, Vec<OpId>> = HashMap::new();
        for (later, waits) in &self.found {
            effort::paired(waits.len());
            for (earlier, _) in waits.iter().filter(|(_, coverage)| **coverage != ALL) {
                uncovered.entry(*earlier).or_default().push(*later);
            }
        }
        uncovered
    }

    fn block(&mut self, mut state: State, block: &'k Block) -> Exits {
        let mut exits = Exits::default();
        for op in &block.ops {
            match op.op.meaning() {
                Meaning::Control(Control::Return) => return exits,
                Meaning::Control(kind @ (Control::Yield | Control::Continue | Control::Break)) => {
                    let values = op.operands.iter().map(|value| state.tokens.get(value).cloned()).collect();
                    let ways = match kind {
                        Control::Continue => &mut exits.continues,
                        Control::Break => &mut exits.breaks,
                        Control::Yield | Control::Return | Control::If | Control::For | Control::Loop => {
                            &mut exits.yields
                        }
                    };
                    ways.push((state, values));
                    return exits;
                }
                Meaning::Control(Control::If | Control::For | Control::Loop)
                | Meaning::Elementwise
                | Meaning::Core(_)
                | Meaning::Memory(_)
                | Meaning::Unsupported => match self.operation(state, op, &mut exits) {
                    Some(next) => state = next,
                    None => return exits,
                },
            }
            for token in self.last_uses.get(&op.id).into_iter().flatten() {
                state.tokens.remove(token);
            }
        }
        exits
    }

    fn operation(&mut self, mut state: State, op: &'k Operation, exits: &mut Exits) -> Option<State> {
        if op.op == Op::If {
            return self.branch(state, op, exits);
        }
        if op.op == Op::For || op.op == Op::Loop {
            return self.looped(state, op);
        }
        if Manner::of(op).is_some() {
            self.access(&mut state, op);
            return Some(state);
        }
        if let Some(result) = op.results.iter().find(|result| *self.kernel.ty(**result) == Type::Token) {
            // A fence between aliases waits for its only operand.
            let waits = if matches!(op.op, Op::JoinTokens | Op::MemoryFenceAliasTko) {
                op.operands
                    .iter()
                    .fold(fresh(&state), |joined, token| either(&joined, state.tokens.get(token)))
            } else {
                op.token.and_then(|token| state.tokens.get(&token).cloned()).unwrap_or_else(|| fresh(&state))
            };
            state.tokens.insert(*result, waits);
        }
        Some(state)
    }

    fn access(&mut self, state: &mut State, op: &'k Operation) {
        let id = op.id;
        let waits =
            op.token.and_then(|token| state.tokens.get(&token).cloned()).unwrap_or_else(|| fresh(state));
        let known = self.found.remove(&id).unwrap_or_default();
        self.found.insert(id, known.union_with(waits.clone(), both));
        let before = waits.get(&id).copied().unwrap_or(ALL);
        for token in state.tokens.values_mut() {
            let coverage = token.get(&id).copied().unwrap_or(ALL);
            let aged = Coverage { latest: false, earlier: coverage.latest && coverage.earlier };
            token.insert(id, aged);
        }
        state.ran.insert(id, NONE);
        if let Some(result) = op.results.last() {
            let mut own = waits;
            keep(&mut own, id, Coverage { latest: true, earlier: before.latest && before.earlier });
            state.tokens.insert(*result, own);
        }
    }

    fn branch(&mut self, state: State, op: &'k Operation, exits: &mut Exits) -> Option<State> {
        let mut through: Vec<Leaving> = Vec::new();
        let taken = self.taken.get(&op.id).copied();
        for position in (0..2).filter(|position| taken.is_none_or(|taken| taken == *position)) {
            match op.regions.get(position) {
                Some(region) => {
                    let inner = self.block(state.clone(), region);
                    through.extend(inner.yields);
                    exits.continues.extend(inner.continues);
                    exits.breaks.extend(inner.breaks);
                }
                None => through.push((state.clone(), Vec::new())),
            }
        }
        join(through, &op.results)
    }

    fn looped(&mut self, state: State, op: &'k Operation) -> Option<State> {
        let taken = self.taken.get(&op.id).copied();
        let region = op.regions.first()?;
        let skipped = usize::from(op.op == Op::For);
        let inits = &op.operands[if op.op == Op::For { 3 } else { 0 }..];
        let first: Vec<Option<Waits>> = inits.iter().map(|init| state.tokens.get(init).cloned()).collect();
        if taken == Some(1) {
            return join(vec![(state, first)], &op.results);
        }
        let mut head = join(vec![(state.clone(), first.clone())], &region.params[skipped..])?;
        loop {
            let inner = self.block(head.clone(), region);
            let mut ways = vec![(state.clone(), first.clone())];
            ways.extend(inner.continues.iter().cloned());
            let mut next = join(ways, &region.params[skipped..])?;
            forget_inner(&mut next, &head);
            if next == head {
                let mut out = inner.breaks;
                if op.op == Op::For {
                    out.extend(taken.is_none().then_some((state, first)));
                    out.extend(inner.continues);
                }
                return join(out, &op.results);
            }
            head = next;
        }
    }
}

/// Tokens that only an iteration knows are not known at the head of the next.
fn forget_inner(next: &mut State, head: &State) {
    next.tokens.retain(|value, _| head.tokens.contains_key(value));
}

/// A token that waits for no executed operation.
fn fresh(state: &State) -> Waits {
    state.ran.clone()
}

fn both(a: Coverage, b: Coverage) -> Coverage {
    Coverage { latest: a.latest && b.latest, earlier: a.earlier && b.earlier }
}

/// Keeps what a token waits for of an operation.
fn keep(waits: &mut Waits, id: OpId, coverage: Coverage) {
    if coverage == ALL {
        waits.remove(&id);
    } else {
        waits.insert(id, coverage);
    }
}

/// What two tokens joined wait for: the operations that neither waits for wholly are left.
fn either(a: &Waits, b: Option<&Waits>) -> Waits {
    let Some(b) = b else { return a.clone() };
    let mut joined = Waits::new();
    for (id, x) in a {
        if let Some(y) = b.get(id) {
            let coverage = Coverage { latest: x.latest || y.latest, earlier: x.earlier || y.earlier };
            keep(&mut joined, *id, coverage);
        }
    }
    joined
}

/// Finds the last use of each token in the block that defines it: an operation that uses it, or has a use inside. Gives the tokens
/// that the block uses.
fn find_last_uses(
    kernel: &Kernel,
    block: &Block,
    found: &mut HashMap<OpId, Vec<ValueId>>,
) -> BTreeSet<ValueId> {
    let is_token = |value: &&ValueId| *kernel.ty(**value) == Type::Token;
    let results = block.ops.iter().flat_map(|op| &op.results);
    // A token from outside may be used again, in the next round of a loop or behind it.
    let mut unseen: BTreeSet<ValueId> =
        block.params.iter().chain(results).filter(is_token).copied().collect();
    let mut used = BTreeSet::new();
    for op in block.ops.iter().rev() {
        let mut uses: BTreeSet<ValueId> =
            op.operands.iter().chain(&op.token).filter(is_token).copied().collect();
        for region in &op.regions {
            uses.extend(find_last_uses(kernel, region, found));
        }
        let ends = uses.iter().chain(&op.results).filter(|token| unseen.remove(token)).copied().collect();
        found.insert(op.id, ends);
        used.extend(uses);
    }
    used
}

/// The join of several paths; the passed values are bound to `names`.
fn join(ways: Vec<Leaving>, names: &[ValueId]) -> Option<State> {
    let mut joined: Option<State> = None;
    for (mut state, values) in ways {
        for (name, value) in names.iter().zip(values) {
            if let Some(value) = value {
                state.tokens.insert(*name, value);
            }
        }
        joined = Some(match joined {
            None => state,
            Some(before) => meet(&before, &state),
        });
    }
    joined
}

fn meet(a: &State, b: &State) -> State {
    let ran = a.ran.clone().union(b.ran.clone());
    let of = |waits: &Waits, id: &OpId| waits.get(id).copied().unwrap_or(ALL);
    let mut tokens = BTreeMap::new();
    for (value, left) in &a.tokens {
        if let Some(right) = b.tokens.get(value) {
            let ids: BTreeSet<OpId> = left.keys().chain(right.keys()).copied().collect();
            let waits = ids.into_iter().map(|id| (id, both(of(left, &id), of(right, &id)))).collect();
            tokens.insert(*value, waits);
        }
    }
    State { tokens, ran }
}
