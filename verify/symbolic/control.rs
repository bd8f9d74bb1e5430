//! `for` and `loop`: one arbitrary iteration under the invariants of its head.

use spec::domain::{Bool as _, Int as _, Number, greatest_signed, greatest_unsigned};
use spec::ops::control;
use spec::rules::Rule;
use spec::syntax::kernel::{Block, Operation};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::loops::infer_invariants;
use crate::loops::invariant::Loop;
use crate::loops::iteration::IterationVariables;
use crate::loops::loop_header::build_header;
use crate::loops::pass::run_iteration;
use crate::memory::local::carried::CarriedPieces;
use crate::memory::local::join::join_exits;
use crate::smt::fact::Fact;
use crate::smt::facts::Role;
use crate::smt::reason::{Always, Under};
use crate::symbolic::exit::{Exit, ExitKind, merge};
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::records::{record_fork, record_iteration, record_landing, record_loop};
use crate::symbolic::recorder::endings::LoopMark;
use crate::symbolic::recorder::traces::CarryingLoop;
use crate::symbolic::require::{require, require_branch};
use crate::symbolic::state::Val;
use crate::symbolic::unroll::{count_single, may_unroll, unroll_for};
use crate::terms::{Num, Truth, UNBOUNDED_ABOVE, Var};
use crate::values::access::{Choice, LoopCounter};
use crate::values::element::Element;
use crate::values::tile::{Node, TileKind};

/// The counter of a `for`.
pub(super) struct Counter {
    pub(super) lower: Num,
    pub(super) upper: Num,
    pub(super) step: Num,
    bits: u32,
    unsigned: bool,
}

/// `for`
pub(crate) fn run_for<'k>(machine: &mut Machine<'k>, op: &'k Operation) -> Vec<Exit<'k>> {
    let counter = read_counter(machine, op);
    // If the body runs at most once, the variable is never incremented.
    machine.consider(op, Rule::LoopOverflow);
    record_fork(machine, op, Choice::Iterates(counter.lower, counter.upper));
    if may_unroll(machine, op, counter.turns().hi().max(0)) {
        return unroll_for(machine, op, &counter);
    }
    run_arbitrary_turn(machine, op, &counter)
}

/// Runs a `for` under the invariants of its heads.
fn run_arbitrary_turn<'k>(machine: &mut Machine<'k>, op: &'k Operation, counter: &Counter) -> Vec<Exit<'k>> {
    let mark = LoopMark::here();
    let memory = machine.state.memory.clone();
    let pieces = CarriedPieces::new(machine, op, &memory);
    let mut inits: Vec<Val<'k>> = op.operands[3..].iter().map(|init| read_carried(machine, *init)).collect();
    inits.extend(pieces.values(&memory));
    // The variable has its own range, which is tighter than the range of its closed form.
    let class = residue_class(machine, counter);
    let least = if class.is_some() { counter.lower.hi() } else { counter.lower.lo() };
    let upper = counter.upper.hi().saturating_sub(1).max(least);
    let variable = Num::instance("iv", counter.lower.lo(), upper);
    let (number, closed) = number_iterations(machine, counter, &variable, class);
    let enter = control::runs(&variable, &counter.upper).and(&closed);
    let before = machine.state.path;
    let mut leaving = Vec::new();

    if !machine.solver.excludes(&before.and(&enter), Purpose::Reachability) {
        let mut body = |machine: &mut Machine<'k>, heads: &[Val<'k>]| {
            machine.state.memory = pieces.put(&memory, &heads[op.operands.len() - 3..]);
            let mut exits = run_iteration(machine, op, &number, |machine| {
                run_for_body(machine, op, counter, &variable, heads)
            });
            pieces.hand_over(&mut exits);
            exits
        };
        let around = Loop {
            inits: inits.clone(),
            iteration: IterationVariables::of_for(&number, &variable, &counter.lower, &counter.step),
            enter,
            limits: vec![counter.lower, counter.upper],
            completes: !may_keep_control(&op.regions[0]),
        };
        let mut known = infer_invariants(machine, around, &mut body);
        let mut carrying = None;
        let left = known.take_exits().unwrap_or_else(|| {
            let here = before.and(&enter);
            let head = build_header(machine, &known, &number, &here);
            record_landing(machine, &here.implies(&head.facts));
            machine.state.path = here.and(&head.facts);
            let entered = machine.state.path;
            let exits = body(machine, &head.values);
            carrying = Some(CarryingLoop::new(number, entered, (&inits, head.values), &exits));
            exits
        });
        leaving.extend(left.into_iter().filter(|exit| exit.kind == ExitKind::Return));
        let may_be_left = record_loop(machine, mark, number, Some(counter.with(variable)), &leaving);

        come_behind(machine, op, &before, may_be_left);
        let turns = counter.turns();
        let after = build_header(machine, &known, &turns, &machine.state.path.clone());
        machine.assume_here(&after.facts, Under::LoopInvariant, Role::Axiom);
        machine.state.memory = pieces.put(&memory, &after.values[op.operands.len() - 3..]);
        machine.recorder.keep_carrying(machine.state.mode, carrying, turns, &after.values);
        bind_results(machine, op, after.values);
    } else {
        bind_results(machine, op, inits);
    }
    leaving
}

/// Moves behind a loop. The path condition excludes blocks that an iteration kept, because facts after the last iteration do not apply to a
/// block that returned earlier.
fn come_behind<'k>(machine: &mut Machine<'k>, op: &'k Operation, before: &Truth, may_be_left: bool) {
    let completes = completion_condition(machine, &op.regions[0]);
    if !may_be_left {
        record_landing(machine, &before.implies(&completes));
    }
    machine.state.path = before.and(&completes);
}

/// Binds the results of a loop.
fn bind_results<'k>(machine: &mut Machine<'k>, op: &'k Operation, values: Vec<Val<'k>>) {
    for (result, value) in op.results.iter().zip(values) {
        machine.bind(*result, value);
    }
}

/// The block's number, if blocks divide the iterations of a loop: each block has one residue class.
fn residue_class(machine: &mut Machine<'_>, counter: &Counter) -> Option<Var> {
    let Counter { lower, step, .. } = counter;
    let within = Num::constant(0).at_most(lower).and(&lower.less(step));
    let class = lower.as_var().filter(|_| step.value().is_none())?;
    let holds = machine.setup.has(Flaw::MoreBlocksThanSteps)
        || machine.solver.proves(&within, &Truth::constant(true), Purpose::Requirement);
    holds.then_some(class)
}

/// The iteration number of the variable's value, with the fact that the loop takes this value.
fn number_iterations(
    machine: &mut Machine<'_>,
    counter: &Counter,
    variable: &Num,
    class: Option<Var>,
) -> (Num, Truth) {
    let Counter { lower, step, .. } = counter;
    let (from, above) = (variable.sub(lower), lower.at_most(variable));
    if step.value() == Some(1) {
        return (from, above);
    }
    if let Some(class) = class {
        // No product is needed to say so, and it is said of the variable wherever control is: the first of the class is in its
        // range.
        for holds in [lower.equals(&variable.rem_floor(step)), above] {
            machine.solver.assume(&Fact::always(&holds, Always::ResidueClass).with_role(Role::Of(class)));
        }
        return (variable.div_floor(step), Truth::constant(true));
    }
    let number = Num::instance("turn", 0, UNBOUNDED_ABOVE);
    (number, from.equals(&number.mul(step)).and(&above))
}

/// Whether every iteration of a body comes to its end: open where the body has a `return`, or a loop that may have
/// no end.
fn completion_condition(machine: &Machine<'_>, body: &Block) -> Truth {
    if machine.setup.has(Flaw::LoopAlwaysEnds) || !may_keep_control(body) {
        return Truth::constant(true);
    }
    Truth::fresh()
}

pub(super) fn read_carried<'k>(machine: &Machine<'k>, value: spec::syntax::kernel::ValueId) -> Val<'k> {
    machine.state.env.get(&value).cloned().unwrap_or(Val::Token)
}

/// Reads the counter and decides its requirements.
fn read_counter<'k>(machine: &mut Machine<'k>, op: &'k Operation) -> Counter {
    let unsigned = op.attributes.unsigned_compare;
    let elements: Vec<Element> = op.operands[..3].iter().map(|operand| machine.scalar(*operand)).collect();
    let bits = machine.kernel.tile(op.operands[0]).element.scalar().map_or(32, Scalar::bits);
    let undetermined = elements.iter().fold(Truth::constant(false), |any, e| any.or(&e.undetermined));
    require_branch(machine, op, &undetermined);
    let number = |position: usize, unsigned: bool| match elements[position].as_int() {
        Some(int) if unsigned => int.unsigned(),
        Some(int) => int.signed(),
        None => Num::constant(0),
    };
    let step = number(2, false);
    let mut domain = machine.domain(&Truth::constant(true));
    control::step(&mut domain, &step);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
    Counter { lower: number(0, unsigned), upper: number(1, unsigned), step, bits, unsigned }
}

/// Runs one iteration of a `for`.
pub(super) fn run_for_body<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    counter: &Counter,
    variable: &Num,
    heads: &[Val<'k>],
) -> Vec<Exit<'k>> {
    let region = &op.regions[0];
    let ty = machine.kernel.tile(region.params[0]);
    let bits = counter.bits;
    let high = Num::constant(greatest_signed(bits)).less(variable);
    let wrapped = variable.sub(&Num::constant(greatest_unsigned(bits) + 1));
    let signed = if counter.unsigned { Num::choose(&high, &wrapped, variable) } else { *variable };
    machine.bind(region.params[0], Val::Tile(Node::tile(ty, TileKind::Splat(Element::int(bits, signed)))));
    for (param, value) in region.params[1..].iter().zip(heads) {
        machine.bind(*param, value.clone());
    }
    let exits = machine.run_block(region);
    for exit in exits.iter().filter(|exit| exit.kind == ExitKind::Continue) {
        machine.state.path = exit.path;
        let mut domain = machine.domain(&Truth::constant(true));
        control::next(&mut domain, counter.unsigned, bits, variable, &counter.step);
        let required = std::mem::take(&mut domain.required);
        require(machine, op, required, None);
    }
    exits
}

/// Joins exits; returns the joined values.
pub(super) fn enter<'k>(machine: &mut Machine<'k>, exits: &[Exit<'k>], count: usize) -> Vec<Val<'k>> {
    machine.state.path = exits.iter().fold(Truth::constant(false), |any, exit| any.or(&exit.path));
    machine.state.memory = join_exits(machine, exits);
    join(exits, count)
}

/// `loop`: the first iterations one by one, then an arbitrary later iteration.
pub(crate) fn run_loop<'k>(machine: &mut Machine<'k>, op: &'k Operation) -> Vec<Exit<'k>> {
    let (mark, before) = (LoopMark::here(), machine.state.path);
    let single = count_single(machine, op);
    let mut inits: Vec<Val<'k>> = op.operands.iter().map(|init| read_carried(machine, *init)).collect();
    let (mut again, mut left) = (Vec::new(), Vec::new());
    for turn in 0..single {
        if turn > 0 {
            inits = enter(machine, &again, op.operands.len());
        }
        let exits =
            run_iteration(machine, op, &Num::constant(turn), |machine| run_loop_body(machine, op, &inits));
        let out;
        (again, out) = exits.into_iter().partition(|exit| exit.kind == ExitKind::Continue);
        left.extend(out);
    }
    let entering = again.iter().fold(Truth::constant(false), |any, exit| any.or(&exit.path));
    if !machine.solver.excludes(&entering, Purpose::Reachability) {
        let memory = join_exits(machine, &again);
        let pieces = CarriedPieces::new(machine, op, &memory);
        let mut inits = join(&again, op.operands.len());
        inits.extend(pieces.values(&memory));
        let number = Num::instance("turn", single, UNBOUNDED_ABOVE);
        machine.state.path = entering;
        let mut body = |machine: &mut Machine<'k>, heads: &[Val<'k>]| {
            machine.state.memory = pieces.put(&memory, &heads[op.operands.len()..]);
            let mut exits = run_iteration(machine, op, &number, |machine| run_loop_body(machine, op, heads));
            pieces.hand_over(&mut exits);
            exits
        };
        let enter = Truth::constant(true);
        let around = Loop {
            inits,
            iteration: IterationVariables::of_loop(&number, single),
            enter,
            limits: Vec::new(),
            completes: false,
        };
        let mut known = infer_invariants(machine, around, &mut body);
        let later = known.take_exits().unwrap_or_else(|| {
            let head = build_header(machine, &known, &number.sub(&Num::constant(single)), &entering);
            machine.state.path = entering.and(&head.facts);
            let exits = body(machine, &head.values);
            record_iteration(machine, op, &number, &head.values, &exits);
            exits
        });
        left.extend(later.into_iter().filter(|exit| exit.kind != ExitKind::Continue));
        record_loop(machine, mark, number, None, &left);
    }
    let some_end = left.iter().fold(Truth::constant(false), |any, exit| any.or(&exit.path));
    record_landing(machine, &before.implies(&some_end));
    let (ends, leaving): (Vec<_>, Vec<_>) = left.into_iter().partition(|exit| exit.kind == ExitKind::Break);
    machine.state.path = ends.iter().fold(Truth::constant(false), |any, exit| any.or(&exit.path));
    machine.state.memory = join_exits(machine, &ends);
    for (result, value) in op.results.iter().zip(join(&ends, op.results.len())) {
        machine.bind(*result, value);
    }
    leaving
}

/// Runs one iteration of a `loop`.
pub(super) fn run_loop_body<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    heads: &[Val<'k>],
) -> Vec<Exit<'k>> {
    let region = &op.regions[0];
    for (param, value) in region.params.iter().zip(heads) {
        machine.bind(*param, value.clone());
    }
    machine.run_block(region)
}

impl Counter {
    /// The counter with another variable.
    fn with(&self, variable: Num) -> LoopCounter {
        LoopCounter { variable, lower: self.lower, upper: self.upper, step: self.step }
    }

    /// How often the body runs.
    pub(super) fn turns(&self) -> Num {
        let zero = Num::constant(0);
        let distance = self.upper.sub(&self.lower);
        let turns = distance.add(&self.step).sub(&Num::constant(1)).div_floor(&self.step);
        Num::choose(&self.lower.less(&self.upper), &turns, &zero)
    }
}

/// Whether a block has an operation from which control may not come back.
fn may_keep_control(block: &Block) -> bool {
    let keeps =
        |op: &Operation| matches!(op.op, Op::Return | Op::Loop) || op.regions.iter().any(may_keep_control);
    block.ops.iter().any(keeps)
}

/// Joins the values of several exits by path; their conditions exclude one another.
fn join<'k>(exits: &[Exit<'k>], count: usize) -> Vec<Val<'k>> {
    (0..count)
        .map(|position| {
            let mut values =
                exits.iter().rev().filter_map(|exit| Some((&exit.path, exit.values.get(position)?.clone())));
            let Some((_, last)) = values.next() else { return Val::Token };
            values.fold(last, |joined, (path, value)| merge(path, value, joined))
        })
        .collect()
}
