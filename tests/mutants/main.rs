//! Changes made to every proved kernel of the corpus, at every place where they can be made: the check must notice all
//! that do harm. `cargo test` checks a sample; `MUTANTS=all cargo test --release --test mutants` all of them,
//! `MUTANTS=8` one of eight, and `BLESS=1` with either writes bench/MUTANTS.md. `FILTER=text` picks kernels,
//! `KIND=text` kinds of changes. `JOURNAL=file` keeps the progress there, and continues later.

mod document;
#[allow(dead_code, unused_imports, reason = "each test takes what it needs")]
#[path = "../edits/mod.rs"]
mod edits;
mod extent;
mod fates;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;
mod journal;
#[path = "../launches/mod.rs"]
mod launches;
mod page;
mod subjects;
mod table;
mod trials;

use crate::edits::KINDS;
use crate::extent::Extent;
use crate::fates::{Fate, Row};
use crate::subjects::Subject;
use crate::table::Counts;
use crate::trials::Trial;

/// The least percentage of killed mutants, among those not shown to be harmless.
const KILLED: f64 = 99.0;

#[test]
#[expect(clippy::print_stdout, reason = "the tables are what people want to see")]
fn no_harmful_mutant_is_proved() {
    let extent = Extent::from_environment();
    let (subjects, skipped) = subjects::all();
    let (rows, alarms) = fates::all(&subjects, &extent);
    let found = match extent.one_of {
        Some(many) => document::of_all(&subjects, &skipped, &rows, many),
        None => document::of_sample(&rows),
    };
    println!("{found}");

    let bless = std::env::var("BLESS").is_ok_and(|bless| bless == "1") && !extent.is_filtered();
    let mut wrong = alarms;
    wrong.extend(rows.iter().filter_map(|row| objection(&subjects[row.subject], row)));
    // What is written is of all, or of the sample.
    let is_comparable = !extent.is_filtered() && extent.one_of.is_none_or(|many| many == 1);
    if is_comparable && !bless {
        wrong.extend(document::drops(&rows, extent.is_long()));
    }
    if bless {
        document::write(&found, extent.is_long());
    }
    assert!(wrong.is_empty(), "{} objections:\n{}", wrong.len(), wrong.join("\n"));
    let counts = Counts::of(&rows);
    assert!(counts.rate() >= KILLED, "only {:.2} % are killed: {counts:?}", counts.rate());
    assert!(extent.is_filtered() || counts.killed > 0, "no mutant was made");
}

/// What is wrong with the fate of a mutant.
fn objection(subject: &Subject, row: &Row) -> Option<String> {
    let name = subject.name();
    let what = match &row.fate {
        Fate::Survived(Trial::Broken(how), _) => format!("proved, but {how}"),
        Fate::Survived(Trial::None, _) => "proved, and there is no launch to try it on".to_owned(),
        // The mutant counts against the percentage.
        Fate::Unknown(..)
        | Fate::Survived(Trial::Same(_) | Trial::Different(_), _)
        | Fate::Killed(_)
        | Fate::IllFormed
        | Fate::Unsupported => return None,
    };
    Some(format!("{name} | {} | {} | {what}", KINDS[row.kind].name, row.what))
}
