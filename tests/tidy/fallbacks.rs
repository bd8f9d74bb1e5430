//! Conversions of numbers: none replaces a number that does not fit by another one. The name of a total conversion in
//! `spec::syntax::count` tells the loss. `expect` has the reason for a fit. All other code handles the error.

use crate::tokens::{Token, group_end, tokens};
use crate::{File, none, rust_files};

/// Conversions that can fail.
const CONVERSIONS: [&str; 2] = ["try_from", "try_into"];

/// Methods that replace a failure by a value.
const FALLBACKS: [&str; 5] = ["unwrap_or", "unwrap_or_default", "unwrap_or_else", "map_or", "map_or_else"];

/// The lines with a conversion and a fallback, and those with a position that stands for none.
fn fallbacks(text: &str) -> Vec<usize> {
    let tokens = tokens(text);
    let words = |from: usize, words: &[&str]| {
        words
            .iter()
            .enumerate()
            .all(|(at, word)| tokens.get(from + at).is_some_and(|token| token.text == *word))
    };
    let offends = |at: usize, token: &Token<'_>| {
        if !CONVERSIONS.contains(&token.text) || !words(at + 1, &["("]) {
            return words(at, &["unwrap_or", "(", "usize", "::", "MAX", ")"]);
        }
        let mut end = group_end(&tokens, at + 1);
        if words(end, &[".", "ok", "(", ")"]) {
            end += 4;
        }
        let method = tokens.get(end + 1).map_or("", |token| token.text);
        words(end, &["."]) && FALLBACKS.contains(&method)
    };
    tokens.iter().enumerate().filter(|(at, token)| offends(*at, token)).map(|(_, token)| token.line).collect()
}

/// The fallbacks of a file outside of its tests.
fn offenders(file: &File) -> Vec<String> {
    let found = fallbacks(&file.text);
    let lines = file.lines().filter(|(number, _, code)| *code && found.contains(number));
    lines.map(|(number, line, _)| format!("{}:{number}: {}", file.path, line.trim())).collect()
}

#[test]
fn no_conversion_has_a_silent_fallback() {
    let files = rust_files().into_iter().filter(|file| !file.is_test());
    let all: Vec<String> = files.flat_map(|file| offenders(&file)).collect();
    none("a conversion with a fallback: see spec/syntax/count.rs", &all);
}

#[test]
fn fallbacks_are_found() {
    let bad = [
        "u32::try_from(a(b)).unwrap_or(0)",
        "u32::try_from(a)\n    .ok()\n    .unwrap_or_default()",
        "let x: u8 = y.try_into().map_or(1, f);",
        "x.position(f).unwrap_or(usize::MAX)",
    ];
    let good = [
        "u32::try_from(a).expect(\"fits\")",
        "u32::try_from(a).ok().and_then(f).unwrap_or(0)",
        "u32::try_from(a)?; b.unwrap_or(0)",
        "// u32::try_from(a).unwrap_or(0)",
        "x.unwrap_or(usize::MIN)",
    ];
    assert_eq!(bad.map(fallbacks), [[1], [1], [1], [1]]);
    assert_eq!(good.map(fallbacks), [const { Vec::<usize>::new() }; 5]);
}
