//! Functions: none is longer than a screen, and nearly all are much shorter.

use crate::tokens::{group_end, item_end, tokens};
use crate::{none, rust_files};

/// The most lines of a function, from the line of its name to its closing brace.
const MOST: usize = 60;

/// The most lines that 95 of 100 functions have.
const USUAL: usize = 40;

/// The line above a function that is long for a reason, as in the lint of that name.
const REASON: &str = "#[expect(clippy::too_many_lines, reason = ";

/// The functions of a text: name, line, and how many lines each has.
fn functions(text: &str) -> Vec<(&str, usize, usize)> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        let is_name = pair[1].text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if pair[0].text != "fn" || !is_name {
            continue;
        }
        let end = item_end(&tokens, at);
        let last = tokens[end.min(tokens.len()) - 1];
        if last.text == "}" {
            found.push((pair[1].text, pair[0].line, last.line - pair[0].line + 1));
        }
    }
    found
}

#[test]
fn no_function_is_long() {
    let mut offenders = Vec::new();
    for file in &rust_files() {
        let lines: Vec<&str> = file.text.lines().collect();
        let has_reason = |line: usize| lines[..line - 1].last().is_some_and(|above| above.contains(REASON));
        let long =
            functions(&file.text).into_iter().filter(|(_, line, lines)| *lines > MOST && !has_reason(*line));
        offenders.extend(
            long.map(|(name, line, lines)| format!("{}:{line}: {name} has {lines} lines", file.path)),
        );
    }
    none("a function of more than 60 lines", &offenders);
}

#[test]
fn nearly_all_functions_are_short() {
    let files = rust_files();
    let mut lengths: Vec<usize> =
        files.iter().flat_map(|file| functions(&file.text)).map(|(_, _, lines)| lines).collect();
    lengths.sort_unstable();
    let usual = lengths[lengths.len() * 95 / 100];
    assert!(usual <= USUAL, "95 % of the functions have up to {usual} lines, not {USUAL}");
}

#[test]
fn lengths_are_counted() {
    let text = "impl A {\n    fn a(&self) {\n        // {\n        let f: fn(u8) = b;\n    }\n}\nfn b<T>(x: [u8; 2])\nwhere T: X\n{ \"}\" }\ntrait C { fn c(); }\n";
    assert_eq!(functions(text), [("a", 2, 4), ("b", 7, 3)]);
    assert_eq!(group_end(&tokens("(a)(b)"), 0), 3);
}
