//! Races: of two blocks, or of two accesses of one block without a token order.
//!
//! An access was recorded for one arbitrary block, iteration and lane. A second, independent instance consists of the
//! same terms and facts, with new variables for all unshared variables.
//!
//! Between blocks three arguments are tried, in this order: distinct tickets ([`tickets`]), one lock ([`locks`]), a message from a
//! release to an acquire ([`release_acquire`], [`message`]). Inside a block token order counts ([`token_order`], [`forks`]).

mod dependence;
pub(crate) mod forks;
pub(crate) mod instance;
mod layouts;
pub(crate) mod locks;
pub(crate) mod message;
pub(crate) mod overlap;
mod places;
mod release_acquire;
mod stale;
pub(crate) mod ticket_bounds;
pub(crate) mod tickets;
pub(crate) mod token_order;

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

use spec::domain::{Bool as _, Number};
use spec::memory::dependence::Dependences;
use spec::memory::layouts::Layouts;
use spec::memory::strength::{self, Meeting};
use spec::rules::Rule;
use spec::syntax::kernel::{Block, Kernel, OpId, Operation};
use spec::syntax::op::Op;

use crate::budget::policy::{Effort, Purpose};
use crate::fault_injection::Flaw;
use crate::proving::refute;
use crate::race::dependence::depends;
use crate::race::instance::{equate_loads, fresh_instance, instantiate, precedes, runs_between};
use crate::race::layouts::are_by_one_thread;
use crate::race::locks::hold_one_lock;
use crate::race::message::are_ordered_by_message;
use crate::race::overlap::{express_overlap, is_shared, may_alias};
use crate::race::places::Places;
use crate::race::release_acquire::{Flow, ReleaseAcquire};
use crate::race::stale::find_stale;
use crate::race::tickets::draw_distinct_tickets;
use crate::race::token_order::{Coverage, TokenOrder};
use crate::report::{Obligation, Status};
use crate::smt::answer::Answer;
use crate::smt::script::Decided;
use crate::symbolic::cut::equate_cuts;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::digits::equate_digits;
use crate::symbolic::require::is_reachable;
use crate::terms::{Num, Substitution, Truth, Var, Variables, bool_watermark, watermark};
use crate::values::access::SymbolicAccess;

/// Looks for races among all accesses.
pub(crate) fn check_races<'k>(machine: &mut Machine<'k>, order: &TokenOrder<'k>) {
    let accesses = std::mem::take(&mut machine.recorder.accesses);
    machine.state.path = Truth::constant(true);
    machine.recorder.uncopied = Some((watermark(), bool_watermark()));
    find_stale(machine, &accesses);
    if machine.stable.is_wrong() {
        machine.recorder.uncopied = None;
        return;
    }
    let block = machine.setup.block;
    if !machine.policy.ignores(Rule::RaceBlock) {
        let mut other = fresh_instance(machine, &[]);
        machine.tell(|observer, machine| observer.copy(machine, &mut other, false));
        let moved = block.map(|axis| other.num(&axis));
        let differ =
            block.iter().zip(&moved).fold(Truth::constant(false), |any, (a, b)| any.or(&a.equals(b).not()));
        if !machine.solver.excludes(&differ, Purpose::OtherBlocks) {
            let blocks = [block, moved];
            check_between_blocks(machine, &accesses, order, &differ, (&mut other, &blocks));
        }
        accesses.iter().for_each(|access| machine.consider(access.op, Rule::RaceBlock));
    }
    if !machine.policy.ignores(Rule::RaceToken) {
        let kept: Vec<Var> = block.iter().filter_map(Num::as_var).chain(find_own_bases(machine)).collect();
        let mut other = fresh_instance(machine, &kept);
        equate_loads(machine, &mut other);
        machine.tell(|observer, machine| observer.copy(machine, &mut other, true));
        let mut between = None;
        check_inside_block(machine, &accesses, order, (&mut other, &mut between), &kept);
        accesses.iter().for_each(|access| machine.consider(access.op, Rule::RaceToken));
    }
    machine.recorder.uncopied = None;
    machine.recorder.accesses = accesses;
}

/// The variables for the addresses of one block's arrays. An `alloca` in a loop may give another address in each iteration, so its
/// address is no number that two instances of the block share.
fn find_own_bases(machine: &Machine<'_>) -> BTreeSet<Var> {
    let before = machine.kernel.params.len() + machine.kernel.globals.len();
    let made: Vec<&Operation> = machine.kernel.scratch().collect();
    let mut shared = Variables::default();
    for allocation in machine.setup.allocations.iter().filter(|allocation| allocation.private) {
        let made = allocation.parameter.checked_sub(before).and_then(|number| made.get(number));
        if made.is_some_and(|made| runs_once(&machine.kernel.body, made)) {
            shared.num(&allocation.base);
        }
    }
    shared.nums
}

/// Whether an operation stands in no loop of a block of operations.
fn runs_once(block: &Block, wanted: &Operation) -> bool {
    let inside = |op: &Operation| {
        !matches!(op.op, Op::For | Op::Loop) && op.regions.iter().any(|inner| runs_once(inner, wanted))
    };
    block.ops.iter().any(|op| op.id == wanted.id || inside(op))
}

fn check_between_blocks<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    differ: &Truth,
    (other, blocks): (&mut Substitution, &[[Num; 3]; 2]),
) {
    let between = BetweenBlocks { accesses, order, flow: Flow::new(machine), differ, blocks };
    let mut places = Places::new(machine, accesses);
    for first in 0..accesses.len() {
        if places.is_finished(first) {
            continue;
        }
        let mut is_open = false;
        for second in first..accesses.len() {
            if places.is_settled(first, second) {
                continue;
            }
            let pair = (&accesses[first], &accesses[second]);
            match between.compare(machine, pair, places.has_others(first, second), other) {
                Settled::Places => places.settle(first, second),
                Settled::Pair => is_open = true,
            }
        }
        if !is_open {
            places.finish(first);
        }
    }
}

/// How far the answer for a pair of accesses reaches.
enum Settled {
    /// To all pairs of accesses of the same two places.
    Places,
    /// For this pair.
    Pair,
}

/// The search for races between two blocks.
struct BetweenBlocks<'a, 'k> {
    accesses: &'a [SymbolicAccess<'k>],
    order: &'a TokenOrder<'k>,
    flow: Flow,
    /// The blocks differ.
    differ: &'a Truth,
    blocks: &'a [[Num; 3]; 2],
}

impl<'k> BetweenBlocks<'_, 'k> {
    /// Decides whether two accesses of two blocks race.
    fn compare(
        &self,
        machine: &mut Machine<'k>,
        (a, b): (&SymbolicAccess<'k>, &SymbolicAccess<'k>),
        has_others: bool,
        other: &mut Substitution,
    ) -> Settled {
        let &BetweenBlocks { accesses, order, ref flow, differ, blocks } = self;
        if !may_race(machine, a, b, false) || !may_alias(machine, a, b) {
            return Settled::Places;
        }
        if machine.is_established(Rule::RaceBlock, b.op, Some(&a.op.at)) {
            record_race(machine, Rule::RaceBlock, (a, b), Status::Proved, Instant::now());
            return Settled::Places;
        }
        let copy = instantiate(a, other);
        let meet = express_overlap(machine, b, &copy).and(&is_shared(machine, &b.pointer));
        let race = differ.and(&b.when).and(&copy.when).and(&meet);
        let may_meet = |x: &SymbolicAccess<'k>, y: &SymbolicAccess<'k>| may_alias(machine, x, y);
        let unless = flow
            .find_release_acquire(accesses, a, b, may_meet)
            .or_else(|| flow.find_release_acquire(accesses, b, a, may_meet));
        if unless.is_some() && machine.setup.has(Flaw::AlwaysHandedOver) {
            return Settled::Pair;
        }
        if draw_distinct_tickets(machine, accesses, order, &race, other) {
            record_race(machine, Rule::RaceBlock, (a, b), Status::Proved, Instant::now());
            return Settled::Places;
        }
        // What orders two accesses, a lock or a message, is known of these two operations alone.
        let pair = [b, &copy];
        if hold_one_lock(machine, accesses, order, &race, pair, other)
            || unless.is_some()
                && are_ordered_by_message(machine, accesses, order, &race, pair, blocks, other)
        {
            record_race(machine, Rule::RaceBlock, (a, b), Status::Proved, Instant::now());
            return Settled::Pair;
        }
        let excluded = decide_race(machine, Rule::RaceBlock, &race, (a, b), unless, blocks, other);
        let by_clauses = |machine: &mut Machine<'k>| {
            has_others && machine.policy.searches() && machine.solver.excludes(&race, Purpose::Requirement)
        };
        if excluded || by_clauses(machine) { Settled::Places } else { Settled::Pair }
    }
}

fn check_inside_block<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    (other, between): (&mut Substitution, &mut Option<Substitution>),
    kept: &[Var],
) {
    let blocks = vec![machine.setup.block];
    let (forks, mut parts) = (machine.recorder.forks.clone(), None);
    let (dependences, layouts) = (Dependences::new(machine.kernel), Layouts::new(machine.kernel));
    for (a, b) in find_uncovered_pairs(accesses, order) {
        if !may_race(machine, a, b, true) || !may_alias(machine, a, b) {
            continue;
        }
        if waits_for_all(machine, order.coverage(a.op, b.op)) {
            continue;
        }
        if machine.is_established(Rule::RaceToken, b.op, Some(&a.op.at)) {
            record_race(machine, Rule::RaceToken, (a, b), Status::Proved, Instant::now());
            continue;
        }
        let copy = instantiate(a, other);
        let earlier = precedes(&copy, b);
        let mut before = Truth::constant(false);
        let parts = parts.get_or_insert_with(|| forks::divide_by_forks(machine.kernel, &forks));
        for (when, coverage) in forks::group_by_coverage(parts, a.op, b.op) {
            if waits_for_all(machine, coverage) {
                continue;
            }
            let mut unordered = when.and(&earlier);
            if coverage.latest {
                // Only runs before the latest are not waited for: there is another run in between.
                let third = between.get_or_insert_with(|| fresh_instance(machine, kept));
                unordered = unordered.and(&runs_between(accesses, &copy, b, third));
            }
            before = before.or(&unordered);
        }
        let depends = depends(machine, (&copy, b), dependences.between(a.op, b.op), other);
        let by_one_thread = are_by_one_thread(machine, (&copy, b), &layouts, other);
        let before = before.and(&depends.not()).and(&by_one_thread.not());
        if crate::smt::lower::is_false(&before) {
            continue;
        }
        let meet = express_overlap(machine, b, &copy);
        let race = before.and(&b.when).and(&copy.when).and(&meet);
        decide_race(machine, Rule::RaceToken, &race, (a, b), None, &blocks, other);
    }
}

/// The pairs of accesses of which the second does not wait for all runs of the first, in the order of the accesses.
fn find_uncovered_pairs<'a, 'k>(
    accesses: &'a [SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
) -> Vec<(&'a SymbolicAccess<'k>, &'a SymbolicAccess<'k>)> {
    let mut of: HashMap<OpId, Vec<usize>> = HashMap::new();
    for (index, access) in accesses.iter().enumerate() {
        of.entry(access.op.id).or_default().push(index);
    }
    let uncovered = order.find_uncovered();
    let mut pairs = Vec::new();
    for access in accesses {
        let later = uncovered.get(&access.op.id).into_iter().flatten();
        let mut later: Vec<usize> = later.filter_map(|later| of.get(later)).flatten().copied().collect();
        later.sort_unstable();
        pairs.extend(later.into_iter().map(|index| (access, &accesses[index])));
    }
    pairs
}

/// Whether all runs of an operation are waited for.
fn waits_for_all(machine: &Machine<'_>, coverage: Coverage) -> bool {
    coverage.latest && (coverage.earlier || machine.setup.has(Flaw::LatestIsAll))
}

/// Whether two accesses race if they meet without an order. Elements are aligned to their size, so two elements of
/// one size with a common byte are equal.
fn may_race<'k>(
    machine: &Machine<'k>,
    a: &SymbolicAccess<'k>,
    b: &SymbolicAccess<'k>,
    same_block: bool,
) -> bool {
    let meeting = Meeting {
        same_block: Truth::constant(same_block),
        overlap: Truth::constant(true),
        same_location: Truth::constant(a.bytes == b.bytes),
    };
    let race = strength::race(&a.manner, &b.manner, &meeting, &Truth::constant(false));
    let both = a.manner.is_strong() && b.manner.is_strong();
    race.value() != Some(false) && !(both && machine.setup.has(Flaw::StrongIsEnough))
}

/// Asks whether a race is possible. Common facts of two instances often suffice once easy equalities are known and products are unknowns;
/// otherwise more equalities are searched.
fn ask_of_race(machine: &mut Machine<'_>, race: &Truth, other: &mut Substitution) -> (Truth, Answer) {
    let race = &race.with_choices_made();
    let digits = equate_digits(machine, race, other);
    if digits != *race && machine.solver.excludes(&digits, Purpose::RaceOfDigits) {
        return (digits, Answer::Impossible);
    }
    let easily = equate_cuts(machine, &digits, other, Effort::Easy);
    let has_cuts = !machine.solver.defined_in(&easily).is_empty();
    if has_cuts && machine.solver.excludes(&easily, Purpose::RaceOfNames) {
        return (easily, Answer::Impossible);
    }
    let race = equate_cuts(machine, &easily, other, Effort::Most);
    let answer = machine.solver.ask(&race, Purpose::Requirement);
    (race, answer)
}

/// Decides whether two accesses race, and records the result; returns whether the solver excludes the race.
fn decide_race<'k>(
    machine: &mut Machine<'k>,
    rule: Rule,
    race: &Truth,
    (a, b): (&SymbolicAccess<'k>, &SymbolicAccess<'k>),
    unless: Option<ReleaseAcquire<'k>>,
    blocks: &[[Num; 3]],
    other: &mut Substitution,
) -> bool {
    machine.come_to(rule, b.op, Some(&a.op.at));
    if machine.is_done() {
        return false;
    }
    if machine.policy.searches() {
        let at = (rule, &b.op.at);
        machine.tell(|observer, machine| observer.fail(machine, at, &b.when, race));
        return false;
    }
    let start = Instant::now();
    let (race, answer) = ask_of_race(machine, race, other);
    let race = &race;
    machine.note_decided(Decided { rule, at: b.op.at.clone(), other: Some(a.op.at.clone()) });
    let status = match answer {
        Answer::Impossible => Status::Proved,
        Answer::Unknown => Status::Unknown("the solver gave up".to_owned()),
        Answer::Possible => match (refute(machine, race, blocks, Some(other)), unless) {
            (Status::Refuted(launch), Some(unless)) => {
                Status::Doubtful(launch, describe_handover(machine.kernel, &unless))
            }
            (status, _) => status,
        },
    };
    let excluded = status == Status::Proved;
    record_race(machine, rule, (a, b), status, start);
    excluded
}

/// Keeps the result of a pair.
fn record_race<'k>(
    machine: &mut Machine<'k>,
    rule: Rule,
    (a, b): (&SymbolicAccess<'k>, &SymbolicAccess<'k>),
    status: Status,
    start: Instant,
) {
    if machine.policy.searches() {
        return;
    }
    machine.note_status(&status);
    machine.state.path = b.when;
    let reached = is_reachable(machine);
    machine.state.path = Truth::constant(true);
    let seconds = start.elapsed().as_secs_f64();
    let other = Some(a.op.at.clone());
    let (operation, at) = (b.op.id.index(), b.op.at.clone());
    machine.recorder.obligations.push(Obligation { rule, operation, at, other, status, reached, seconds });
}

/// Why two accesses may be ordered.
fn describe_handover(kernel: &Kernel, unless: &ReleaseAcquire<'_>) -> String {
    let name = |op: &Operation| op.results.last().map(|token| kernel.name(*token)).unwrap_or_default();
    format!(
        "the release of {} and the acquire of {} may order these accesses; a run follows such an order, but a proof for \
         all launches does not",
        name(unless.release),
        name(unless.acquire)
    )
}
