//! Races: two blocks, or two accesses of one block that no token orders.
//!
//! An access was recorded for one arbitrary block, iteration and lane. A second, independent one is the same terms with
//! every variable that is not shared replaced by a new one, and the same facts about those.

pub(crate) mod forks;
mod locks;
pub(crate) mod message;
mod release_acquire;
pub(crate) mod tickets;
pub(crate) mod token_order;

use crate::infer::abduce::abduce;
use crate::infer::geometry::make_injective;
use crate::memory::stable_contents::find_stale;
use crate::race::locks::hold_one_lock;
use crate::race::message::are_ordered_by_message;
use crate::race::tickets::draw_distinct_tickets;
use crate::symbolic::access::bytes_overlap;
use crate::symbolic::require::{is_reachable, refute};
use crate::values::access::Access;
use crate::values::element::Pointer;
use crate::values::view::{ElementPlace, View};
use std::time::Instant;

use spec::domain::{Bool as _, Number};
use spec::memory::strength::{self, Meeting};
use spec::rules::Rule;
use spec::syntax::kernel::{Kernel, Operation};

use crate::fault_injection::Flaw;
use crate::race::release_acquire::{Flow, Handover};
use crate::race::token_order::{Coverage, TokenOrder};
use crate::report::{Obligation, Status};
use crate::smt::script::Decided;
use crate::smt::solver::Answer;
use crate::symbolic::machine::Machine;
use crate::terms::{
    BoolVar, Num, Substitution, Truth, Var, VarKind, bool_watermark, fresh_bool, var_info, watermark,
};

/// Looks for races among all accesses.
pub(crate) fn check_races<'k>(machine: &mut Machine<'k>, order: &TokenOrder<'k>) {
    let accesses = std::mem::take(&mut machine.recorder.accesses);
    machine.state.path = Truth::constant(true);
    find_stale(machine, &accesses);
    if machine.stable.is_wrong() {
        return;
    }
    let block = machine.setup.block.clone();
    if machine.ignore != Some(Rule::RaceBlock) {
        let mut other = fresh_instance(machine, &[]);
        let moved = block.clone().map(|axis| other.num(&axis));
        let differ =
            block.iter().zip(&moved).fold(Truth::constant(false), |any, (a, b)| any.or(&a.equals(b).not()));
        if machine.solver.check(&differ) != Answer::Impossible {
            let blocks = [block.clone(), moved];
            check_between_blocks(machine, &accesses, order, &differ, (&mut other, &blocks));
        }
        accesses.iter().for_each(|access| machine.consider(access.op, Rule::RaceBlock));
    }
    if machine.ignore != Some(Rule::RaceToken) {
        let kept: Vec<Var> = block.iter().filter_map(Num::as_var).collect();
        let mut other = fresh_instance(machine, &kept);
        let mut between = None;
        check_inside_block(machine, &accesses, order, (&mut other, &mut between), &kept);
        accesses.iter().for_each(|access| machine.consider(access.op, Rule::RaceToken));
    }
    machine.recorder.accesses = accesses;
}

/// A second copy of everything that is not shared, with the facts about it.
pub(crate) fn fresh_instance(machine: &mut Machine<'_>, kept: &[Var]) -> Substitution {
    let mut other = Substitution::default();
    for number in 0..watermark() {
        let var = Var(number);
        let info = var_info(var);
        let same = info.kind == VarKind::Lane && machine.setup.has(Flaw::OneLaneOfRace);
        if info.kind != VarKind::Shared && !same && !kept.contains(&var) {
            other.nums.insert(var, Num::renamed(var));
        }
    }
    for number in 1..=bool_watermark() {
        other.bools.insert(BoolVar(number), Truth::var(fresh_bool()));
    }
    for fact in machine.solver.facts() {
        let copy = other.truth(&fact);
        if copy != fact {
            machine.solver.assume(&copy);
        }
    }
    other
}

fn check_between_blocks<'k>(
    machine: &mut Machine<'k>,
    accesses: &[Access<'k>],
    order: &TokenOrder<'k>,
    differ: &Truth,
    (other, blocks): (&mut Substitution, &[[Num; 3]; 2]),
) {
    let flow = Flow::new(machine.kernel);
    for (position, a) in accesses.iter().enumerate() {
        for b in &accesses[position..] {
            if !may_race(machine, a, b, false) || !may_alias(machine, a, b) {
                continue;
            }
            let copy = copied(a, other);
            let meet = express_overlap(machine, b, &copy).and(&is_shared(machine, &b.pointer));
            let race = differ.and(&b.when).and(&copy.when).and(&meet);
            let handed = || {
                let may_meet = |x: &Access<'k>, y: &Access<'k>| may_alias(machine, x, y);
                flow.handover(accesses, a, b, may_meet).or_else(|| flow.handover(accesses, b, a, may_meet))
            };
            let unless = handed();
            if unless.is_some() && machine.setup.has(Flaw::AlwaysHandedOver) {
                continue;
            }
            let pair = [b, &copy];
            if draw_distinct_tickets(machine, accesses, order, &race, other)
                || hold_one_lock(machine, accesses, order, &race, pair, other)
                || unless.is_some()
                    && are_ordered_by_message(machine, accesses, order, &race, pair, blocks, other)
            {
                record_race(machine, Rule::RaceBlock, (a, b), Status::Proved, Instant::now());
                continue;
            }
            decide_race(machine, Rule::RaceBlock, &race, (a, b), unless, blocks, other);
        }
    }
}

fn check_inside_block<'k>(
    machine: &mut Machine<'k>,
    accesses: &[Access<'k>],
    order: &TokenOrder<'k>,
    (other, between): (&mut Substitution, &mut Option<Substitution>),
    kept: &[Var],
) {
    let blocks = vec![machine.setup.block.clone()];
    let (forks, mut parts) = (machine.recorder.forks.clone(), None);
    for a in accesses {
        for b in accesses {
            if !may_race(machine, a, b, true) || !may_alias(machine, a, b) {
                continue;
            }
            if waits_for_all(machine, order.coverage(a.op, b.op)) {
                continue;
            }
            let copy = copied(a, other);
            let earlier = precedes(&copy, b);
            let mut before = Truth::constant(false);
            for part in parts.get_or_insert_with(|| forks::parts(machine.kernel, &forks)).iter() {
                let coverage = part.order.coverage(a.op, b.op);
                if waits_for_all(machine, coverage) {
                    continue;
                }
                let mut unordered = part.when.and(&earlier);
                if coverage.latest {
                    // Only runs before the latest are not waited for: there is another run in between.
                    let third = between.get_or_insert_with(|| fresh_instance(machine, kept));
                    unordered = unordered.and(&run_between(accesses, &copy, b, third));
                }
                before = before.or(&unordered);
            }
            if crate::smt::lower::is_false(&before) {
                continue;
            }
            let meet = express_overlap(machine, b, &copy);
            let race = before.and(&b.when).and(&copy.when).and(&meet);
            decide_race(machine, Rule::RaceToken, &race, (a, b), None, &blocks, other);
        }
    }
}

/// Whether all runs of an operation are waited for.
fn waits_for_all(machine: &Machine<'_>, coverage: Coverage) -> bool {
    coverage.latest && (coverage.earlier || machine.setup.has(Flaw::LatestIsAll))
}

/// Whether two accesses race if they meet and nothing orders them. Elements are aligned to their size, so that two of
/// one size that share a byte are the same.
fn may_race<'k>(machine: &Machine<'k>, a: &Access<'k>, b: &Access<'k>, same_block: bool) -> bool {
    let meeting = Meeting {
        same_block: Truth::constant(same_block),
        overlap: Truth::constant(true),
        same_location: Truth::constant(a.bytes == b.bytes),
    };
    let race = strength::race(&a.manner, &b.manner, &meeting, &Truth::constant(false));
    let both = a.manner.is_strong() && b.manner.is_strong();
    race.value() != Some(false) && !(both && machine.setup.has(Flaw::StrongIsEnough))
}

/// Whether a pointer leads to memory that blocks share.
fn is_shared(machine: &Machine<'_>, pointer: &Pointer) -> Truth {
    let private = pointer.may.iter().filter(|which| machine.setup.allocations[**which].private);
    private.fold(Truth::constant(true), |all, which| {
        let here = pointer.which.equals(&Num::constant(i128::try_from(*which).unwrap_or(0)));
        all.and(&here.not())
    })
}

/// Whether two accesses can touch one allocation at all.
pub(crate) fn may_alias<'k>(machine: &Machine<'k>, a: &Access<'k>, b: &Access<'k>) -> bool {
    let parameter = |which: &usize| machine.setup.allocations[*which].parameter;
    a.pointer.may.iter().any(|x| {
        b.pointer.may.iter().any(|y| x == y || machine.setup.may_overlap(parameter(x), parameter(y)))
    })
}

/// Whether two accesses touch a common byte. In one tensor whose elements are apart they do where they touch one
/// element; and tiles that are laid in one way have one in common where their indices are near enough.
pub(crate) fn express_overlap<'k>(machine: &mut Machine<'k>, a: &Access<'k>, b: &Access<'k>) -> Truth {
    if let (Some(left), Some(right)) = (&a.place, &b.place)
        && (one_tensor(left, right) || machine.setup.has(Flaw::AnyGeometry))
    {
        machine.state.path = a.when.clone();
        let injective = make_injective(machine, &left.tile.view.tensor);
        machine.state.path = Truth::constant(true);
        if injective {
            return common(left, right, machine.setup.has(Flaw::AnyGeometry));
        }
    }
    bytes_overlap(machine, (&a.pointer, a.bytes), (&b.pointer, b.bytes))
}

fn decide_race<'k>(
    machine: &mut Machine<'k>,
    rule: Rule,
    race: &Truth,
    (a, b): (&Access<'k>, &Access<'k>),
    unless: Option<Handover<'k>>,
    blocks: &[[Num; 3]],
    other: &mut Substitution,
) {
    if machine.is_done() {
        return;
    }
    if machine.inference.is_some() {
        return abduce(machine, rule, &b.op.at, &b.when, race);
    }
    let start = Instant::now();
    let answer = machine.solver.check(race);
    machine.note_decided(Decided { rule, at: b.op.at.clone(), other: Some(a.op.at.clone()) });
    let status = match answer {
        Answer::Impossible => Status::Proved,
        Answer::Unknown => Status::Unknown("the solver gave up".to_owned()),
        Answer::Possible => match (refute(machine, race, blocks, Some(other)), unless) {
            (Status::Refuted(launch), Some(unless)) => {
                Status::Doubtful(launch, reason(machine.kernel, &unless))
            }
            (status, _) => status,
        },
    };
    record_race(machine, rule, (a, b), status, start);
}

/// Keeps what became of a pair.
fn record_race<'k>(
    machine: &mut Machine<'k>,
    rule: Rule,
    (a, b): (&Access<'k>, &Access<'k>),
    status: Status,
    start: Instant,
) {
    if machine.inference.is_some() {
        return;
    }
    machine.state.path = b.when.clone();
    let reached = is_reachable(machine);
    machine.state.path = Truth::constant(true);
    let seconds = start.elapsed().as_secs_f64();
    let other = Some(a.op.at.clone());
    let (operation, at) = (machine.recorder.position(b.op), b.op.at.clone());
    machine.recorder.obligations.push(Obligation { rule, operation, at, other, status, reached, seconds });
}

/// Why two accesses may be ordered.
fn reason(kernel: &Kernel, unless: &Handover<'_>) -> String {
    let name = |op: &Operation| op.results.last().map(|token| kernel.name(*token)).unwrap_or_default();
    format!(
        "the release of {} and the acquire of {} may order these accesses: that is followed where a launch is run, not \
         for all launches at once",
        name(unless.release),
        name(unless.acquire)
    )
}

/// Whether two places are in one tensor.
fn one_tensor(a: &ElementPlace<'_>, b: &ElementPlace<'_>) -> bool {
    let (x, y) = (&a.tile.view.tensor, &b.tile.view.tensor);
    x.pointer.which == y.pointer.which
        && x.pointer.offset == y.pointer.offset
        && x.extents == y.extents
        && x.strides == y.strides
        && x.element == y.element
}

/// Whether two places of one tensor may be the same one. Along an axis that both views cut in one way that is a
/// question of their indices: i·T + j = k·T + l for lanes j and l below S where (i − k)·T is between −S and S, which,
/// where tiles do not overlap, is i = k. The later of two such tiles begins inside the tensor, so the lanes do, too.
/// `alike` takes all views for cut in one way.
fn common(a: &ElementPlace<'_>, b: &ElementPlace<'_>, alike: bool) -> Truth {
    let (x, y) = (&a.tile.view, &b.tile.view);
    let of = |view: &View<'_>, along: usize| view.ty.dim_map.iter().position(|axis| *axis == along);
    let mut all = Truth::constant(true);
    for along in 0..a.at.len() {
        let (Some(i), Some(k)) = (of(x, along), of(y, along)) else { continue };
        let (size, step) = (&x.tile[i], &x.steps[i]);
        let sparse = x.ty.sparse == Some(i) || y.ty.sparse == Some(k);
        let cut = !sparse && *size == y.tile[k] && *step == y.steps[k];
        let here = if cut || alike {
            let (one, other) = (&a.tile.index[i], &b.tile.index[k]);
            if size.at_most(step).value() == Some(true) {
                one.equals(other)
            } else {
                let apart = one.sub(other).mul(step);
                Num::constant(0).sub(size).less(&apart).and(&apart.less(size))
            }
        } else {
            a.at[along].equals(&b.at[along])
        };
        all = all.and(&here);
    }
    all
}

/// The access of the second copy.
pub(crate) fn copied<'k>(access: &Access<'k>, other: &mut Substitution) -> Access<'k> {
    let mut copy = access.clone();
    copy.path = other.truth(&access.path);
    copy.when = other.truth(&access.when);
    copy.pointer.which = other.num(&access.pointer.which);
    copy.value = access.value.as_ref().map(|value| other.num(value));
    copy.exchange = access.exchange.as_ref().map(|exchange| exchange.copied(other));
    copy.pointer.offset = other.num(&access.pointer.offset);
    for (_, number) in &mut copy.iterations {
        *number = other.num(number);
    }
    if let Some(place) = &mut copy.place {
        let mut view = (*place.tile.view).clone();
        let mut tensor = (*view.tensor).clone();
        tensor.pointer.which = other.num(&tensor.pointer.which);
        tensor.pointer.offset = other.num(&tensor.pointer.offset);
        tensor.extents.iter_mut().chain(&mut tensor.strides).for_each(|num| *num = other.num(num));
        view.tensor = tensor.into();
        place.tile.view = view.into();
        place.tile.index.iter_mut().chain(&mut place.at).for_each(|num| *num = other.num(num));
    }
    copy
}

/// Whether `a` runs before `b`: in an earlier iteration of a loop around both, or earlier in the text of the same one.
pub(crate) fn precedes(a: &Access<'_>, b: &Access<'_>) -> Truth {
    let common = a.iterations.iter().zip(&b.iterations).take_while(|(x, y)| x.0 == y.0);
    let mut equal = Truth::constant(true);
    let mut before = Truth::constant(false);
    for ((_, x), (_, y)) in common {
        before = before.or(&equal.and(&x.less(y)));
        equal = equal.and(&x.equals(y));
    }
    if a.position < b.position { before.or(&equal) } else { before }
}

/// Whether the operation of `a` runs once more between `a` and `b`.
fn run_between<'k>(
    accesses: &[Access<'k>],
    a: &Access<'k>,
    b: &Access<'k>,
    third: &mut Substitution,
) -> Truth {
    let same = accesses.iter().filter(|access| std::ptr::eq(access.op, a.op));
    same.fold(Truth::constant(false), |any, access| {
        let again = copied(access, third);
        any.or(&again.path.and(&precedes(a, &again)).and(&precedes(&again, b)))
    })
}
