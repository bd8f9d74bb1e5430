//! The outcome of one case.

use spec::rules::Rule;

use crate::run::Agreement;

/// A case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The name.
    pub name: String,
    /// The chapter.
    pub chapter: String,
    /// The origin of the expected value: `hand`, `hardware`, `interp`.
    pub origin: &'static str,
    /// The operations of the kernel.
    pub operations: Vec<&'static str>,
    /// The broken rule.
    pub breaks: Option<Rule>,
    /// The rule in the implementation's answer.
    pub named: Option<Rule>,
    /// The outcome.
    pub agreement: Agreement,
    /// The reason of an expected disagreement, from a waiver.
    pub waived: Option<String>,
}
