//! The lambda expressions of code.

use std::ops::Range;

use super::super::kernels::is_word;
use super::code::{end_of_angles, end_of_group, last_word, skip_space};

/// A lambda expression.
pub(super) struct Lambda {
    /// The type behind `->`.
    pub(super) result: Option<Range<usize>>,
    /// The bytes between its braces, with the braces.
    pub(super) body: Range<usize>,
}

/// All lambda expressions, inner ones too.
pub(super) fn lambdas(code: &str) -> Vec<Lambda> {
    code.match_indices('[').filter_map(|(at, _)| read(code, at)).collect()
}

/// Reads a lambda expression that begins with a bracket.
fn read(code: &str, at: usize) -> Option<Lambda> {
    let before = code[..at].trim_end();
    let is_behind_value =
        before.ends_with(|letter: char| is_word(letter) || [')', ']', '['].contains(&letter));
    if is_behind_value && last_word(before) != "return" || code[at + 1..].starts_with('[') {
        return None;
    }
    let mut next = skip_space(code, end_of_group(code, at));
    if code[next..].starts_with('<') {
        next = skip_space(code, end_of_angles(code, next)?);
    }
    if code[next..].starts_with('(') {
        next = end_of_group(code, next);
    }
    let open = next + code[next..].find(['{', ';', '}', '=', ']'])?;
    let words = &code[next..open];
    let result = words.find("->").map(|arrow| next + arrow + 2..open);
    let begins = words.trim_start().starts_with(|letter: char| is_word(letter) || letter == '-')
        || words.trim().is_empty();
    (code[open..].starts_with('{') && begins).then(|| Lambda { result, body: open..end_of_group(code, open) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lambdas_are_found() {
        let of = |code: &str| {
            lambdas(code)
                .into_iter()
                .map(|one| (one.result.map(|ty| code[ty].trim().to_owned()), code[one.body].to_owned()))
                .collect::<Vec<_>>()
        };
        let some = |result: Option<&str>, body: &str| (result.map(str::to_owned), body.to_owned());
        assert_eq!(of("auto f = [&] { a[1] = 2; };"), [some(None, "{ a[1] = 2; }")]);
        assert_eq!(
            of("return [=, &b]<class T>(T t) mutable -> int { return 1; };"),
            [some(Some("int"), "{ return 1; }")]
        );
        assert_eq!(of("f([] { g([](int n) noexcept {}); });").len(), 2);
        assert!(of("int a[3] = {1}; [[likely]] if (a[2]) { } auto& [x, y] = p; for (auto& [u, v] : m) { } int b[2]{}; delete[] p;").is_empty());
    }
}
