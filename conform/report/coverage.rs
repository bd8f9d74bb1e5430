//! The coverage of cases: every operation and every rule, with the outcomes of its cases.

use std::collections::BTreeMap;

use serde::Serialize;
use spec::rules::Rule;
use spec::syntax::op::Op;

use super::counts::Counts;
use super::row::Row;

/// How many names a line has.
const NAMED: usize = 8;

/// What came of the cases of every operation and of every rule.
#[derive(Debug, Serialize)]
pub(super) struct Coverage {
    /// For each operation, by its mnemonic, the cases with results and the operation in their kernel.
    operations: BTreeMap<&'static str, Counts>,
    /// By rule code, the cases that break the rule.
    rules: BTreeMap<&'static str, Counts>,
}

impl Coverage {
    pub(super) fn of(rows: &[Row]) -> Self {
        let mut operations: BTreeMap<_, _> =
            Op::ALL.iter().map(|op| (op.mnemonic(), Counts::default())).collect();
        let mut rules: BTreeMap<_, _> =
            Rule::ALL.iter().map(|rule| (rule.code(), Counts::default())).collect();
        for row in rows {
            match row.breaks {
                Some(rule) => rules.entry(rule.code()).or_default().add(row),
                None => row.operations.iter().for_each(|op| operations.entry(op).or_default().add(row)),
            }
        }
        Coverage { operations, rules }
    }

    /// Two lines: the number with an agreeing case, and the list without.
    pub(super) fn text(&self) -> String {
        line("operations", &self.operations) + &line("rules", &self.rules)
    }
}

fn line(what: &str, all: &BTreeMap<&str, Counts>) -> String {
    let without: Vec<_> = all.iter().filter(|(_, counts)| counts.agree == 0).map(|(name, _)| *name).collect();
    let mut text = format!("{what}: {} of {} have a case that agrees", all.len() - without.len(), all.len());
    if !without.is_empty() {
        text += &format!("; none: {}", without[..without.len().min(NAMED)].join(", "));
    }
    if without.len() > NAMED {
        text += &format!(" and {} more", without.len() - NAMED);
    }
    text + "\n"
}
