//! Every mutant of every subject, checked; and what survives, run.

use std::sync::atomic::{AtomicUsize, Ordering};

use interp::{Options, Stop};
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;
use spec::valid::Valid;
use tileproof::check::report::Verdict;

use crate::launches::draw;
use crate::mutant::{MISTAKES, Mutant};
use crate::subjects::Subject;

/// Launches on which a survivor is tried.
const LAUNCHES: usize = 24;

/// What came of one mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// A launch of the contract breaks a rule: the code.
    Killed(&'static str),
    /// Neither proved nor refuted, and why.
    Unknown(String),
    /// Proved: so many small launches were run, and the rule that one of them broke.
    Survived(usize, Option<String>),
    /// No kernel.
    Refused(String),
}

/// One mutant with its fate.
pub(crate) struct Row {
    /// The kernel.
    pub(crate) subject: String,
    /// The mistake, by its position.
    pub(crate) mistake: usize,
    /// The operation, and what is wrong with it.
    pub(crate) what: String,
    /// What came of it.
    pub(crate) fate: Fate,
}

/// The fates of all mutants, and the kernels that are not proved as they are.
pub(crate) fn all(subjects: &[Subject]) -> (Vec<Row>, Vec<String>) {
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut rows, mut skipped) = (Vec::new(), Vec::new());
        while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
            if subject.check(&subject.kernel).verdict == Verdict::Proved {
                of_subject(subject, &mut rows);
            } else {
                skipped.push(subject.name());
            }
        }
        (rows, skipped)
    };
    let mut found = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut found = work();
        let (rows, skipped) = other.join().expect("the other half is checked");
        found.0.extend(rows);
        found.1.extend(skipped);
        found
    });
    found.0.sort_by(|a, b| (&a.subject, a.mistake).cmp(&(&b.subject, b.mistake)));
    found.1.sort();
    found
}

fn of_subject(subject: &Subject, rows: &mut Vec<Row>) {
    let mut launches = None;
    for (mistake, (_, make)) in MISTAKES.iter().enumerate() {
        for mutant in make(&subject.kernel) {
            let fate = fate(subject, &mutant, &mut launches);
            rows.push(Row { subject: subject.name(), mistake, what: mutant.what, fate });
        }
    }
}

fn fate(subject: &Subject, mutant: &Mutant, launches: &mut Option<Vec<Launch>>) -> Fate {
    let report = subject.check(&mutant.kernel);
    let why = || {
        let open = report.obligations.iter().find_map(|finding| match &finding.status {
            tileproof::check::report::Status::Unknown(why) => Some(format!("{}: {why}", finding.rule)),
            tileproof::check::report::Status::Proved
            | tileproof::check::report::Status::Refuted(_)
            | tileproof::check::report::Status::Accepted(_) => None,
        });
        open.unwrap_or_else(|| report.notes.join("; "))
    };
    match report.verdict {
        Verdict::Undefined => {
            let rule = report.counterexamples().first().map(|example| example.violation.rule.code());
            rule.map_or_else(|| Fate::Unknown("undefined, and no counterexample".to_owned()), Fate::Killed)
        }
        Verdict::Unknown => Fate::Unknown(why()),
        Verdict::Unsupported | Verdict::IllFormed => {
            Fate::Refused(report.problem.map_or_else(String::new, |problem| problem.to_string()))
        }
        Verdict::Proved => {
            let drawn = launches.get_or_insert_with(|| draw(&subject.kernel, &subject.contract, LAUNCHES));
            Fate::Survived(drawn.len(), drawn.iter().find_map(|launch| broken(&mutant.kernel, launch)))
        }
    }
}

/// The rule that a kernel breaks for a launch.
fn broken(kernel: &std::sync::Arc<Kernel>, launch: &Launch) -> Option<String> {
    let valid = Valid::new(kernel.clone()).expect("it was checked");
    match interp::run(&valid, launch, &Options { fuel: 4_000_000, ..Options::default() }) {
        Ok(_) | Err(Stop::Exhausted(_)) => None,
        Err(Stop::Violation(violation)) => Some(format!("{} in {launch:?}", violation.rule)),
        Err(stop @ (Stop::Unsupported(_) | Stop::BadLaunch(_))) => Some(stop.to_string()),
    }
}
