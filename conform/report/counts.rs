//! The number of cases per outcome.

use serde::Serialize;

use super::row::Row;
use crate::run::Agreement;

/// The number of cases per outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Cases with the expected result.
    pub agree: usize,
    /// Left something else.
    pub disagree: usize,
    /// Left something else, and no rule says how far it may differ.
    pub undecided: usize,
    /// Were not run.
    pub skipped: usize,
    /// Cases with an error of the harness, and so no outcome.
    pub errors: usize,
    /// Cases with a waived outcome.
    pub waived: usize,
}

impl Counts {
    pub(super) fn add(&mut self, row: &Row) {
        let count = match &row.agreement {
            Agreement::Agrees => &mut self.agree,
            Agreement::Error(_) => &mut self.errors,
            _ if row.waived.is_some() => &mut self.waived,
            Agreement::Disagrees(_) => &mut self.disagree,
            Agreement::Undecided(_) => &mut self.undecided,
            Agreement::Skipped(_) => &mut self.skipped,
        };
        *count += 1;
    }

    pub(super) fn of<'r>(rows: impl Iterator<Item = &'r Row>) -> Self {
        let mut counts = Counts::default();
        rows.for_each(|row| counts.add(row));
        counts
    }

    /// The first line of a table.
    pub(super) fn heads(name: &str) -> String {
        let columns = ["agree", "disagree", "undecided", "skipped", "errors", "waived"];
        let [agree, disagree, undecided, skipped, errors, waived] = columns;
        format!("{name:<14}{agree:>8}{disagree:>10}{undecided:>11}{skipped:>9}{errors:>8}{waived:>8}\n")
    }

    /// A line of the table.
    pub(super) fn line(self, name: &str) -> String {
        let Counts { agree, disagree, undecided, skipped, errors, waived } = self;
        format!("{name:<14}{agree:>8}{disagree:>10}{undecided:>11}{skipped:>9}{errors:>8}{waived:>8}\n")
    }
}
