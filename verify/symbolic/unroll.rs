//! Loops that run a few times at most, iteration by iteration.

use spec::domain::{Bool as _, Int as _, Number, between};
use spec::syntax::kernel::Operation;

use super::control::{Counter, enter, read_carried, run_for_body, run_loop_body};
use crate::budget::policy::Purpose;
use crate::loops::pass::run_iteration;
use crate::smt::fact::Fact;
use crate::smt::facts::Role;
use crate::smt::reason::Always;
use crate::symbolic::checkpoint::{begin_pass, discard_pass};
use crate::symbolic::cut::CARRIED;
use crate::symbolic::exit::{Exit, ExitKind};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth, VarKind, Variables, var_info};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Value};
use crate::values::tile::{Node, TileKind};

/// The maximum number of unrolled iterations, of one loop and of all nested loops together.
const COPIES: i128 = 16;
const COPIES_IN_ALL: i128 = 128;

/// The most cases of a number that is handed on.
const CASES: usize = 8;

/// A `for` that runs a few times at most, iteration by iteration.
pub(super) fn unroll_for<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    counter: &Counter,
) -> Vec<Exit<'k>> {
    let turns = counter.turns();
    let mut heads: Vec<Val<'k>> = op.operands[3..].iter().map(|init| read_carried(machine, *init)).collect();
    let over_list = machine.setup.loops_over_lists.contains(&op.id) && !machine.policy.searches();
    let (mut leaving, mut ends, mut aside) = (Vec::new(), Vec::new(), Vec::new());
    let mut before = Vec::new();
    for turn in 0..turns.hi().max(0) {
        let number = Num::constant(turn);
        if turn > 0 && over_list {
            name_carried(machine, &mut heads, &before);
        }
        if over_list {
            before = numbers(machine, &heads);
        }
        let mark = machine.solver.mark();
        let (path, runs) = (machine.state.path, number.less(&turns));
        let memory = machine.state.memory.clone();
        ends.push(Exit { kind: ExitKind::Yield, path: path.and(&runs.not()), values: heads.clone(), memory });
        machine.state.path = path.and(&runs);
        let variable = counter.lower.add(&counter.step.mul(&number));
        let exits = run_iteration(machine, op, &number, |machine| {
            run_for_body(machine, op, counter, &variable, &heads)
        });
        let (again, left): (Vec<_>, Vec<_>) =
            exits.into_iter().partition(|exit| exit.kind == ExitKind::Continue);
        leaving.extend(left);
        heads = enter(machine, &again, heads.len());
        if over_list {
            // A proof about one array says nothing about another.
            aside.push(machine.solver.set_proved_aside(mark));
        }
    }
    aside.into_iter().for_each(|proved| machine.solver.take_back(proved));
    let (path, memory) = (machine.state.path, machine.state.memory.clone());
    ends.push(Exit { kind: ExitKind::Yield, path, values: heads, memory });
    ends.retain(|exit| exit.path.value() != Some(false));
    let values = enter(machine, &ends, op.results.len());
    for (result, value) in op.results.iter().zip(values) {
        machine.bind(*result, value);
    }
    leaving
}

/// Gives carried values new names for the next iteration, with their condition. Queries about an array of a list seldom depend on the
/// control flow of earlier iterations.
fn name_carried<'k>(machine: &mut Machine<'k>, heads: &mut [Val<'k>], before: &[Option<Num>]) {
    for (head, before) in heads.iter_mut().zip(before) {
        let Val::Tile(tile) = head.clone() else { continue };
        if !tile.ty.shape.is_empty() {
            continue;
        }
        let element = machine.at(&tile, &[]);
        let Value::Int(SymbolicInt::Number { bits, signed }) = element.value else { continue };
        if signed.value().is_some() || signed.as_var().is_some() {
            continue;
        }
        let mut variables = Variables::default();
        variables.num(&signed);
        let is_shared = |var: &_| var_info(*var).kind == VarKind::Shared;
        let shared = variables.bools.is_empty() && variables.nums.iter().all(is_shared);
        let (lo, hi) = (signed.lo(), signed.hi());
        let named = match before.and_then(|before| name_steps(machine, &signed, &before)) {
            Some(steps) => steps,
            None => define(machine, &signed, (shared, lo, hi)),
        };
        let value = Value::Int(SymbolicInt::Number { bits, signed: named });
        *head = Val::Tile(Node::tile(
            &tile.ty,
            TileKind::Splat(Element { value, undetermined: element.undetermined }),
        ));
    }
    let path = machine.state.path;
    if path.value().is_none() {
        let named = Truth::fresh();
        let is_path = named.implies(&path).and(&path.implies(&named));
        machine.solver.assume(&Fact::always(&is_path, Always::Name).with_role(Role::Implied));
        machine.state.path = named;
    }
}

/// A variable equal to a number.
fn define(machine: &mut Machine<'_>, num: &Num, (shared, lo, hi): (bool, i128, i128)) -> Num {
    let named = if shared { Num::shared(CARRIED, lo, hi) } else { Num::instance(CARRIED, lo, hi) };
    machine.solver.assume(&Fact::always(&named.equals(num), Always::Name).with_role(Role::Implied));
    named
}

/// A number that grew by steps of one size on every path is its old value plus a variable number of steps. Two blocks with equal steps then
/// meet if they began at the same place.
fn name_steps(machine: &mut Machine<'_>, num: &Num, before: &Num) -> Option<Num> {
    let distance = distance(num, before, CASES)?;
    let (size, lo, hi) = (distance.content(), num.lo(), num.hi());
    let steps = (size > 1).then(|| distance.div_floor(&Num::constant(size)))?;
    let count = define(machine, &steps, (false, steps.lo(), steps.hi()));
    let named = before.add(&count.mul(&Num::constant(size)));
    machine.solver.assume(&Fact::always(&between(&named, lo, hi), Always::Name).with_role(Role::Cut));
    Some(named)
}

/// How far a number is from another, case by case, of which there are so many at most.
fn distance(num: &Num, before: &Num, cases: usize) -> Option<Num> {
    let Some((condition, then, otherwise)) = num.cases() else { return Some(num.sub(before)) };
    let half = Some(cases / 2).filter(|half| *half > 0)?;
    let (then, otherwise) = (distance(&then, before, half)?, distance(&otherwise, before, half)?);
    Some(Num::choose(&condition, &then, &otherwise))
}

/// The scalar numbers carried by loops.
fn numbers<'k>(machine: &mut Machine<'k>, heads: &[Val<'k>]) -> Vec<Option<Num>> {
    let number = |head: &Val<'k>| {
        let tile = head.tile().filter(|tile| tile.ty.shape.is_empty())?.clone();
        machine.at(&tile, &[]).as_int().map(|int| int.signed())
    };
    heads.iter().map(number).collect()
}

/// The number of unrolled iterations of a `loop`: one, or all of a few if the loop stores to an array of the block.
pub(super) fn count_single<'k>(machine: &mut Machine<'k>, op: &'k Operation) -> i128 {
    if !may_unroll(machine, op, 2) {
        return 1;
    }
    let before = begin_pass(machine, Mode::Check);
    let mut heads: Vec<Val<'k>> = op.operands.iter().map(|init| read_carried(machine, *init)).collect();
    let mut turns = 0;
    while may_unroll(machine, op, turns + 1)
        && !machine.solver.excludes(&machine.state.path, Purpose::Reachability)
    {
        let exits =
            run_iteration(machine, op, &Num::constant(turns), |machine| run_loop_body(machine, op, &heads));
        let again: Vec<_> = exits.into_iter().filter(|exit| exit.kind == ExitKind::Continue).collect();
        heads = enter(machine, &again, heads.len());
        turns += 1;
    }
    let ends = machine.solver.excludes(&machine.state.path, Purpose::Reachability);
    discard_pass(machine, before);
    if ends { turns } else { 1 }
}

/// Whether a loop with so many iterations is unrolled: it stores to an array of the block, or walks a list of arrays. Surrounding loops
/// count, too.
pub(super) fn may_unroll<'k>(machine: &Machine<'k>, op: &'k Operation, turns: i128) -> bool {
    let stores = |which: &usize| machine.setup.stored_in_loops.contains(&(op.id, *which));
    let around = machine.state.iterations.iter().filter_map(|around| around.number.value());
    let times = around.fold(turns, |times: i128, number| times.saturating_mul(number.saturating_add(1)));
    let reads_list = machine.setup.loops_over_lists.contains(&op.id);
    let is_few = (0..=COPIES).contains(&turns) && times <= COPIES_IN_ALL;
    is_few && (reads_list || machine.state.memory.arrays.keys().any(stores))
}
