//! Products that do not fit 32 bits, in 64.

use super::change::Change;
use crate::code::{Code, Language};

/// The first product of two names on the line of a place, computed in 64 bits.
pub(super) fn widen(code: &Code<'_>, offset: usize) -> Vec<Change> {
    let start = code.code[..offset].rfind('\n').map_or(0, |end| end + 1);
    let end = code.code[offset..].find('\n').map_or(code.code.len(), |end| offset + end);
    let line = &code.code[start..end];
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let product = line.match_indices('*').find_map(|(at, _)| {
        let before = line[..at].trim_end();
        let name = before.len() - before.trim_end_matches(is_word).len();
        let behind = line[at + 1..].trim_start();
        let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let both = name > 0 && is_name(&before[before.len() - name..]) && is_name(behind);
        both.then(|| start + before.len() - name..start + before.len())
    });
    let Some(range) = product else { return Vec::new() };
    let name = code.at(&range);
    let wide = match code.language {
        Language::Cpp if code.at(&(start..range.start)).ends_with(')') => return Vec::new(),
        Language::Cpp => format!("(long long){name}"),
        Language::Python | Language::Table => format!("ct.astype({name}, ct.int64)"),
    };
    vec![Change::one(range, wide)]
}
