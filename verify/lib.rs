//! The specification read over solver terms: for all launches of a contract at once.
#![warn(clippy::as_conversions)]

mod attempt;
#[doc(hidden)]
pub mod audit;
mod budget;
mod check_policy;
mod counterexample;
mod ensure;
mod equal;
mod fault_injection;
mod finite;
mod infer;
pub mod litmus;
mod loops;
mod memory;
mod nonlinear;
mod options;
mod properties;
mod proving;
mod race;
pub mod reading;
mod report;
mod smt;
mod symbolic;
mod terms;
mod values;

use spec::contract::Bound;
use spec::syntax::contract::{GRID, ListClause};
use spec::syntax::kernel::language::Language;
use spec::valid::Valid;

use crate::attempt::run_until_stable;
use crate::budget::effort::within;
use crate::memory::vacuous::{find_vacuous, is_contradicted};
use crate::smt::script::Scripts;
use crate::symbolic::machine::Machine;
use crate::symbolic::setup::Setup;
use crate::symbolic::setup::lists::ARRAYS;

pub use budget::{Budget, UNITS_A_SECOND};
pub use check_policy::CheckPolicy;
pub use ensure::ensure;
pub use equal::{Equality, Question, Rewrites, Side, compare};
#[doc(hidden)]
pub use fault_injection::Flaw;
pub use finite::float_bounds;
pub use infer::{Clause, Observed, Open, Pass, Suggestion, infer, needed};
pub use nonlinear::lemmas;
pub use options::{Alone, Options};
pub use properties::ensured::Ensured;
pub use report::{Coverage, IntegerFact, Obligation, ObligationId, Pace, Report, Status};
pub use smt::canonical::Answers;
pub use smt::context::{Context, in_own_context};
pub use smt::script::{Decided, Script};
pub use smt::version::{old_solver_warning, solver_version};

/// Checks a kernel for every launch of a contract. A refuted obligation carries a launch that nobody has run yet.
pub fn check(kernel: &Valid, contract: &Bound<'_>, options: &Options) -> Report {
    let options = &Options { policy: options.policy.decided(), ..options.clone() };
    smt::context::in_context(options.context, || decide(kernel, contract, options))
}

fn decide(kernel: &Valid, contract: &Bound<'_>, options: &Options) -> Report {
    let fresh = || Report { given: given(contract), axioms: axioms(kernel.language), ..Report::default() };
    let decided = within(&options.budget, || {
        let prepare = |machine: &mut Machine<'_>| {
            machine.solver.scripts = options.scripts.then(Scripts::default);
            machine.recorder.vacuous = find_vacuous(machine);
            is_contradicted(machine).then(|| Report {
                vacuous: machine.recorder.vacuous.clone(),
                empty: true,
                ..fresh()
            })
        };
        run_until_stable(kernel, contract, options, &prepare, &|machine, stopped| {
            write_report(machine, stopped, fresh())
        })
    });
    decided.unwrap_or_else(|_| Report { stopped: true, ..fresh() })
}

/// Writes the report of a finished run; `stopped` means that its budget ended it.
fn write_report(mut machine: Machine<'_>, stopped: bool, mut report: Report) -> Report {
    report.stopped = stopped;
    report.curtailed = machine.is_curtailed();
    let is_whole = !stopped && !machine.is_done();
    let mut recorder = machine.recorder;
    report.vacuous = recorder.vacuous;
    if !is_whole && machine.stable.is_open() {
        // Results that depend on mere suppositions are unknown.
        recorder.obligations.retain(|obligation| obligation.status != Status::Proved);
    }
    report.trusted = std::mem::take(&mut machine.setup.trusted);
    report.trusted.append(&mut recorder.trusted_views);
    report.trusted.extend(spec::memory::dependents::trusted(machine.kernel));
    report.obligations = recorder.obligations;
    report.coverage = recorder.coverage.into();
    report.asserts = recorder.asserts;
    report.queries = machine.solver.queries;
    report.effort = budget::effort::spent();
    report.scripts =
        machine.solver.scripts.map(|scripts| scripts.finish(&terms::take_claims())).unwrap_or_default();
    report
}

/// The contract in its own words, clause by clause.
pub fn given(bound: &Bound<'_>) -> Vec<String> {
    let contract = bound.contract;
    let mut given = Vec::new();
    for (axis, extent) in GRID.iter().zip(contract.grid.iter().flatten()) {
        given.push(format!("{axis} == {extent}"));
    }
    given.extend(contract.written().map(ToString::to_string));
    given.extend(contract.arrays.iter().map(ToString::to_string));
    given.extend(contract.lists.iter().map(ToString::to_string));
    let arrays = || contract.arrays.iter().chain(contract.lists.iter().map(|list| &list.each));
    let is_array = |name: &str| arrays().any(|array| array.name == name);
    for buffer in contract.buffers.iter().filter(|buffer| !is_array(&buffer.name)) {
        let uninit = if buffer.uninit { " uninit" } else { "" };
        given.push(format!("buffer {} : {}[{}]{uninit}", buffer.name, buffer.element, buffer.len));
    }
    given.extend(contract.aligns.iter().map(|(name, bytes)| format!("align {name} : {bytes}")));
    given.extend(contract.disjoint.iter().map(|names| format!("disjoint = ({})", names.join(", "))));
    given.extend(contract.same_arrays.iter().map(|names| format!("same_array {}", names.join(", "))));
    given.extend(contract.aliases.iter().map(|(a, b)| format!("alias {a} {b}")));
    given.extend(contract.contents.iter().map(|(name, clause)| format!("contents {name} : {clause}")));
    given.extend(contract.relations.iter().map(|(name, relation)| format!("contents {name} : {relation}")));
    given
}

/// The most arrays of a list in a proof.
pub const MOST_LISTED: i128 = ARRAYS;

/// A list that the contract lets have more arrays than are told apart.
pub fn find_unbounded_list<'a>(bound: &Bound<'a>) -> Option<&'a ListClause> {
    let lists = &bound.contract.lists;
    if lists.is_empty() {
        return None;
    }
    let most = terms::in_own_arena(|| {
        let setup = Setup::new(bound.clone(), &bound.origins(), None, &[]);
        lists.iter().map(|list| setup.number(&list.count).hi()).collect::<Vec<_>>()
    });
    lists.iter().zip(most).find(|(_, most)| *most > ARRAYS).map(|(list, _)| list)
}

/// The assumptions about every launch.
fn axioms(language: Language) -> Vec<String> {
    let grid = match language {
        Language::TileIr => "every grid axis lies in [1, 2^24 - 1]",
        Language::Triton { .. } => {
            "the grid has 1 to 2^31 - 1 programs along x, and 1 to 65535 along y and z"
        }
    };
    let memory = "an allocation has at most 2^48 bytes, and does not reach past address 2^63";
    let others = "no other launch writes to its arrays while a kernel accesses them, also where launches overlap (`gdc_wait`, `gdc_launch_dependents`)";
    let is_triton = matches!(language, Language::Triton { .. });
    [grid, memory].into_iter().chain(is_triton.then_some(others)).map(str::to_owned).collect()
}
