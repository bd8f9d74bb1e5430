//! Names in a Triton kernel: definitions, tensors, and numbers of Python.

use std::ops::Range;

use crate::code::{Call, Code, Language};

/// Functions of Triton's language with a tensor as result.
const MAKERS: [&str; 8] =
    ["program_id", "num_programs", "arange", "load", "full", "zeros", "atomic_add", "atomic_cas"];

/// The value last given to a name before a place of the same function.
pub(super) fn definition(code: &Code<'_>, name: &str, before: usize) -> Option<Range<usize>> {
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let start = code.function(before).start;
    let mut found = None;
    let mut at = start;
    for line in code.code.get(start..before)?.split_inclusive('\n').filter(|_| is_name) {
        if let Some((left, right)) = line.split_once('=')
            && left.trim() == name
            && !right.starts_with('=')
            && line.ends_with('\n')
        {
            let value = right.trim();
            let from = at + left.len() + 1 + (right.len() - right.trim_start().len());
            found = Some(from..from + value.len());
        }
        at += line.len();
    }
    found
}

/// Whether an operand before a place is a tensor at every launch. Triton compiles a parameter of 1 as a constant of Python.
pub(super) fn is_tensor(code: &Code<'_>, operand: &str, before: usize) -> bool {
    is_made_of(code, operand, before, &|word| MAKERS.contains(&word) || is_counter(code, word, before))
}

/// Whether an operand before a place has several lanes, as far as its names show.
pub(super) fn has_lanes(code: &Code<'_>, operand: &str, before: usize) -> bool {
    is_made_of(code, operand, before, &|word| word == "arange")
}

/// Whether a word of some kind is part of an operand, or of the definition of a part.
fn is_made_of(code: &Code<'_>, operand: &str, before: usize, is_it: &dyn Fn(&str) -> bool) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    let mut open: Vec<&str> = words(operand).collect();
    while let Some(word) = open.pop() {
        if seen.contains(&word) {
            continue;
        }
        seen.push(word);
        if is_it(word) {
            return true;
        }
        let value = definition(code, word, before).and_then(|range| code.code.get(range));
        open.extend(value.into_iter().flat_map(words));
    }
    false
}

/// Whether a name is the counter of a rolled loop.
fn is_counter(code: &Code<'_>, name: &str, before: usize) -> bool {
    let heads = code.code.get(code.function(before).start..before).unwrap_or_default().lines();
    let mut heads = heads.filter_map(|line| line.trim_start().strip_prefix("for ")?.split_once(" in "));
    heads.any(|(counter, range)| {
        counter.trim() == name && range.contains("range(") && !range.contains("static_range(")
    })
}

/// The names and numbers in a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The name of Triton's language in a call, as `tl` in `tl.load(p)`.
pub(super) fn module<'t>(code: &Code<'t>, call: &Call) -> Option<&'t str> {
    let name = code.at(&(call.whole.start..call.name.start)).strip_suffix('.')?;
    let imports = |line: &str| {
        let renamed = |words: &str| {
            let mut behind = line.match_indices(words).map(|(at, _)| &line[at + words.len()..]);
            behind.any(|rest| {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                &rest[..end] == name
            })
        };
        let is = |start: &str| line.trim_start().starts_with(start);
        is("import ") && renamed("triton.language as ")
            || is("from triton import ") && renamed("language as ")
    };
    let is_python = code.language == Language::Python;
    (is_python && (name == "triton.language" || code.code.lines().any(imports))).then_some(name)
}
