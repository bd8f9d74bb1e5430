//! The detection of undefined behavior: for each rule, the violations that an implementation found, and its false alarms.

use std::collections::BTreeMap;

use serde::Serialize;
use spec::rules::Rule;

use super::row::Row;
use crate::run::Agreement;

/// The answers about one rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct RuleCounts {
    /// Cases that break the rule, with this rule as the answer.
    found: usize,
    /// Cases that break the rule, with another answer: results, a failure, or another rule.
    missed: usize,
    /// Cases that keep the rule, with this rule as the answer.
    false_alarms: usize,
    /// Skipped cases that break the rule.
    refused: usize,
    /// Cases that break the rule, with an error of the harness.
    errors: usize,
}

/// The answers about each rule with a case or an alarm.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Detection(BTreeMap<&'static str, RuleCounts>);

impl Detection {
    pub(super) fn of(rows: &[Row]) -> Self {
        let mut rules: BTreeMap<&'static str, RuleCounts> = BTreeMap::new();
        for row in rows {
            if let Some(rule) = row.breaks {
                let counts = rules.entry(rule.code()).or_default();
                let count = match &row.agreement {
                    Agreement::Agrees => &mut counts.found,
                    Agreement::Disagrees(_) | Agreement::Undecided(_) => &mut counts.missed,
                    Agreement::Skipped(_) => &mut counts.refused,
                    Agreement::Error(_) => &mut counts.errors,
                };
                *count += 1;
            }
            let alarm = row.named.filter(|rule| row.breaks != Some(*rule));
            if let Some(rule) = alarm.map(Rule::code) {
                rules.entry(rule).or_default().false_alarms += 1;
            }
        }
        Detection(rules)
    }

    /// The table, with a line per rule and a sum; empty without any rule.
    pub(super) fn text(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let sum = self.0.values().fold(RuleCounts::default(), |sum, counts| RuleCounts {
            found: sum.found + counts.found,
            missed: sum.missed + counts.missed,
            false_alarms: sum.false_alarms + counts.false_alarms,
            refused: sum.refused + counts.refused,
            errors: sum.errors + counts.errors,
        });
        let heads = line("rule", ["found", "missed", "false alarms", "refused", "errors"]);
        let rules = self.0.iter().map(|(rule, counts)| counts.line(rule));
        let lines: Vec<_> = [heads].into_iter().chain(rules).chain([sum.line("all rules")]).collect();
        lines.concat()
    }
}

impl RuleCounts {
    fn line(&self, name: &str) -> String {
        let RuleCounts { found, missed, false_alarms, refused, errors } = self;
        line(name, [found, missed, false_alarms, refused, errors])
    }
}

fn line(name: &str, [found, missed, false_alarms, refused, errors]: [impl std::fmt::Display; 5]) -> String {
    format!("{name:<30}{found:>7}{missed:>8}{false_alarms:>14}{refused:>9}{errors:>8}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(breaks: Option<Rule>, named: Option<Rule>, agreement: Agreement) -> Row {
        let (name, chapter, operations) = ("a/1".to_owned(), "view".to_owned(), Vec::new());
        Row { name, chapter, origin: "hand", operations, breaks, named, agreement, waived: None }
    }

    #[test]
    fn another_rule_is_missed_there_and_a_false_alarm_here() {
        let (bounds, offset) = (Some(Rule::MemoryBounds), Some(Rule::OffsetOverflow));
        let disagrees = || Agreement::Disagrees("why".to_owned());
        let rows = [
            row(bounds, bounds, Agreement::Agrees),
            row(bounds, offset, disagrees()),
            row(bounds, None, disagrees()),
            row(bounds, None, Agreement::Skipped("why".to_owned())),
            row(bounds, None, Agreement::Error("why".to_owned())),
            row(None, bounds, disagrees()),
            row(None, None, Agreement::Agrees),
        ];
        let found = Detection::of(&rows);
        let counts = |found, missed, false_alarms, refused, errors| RuleCounts {
            found,
            missed,
            false_alarms,
            refused,
            errors,
        };
        assert_eq!(found.0["memory.bounds"], counts(1, 2, 1, 1, 1));
        assert_eq!(found.0["memory.offset"], counts(0, 0, 1, 0, 0));
        let last = "all rules                           1       2             2        1       1\n";
        assert!(found.text().ends_with(last), "{}", found.text());
        assert_eq!(Detection::of(&rows[6..]).text(), "");
    }
}
