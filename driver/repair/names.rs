//! Names in a change: each has to exist at its line.

use super::change::{Change, Edit};
use crate::code::{Code, Language};

/// Words that are no names of the author.
const KEYWORDS: [&str; 14] = [
    "and", "auto", "const", "else", "false", "False", "if", "in", "int", "long", "not", "or", "true", "True",
];

/// Whether every name in a change exists at its new place.
pub(super) fn are_known(change: &Change, code: &Code<'_>) -> bool {
    let is_known = |edit: &Edit| {
        let old = code.at(&edit.range);
        let names = free_names(edit, code);
        names.iter().all(|name| old.contains(name) || is_visible(code, name, edit.range.start))
    };
    change.0.iter().all(is_known)
}

/// The independent words of an edit: not part of a longer word, a member, a called function, a keyword or an argument name.
fn free_names<'e>(edit: &'e Edit, code: &Code<'_>) -> Vec<&'e str> {
    let text = edit.text.as_str();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (above, below) = (&code.code[..edit.range.start], &code.code[edit.range.end..]);
    let is_free = |at: &std::ops::Range<usize>| {
        let word = &text[at.clone()];
        let before = [above, &text[..at.start]].concat();
        let behind = [&text[at.end..], below].concat();
        let is_whole = !before.ends_with(is_word) && !behind.starts_with(is_word);
        let (before, behind) = (before.trim_end(), behind.trim_start());
        let is_member = before.ends_with(['.', ':', '"', '\'']);
        let is_called = behind.starts_with(['(', '<', ':']);
        let names_argument = behind.starts_with('=') && !behind.starts_with("==");
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        is_whole && !is_member && !is_called && !names_argument && !is_number && !KEYWORDS.contains(&word)
    };
    words(text).filter(is_free).map(|at| &text[at]).collect()
}

/// Whether a name occurs in front of a place: in the same function, in a block that is still open, or outside of functions.
fn is_visible(code: &Code<'_>, name: &str, before: usize) -> bool {
    let start = code.function(before).start.min(before);
    let outside = code.code[..start].lines().filter(|line| !line.starts_with([' ', '\t']));
    let is_outside = outside.into_iter().any(|line| words(line).any(|at| &line[at] == name));
    let inside = &code.code[start..before];
    is_outside
        || words(inside).any(|at| {
            &inside[at.clone()] == name && (code.language != Language::Cpp || is_open(&inside[at.end..]))
        })
}

/// Whether the block that a text begins in is still open where the text ends.
fn is_open(text: &str) -> bool {
    let mut depth = 0i64;
    text.chars().all(|c| {
        depth += i64::from(c == '{') - i64::from(c == '}');
        depth >= 0
    })
}

/// The ranges of the words of a text.
fn words(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find(is_word)?;
        let end = text[start..].find(|c: char| !is_word(c)).map_or(text.len(), |len| start + len);
        from = end;
        Some(start..end)
    })
}
