//! The prose of one operation: its formula and its requirements.

use super::domain::Prose;
use super::phrase::Phrase;
use crate::rules::Rule;

/// The results and requirements of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// An element of the result; for a loop, its effect.
    pub formula: String,
    /// The requirements, in reading order.
    pub requires: Vec<(Rule, String)>,
    /// What must hold for the result to be determined, in reading order.
    pub determined: Vec<String>,
}

impl Reading {
    pub(super) fn new(formula: &Phrase, prose: Prose) -> Self {
        let requires = prose.requires.into_iter().map(|(rule, holds)| (rule, holds.to_string()));
        let determined = prose.determined.iter().map(ToString::to_string).collect();
        Reading { formula: formula.to_string(), requires: requires.collect(), determined }
    }

    /// An operation without requirements.
    pub(super) fn free(formula: String) -> Self {
        Reading { formula, requires: Vec::new(), determined: Vec::new() }
    }
}
