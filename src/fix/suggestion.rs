//! A change that is told and not made.

use driver::code::Code;
use driver::repair::Change;

/// A suggested change, with the reason not to apply it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suggestion {
    /// The first changed line: its number and its new text.
    line: usize,
    shown: String,
    why: String,
}

impl Suggestion {
    /// The suggestion of a change; `None` if no line changes.
    pub(super) fn new(code: &Code<'_>, change: &Change, why: String) -> Option<Self> {
        let (line, shown) = change.shown(code)?;
        Some(Suggestion { line, shown, why })
    }

    /// The message about a suggestion, for a file with this name.
    pub(super) fn told(&self, name: &str) -> String {
        format!(
            "note: {name}:{}: suggested, not applied: {}\n  suggestion: {}\n",
            self.line, self.why, self.shown
        )
    }
}
