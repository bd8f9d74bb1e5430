//! Every mutant of every subject, checked; and what survives, run.

use std::sync::Mutex;

use driver::check::report::Verdict;
use serde::{Deserialize, Serialize};

use crate::edits::KINDS;
use crate::edits::{Mutant, hash};
use crate::extent::Extent;
use crate::harness::workers;
use crate::journal::{Done, Journal};
use crate::subjects::{Subject, open};
use crate::trials::{Trial, Trials};

/// Checks of more seconds are told of while all mutants are checked.
const SLOW: f64 = 2.0;

/// The outcome of a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fate {
    /// No kernel.
    IllFormed,
    /// A kernel with an operation that has no meaning yet.
    Unsupported,
    /// A launch of the contract breaks a rule, and the interpreter has run it: the code.
    Killed(String),
    /// Neither proved nor refuted, and why; and run.
    Unknown(String, Trial),
    /// Proved, and run; whether on every small launch.
    Survived(Trial, bool),
}

impl Fate {
    /// Whether the mutant is not shown to be killed or harmless.
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Fate::Unknown(_, trial) | Fate::Survived(trial, _) => {
                matches!(trial, Trial::None | Trial::Broken(_))
            }
            Fate::IllFormed | Fate::Unsupported | Fate::Killed(_) => false,
        }
    }
}

/// A mutant with an outcome.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// The kernel, by position.
    pub(crate) subject: usize,
    /// The kind, by position.
    pub(crate) kind: usize,
    /// The operation, and how it was changed.
    pub(crate) what: String,
    /// The outcome.
    pub(crate) fate: Fate,
    /// How long the check took.
    pub(crate) seconds: f64,
}

/// The fates of the wanted mutants, and the unproved original kernels.
pub(crate) fn all(subjects: &[Subject], extent: &Extent) -> (Vec<Row>, Vec<String>) {
    let (mut journal, done) = Journal::open(subjects, extent);
    let mut jobs = extent.jobs(subjects);
    jobs.retain(|job| !done.iter().any(|done| done.job == *job));
    let found = Mutex::new((done, &mut journal));
    workers::each(jobs.len(), |number| {
        let at = jobs[number];
        let (rows, alarm) = job(&subjects[at.0], at.0, at.1, extent);
        let done = Done { job: at, text: hash(&subjects[at.0].text()), rows, alarm };
        let mut found = found.lock().expect("no worker panics");
        found.1.keep(&done);
        found.0.push(done);
    });
    let (mut rows, mut alarms) = (Vec::new(), Vec::new());
    for done in found.into_inner().expect("no worker panics").0 {
        rows.extend(done.rows);
        alarms.extend(done.alarm);
    }
    rows.sort_by_key(|row: &Row| (row.subject, row.kind));
    alarms.sort();
    (rows, alarms)
}

/// The mutants of a kernel of a kind; without a kind, the kernel.
fn job(
    subject: &Subject,
    position: usize,
    kind: Option<usize>,
    extent: &Extent,
) -> (Vec<Row>, Option<String>) {
    let Some(kind) = kind else {
        let report = subject.check(&subject.kernel);
        let is_proved = report.verdict == Verdict::Proved;
        return (Vec::new(), (!is_proved).then(|| format!("{}: {}", subject.name(), open(&report))));
    };
    let mutants = KINDS[kind].mutants(&subject.kernel).into_iter();
    let wanted = mutants.filter(|mutant| extent.wants(subject, kind, mutant));
    let rows = wanted.map(|mutant| {
        let (fate, seconds) = fate(subject, &mutant, extent);
        let row = Row { subject: position, kind, what: mutant.what, fate, seconds };
        if extent.is_long() && (seconds > SLOW || row.fate.is_open()) {
            let kind = KINDS[kind].name;
            tell(&format!("{} | {kind} | {} | {seconds:.1} s | {:?}", subject.name(), row.what, row.fate));
        }
        row
    });
    (rows.collect(), None)
}

#[expect(clippy::print_stderr, reason = "a long run is watched")]
fn tell(text: &str) {
    eprintln!("{text}");
}

fn fate(subject: &Subject, mutant: &Mutant, extent: &Extent) -> (Fate, f64) {
    let report = subject.check(&mutant.kernel);
    let trials = || subject.trials(extent.launches());
    let fate = match report.verdict {
        Verdict::Undefined => match report.counterexamples().first() {
            Some(example) => Fate::Killed(example.violation.rule.code().to_owned()),
            None => Fate::Unknown("undefined, and no counterexample".to_owned(), Trial::None),
        },
        Verdict::Unknown => Fate::Unknown(open(&report), trials().of(&mutant.kernel)),
        Verdict::Unsupported => Fate::Unsupported,
        Verdict::IllFormed => Fate::IllFormed,
        // Nothing is open in the contract: a clause that is found can only be one that the kernel does not have.
        Verdict::Conditional => Fate::Killed("another contract".to_owned()),
        Verdict::Proved => match subject.with_assumed(&mutant.kernel) {
            // A mutant may be proved for fewer launches: what its compiler would have assumed is said with the proof.
            Some(contract) => {
                let trials = Trials::new(&subject.kernel, &contract, extent.launches());
                Fate::Survived(trials.of(&mutant.kernel), trials.all())
            }
            None => Fate::Survived(trials().of(&mutant.kernel), trials().all()),
        },
    };
    (fate, report.seconds)
}
