//! A lying twin of every proved kernel of the corpus: the kernel with one more access, out of bounds. The random place
//! and the random condition are reached by some launch of the contract. None may be proved, and at least 95 of
//! 100 must be refuted. `cargo test` draws twins of some kernels; `TWINS=all cargo test --release --test twins` one of every
//! kernel, `TWINS=8` eight of every kernel, and `BLESS=1` with either writes bench/TWINS.md. `SEED=1` draws others, and
//! `FILTER=text` selects kernels. A twin that is proved becomes a file of corpus/found.

mod condition;
mod document;
#[allow(dead_code, unused_imports, reason = "each test takes what it needs")]
#[path = "../edits/mod.rs"]
mod edits;
mod extent;
mod harm;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;
#[path = "../kept/mod.rs"]
mod kept;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../launches/mod.rs"]
mod launches;
#[path = "../mutants/page.rs"]
mod page;
mod rows;
mod spots;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../mutants/subjects.rs"]
mod subjects;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../mutants/trials.rs"]
mod trials;
mod twin;
mod watched;

use crate::extent::Extent;
use crate::launches::Draw;
use crate::rows::{Counts, Fate};

/// The least percentage of twins that is refuted.
const REFUTED: f64 = 95.0;

/// Twins that are checked without the rule that they break.
const ALONE: usize = 24;

#[test]
#[expect(clippy::print_stdout, reason = "the tables are what people want to see")]
fn no_lying_twin_is_proved() {
    let extent = Extent::from_environment();
    let subjects = extent.pick(subjects::all().0);
    let rows = rows::all(&subjects, &extent);
    let found = document::of(&subjects, &rows, &extent);
    println!("{found}");
    if extent.blesses() {
        document::write(&found);
    }
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|row| match &row.fate {
            Fate::Proved(kept) => Some(format!("{kept}\n    {}", row.what)),
            Fate::Undefined(_) | Fate::Open(_) | Fate::None => None,
        })
        .collect();
    assert!(wrong.is_empty(), "{} twins are proved:\n{}", wrong.len(), wrong.join("\n"));
    let counts = Counts::of(&rows);
    assert!(counts.rate() >= REFUTED, "only {:.1} % are refuted: {counts:?}", counts.rate());
    assert!(extent.is_filtered() || counts.undefined > 0, "no twin was made");
}

/// The only error of a twin is the inserted one: without the broken rule, the check proves it like the kernel, and the test above
/// would fail.
#[test]
fn a_twin_whose_rule_is_left_out_is_proved() {
    let mut subjects = Extent::sample().pick(subjects::all().0);
    subjects.truncate(ALONE);
    let proved = subjects.iter().filter(|subject| {
        let mut draw = Draw::named(&subject.name());
        let Some(twin) = twin::draw(subject, &mut draw) else { return false };
        let report = subject.check_without(Some(twin.example.violation.rule), &twin.kernel);
        report.verdict.is_proof()
    });
    let proved = proved.count();
    assert!(2 * proved >= subjects.len(), "{proved} of {} are proved", subjects.len());
}
