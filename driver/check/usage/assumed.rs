//! The clauses of a report suggested by launches, besides the further needs of the proof.

use crate::check::report::{Inferred, KernelReport};

/// Clauses suggested by the author's launches.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assumed {
    /// The clauses in lines of a contract, which say the same in fewer words.
    pub lines: Vec<String>,
    /// The number of clauses, which come first among the inferred ones.
    pub count: usize,
    /// Whether samples of arguments suggest them, and no launches.
    pub is_of_samples: bool,
    /// Whether every launch of the script breaks a further precondition of the proof.
    pub excludes_launches: bool,
}

impl KernelReport {
    /// The clauses that nobody wrote and no launch suggests.
    pub fn beyond_launches(&self) -> &[Inferred] {
        self.contract.inferred.get(self.contract.assumed.count..).unwrap_or_default()
    }
}
