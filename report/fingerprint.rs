//! The identity of a finding across changes of its file: the rule, the kernel, the words of the access, and the launch.

use std::fmt::Write;

use driver::load::{Source, Stretch};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spec::syntax::span::Place;

/// What the digest is of; another choice is another version.
const VERSION: &str = "tileproof.fingerprint/1";

/// The rule, the kernel and the access of a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The rule's code.
    pub rule: String,
    /// The author's name of the kernel.
    pub kernel: String,
    /// The access, without blanks.
    pub access: String,
    /// The other access of a race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// The number of earlier accesses with equal words in the function.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub number: usize,
    /// The launch of a finding in a script: another launch gives another finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Identity {
    /// Of a finding at a place of a source.
    pub(crate) fn new(rule: &str, kernel: &str, source: &Source, at: &Place, other: Option<&Place>) -> Self {
        let words = |at: &Place| {
            let stretch = source.stretch(at);
            plain(operation(stretch.words()), is_made_up(source, &stretch))
        };
        let access = words(at);
        let number = number(source, &source.stretch(at), &access);
        let (rule, kernel) = (rule.to_owned(), kernel.to_owned());
        let launch = source.launch().map(str::to_owned);
        Identity { rule, kernel, access, other: other.map(words), number, launch }
    }

    /// Of a finding that somebody describes, by an access in the words of the file.
    pub(crate) fn said(rule: &str, kernel: &str, access: &str) -> Self {
        let access = operation(access.trim()).chars().filter(|c| !c.is_whitespace()).collect();
        let (rule, kernel) = (rule.to_owned(), kernel.trim_start_matches('@').to_owned());
        Identity { rule, kernel, access, other: None, number: 0, launch: None }
    }

    /// The digest.
    pub fn fingerprint(&self) -> String {
        let number = self.number.to_string();
        let other = self.other.as_deref().unwrap_or_default();
        let parts = [VERSION, &self.rule, &self.kernel, &self.access, other, &number];
        // A finding without a launch keeps its digest from before launches were included.
        digest(parts.into_iter().chain(self.launch.as_deref()).map(str::as_bytes))
    }
}

/// The digest of texts, in hexadecimal.
pub(crate) fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut digest = Sha256::new();
    // Lengths precede texts, so different lists of texts have different inputs.
    for part in parts {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    digest.finalize().iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A Tile IR operation without its results' names, which carry no meaning.
fn operation(words: &str) -> &str {
    let behind = words.split_once(" = ").filter(|(names, _)| {
        names.split(',').all(|name| name.trim_start().starts_with('%') && !name.contains('('))
    });
    behind.map_or(words, |(_, operation)| operation)
}

/// Whether it stands in the text that is made of bytecode, and not in an author's file.
fn is_made_up(source: &Source, stretch: &Stretch) -> bool {
    source.bytes().is_some() && stretch.path == source.name
}

/// Words without blanks. Text printed from bytecode numbers its values, and these numbers carry no meaning.
fn plain(words: &str, is_made_up: bool) -> String {
    let mut plain: String = words.chars().filter(|c| !c.is_whitespace()).collect();
    if is_made_up {
        let mut numbered = false;
        plain.retain(|c| {
            numbered = c == '%' || numbered && c.is_ascii_digit();
            c == '%' || !numbered
        });
    }
    plain
}

fn number(source: &Source, stretch: &Stretch, words: &str) -> usize {
    let before = stretch.text.get(stretch.scope..stretch.range.start).unwrap_or_default();
    let before = plain(before, is_made_up(source, stretch));
    if words.is_empty() { 0 } else { before.matches(words).count() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_values_say_nothing_and_those_of_authors_do() {
        assert_eq!(plain("store weak %12, %t[ %3 ]", true), "storeweak%,%t[%]");
        assert_eq!(plain("a.load(i %4)", false), "a.load(i%4)");
        assert_eq!(operation("%a, %t = load %x"), "load %x");
        assert_eq!(operation("x = load(%y)"), "x = load(%y)");
    }

    #[test]
    fn each_part_changes_the_fingerprint() {
        let one = Identity::said("view.index.space", "k", "a.load(i)");
        assert_eq!(one, Identity::said("view.index.space", "@k", " a.load( i )"));
        let others = [
            Identity { rule: "race.block".to_owned(), ..one.clone() },
            Identity { kernel: "l".to_owned(), ..one.clone() },
            Identity { access: "a.load(j)".to_owned(), ..one.clone() },
            Identity { other: Some("b".to_owned()), ..one.clone() },
            Identity { number: 1, ..one.clone() },
            Identity { launch: Some("k.py: go()".to_owned()), ..one.clone() },
        ];
        assert!(others.iter().all(|other| other.fingerprint() != one.fingerprint()));
    }
}
