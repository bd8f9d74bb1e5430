//! Obligations: what an operation requires is shown to the observers under the path condition, and assumed from there on.

use spec::domain::Bool as _;
use spec::rules::Rule;
use spec::syntax::kernel::Operation;

use crate::budget::policy::Purpose;
use crate::report::{Obligation, Status};
use crate::smt::answer::Answer;
use crate::smt::facts::Role;
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::symbolic::observer::Requirement;
use crate::symbolic::state::Mode;
use crate::terms::Truth;

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
            machine.tell(|observer, machine| observer.establish(machine, op, rule));
        } else if machine.state.mode == Mode::Record {
            let requirement = Requirement { operation: op, rule, holds: &holds, open };
            if machine.ask(|observer, machine| observer.require(machine, &requirement)) {
                role = Role::Implied;
            }
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
