//! Mistakes that people make, made in every proved kernel of the corpus, wherever they can be: the check must notice
//! all that do harm. `FILTER=text` picks kernels.

mod assumptions;
mod axes;
mod bounds;
mod contracts;
mod edit;
mod flow;
#[path = "../launches/mod.rs"]
mod launches;
mod masks;
mod mutant;
mod overflows;
mod overlaps;
mod shifts;
mod strides;
mod subjects;
mod survivors;
mod table;
mod verdicts;

use crate::mutant::MISTAKES;
use crate::verdicts::{Fate, Row};

/// Kernels that are valid and not proved: nothing can be learned from mistakes in them.
const UNPROVED: &[&str] = &["cpp/c08_loops @loop_do"];

/// The least share of harmful mutants that is killed.
const KILLED: f64 = 0.9;

#[test]
#[expect(clippy::print_stdout, reason = "the table is what people want to see")]
fn no_mistake_is_proved() {
    let filter = std::env::var("FILTER").unwrap_or_default();
    let mut subjects = subjects::all();
    subjects.retain(|subject| subject.name().contains(&filter));
    let (rows, skipped) = verdicts::all(&subjects);
    println!("\n{} kernels\n{}", subjects.len() - skipped.len(), table::table(&rows));

    let mut wrong: Vec<String> = rows.iter().filter_map(objection).collect();
    wrong.extend(skipped.into_iter().filter(|name| !UNPROVED.contains(&name.as_str())));
    if filter.is_empty() {
        wrong.extend(stale(&rows));
    }
    for row in &rows {
        if let Fate::Unknown(why) = &row.fate {
            println!("unknown: {} | {} | {why}", row.subject, named(row));
        }
    }
    assert!(wrong.is_empty(), "{} objections:\n{}", wrong.len(), wrong.join("\n"));
    let killed = rows.iter().filter(|row| matches!(row.fate, Fate::Killed(_))).count();
    let harmful = rows.iter().filter(|row| matches!(row.fate, Fate::Killed(_) | Fate::Unknown(_))).count();
    assert!(killed as f64 >= KILLED * harmful as f64, "only {killed} of {harmful} are killed");
}

fn named(row: &Row) -> String {
    format!("{} | {}", MISTAKES[row.mistake].0, row.what)
}

/// What is wrong with the fate of a mutant.
fn objection(row: &Row) -> Option<String> {
    let reason = survivors::reason(&row.subject, &row.what);
    let what = match &row.fate {
        Fate::Survived(_, Some(broken)) => format!("proved, but breaks {broken}"),
        Fate::Survived(0, None) => "no launch was drawn to try it".to_owned(),
        Fate::Survived(_, None) if reason.is_none() => "proved, and nobody says why".to_owned(),
        Fate::Refused(why) => format!("no kernel: {why}"),
        Fate::Survived(..) | Fate::Killed(_) | Fate::Unknown(_) => return None,
    };
    Some(format!("{} | {} | {what}", row.subject, named(row)))
}

/// Reasons for what does not survive.
fn stale(rows: &[Row]) -> Vec<String> {
    let survives = |subject: &str, what: &str| {
        let is_it = |row: &&Row| row.subject == subject && row.what == what;
        rows.iter().find(is_it).is_some_and(|row| matches!(row.fate, Fate::Survived(..)))
    };
    let all = survivors::HARMLESS.iter().flat_map(|(_, of)| of.iter());
    let stale = all.filter(|(subject, what)| !survives(subject, what));
    stale.map(|(subject, what)| format!("{subject} | {what} | a reason for what does not survive")).collect()
}
