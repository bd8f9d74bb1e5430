//! The generated parts of the chapters: what the definitions say of an operation or a rule, for its section.

use std::fmt::Write;

use crate::rules::Rule;
use crate::syntax::op::{Meaning, Op};

use super::{requirements, variants};

/// Everything that the definitions say of an operation.
pub fn operation(op: Op) -> String {
    let mut rows = Vec::new();
    for (words, reading) in variants(op) {
        rows.push((format!("{} {words}", op.mnemonic()).trim_end().to_owned(), reading.formula));
        let requires = reading.requires.into_iter();
        rows.extend(requires.map(|(rule, formula)| (format!("  {}", rule.code()), formula)));
    }
    format!("{} In Tile IR since 13.{}.\n{}", op.text().trim(), op.since(), table(&rows))
}

/// Everything that the definitions say of a rule.
pub fn rule(rule: Rule) -> String {
    let rows: Vec<_> =
        requirements(rule).into_iter().map(|(ops, formula)| (ops.join(", "), formula)).collect();
    format!("> {}\n\nSource: {}.\n{}", rule.text().trim(), rule.source(), table(&rows))
}

/// The operations without a meaning.
pub fn unsupported() -> String {
    let mut text = String::from("| operation | since | what it does |\n|--|--|--|\n");
    for op in Op::ALL.iter().filter(|op| op.meaning() == Meaning::Unsupported) {
        let (mnemonic, sentence) = (op.mnemonic(), op.text().trim());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{mnemonic}` | 13.{} | {sentence} |", op.since());
    }
    text
}

/// Two aligned columns as a block of text; nothing, for no rows.
fn table(rows: &[(String, String)]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
    let lines: String = rows.iter().map(|(left, right)| format!("{left:width$}  {right}\n")).collect();
    format!("\n```text\n{lines}```\n")
}
