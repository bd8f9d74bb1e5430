//! Twins of every subject, checked.

use std::sync::Mutex;

use driver::check::report::Verdict;

use crate::extent::Extent;
use crate::harness::workers;
use crate::kept::{Kept, With};
use crate::launches::Draw;
use crate::subjects::{Subject, open};
use crate::twin::{self, Twin};
use crate::watched::About;

/// The result of a twin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// A launch of the contract breaks a rule, and the interpreter has run it: the code.
    Undefined(String),
    /// Neither proved nor refuted, and why.
    Open(String),
    /// Wrongly proved: the file of the twin.
    Proved(String),
    /// The kernel has no twin.
    None,
}

/// A twin with a fate.
#[derive(Debug)]
pub(crate) struct Row {
    /// The kernel, by position.
    pub(crate) subject: usize,
    /// The number of the twin.
    pub(crate) number: usize,
    /// The place, the time and the manner of the lie, and the broken rule.
    pub(crate) what: String,
    /// The subject of the condition.
    pub(crate) about: Option<About>,
    /// The result.
    pub(crate) fate: Fate,
    /// How long the check took.
    pub(crate) seconds: f64,
}

/// The number of twins per fate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// All twins.
    pub(crate) made: usize,
    /// Refuted.
    pub(crate) undefined: usize,
    /// Neither.
    pub(crate) open: usize,
    /// Proved.
    pub(crate) proved: usize,
    /// Twins that could not be made.
    pub(crate) none: usize,
}

impl Counts {
    /// Counts some rows.
    pub(crate) fn of<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let mut counts = Counts::default();
        for row in rows {
            let counter = match row.fate {
                Fate::Undefined(_) => &mut counts.undefined,
                Fate::Open(_) => &mut counts.open,
                Fate::Proved(_) => &mut counts.proved,
                Fate::None => &mut counts.none,
            };
            *counter += 1;
        }
        counts.made = counts.undefined + counts.open + counts.proved;
        counts
    }

    /// The percentage of the twins that is refuted.
    pub(crate) fn rate(&self) -> f64 {
        if self.made == 0 { 100.0 } else { 100.0 * self.undefined as f64 / self.made as f64 }
    }
}

/// The twins that are wanted, with their fates.
pub(crate) fn all(subjects: &[Subject], extent: &Extent) -> Vec<Row> {
    let found = Mutex::new(Vec::new());
    workers::each(subjects.len() * extent.twins, |job| {
        let (subject, number) = (job / extent.twins, job % extent.twins);
        let row = row(&subjects[subject], (subject, number), extent.seed);
        found.lock().expect("no worker panics").push(row);
    });
    let mut rows = found.into_inner().expect("no worker panics");
    rows.sort_by_key(|row: &Row| (row.subject, row.number));
    rows
}

fn row(subject: &Subject, (position, number): (usize, usize), seed: u64) -> Row {
    let name = format!("twins of {} {seed} {number}", subject.name());
    let twin = twin::draw(subject, &mut Draw::named(&name));
    let about = twin.as_ref().map(|twin| twin.about);
    let row = |what, fate, seconds| Row { subject: position, number, what, about, fate, seconds };
    let Some(twin) = twin else { return row(String::new(), Fate::None, 0.0) };
    let report = subject.check(&twin.kernel);
    let fate = match report.verdict {
        Verdict::Undefined => match report.counterexamples().first() {
            Some(example) => Fate::Undefined(example.violation.rule.code().to_owned()),
            None => Fate::Open("undefined, and no counterexample".to_owned()),
        },
        Verdict::Unknown => Fate::Open(open(&report)),
        Verdict::Unsupported | Verdict::IllFormed => {
            Fate::Open(format!("{}: {}", report.verdict.name(), open(&report)))
        }
        Verdict::Conditional => {
            Fate::Open(format!("conditional: proved if {}", report.inferred().join("; ")))
        }
        Verdict::Proved => Fate::Proved(keep(subject, &name, &twin)),
    };
    row(format!("{} ({})", twin.what, twin.example.violation.rule), fate, report.seconds)
}

/// A twin that is proved becomes a file of the corpus.
fn keep(subject: &Subject, name: &str, twin: &Twin) -> String {
    let kept = Kept { name, kernel: &twin.kernel, contract: &subject.contract };
    kept.write(
        "is a twin that is proved, and a launch breaks a rule",
        &kept.directives(&twin.example, With::Nothing),
    )
}
