//! Conditional proofs beside the launches of the script. A launch without undefined behavior is to keep the preconditions. If every launch
//! breaks a precondition, a launch that then breaks the rule behind the precondition is a finding.

use std::sync::Arc;

use spec::contract::Bound;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};
use spec::valid::Valid;
use verify::{Budget, Clause, Observed};

use super::made::{ALIGNMENT, Made};
use crate::check::replay::{Replay, Runs, fuel};
use crate::check::report::{Assumed, Counterexample, Inferred, KernelReport, LikelyBug, Verdict};
use crate::check::suspect::floats::depends_on_floats;
use crate::check::suspect::{leaves_no_usual_size, leaves_one};
use crate::compile::LaunchedAt;
use crate::load::{Flags, find_contract};
use crate::signature::Signature;

/// The work of all runs, in seconds.
const SECONDS: f64 = 2.0;

/// The most launches that a search for other preconditions has to admit.
const MOST: usize = 8;

/// The launches of a script, in the words of its kernel's contract.
struct Script<'a> {
    kernel: &'a Arc<Kernel>,
    contract: Contract,
    launches: Vec<(Made, Observed)>,
}

impl<'a> Script<'a> {
    /// The launches beside a conditional proof; `None` for another report, or if a launch does not fit the kernel.
    fn new(
        (module, kernel): (&Module, &'a Arc<Kernel>),
        launches: &[LaunchedAt],
        report: &KernelReport,
    ) -> Option<Self> {
        if report.verdict != Verdict::Conditional || launches.is_empty() {
            return None;
        }
        let contract = find_contract(module, kernel, &Flags::default()).ok()?;
        let signature = Signature::new(kernel, &contract);
        let observed = |launched: &LaunchedAt| {
            let made = Made::new(launched, &signature).ok()?;
            let observed = observe(launched, &made);
            Some((made, observed))
        };
        let launches = launches.iter().map(observed).collect::<Option<_>>()?;
        Some(Script { kernel, contract, launches })
    }

    fn breaks(&self, (_, observed): &(Made, Observed), one: &Inferred) -> bool {
        observed.breaks(&one.clause, &Bound { contract: &self.contract, kernel: self.kernel })
    }
}

/// The launch, with the arrays whose contents are known.
fn observe(launched: &LaunchedAt, made: &Made) -> Observed {
    let is_shown = |at: &usize| made.is_seen(*at) && !made.is_empty(*at);
    let shown = (0..launched.arguments.len()).filter(is_shown).collect();
    let mut launch = made.launch.clone();
    // Addresses differ in every recording.
    launch.buffers.iter_mut().for_each(|buffer| buffer.alignment = ALIGNMENT);
    Observed { launch, shown }
}

/// The launches without undefined behavior that break a precondition of a proof.
pub(in crate::check) fn find_excluded(
    (module, kernel): (&Module, &Arc<Kernel>),
    launches: &[LaunchedAt],
    report: &KernelReport,
) -> Vec<Observed> {
    let script = Script::new((module, kernel), launches, report);
    let Some(script) = script.filter(|_| report.likely_bug.is_none()) else { return Vec::new() };
    let Ok(valid) = Valid::new(kernel.clone()) else { return Vec::new() };
    let budget = budget();
    let runs = Runs { kernel: &valid, ignore: None, ends: None, budget: &budget };
    let is_excluded = |one: &&(Made, Observed)| {
        report.beyond_launches().iter().any(|clause| script.breaks(one, clause))
            && runs.all(&one.0.launch, fuel::BEYOND) == Replay::Clean
    };
    script.launches.iter().filter(is_excluded).take(MOST).map(|(_, observed)| observed.clone()).collect()
}

/// The report of a kernel, with a precondition that launches of the script break.
pub(in crate::check) fn find_all_broken(
    (module, kernel): (&Module, &Arc<Kernel>),
    launches: &[LaunchedAt],
    report: KernelReport,
) -> KernelReport {
    let Some(script) = Script::new((module, kernel), launches, &report) else { return report };
    let all = script.launches.len();
    let breaking =
        |one: &Inferred| script.launches.iter().filter(|launch| script.breaks(launch, one)).count();
    let bound = Bound { contract: &script.contract, kernel };
    let is_absurd = |one: &Inferred| {
        leaves_one(&one.clause, &bound)
            || leaves_no_usual_size(&one.clause, &bound)
            || has_huge_number(&one.clause)
    };
    let find_run = |broken: &Inferred| {
        let runs = |(made, _): &(Made, Observed)| run((kernel, &script.contract), made, broken);
        script.launches.iter().find_map(runs)
    };
    if let Some(one) = report.beyond_launches().iter().find(|one| is_absurd(one) && breaking(one) == all) {
        let open = without_proof(&report);
        let example = find_run(one).filter(|_| report.likely_bug.is_none());
        return example.map_or(open.clone(), |example| with_launch(open, example));
    }
    if report.likely_bug.is_some() {
        return report;
    }
    // Of clauses that exclude as many launches the first is named.
    let clauses = report.beyond_launches().iter().rev();
    let Some(broken) = clauses.max_by_key(|one| breaking(one)) else { return report };
    let is_for_others = breaking(broken) == all;
    let note = if is_for_others {
        if let Some(example) = find_run(broken) {
            return with_launch(report, example);
        }
        format!(
            "every launch of the script breaks `{}`, so this proof covers none of them; each launch is checked by itself",
            broken.clause
        )
    } else {
        // Launches with undefined behavior are findings of their own.
        let excluded = find_excluded((module, kernel), launches, &report);
        let number = excluded.iter().filter(|launch| launch.breaks(&broken.clause, &bound)).count();
        if number == 0 {
            return report;
        }
        let verb = if number == 1 { "breaks" } else { "break" };
        format!(
            "{number} of {all} launches of the script {verb} `{}`; each launch is checked by itself",
            broken.clause
        )
    };
    let mut report = report;
    report.notes.push(note);
    report.contract.assumed.excludes_launches = is_for_others;
    // A place that only such a launch reaches is reached by the script.
    let unreached = report.obligations.iter_mut().filter(|one| one.reached == Some(false));
    unreached.for_each(|one| one.reached = None);
    report
}

/// Whether a condition has a number that no machine word has, as sums of the ranges of words do.
fn has_huge_number(clause: &Clause) -> bool {
    let Clause::Requires(holds) = clause else { return false };
    holds.numbers().iter().any(|number| number.unsigned_abs() > 1 << 64)
}

/// The report without its proof: no launch of the script keeps the preconditions, and nobody would state them.
fn without_proof(report: &KernelReport) -> KernelReport {
    let mut report = report.clone();
    report.notes.push("the only proof that was found is for no launch of the script".to_owned());
    report.contract.inferred.clear();
    KernelReport { verdict: Verdict::Unknown, ..report }
}

/// The work of all runs of a kernel's launches.
fn budget() -> Budget {
    Budget::new(SECONDS, std::time::Duration::from_secs_f64(SECONDS * 10.0))
}

/// The violation of a launch, if the precondition excludes the violation, and no unseen floats decide.
fn run(
    (kernel, contract): (&Arc<Kernel>, &Contract),
    made: &Made,
    broken: &Inferred,
) -> Option<Box<Counterexample>> {
    let valid = Valid::new(kernel.clone()).ok()?;
    let budget = budget();
    let runs = Runs { kernel: &valid, ignore: None, ends: None, budget: &budget };
    let found = match runs.all(&made.launch, fuel::BEYOND) {
        Replay::Broken(found) => found,
        Replay::Clean | Replay::Unfinished(_) => return None,
    };
    let is_same = |because: &Counterexample| because.violation.rule == found.violation.rule;
    let bound = Bound::new(contract, kernel).ok()?;
    let is_unshown = made.seen.iter().any(|is_seen| !is_seen);
    let depends =
        || is_unshown && depends_on_floats(&bound, &found, &|launch| runs.all(launch, fuel::BEYOND));
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
