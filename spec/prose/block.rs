//! The generated parts of the chapters: what the definitions say of an operation or a rule, for its section.

use std::fmt::Write;

use crate::ops::accuracy::{Accuracy, ROWS, What};
use crate::rules::Rule;
use crate::syntax::attributes::Rounding;
use crate::syntax::count::usize_from_u32;
use crate::syntax::op::{Meaning, Op};
use crate::syntax::types::Scalar;

use super::{requirements, variants};

/// Everything that the definitions say of an operation.
pub fn operation(op: Op) -> String {
    let mut rows = Vec::new();
    for (words, reading) in variants(op) {
        rows.push((format!("{} {words}", op.mnemonic()).trim_end().to_owned(), reading.formula));
        let requires = reading.requires.into_iter();
        rows.extend(requires.map(|(rule, formula)| (format!("  {}", rule.code()), formula)));
        let determined = reading.determined.into_iter();
        rows.extend(determined.map(|formula| ("  undetermined unless".to_owned(), formula)));
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
    let mut text =
        String::from("| operation | since | what it does | why it has no meaning |\n|--|--|--|--|\n");
    for op in Op::ALL.iter().filter(|op| op.meaning() == Meaning::Unsupported) {
        let (mnemonic, sentence) = (op.mnemonic(), op.text().trim());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{mnemonic}` | 13.{} | {sentence} | {} |", op.since(), op.lack());
    }
    text
}

/// The table of accuracies.
pub fn accuracies() -> String {
    let mut text =
        String::from("| operations | rounding | of | to | how near | why |\n|--|--|--|--|--|--|\n");
    let any = |list: String| if list.is_empty() { "any".to_owned() } else { list };
    let words =
        |ops: &[Op]| ops.iter().map(|op| format!("`{}`", op.mnemonic())).collect::<Vec<_>>().join(", ");
    let types = |types: &[Scalar]| any(types.iter().map(|of| of.name()).collect::<Vec<_>>().join(", "));
    for row in ROWS {
        let what = match row.what {
            What::Each(ops) => words(ops),
            What::Integers => "every element-wise operation on integers".to_owned(),
            What::Along([]) => "`reduce`, `scan`".to_owned(),
            What::Along(ops) => format!("`reduce`, `scan` by {}", words(ops)),
        };
        let rounding = |mode: &Option<Rounding>| {
            let known = Rounding::NAMES.iter().find(|(of, _)| Some(of) == mode.as_ref());
            known.map_or("none", |(_, name)| name)
        };
        let roundings = any(row.roundings.iter().map(rounding).collect::<Vec<_>>().join(", "));
        let near = match row.accuracy {
            Accuracy::Exact => "exact".to_owned(),
            Accuracy::Ulps(n) => format!("{n} ulp"),
            Accuracy::Terms { c, digits } => format!("{c}·n·2⁻{}·Σ", superscript(digits)),
            Accuracy::Power => "2·n ulp".to_owned(),
            Accuracy::Any => "any value".to_owned(),
        };
        // Writing to a string cannot fail.
        let (from, to) = (types(row.from), types(row.to));
        let _ = writeln!(text, "| {what} | {roundings} | {from} | {to} | {near} | {} |", row.source);
    }
    text
}

fn superscript(number: u32) -> String {
    let digit = |c: char| {
        ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][c.to_digit(10).map_or(0, usize_from_u32)]
    };
    number.to_string().chars().map(digit).collect()
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
