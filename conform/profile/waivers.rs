//! Waivers: the implementer's expected disagreements, with reasons. A line of JSON each, with names in which `*` is any text.

use std::fs;
use std::path::Path;

use driver::failure::Failure;
use serde::{Deserialize, Serialize};

use crate::run::Agreement;

/// The verdicts that a waiver may expect.
const WAIVED: [&str; 3] = ["disagrees", "undecided", "skipped"];

/// A waiver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Waiver {
    /// Names; `*` matches any text.
    cases: String,
    /// The expected verdict: `disagrees`, `undecided` or `skipped`.
    verdict: String,
    /// The reason.
    reason: String,
}

/// The waivers of an implementer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waivers {
    /// The file.
    pub(crate) text: String,
    /// Each waiver with its line.
    lines: Vec<(usize, Waiver)>,
}

impl Waivers {
    /// Reads waivers.
    ///
    /// # Errors
    /// The file cannot be read, or a line is not a waiver.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
        Waivers::parse(&text).map_err(|(line, why)| {
            Failure::usage(format!("{}:{line}: {why}", path.display()))
                .help(r#"a line is {"cases":"generated/ftoi/*","verdict":"disagrees","reason":"…"}"#)
        })
    }

    /// Reads the text of some; gives the line that is none, and why.
    pub(crate) fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let waiver: Waiver = serde_json::from_str(line).map_err(|error| (number, error.to_string()))?;
            if !WAIVED.contains(&waiver.verdict.as_str()) {
                let why = format!("`{}` cannot be waived: {}", waiver.verdict, WAIVED.join(", "));
                return Err((number, why));
            }
            if waiver.reason.trim().is_empty() {
                return Err((number, "a waiver has a reason".to_owned()));
            }
            lines.push((number, waiver));
        }
        Ok(Waivers { text: text.to_owned(), lines })
    }

    /// The reason for a waived result, if a waiver matches.
    pub(crate) fn reason(&self, name: &str, agreement: &Agreement) -> Option<&str> {
        let found = self.lines.iter().find(|(_, waiver)| waiver.is_of(name, agreement));
        found.map(|(_, waiver)| waiver.reason.as_str())
    }

    /// The waivers that no case needs, by their lines.
    pub(crate) fn unused<'r>(
        &self,
        all: impl Iterator<Item = (&'r str, &'r Agreement)> + Clone,
    ) -> Vec<(usize, String)> {
        let is_unused = |waiver: &Waiver| !all.clone().any(|(name, agreement)| waiver.is_of(name, agreement));
        let unused = self.lines.iter().filter(|(_, waiver)| is_unused(waiver));
        let say = |waiver: &Waiver| format!("no case `{}` is {}", waiver.cases, waiver.verdict);
        unused.map(|(line, waiver)| (*line, say(waiver))).collect()
    }
}

impl Waiver {
    fn is_of(&self, name: &str, agreement: &Agreement) -> bool {
        agreement.words().0 == self.verdict && matches(&self.cases, name)
    }
}

/// Whether a name matches a pattern with `*` for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<_> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, name, wanted) in [
            ("a/b/1", "a/b/1", true),
            ("a/b", "a/b/1", false),
            ("a/*", "a/b/1", true),
            ("*/1", "a/b/1", true),
            ("a*b*1", "a/b/1", true),
            ("a*b*b", "a/b/1", false),
            ("*", "", true),
            ("a/b*b/1", "a/b/1", false),
        ] {
            assert_eq!(matches(pattern, name), wanted, "{pattern} {name}");
        }
    }

    #[test]
    fn a_waiver_has_a_verdict_and_a_reason() {
        let line = |verdict: &str, reason: &str| {
            format!(r#"{{"cases":"a/*","verdict":"{verdict}","reason":"{reason}"}}"#)
        };
        let right = Waivers::parse(&format!("\n{}\n", line("skipped", "because"))).expect("it is a waiver");
        let skipped = Agreement::Skipped("why".to_owned());
        assert_eq!(right.reason("a/1", &skipped), Some("because"));
        assert_eq!(right.reason("b/1", &skipped), None);
        assert_eq!(right.reason("a/1", &Agreement::Disagrees("why".to_owned())), None);
        let rows = [("b/1", &skipped)];
        assert_eq!(right.unused(rows.into_iter()), [(2, "no case `a/*` is skipped".to_owned())]);
        for wrong in [line("error", "x"), line("agrees", "x"), line("skipped", " "), "{}".to_owned()] {
            assert_eq!(Waivers::parse(&wrong).map_err(|(line, _)| line), Err(1), "{wrong}");
        }
    }
}
