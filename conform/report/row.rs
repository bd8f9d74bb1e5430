//! The outcome of one case.

use spec::rules::Rule;

use crate::run::Agreement;

/// One case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its chapter.
    pub chapter: String,
    /// Where its expected value is from: `hand`, `hardware`, `interp`.
    pub origin: &'static str,
    /// The operations of its kernel.
    pub operations: Vec<&'static str>,
    /// The broken rule.
    pub breaks: Option<Rule>,
    /// What came of it.
    pub agreement: Agreement,
    /// The reason of an expected disagreement, from a waiver.
    pub waived: Option<String>,
}
