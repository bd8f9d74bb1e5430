//! Obligations: what an operation requires is decided under the path condition, recorded, and assumed from there on.

use std::time::Instant;

use spec::domain::Bool as _;
use spec::rules::Rule;
use spec::syntax::kernel::Operation;

use crate::budget::policy::Purpose;
use crate::counterexample::find_counterexample;
use crate::infer::abduce::{abduce, keep_reachable};
use crate::report::{Obligation, Status};
use crate::smt::answer::Answer;
use crate::smt::facts::Role;
use crate::smt::reason::Under;
use crate::smt::script::Decided;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Mode;
use crate::terms::{Num, Substitution, Truth};

/// Requires a condition. `open` names an allocation without a stated size: requirements that depend on it are
/// not refuted.
pub(crate) fn require(
    machine: &mut Machine<'_>,
    op: &Operation,
    required: Vec<(Rule, Truth)>,
    open: Option<&str>,
) {
    for (rule, holds) in in_order_of_search(machine, required) {
        machine.come_to(rule, op, None);
        if machine.is_done() {
            return;
        }
        if machine.policy.ignores(rule) {
            continue;
        }
        machine.consider(op, rule);
        let mut role = Role::Axiom;
        if machine.is_established(rule, op, None) {
            // Facts of only defined launches follow from no other facts.
            role = if machine.policy.assumes() { Role::Axiom } else { Role::Implied };
            if !machine.policy.searches() {
                let reached = is_reachable(machine);
                record(machine, op, rule, Status::Proved, reached, 0.0);
            }
        } else if machine.state.mode == Mode::Record && machine.policy.searches() {
            let path = machine.state.path;
            keep_reachable(machine, &path);
            abduce(machine, rule, &op.at, &path, &path.and(&holds.not()));
        } else if machine.state.mode == Mode::Record {
            let start = Instant::now();
            let open = if rule == Rule::MemoryBounds { open } else { None };
            let decided = Decided { rule, at: op.at.clone(), other: None };
            let status = decide(machine, &holds, open, decided);
            if status == Status::Proved {
                role = Role::Implied;
            }
            // A size that nothing states is not too hard: clauses are looked for then.
            if open.is_none() {
                machine.note_status(&status);
            }
            let reached = is_reachable(machine);
            record(machine, op, rule, status, reached, start.elapsed().as_secs_f64());
        }
        machine.assume_here(&holds, Under::Obligation, role);
    }
}

/// In a search for clauses, bounds of an access come before its offset: clauses that keep an element inside an array keep the way to it
/// short.
fn in_order_of_search(machine: &Machine<'_>, mut required: Vec<(Rule, Truth)>) -> Vec<(Rule, Truth)> {
    if machine.policy.searches() && required.iter().any(|(rule, _)| *rule == Rule::MemoryBounds) {
        required.sort_by_key(|(rule, _)| *rule == Rule::OffsetOverflow);
    }
    required
}

/// Keeps the status of an obligation.
pub(crate) fn record(
    machine: &mut Machine<'_>,
    op: &Operation,
    rule: Rule,
    status: Status,
    reached: Option<bool>,
    seconds: f64,
) {
    let (operation, at) = (op.id.index(), op.at.clone());
    machine.recorder.obligations.push(Obligation {
        rule,
        operation,
        at,
        other: None,
        status,
        reached,
        seconds,
    });
}

/// A value that decides control is determined.
pub(crate) fn require_branch<'k>(machine: &mut Machine<'k>, op: &'k Operation, undetermined: &Truth) {
    let mut domain = machine.domain(&Truth::constant(true));
    spec::ops::control::branch(&mut domain, undetermined);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
}

/// What a rule of the source's language requires holds.
pub(crate) fn require_source(machine: &mut Machine<'_>, op: &Operation, rule: Rule, holds: &Truth) {
    let mut domain = machine.domain(&Truth::constant(true));
    spec::ops::source::required(&mut domain, rule, holds);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
}

fn decide(machine: &mut Machine<'_>, holds: &Truth, open: Option<&str>, decided: Decided) -> Status {
    let broken = machine.state.path.and(&holds.not());
    let answer = machine.solver.ask(&broken, Purpose::Requirement);
    machine.note_decided(decided);
    match answer {
        Answer::Impossible => Status::Proved,
        Answer::Unknown => Status::Unknown("the solver gave up".to_owned()),
        Answer::Possible => match open {
            Some(name) => {
                Status::Unknown(format!("the size of `{name}` is not stated: add a `buffer` clause"))
            }
            None => {
                let blocks = vec![machine.setup.block];
                refute(machine, &broken, &blocks, None)
            }
        },
    }
}

/// A launch that makes the formula true.
pub(crate) fn refute(
    machine: &mut Machine<'_>,
    broken: &Truth,
    blocks: &[[Num; 3]],
    other: Option<&mut Substitution>,
) -> Status {
    match find_counterexample(machine, broken, blocks, other) {
        Some(launch) => Status::Refuted(Box::new(launch)),
        None => Status::Unknown("no launch could be made of the solver's model".to_owned()),
    }
}

/// Whether some launch of the contract comes here.
pub(crate) fn is_reachable(machine: &mut Machine<'_>) -> Option<bool> {
    if let Some(known) = machine.reachable.get(&machine.state.path) {
        return *known;
    }
    let path = machine.state.path;
    let reached = match machine.solver.ask(&path, Purpose::Note) {
        Answer::Impossible => Some(false),
        Answer::Possible => Some(true),
        Answer::Unknown => None,
    };
    machine.reachable.insert(path, reached);
    reached
}
