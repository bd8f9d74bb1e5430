//! A conditional proof that covers no launch of the script: every launch breaks a precondition. A launch that then breaks the rule behind
//! the precondition is a finding.

use std::sync::Arc;

use spec::admit::admit;
use spec::contract::Bound;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};
use spec::valid::Valid;
use verify::{Budget, Clause};

use super::made::Made;
use crate::check::replay::{Replay, Runs};
use crate::check::report::{Assumed, Counterexample, Inferred, KernelReport, LikelyBug, Verdict};
use crate::check::suspect::floats::depends_on_floats;
use crate::compile::LaunchedAt;
use crate::load::{Flags, find_contract};
use crate::signature::Signature;

/// The most element operations of a run, and the work of all runs in seconds.
const FUEL: u64 = 16_000_000;
const SECONDS: f64 = 2.0;

/// The report of a kernel, with the precondition that every launch of the script breaks.
pub(in crate::check) fn find_all_broken(
    (module, kernel): (&Module, &Arc<Kernel>),
    launches: &[LaunchedAt],
    report: KernelReport,
) -> KernelReport {
    if report.verdict != Verdict::Conditional || report.likely_bug.is_some() || launches.is_empty() {
        return report;
    }
    let Ok(contract) = find_contract(module, kernel, &Flags::default()) else { return report };
    let signature = Signature::new(kernel, &contract);
    let made = launches.iter().map(|launched| Some((launched, Made::new(launched, &signature).ok()?)));
    let Some(made) = made.collect::<Option<Vec<(&LaunchedAt, Made)>>>() else { return report };
    let breaks = |one: &Inferred| made.iter().all(|made| breaks((kernel, &contract), &one.clause, made));
    let Some(broken) = report.beyond_launches().iter().find(|one| breaks(one)) else { return report };
    match made.iter().find_map(|(_, made)| run((kernel, &contract), made, broken)) {
        Some(example) => with_launch(report, example),
        None => {
            let note = format!(
                "every launch of the script breaks `{}`, so this proof covers none of them; each launch is checked by itself",
                broken.clause
            );
            KernelReport { notes: report.notes.iter().cloned().chain([note]).collect(), ..report }
        }
    }
}

/// Whether a launch breaks a clause about numbers and sizes, or about contents that the script shows.
fn breaks(
    (kernel, contract): (&Kernel, &Contract),
    clause: &Clause,
    (launched, made): &(&LaunchedAt, Made),
) -> bool {
    let is_shown = |at: usize| {
        let is_kept = launched.arguments.get(at).is_some_and(|array| array.unless_written.is_empty());
        made.is_seen(at) && !made.is_empty(at) && is_kept
    };
    match clause {
        Clause::Contents { parameter, .. } if !is_shown(*parameter) => return false,
        Clause::Requires(_) | Clause::Buffer { .. } | Clause::Contents { .. } => {}
        Clause::Align { .. } | Clause::Related { .. } => return false,
    }
    let names =
        Contract { kernel: contract.kernel.clone(), names: contract.names.clone(), ..Contract::default() };
    let mut with = names.clone();
    let Ok(bound) = Bound::new(&names, kernel) else { return false };
    clause.add_to(&bound, &mut with);
    Bound::new(&with, kernel).is_ok_and(|bound| admit(&bound, &made.launch).is_err())
}

/// The violation of a launch, if the precondition excludes the violation, and no unseen floats decide.
fn run(
    (kernel, contract): (&Arc<Kernel>, &Contract),
    made: &Made,
    broken: &Inferred,
) -> Option<Box<Counterexample>> {
    let valid = Valid::new(kernel.clone()).ok()?;
    let budget = Budget::new(SECONDS, std::time::Duration::from_secs_f64(SECONDS * 10.0));
    let runs = Runs { kernel: &valid, ignore: None, budget: &budget };
    let found = match runs.all(&made.launch, FUEL) {
        Replay::Broken(found) => found,
        Replay::Clean | Replay::Unfinished(_) => return None,
    };
    let is_same = |because: &Counterexample| because.violation.rule == found.violation.rule;
    let bound = Bound::new(contract, kernel).ok()?;
    let is_unshown = made.seen.iter().any(|is_seen| !is_seen);
    let depends = || is_unshown && depends_on_floats(&bound, &found, &|launch| runs.all(launch, FUEL));
    (broken.because.as_deref().is_none_or(is_same) && !depends()).then_some(found)
}

/// The report with a launch of the script as the finding. The proof is for other launches than those of the script.
fn with_launch(mut report: KernelReport, example: Box<Counterexample>) -> KernelReport {
    report.contract.assumed = Assumed::default();
    let violation = &example.violation;
    report.likely_bug = Some(Box::new(LikelyBug {
        rule: Some(violation.rule),
        place: Some(violation.party.at.clone()),
        why: "every launch of the script breaks a precondition of the proof".to_owned(),
        clears: Vec::new(),
        example: Some(example),
    }));
    report
}
