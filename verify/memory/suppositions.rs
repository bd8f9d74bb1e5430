//! Suppositions about buffers that a kernel reads and writes, until a check fails: see
//! [`super::stable_contents`].

use std::collections::{BTreeMap, BTreeSet};

use crate::memory::updates::Updates;

/// Ranges of values that complement a clause.
pub(super) type Ranges = Vec<(i128, i128)>;

/// The suppositions about buffers that the kernel reads and writes.
#[derive(Debug, Clone, Default)]
pub(crate) struct StableContents {
    /// Loads, by position, supposed to return the launch contents.
    pub(crate) hoped: BTreeSet<usize>,
    /// Loads that may give a later value than the launch contents.
    pub(crate) stale: BTreeSet<usize>,
    /// By allocation, the ranges that every element keeps beside its clause; `None` if some store breaks them.
    pub(super) ranges: BTreeMap<usize, Option<Ranges>>,
    /// By allocation, the updates by stores that do not keep the clause; `None` if some store is no update.
    pub(super) updates: BTreeMap<usize, Option<Updates>>,
    /// Whether something was taken to hold that does not.
    pub(crate) wrong: bool,
}

impl StableContents {
    /// Whether any supposition is open, which only the end of the run confirms.
    pub(crate) fn is_open(&self) -> bool {
        !self.hoped.is_empty() || !self.ranges.is_empty()
    }

    /// Whether a supposition failed: then no result counts.
    pub(crate) fn is_wrong(&self) -> bool {
        self.wrong
    }

    /// The suppositions without the wrong ones, for another run. Every run leaves less to be taken, or ranges beside a
    /// clause or updates, which become more only so often; so there is a last one.
    pub(crate) fn without_wrong(self) -> Self {
        StableContents { hoped: BTreeSet::new(), wrong: false, ..self }
    }
}
