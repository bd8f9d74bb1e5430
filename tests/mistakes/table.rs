//! What came of the mutants, in a table.

use crate::mutant::MISTAKES;
use crate::verdicts::{Fate, Row};

/// The table: a row a mistake, and one for all.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text =
        String::from("| mistake | mutants | killed | unknown | survived, harmless | by which rules |\n");
    text.push_str("|--|--:|--:|--:|--:|--|\n");
    for (mistake, (name, _)) in MISTAKES.iter().enumerate() {
        let of_it: Vec<&Row> = rows.iter().filter(|row| row.mistake == mistake).collect();
        text.push_str(&line(name, &of_it));
    }
    text.push_str(&line("all", &rows.iter().collect::<Vec<_>>()));
    text
}

fn line(name: &str, rows: &[&Row]) -> String {
    let count = |is: fn(&Fate) -> bool| rows.iter().filter(|row| is(&row.fate)).count();
    format!(
        "| {name} | {} | {} | {} | {} | {} |\n",
        count(|fate| !matches!(fate, Fate::Refused(_))),
        count(|fate| matches!(fate, Fate::Killed(_))),
        count(|fate| matches!(fate, Fate::Unknown(_))),
        count(|fate| matches!(fate, Fate::Survived(..))),
        rules(rows),
    )
}

/// The rules that kill, the most frequent first.
fn rules(rows: &[&Row]) -> String {
    let mut rules: Vec<(usize, &str)> = Vec::new();
    for row in rows {
        let Fate::Killed(rule) = row.fate else { continue };
        match rules.iter_mut().find(|(_, known)| *known == rule) {
            Some((count, _)) => *count += 1,
            None => rules.push((1, rule)),
        }
    }
    rules.sort_by(|a, b| b.cmp(a));
    let words: Vec<String> = rules.iter().map(|(count, rule)| format!("{rule} {count}")).collect();
    words.join(", ")
}
