//! Unwritten contracts: the clauses that keep every launch from breaking a rule.
//!
//! A failing requirement describes a set of launches, blocks, iterations and lanes that break it. Projected onto the
//! launch alone ([`project`]) that is a set of bad launches, bounded by a few inequalities; the opposite of each is a
//! clause that excludes all of them. The best clause that keeps every access reachable is taken, and believed from
//! there on. The result is a suggestion: a check under its clauses decides whether they suffice, and checks under
//! weaker clauses decide whether they can be weakened.

mod abduce;
mod accepted;
mod cases;
mod choose;
mod clause;
mod constraints;
mod contents;
mod expressions;
mod infeasible;
mod observed;
mod open;
mod project;
mod render;
mod search;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use spec::contract::Bound;
use spec::domain::Bool as _;
use spec::rules::Rule;
use spec::syntax::span::Place;
use spec::valid::Valid;

use crate::attempt::run_until_stable;
use crate::budget::policy::Purpose;
use crate::infer::abduce::{abduce, abduce_for_doubts, keep_reachable};
use crate::infer::search::{Inference, Search};
use crate::options::Options;
use crate::symbolic::machine::Machine;

pub use clause::Clause;
pub use observed::Observed;
pub use open::Open;
pub use search::{Pass, Suggestion};

use crate::budget::effort;
use crate::budget::effort::within;

use crate::smt::fact::Fact;
use crate::smt::reason::Always;
use crate::smt::{context, solver};
use crate::symbolic::observer::{Observer, Requirement};
use crate::symbolic::setup;
use crate::terms;
use crate::terms::Truth;

/// The maximum work for the removal of implied clauses; a superfluous clause does no harm.
const IMPLIED: u64 = 200_000;

/// The clauses that are conditions on launches and not implied by the others and the contract; the first redundant
/// clause is removed. A clause that is no condition on launches is needed, and so are the known needed clauses.
pub fn needed(contract: &Bound<'_>, clauses: &[Clause], known: &[bool], options: &Options) -> Vec<bool> {
    if known.iter().all(|known| *known) {
        return known.to_vec();
    }
    let decide = || needed_within(contract, (clauses, known), options);
    context::in_context(context::Context::Shared, || {
        within(&options.budget, || terms::in_own_arena(decide)).unwrap_or_else(|_| vec![true; clauses.len()])
    })
}

/// Finds the needed clauses within a counted budget.
fn needed_within(
    contract: &Bound<'_>,
    (clauses, known): (&[Clause], &[bool]),
    options: &Options,
) -> Vec<bool> {
    let setup = setup::Setup::new(contract.clone(), &contract.origins(), options.flaw, &[]);
    let mut solver = solver::Solver::new(options.rlimit, options.answers.clone());
    setup.facts.iter().for_each(|fact| solver.assume(&Fact::always(fact, Always::Launch)));
    let meaning = |clause: &Clause| match clause {
        Clause::Requires(expr) => Some(setup.truth(expr)),
        Clause::Buffer { .. } | Clause::Align { .. } | Clause::Contents { .. } | Clause::Related { .. } => {
            None
        }
    };
    let meanings: Vec<Option<Truth>> = clauses.iter().map(meaning).collect();
    let mut needed = vec![true; clauses.len()];
    for (at, clause) in meanings.iter().enumerate() {
        let Some(clause) = clause.as_ref().filter(|_| !known[at]) else { continue };
        let others = (0..clauses.len()).filter(|other| *other != at && needed[*other]);
        let others = others.filter_map(|other| meanings[other].as_ref());
        let others = others.fold(Truth::constant(true), |all, other| all.and(other));
        if effort::spent() > IMPLIED {
            break;
        }
        needed[at] = !solver.excludes(&others.and(&clause.not()), Purpose::Note);
    }
    needed
}

/// The observer that excludes failures by clauses.
struct Abduction {
    inference: Inference,
    /// The findings for whoever began the search.
    result: Arc<Mutex<Suggestion>>,
}

/// A budget may end a search inside of any event: the findings outlive the observer.
impl Drop for Abduction {
    fn drop(&mut self) {
        *lock(&self.result) = std::mem::take(&mut self.inference.found);
    }
}

fn lock(result: &Mutex<Suggestion>) -> MutexGuard<'_, Suggestion> {
    result.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'k> Observer<'k> for Abduction {
    fn require(&mut self, machine: &mut Machine<'k>, requirement: &Requirement<'_>) -> bool {
        let path = machine.state.path;
        self.access(&path);
        let at = (requirement.rule, &requirement.operation.at);
        self.fail(machine, at, &path, &path.and(&requirement.holds.not()));
        false
    }

    fn fail(&mut self, machine: &mut Machine<'k>, at: (Rule, &Place), path: &Truth, broken: &Truth) {
        abduce(&mut Search { machine, inference: &mut self.inference }, at, path, broken);
    }

    fn access(&mut self, place: &Truth) {
        keep_reachable(&mut self.inference, place);
    }

    fn conclude(&mut self, machine: &mut Machine<'k>) {
        abduce_for_doubts(&mut Search { machine, inference: &mut self.inference });
    }
}

/// Looks for clauses that make a kernel free of undefined behavior.
pub fn infer(kernel: &Valid, contract: &Bound<'_>, open: &Open, pass: Pass, options: &Options) -> Suggestion {
    // A search beyond its budget stops and keeps its results so far.
    let budget = options.budget.part(options.effort);
    let found = context::in_own_context(|| {
        let found = within(&budget, || {
            let result = Arc::new(Mutex::new(Suggestion::default()));
            let prepare = |machine: &mut Machine<'_>| {
                machine.arithmetic.assume_no_wrap = pass == Pass::NoWrap;
                machine.solver.asks_afresh = false;
                let inference = Inference::new(open.clone(), options);
                machine.watch(Abduction { inference, result: Arc::clone(&result) });
                None
            };
            let options = &Options { policy: options.policy.search(), ..options.clone() };
            run_until_stable(kernel, contract, options, &prepare, &|mut machine, stopped| {
                if !stopped && !machine.has_ended() && options.alone.is_none() {
                    machine.tell(|observer, machine| observer.conclude(machine));
                }
                drop(machine);
                let found = std::mem::take(&mut *lock(&result));
                Suggestion { effort: effort::spent(), stopped, ..found }
            })
        });
        found.unwrap_or_else(|_| Suggestion {
            effort: effort::spent(),
            stopped: true,
            ..Suggestion::default()
        })
    });
    options.budget.spend(budget.spent());
    found
}
