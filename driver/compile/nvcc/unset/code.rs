//! The code of a file as text, and the places in the code that have no value.

use crate::code::{Language, blanked};

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

/// A local variable without a value, or the end of a function without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Unset {
    /// The variable or the function.
    pub(in super::super) name: String,
    /// The line of the declaration, from one.
    pub(in super::super) line: usize,
    pub(in super::super) kind: Kind,
    /// The byte for the inserted value: behind the name, of an array behind the statement, of a function in front of the closing brace.
    pub(in super::super) at: usize,
}

/// What has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Kind {
    /// A variable of a type without members.
    Plain,
    /// A variable of a type that may be a class.
    Class,
    Array,
    /// The end of a function with a result of this type.
    End(String),
}

impl Unset {
    /// Whether the variable may lie in memory of the block, whose elements a check follows.
    pub(in super::super) fn may_be_followed(&self) -> bool {
        matches!(self.kind, Kind::Class | Kind::Array)
    }
}

/// Code with comments and literals blanked, every byte at its place, on joined lines and with braces in place of digraphs.
pub(in super::super) fn plain_code(text: &str) -> String {
    let joined = blanked(text, Language::Cpp).replace("\\\n", "  ").replace("\\\r\n", "   ");
    joined.replace("<%", "{ ").replace("%>", " }")
}

/// The end of a group in parentheses, brackets or braces; the place itself if no group begins there.
pub(in super::super) fn end_of_group(code: &str, at: usize) -> usize {
    let mut depth = 0usize;
    for (offset, letter) in code[at..].char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + offset + usize::from(offset > 0);
        }
    }
    code.len()
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
