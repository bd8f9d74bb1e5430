//! Memory accesses in source languages: array, elements and mask.

use std::ops::Range;

use crate::code::{Call, Code, Language};

/// An access of elements by pointers, or by indices of Python.
#[derive(Debug, Clone)]
pub(super) struct Elements<'t> {
    /// The pointer or the array.
    pub(super) array: &'t str,
    /// The places of the elements.
    pub(super) at: &'t str,
    /// The mask, if any.
    pub(super) mask: Option<Range<usize>>,
}

/// What a call of C++ by pointers says: `ct::load_masked(in + at, live, 0.0f)`.
pub(super) fn by_pointers<'t>(code: &Code<'t>, call: &Call) -> Option<Elements<'t>> {
    let name = code.at(&call.name);
    let pointer = call.arguments.first()?;
    let mask = match name {
        "load" | "store" => None,
        "load_masked" => Some(call.arguments.get(1)?.clone()),
        "store_masked" => Some(call.arguments.get(2)?.clone()),
        _ => return None,
    };
    // A method's receiver is a view.
    if code.at(&(call.whole.start..call.name.start)).ends_with('.') {
        return None;
    }
    let (array, at) = code.at(pointer).split_once('+')?;
    let (array, at) = (array.trim(), at.trim());
    let is_word = array.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_word.then_some(Elements { array, at: without_parentheses(at), mask })
}

/// What a call of Python by raw offsets says: `source.load_offset(at, mask=live)`.
pub(super) fn by_offsets<'t>(code: &Code<'t>, call: &Call) -> Option<Elements<'t>> {
    let name = code.at(&call.name);
    if code.language != Language::Python || !["load_offset", "store_offset"].contains(&name) {
        return None;
    }
    let raw = code.at(&(call.whole.start..call.name.start)).trim_end_matches('.');
    let at = code.at(call.arguments.first()?);
    let mask = code.keyword(call, "mask").map(|(_, value)| value);
    Some(Elements { array: array_of(code, raw, call.whole.start)?, at, mask })
}

/// The array whose memory a name is: `source, target = x.get_raw_memory(), out.get_raw_memory()`.
fn array_of<'t>(code: &Code<'t>, raw: &str, before: usize) -> Option<&'t str> {
    let within = code.function(before);
    code.text[within].lines().find_map(|line| {
        let (names, values) = line.split_once('=')?;
        let at = names.split(',').position(|name| name.trim() == raw)?;
        values.split(',').nth(at)?.trim().strip_suffix(".get_raw_memory()")
    })
}

/// Words without the parentheses around all of them.
pub(super) fn without_parentheses(words: &str) -> &str {
    let inner = words.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(words)
}

/// Words that can stand beside an operator.
pub(super) fn grouped(words: &str) -> String {
    let plain = words.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]".contains(c));
    if plain { words.to_owned() } else { format!("({words})") }
}
