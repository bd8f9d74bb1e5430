//! The clauses of a report that launches suggest, beside those that the proof needs beyond them.

use crate::check::report::{Inferred, KernelReport};

/// Clauses that the author's launches suggest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assumed {
    /// The clauses in lines of a contract, which say the same in fewer words.
    pub lines: Vec<String>,
    /// The number of clauses, which come first among the inferred ones.
    pub count: usize,
}

impl KernelReport {
    /// The clauses that nobody wrote and no launch suggests.
    pub fn beyond_launches(&self) -> &[Inferred] {
        self.contract.inferred.get(self.contract.assumed.count..).unwrap_or_default()
    }
}
