//! `tileproof explain`: a rule with its requirement, its source and examples, or another code of a finding.

use clap::Args;

use crate::output::print;
use driver::exit::Exit;
use driver::failure::Failure;
use report::explain::{codes, explain_code, list};
use report::text::columns;

/// The rule to explain.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The code of a finding, for example view.index.space or conditional; without it, every code is listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

/// Runs the verb.
///
/// # Errors
/// The code is unknown.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let text = match &arguments.code {
        Some(code) => explain_code(code, columns()).ok_or_else(|| unknown(code))?,
        None => list(),
    };
    print(&text).map(|()| Exit::Success)
}

fn unknown(code: &str) -> Failure {
    let failure = Failure::usage(format!("there is no code `{code}`"));
    let closest = codes().map(|(known, _)| (distance(code, known), known)).min();
    match closest {
        Some((distance, closest)) if distance <= closest.len() / 2 => {
            failure.help(format!("did you mean `{closest}`? `tileproof explain` lists every code"))
        }
        Some(_) | None => failure.help("`tileproof explain` lists every code"),
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
