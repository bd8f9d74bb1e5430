//! A change that is told and not made.

use driver::code::Code;
use driver::repair::Change;
use spec::rules::Rule;

/// A suggested change, with the reason not to apply it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suggestion {
    /// The first changed line: its number and its new text.
    line: usize,
    shown: String,
    why: String,
    /// The broken rule and its line; none for a mask that is not needed.
    broken: Option<(Rule, usize)>,
}

impl Suggestion {
    /// The suggestion of a change; `None` if no line changes.
    pub(super) fn new(code: &Code<'_>, change: &Change, why: String) -> Option<Self> {
        let (line, shown) = change.shown(code)?;
        Some(Suggestion { line, shown, why, broken: None })
    }

    /// The suggestion as the repair of a rule that is broken at a line.
    pub(super) fn of(self, broken: (Rule, usize)) -> Self {
        Suggestion { broken: Some(broken), ..self }
    }

    /// Whether the change repairs a rule that is broken at a line.
    pub(super) fn is_for(&self, rule: Rule, line: usize) -> bool {
        self.broken == Some((rule, line))
    }

    /// The message about a suggestion, for a file with this name.
    pub(super) fn told(&self, name: &str) -> String {
        format!(
            "note: {name}:{}: suggested, not applied: {}\n  suggestion: {}\n",
            self.line, self.why, self.shown
        )
    }
}
