//! `tileproof explain`: a rule with its text, its source, statements of the seed documents, and its section of the specification.

use clap::Args;
use spec::rules::Rule;

use crate::output::print;
use driver::exit::Exit;
use driver::failure::Failure;
use report::explain::{explain, list};
use report::text::columns;

/// The rule to explain.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The code of the rule, such as view.index.space [default: list all rules]
    rule: Option<String>,
}

/// Runs the verb.
///
/// # Errors
/// A code that no rule has.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let text = match &arguments.rule {
        Some(code) => explain(Rule::from_code(code).ok_or_else(|| unknown(code))?, columns()),
        None => list(),
    };
    print(&text).map(|()| Exit::Success)
}

fn unknown(code: &str) -> Failure {
    let failure = Failure::usage(format!("there is no rule `{code}`"));
    let closest = Rule::ALL.iter().map(|rule| (distance(code, rule.code()), rule.code())).min();
    match closest {
        Some((distance, closest)) if distance <= closest.len() / 2 => {
            failure.help(format!("did you mean `{closest}`? `tileproof explain` lists every rule"))
        }
        Some(_) | None => failure.help("`tileproof explain` lists every rule"),
    }
}

/// The Levenshtein distance between two texts, in characters.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, c) in (1..).zip(from.chars()) {
        let mut diagonal = row[0];
        row[0] = i;
        for j in 1..=to.len() {
            let replaced = diagonal + usize::from(c != to[j - 1]);
            diagonal = row[j];
            row[j] = replaced.min(row[j] + 1).min(row[j - 1] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("view.indx.space", "view.index.space"), 1);
    }
}
