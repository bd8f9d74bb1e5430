//! A kernel under the contract that the author's launches suggest, which is tried before anything is inferred. What is proved that way
//! is conditional: the author has not written the contract.

use spec::contract::Bound;
use spec::syntax::contract::{Contract, Expr, GRID};
use spec::valid::Valid;
use verify::{Clause, Open};

use super::outputs::find_unwritten;
use crate::check::completion::{Completion, is_same};
use crate::check::infer::with_usual_floats;
use crate::check::options::Options;
use crate::check::replay::{Replay, fuel};
use crate::check::report::{Assumed, Counterexample, Inferred, KernelReport, LikelyBug, Status, Verdict};
use crate::check::suspect::empty::find_update;
use crate::check::suspect::floats::depends_on_floats;
use crate::check::suspect::typical::is_typical;
use crate::check::usage::Suggested;

/// One in so many parts of a kernel's budget is for a contract as it stands.
const TRIAL: f64 = 4.0;

/// The most bytes of an array, and the most blocks, of a launch that somebody may make.
const PLAUSIBLE: u64 = 1 << 32;

/// A kernel under the author's contract, and the ways to check it under another.
pub(super) struct Trial<'a> {
    pub(super) kernel: &'a Valid,
    pub(super) contract: &'a Contract,
    pub(super) options: &'a Options,
    /// The report under a contract.
    pub(super) check: &'a dyn Fn(&Contract, &Options) -> Option<KernelReport>,
    /// The likely bug shown by a launch like the author's.
    pub(super) suspect: &'a dyn Fn(&Contract, &KernelReport) -> Option<LikelyBug>,
}

impl Trial<'_> {
    /// The report under the contract suggested by launches, which may leave the verdict open; `None` if inconclusive.
    pub(super) fn check_as_launched(&self) -> Option<(KernelReport, Suggested)> {
        let Trial { kernel, contract, options, .. } = *self;
        let bound = Bound::new(contract, kernel).ok()?;
        if options.ignore.is_some() || !Open::of(&bound).launch() {
            return None;
        }
        let trial = Options { seconds: Some(options.seconds() / TRIAL), ..options.clone() };
        if self.is_proved_as_written(&trial) {
            return None;
        }
        let folded = spec::fold::kernel(kernel);
        let suggested = options.usage.suggest(&folded, &bound);
        let assume = |report, one| assume(report, one, (&bound, options));
        let (mut proved, mut open) = (None, None);
        for one in &suggested {
            let report = (self.check)(&one.add_to(contract, kernel, true), &trial);
            tracing::debug!(lines = ?one.lines, verdict = ?report.as_ref().map(|report| report.verdict), "suggested by launches");
            match report {
                Some(report) if report.verdict == Verdict::Proved => {
                    proved = Some((report, one.clone()));
                    break;
                }
                Some(_) | None => open = report,
            }
        }
        let last = suggested.last()?;
        if let Some((report, told)) = proved.or_else(|| self.refine(last, open?, &trial)) {
            let rest = report.contract.inferred.clone();
            let (report, told) = self.with_empty(&told, &rest, &trial).unwrap_or((report, told));
            return Some((self.with_outputs(assume(report, &told), &told), told));
        }
        // Launches to admit may need other indices than the strongest contract has.
        let weakest = suggested.first().filter(|first| !options.usage.observed.is_empty() && *first != last);
        let mut first = None;
        for one in [Some(last), weakest].into_iter().flatten() {
            match self.check_open(one) {
                Some(open) if open.0.is_open() => first = first.or(Some(open)),
                None => {}
                decided => return decided,
            }
        }
        first
    }

    /// The report under a suggested contract with inferred clauses; `None` if inconclusive.
    fn check_open(&self, suggested: &Suggested) -> Option<(KernelReport, Suggested)> {
        let Trial { kernel, contract, options, .. } = *self;
        let bound = Bound::new(contract, kernel).ok()?;
        let assume = |report| assume(report, suggested, (&bound, options));
        let with = suggested.add_to(contract, kernel, false);
        let report = (self.check)(&with, options)?;
        tracing::debug!(verdict = ?report.verdict, "suggested by launches, with more clauses");
        let report = match report.verdict {
            Verdict::Proved | Verdict::Conditional => self.with_outputs(assume(report), suggested),
            Verdict::Unknown => assume(report),
            Verdict::Undefined => {
                let bug = (self.suspect)(&with, &report).or_else(|| self.find_plausible(&with, &report))?;
                assume(suspect(report, bug))
            }
            Verdict::Unsupported | Verdict::IllFormed => return None,
        };
        Some((report, suggested.clone()))
    }

    /// Whether a contract about the grid suffices, as clauses from an earlier report do. Clauses about arrays are there without the author.
    fn is_proved_as_written(&self, trial: &Options) -> bool {
        let is_proved = |report: KernelReport| report.verdict == Verdict::Proved;
        let is_axis = |name: &&str| GRID.contains(name);
        let mentions_grid = |clause: &Expr| clause.names().iter().any(is_axis);
        let is_of_author = self.contract.grid.is_some() || self.contract.requires.iter().any(mentions_grid);
        // Nothing is inferred under a closed contract.
        let closed = Contract { closed: true, ..self.contract.clone() };
        is_of_author && (self.check)(&closed, trial).is_some_and(is_proved)
    }

    /// The report, with a note about an output that launches like those of the author leave unwritten in part.
    fn with_outputs(&self, mut report: KernelReport, suggested: &Suggested) -> KernelReport {
        let Trial { kernel, contract, options, .. } = *self;
        let mut with = suggested.add_to(contract, kernel, false);
        if let Ok(bound) = Bound::new(contract, kernel) {
            report.beyond_launches().iter().for_each(|one| one.clause.add_to(&bound, &mut with));
        }
        report.notes.extend(find_unwritten(kernel, &with, (suggested, options)));
        report
    }

    /// The likely bug shown by a launch of the suggested contract, if the sizes are plausible and no floats decide.
    fn find_plausible(&self, with: &Contract, report: &KernelReport) -> Option<LikelyBug> {
        let (bound, stated) =
            (Bound::new(with, self.kernel).ok()?, Bound::new(self.contract, self.kernel).ok()?);
        let completion = Completion::new(self.kernel, &bound, None, &self.options.budget());
        let is_plausible = |example: &&Counterexample| {
            let bytes = example.launch.buffers.iter().map(|buffer| buffer.bytes).max().unwrap_or(0);
            let blocks: u64 = example.launch.grid.iter().map(|extent| u64::from(*extent)).product();
            let is_small = bytes <= PLAUSIBLE && blocks <= PLAUSIBLE;
            let has_arrays = !self.options.usage.lacks_arrays(self.kernel);
            let is_like = is_small && has_arrays && is_typical(&stated, &self.options.usage, example);
            is_like && !depends_on_floats(&bound, example, &|launch| completion.run(launch, fuel::ASSUMED))
        };
        // A solver makes floats equal where a script has different ones.
        let with_floats = |example: &Counterexample| {
            let launch = with_usual_floats(&bound, &example.launch);
            match completion.run(&launch, fuel::ASSUMED) {
                _ if launch == example.launch => Some(example.clone()),
                Replay::Broken(found) if is_same(&found, example) => Some(*found),
                Replay::Broken(_) | Replay::Clean | Replay::Unfinished(_) => None,
            }
        };
        let mut examples = report.counterexamples().into_iter().filter_map(with_floats);
        let example = examples.find(|example| is_plausible(&example))?;
        let violation = &example.violation;
        Some(LikelyBug {
            rule: Some(violation.rule),
            place: Some(violation.party.at.clone()),
            why: "a launch like those of the script triggers this".to_owned(),
            clears: Vec::new(),
            example: Some(Box::new(example)),
        })
    }
}

/// The report under the contract alone. If that leaves the verdict open too, the one under the contract from the launches has more facts.
pub(super) fn choose_report(
    report: KernelReport,
    launched: Option<(KernelReport, Suggested)>,
) -> KernelReport {
    launched.filter(|_| report.is_open()).map_or(report, |(open, _)| open)
}

/// The report on a kernel of which a launch of the suggested contract breaks a rule. The author has not promised such launches, so the
/// verdict is open.
fn suspect(report: KernelReport, bug: LikelyBug) -> KernelReport {
    let obligations = report.obligations.iter().cloned().map(|mut one| {
        if matches!(one.status, Status::Refuted(_)) {
            one.status = Status::Unknown("a launch like those of the script breaks it".to_owned());
        }
        one
    });
    let obligations = obligations.collect();
    KernelReport { verdict: Verdict::Unknown, likely_bug: Some(Box::new(bug)), obligations, ..report }
}

/// The report of a check under a suggested contract, as one under the author's: what is suggested is assumed.
fn assume(
    report: KernelReport,
    suggested: &Suggested,
    (bound, options): (&Bound<'_>, &Options),
) -> KernelReport {
    let is_empty = |at: usize| suggested.empty.iter().any(|name| bound.position(name) == Some(at));
    let mut report = find_update(bound.kernel, &is_empty, report);
    let assumed = suggested.clauses.iter().map(|clause| Inferred { clause: clause.clone(), because: None });
    let found = std::mem::take(&mut report.contract.inferred);
    let (beyond, implied) = split_implied(found, suggested, (bound, options));
    let count = suggested.clauses.len() + implied.len();
    report.contract.inferred = assumed.chain(implied).chain(beyond).collect();
    report.contract.given = verify::given(bound);
    report.contract.assumed = Assumed {
        lines: suggested.lines.clone(),
        count,
        is_of_samples: suggested.is_of_samples,
        excludes_launches: false,
    };
    // Other launches need the masks.
    report.masks = Vec::new();
    if report.verdict == Verdict::Proved {
        report.verdict = Verdict::Conditional;
    }
    report
}

/// The clauses missing from a suggested contract, and the implied clauses.
fn split_implied(
    found: Vec<Inferred>,
    suggested: &Suggested,
    (bound, options): (&Bound<'_>, &Options),
) -> (Vec<Inferred>, Vec<Inferred>) {
    let with = suggested.add_to(bound.contract, bound.kernel, false);
    let Ok(bound) = Bound::new(&with, bound.kernel) else { return (found, Vec::new()) };
    let clauses: Vec<Clause> = found.iter().map(|one| one.clause.clone()).collect();
    let unknown = vec![false; clauses.len()];
    let needed = verify::needed(&bound, &clauses, &unknown, &options.limits(&options.budget()));
    let (beyond, implied): (Vec<_>, Vec<_>) = found.into_iter().zip(needed).partition(|(_, needed)| *needed);
    let clauses = |all: Vec<(Inferred, bool)>| all.into_iter().map(|(one, _)| one).collect();
    (clauses(beyond), clauses(implied))
}
