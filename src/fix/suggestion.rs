//! A change that is told and not made.

use driver::code::Code;
use driver::repair::Change;

/// A change that somebody may want, with why it is not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suggestion {
    /// The first line that it changes, by its number and as it would be.
    line: usize,
    shown: String,
    why: String,
}

impl Suggestion {
    /// The suggestion of a change; none of one that changes no line.
    pub(super) fn new(code: &Code<'_>, change: &Change, why: String) -> Option<Self> {
        let (line, shown) = change.shown(code)?;
        Some(Suggestion { line, shown, why })
    }

    /// What is said of it, for a file of that name.
    pub(super) fn told(&self, name: &str) -> String {
        format!(
            "note: {name}:{}: suggested, not applied: {}\n  suggestion: {}\n",
            self.line, self.why, self.shown
        )
    }
}
