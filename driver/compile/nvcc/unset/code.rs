//! The code of a file as text, and the places in the code that have no value.

use std::ops::Range;

use super::super::kernels::is_word;
use crate::code::{Language, blanked};

/// The namespace of the header's functions.
pub(super) const HEADER: &str = "::cuda::tiles::tileproof";

/// Words of types without members.
pub(super) const SCALARS: [&str; 13] = [
    "bool",
    "char",
    "short",
    "int",
    "long",
    "signed",
    "unsigned",
    "float",
    "double",
    "tile",
    "__half",
    "half",
    "__nv_bfloat16",
];

/// Words beside the type of a declaration.
pub(super) const SPECIFIERS: [&str; 8] =
    ["static", "inline", "constexpr", "consteval", "friend", "virtual", "extern", "typename"];

/// Whether a word is one of a type without members: `int`, `size_t`.
pub(super) fn is_scalar(word: &str) -> bool {
    SCALARS.contains(&word) || word.ends_with("_t")
}

/// A local variable or members without a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Unset {
    /// The variable, the member or the class.
    pub(in super::super) name: String,
    /// The line of the declaration, from one.
    pub(in super::super) line: usize,
    pub(in super::super) kind: Kind,
    /// The bytes that the value replaces, none but for an own value. The value stands behind the name, of an array behind the statement, and of
    /// members in front of the closing brace.
    pub(in super::super) at: Range<usize>,
}

/// What has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Kind {
    /// A variable of a type without members.
    Plain,
    /// A variable of a type that may be a class, or a member.
    Class,
    Array,
    /// A variable whose address may be used behind its end.
    Ended,
    /// A variable that is read by its own initial value.
    Own {
        is_class: bool,
    },
    /// The members of a class without a constructor, by name, and whether each is an array, with the bases. A class in a function has no templates.
    Members {
        members: Vec<(String, bool)>,
        bases: Vec<String>,
        is_local: bool,
    },
}

impl Unset {
    /// Whether a compilation with values is needed: members alone are values of no variable.
    pub(in super::super) fn is_needed(&self, followed: bool) -> bool {
        self.may_be_followed() == followed && !matches!(self.kind, Kind::Members { .. })
    }

    /// Whether the variable may lie in memory of the block, whose elements a check follows.
    pub(in super::super) fn may_be_followed(&self) -> bool {
        match self.kind {
            Kind::Class | Kind::Array | Kind::Ended | Kind::Members { .. } | Kind::Own { is_class: true } => {
                true
            }
            Kind::Plain | Kind::Own { is_class: false } => false,
        }
    }
}

/// Code with comments and literals blanked, every byte at its place, on joined lines and with braces in place of digraphs.
pub(in super::super) fn plain_code(text: &str) -> String {
    let joined = blanked(text, Language::Cpp).replace("\\\n", "  ").replace("\\\r\n", "   ");
    joined.replace("<%", "{ ").replace("%>", " }")
}

/// The end of a group in parentheses, brackets or braces: the place itself if no group begins there, and the end of code if the group is open.
pub(in super::super) fn end_of_group(code: &str, at: usize) -> usize {
    closed_group(code, at).map_or(code.len(), |group| group.end)
}

/// A group in parentheses, brackets or braces, which is empty if none begins there; `None` if the group is open.
pub(super) fn closed_group(code: &str, at: usize) -> Option<Range<usize>> {
    let mut depth = 0usize;
    for (offset, letter) in code[at..].char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(at..at + offset + usize::from(offset > 0));
        }
    }
    None
}

/// The end of template arguments; `None` if `<` compares.
pub(in super::super) fn end_of_angles(code: &str, at: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut next = at;
    loop {
        match code[next..].chars().next()? {
            '<' => depth += 1,
            '>' if depth == 1 => return Some(next + 1),
            '>' => depth -= 1,
            ';' | '}' => return None,
            '(' | '[' | '{' => next = end_of_group(code, next) - 1,
            _ => {}
        }
        next += 1;
    }
}

/// The bodies of the macros of a text. In the code, directives are blank.
pub(super) fn macro_bodies(text: &str, code: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (from, word) = (start, line.trim_start());
        start += line.len();
        let hash = from + line.len() - word.len();
        let Some(define) = word.strip_prefix('#').map(str::trim_start) else { continue };
        let Some(head) = define.strip_prefix("define").map(str::trim_start) else { continue };
        if code[hash..].starts_with('#') {
            continue;
        }
        let name = from + line.len() - head.len();
        let behind = name + head.find(|letter: char| !is_word(letter)).unwrap_or(head.len());
        let body = if text[behind..].starts_with('(') { end_of_group(text, behind) } else { behind };
        let mut end = body;
        while let Some(next) = text[end..].find('\n').map(|next| end + next) {
            end = next + 1;
            if !text[..next].trim_end_matches('\r').ends_with('\\') {
                break;
            }
        }
        found.push(body..if end == body { text.len() } else { end });
    }
    found
}

/// The end of blanks and attributes in brackets.
pub(super) fn skip_attributes(code: &str, at: usize) -> usize {
    let mut at = skip_space(code, at);
    while code[at..].starts_with("[[") {
        at = skip_space(code, end_of_group(code, at));
    }
    at
}

/// The word in front of the end of code.
pub(super) fn last_word(code: &str) -> &str {
    code.trim_end().rsplit(|letter: char| !is_word(letter)).next().unwrap_or_default()
}

/// The end of blanks.
pub(super) fn skip_space(code: &str, at: usize) -> usize {
    at + code[at..].len() - code[at..].trim_start().len()
}

/// The name behind blanks; empty if there is none.
pub(super) fn word_at(code: &str, at: usize) -> Range<usize> {
    let at = skip_space(code, at);
    let rest = &code[at..];
    let length = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
    if rest.starts_with(|first: char| first.is_ascii_digit()) { at..at } else { at..at + length }
}
