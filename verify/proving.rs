//! The proof of obligations: the solver decides each under its path condition, and a failure gets a launch.

use std::time::Instant;

use spec::domain::Bool as _;
use spec::rules::Rule;
use spec::syntax::kernel::Operation;

use crate::budget::policy::Purpose;
use crate::counterexample::find_counterexample;
use crate::report::Status;
use crate::smt::answer::Answer;
use crate::smt::script::Decided;
use crate::symbolic::machine::Machine;
use crate::symbolic::observer::{Observer, Requirement};
use crate::symbolic::require::{is_reachable, record};
use crate::terms::{Num, Substitution, Truth};

/// Decides and records obligations.
pub(crate) struct Proving;

impl<'k> Observer<'k> for Proving {
    fn require(&mut self, machine: &mut Machine<'k>, requirement: &Requirement<'_>) -> bool {
        let Requirement { operation, rule, holds, open } = *requirement;
        let start = Instant::now();
        let open = open.filter(|_| rule == Rule::MemoryBounds);
        let decided = Decided { rule, at: operation.at.clone(), other: None };
        let status = decide(machine, holds, open, decided);
        let is_proved = status == Status::Proved;
        // A size that nothing states is not too hard: clauses are looked for then.
        if open.is_none() {
            machine.note_status(&status);
        }
        let reached = is_reachable(machine);
        record(machine, operation, rule, status, reached, start.elapsed().as_secs_f64());
        is_proved
    }

    fn establish(&mut self, machine: &mut Machine<'k>, operation: &Operation, rule: Rule) {
        let reached = is_reachable(machine);
        record(machine, operation, rule, Status::Proved, reached, 0.0);
    }
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
