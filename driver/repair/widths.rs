//! Products that do not fit 32 bits, in 64.

use std::ops::Range;

use super::change::Change;
use crate::code::{Code, Language};

/// The first product of two names on the line of a place, computed in 64 bits.
pub(super) fn widen(code: &Code<'_>, offset: usize) -> Vec<Change> {
    let start = code.code[..offset].rfind('\n').map_or(0, |end| end + 1);
    let end = code.code[offset..].find('\n').map_or(code.code.len(), |end| offset + end);
    let Some(range) = product(code, &(start..end)) else { return Vec::new() };
    let name = code.at(&range);
    let wide = match code.language {
        Language::Cpp if code.at(&(start..range.start)).ends_with(')') => return Vec::new(),
        Language::Cpp => format!("(long long){name}"),
        Language::Python | Language::Table => format!("ct.astype({name}, ct.int64)"),
    };
    vec![Change::one(range, wide)]
}

/// The first factor of the first product of two narrow names in a stretch.
pub(super) fn product(code: &Code<'_>, within: &Range<usize>) -> Option<Range<usize>> {
    let start = within.start;
    let line = code.code.get(within.clone())?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    line.match_indices('*').find_map(|(at, _)| {
        let before = line[..at].trim_end();
        let name = before.len() - before.trim_end_matches(is_word).len();
        let behind = line[at + 1..].trim_start();
        let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let first = &before[before.len() - name..];
        let second = &behind[..behind.find(|c: char| !is_word(c)).unwrap_or(behind.len())];
        let is_narrow = |name: &str| !is_wide(&code.code[..start], name);
        let both = name > 0 && is_name(first) && is_name(second) && is_narrow(first) && is_narrow(second);
        both.then(|| start + before.len() - name..start + before.len())
    })
}

/// The 64-bit integer types of C++ by their last words.
const WIDE: [&str; 5] = ["long", "int64_t", "size_t", "ptrdiff_t", "intptr_t"];

/// Whether a declaration or an assignment before the product gives a name a 64-bit integer.
fn is_wide(before: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    before.match_indices(name).any(|(at, _)| {
        let (left, right) = (&before[..at], &before[at + name.len()..]);
        if left.ends_with(is_word) || right.starts_with(is_word) {
            return false;
        }
        let left = left.trim_end();
        let ty = &left[left.trim_end_matches(is_word).len()..];
        let line = right.lines().next().unwrap_or_default().trim_start();
        let is_assigned = line.strip_prefix('=').is_some_and(|value| !value.starts_with('='));
        WIDE.contains(&ty) || is_assigned && line.contains("int64")
    })
}

#[cfg(test)]
mod tests {
    use super::is_wide;

    #[test]
    fn a_name_is_wide_by_its_type_or_by_its_value() {
        assert!(is_wide("long long row = load(p);\n", "row"));
        assert!(is_wide("void f(std::int64_t stride, int n)", "stride"));
        assert!(is_wide("row = ct.bid(0).astype(ct.int64)\n", "row"));
        assert!(!is_wide("int row = 0; long long rows = 0;", "row"));
        assert!(!is_wide("if row == int64_limit:\n", "row"));
    }
}
