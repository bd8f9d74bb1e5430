//! Products that do not fit 32 bits, in 64.

use std::ops::Range;

use super::change::Change;
use crate::code::{Code, Language};

/// The first product of two names on the line of a place, computed in 64 bits.
pub(super) fn widen(code: &Code<'_>, offset: usize) -> Vec<Change> {
    let start = code.code[..offset].rfind('\n').map_or(0, |end| end + 1);
    let end = code.code[offset..].find('\n').map_or(code.code.len(), |end| offset + end);
    let begins = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_name = |word: &str| begins(word) && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let Some((range, _)) = factors(code, &(start..end), |left, right| is_name(left) && begins(right)) else {
        return Vec::new();
    };
    let name = code.at(&range);
    let wide = match code.language {
        Language::Cpp if code.at(&(start..range.start)).ends_with(')') => return Vec::new(),
        Language::Cpp => format!("(long long){name}"),
        Language::Python | Language::Table => format!("ct.astype({name}, ct.int64)"),
    };
    vec![Change::one(range, wide)]
}

/// The factors of the first product of two narrow factors of the required form in a stretch.
pub(super) fn factors(
    code: &Code<'_>,
    within: &Range<usize>,
    have_form: impl Fn(&str, &str) -> bool,
) -> Option<(Range<usize>, Range<usize>)> {
    let start = within.start;
    let line = code.code.get(within.clone())?;
    line.match_indices('*').find_map(|(at, _)| {
        // `**` is a power.
        if line[at + 1..].starts_with('*') || line[..at].ends_with('*') {
            return None;
        }
        let left = operand_before(&line[..at]);
        let right = operand_behind(line, at + 1);
        let words = |range: &Range<usize>| line.get(range.clone()).unwrap_or_default();
        let is_narrow = |operand: &str| {
            let mut names = operand.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            !operand.contains("int64")
                && !names.any(|name| !name.is_empty() && is_wide(&code.code[..start], name))
        };
        let (first, second) = (words(&left), words(&right));
        let fits = have_form(first, second) && is_narrow(first) && is_narrow(second);
        fits.then(|| (start + left.start..start + left.end, start + right.start..start + right.end))
    })
}

/// The operand at the end of a text: a name with its members, subscripts and arguments, or a group.
fn operand_before(text: &str) -> Range<usize> {
    let end = text.trim_end().len();
    let mut start = end;
    let mut depth = 0_usize;
    for (at, c) in text[..end].char_indices().rev() {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' if depth == 0 => break,
            '(' | '[' => depth -= 1,
            _ if depth == 0 && !c.is_ascii_alphanumeric() && !"_.".contains(c) => break,
            _ => {}
        }
        start = at;
    }
    start..end
}

/// The operand at a place of a text.
fn operand_behind(text: &str, from: usize) -> Range<usize> {
    let start = from + text[from..].len() - text[from..].trim_start().len();
    let mut depth = 0_usize;
    for (at, c) in text[start..].char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => return start..start + at,
            ')' | ']' => depth -= 1,
            _ if depth == 0 && !c.is_ascii_alphanumeric() && !"_.".contains(c) => return start..start + at,
            _ => {}
        }
    }
    start..text.len()
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
    use super::{is_wide, operand_before, operand_behind};

    #[test]
    fn a_name_is_wide_by_its_type_or_by_its_value() {
        assert!(is_wide("long long row = load(p);\n", "row"));
        assert!(is_wide("void f(std::int64_t stride, int n)", "stride"));
        assert!(is_wide("row = ct.bid(0).astype(ct.int64)\n", "row"));
        assert!(!is_wide("int row = 0; long long rows = 0;", "row"));
        assert!(!is_wide("if row == int64_limit:\n", "row"));
    }

    #[test]
    fn an_operand_has_its_subscripts_and_arguments() {
        let before = |text: &'static str| &text[operand_before(text)];
        assert_eq!(before("p + rows[:, None] "), "rows[:, None]");
        assert_eq!(before("p + (a + b)"), "(a + b)");
        assert_eq!(before("p + tl.arange(0, B)"), "tl.arange(0, B)");
        assert_eq!(before("(row"), "row");
        let behind = |text: &'static str| &text[operand_behind(text, 0)];
        assert_eq!(behind(" cols[None, :] + 1"), "cols[None, :]");
        assert_eq!(behind("stride) + 1"), "stride");
    }
}
