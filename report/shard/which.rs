//! The identity of a shard: the part, and the whole check.

use std::collections::BTreeMap;

use crate::fingerprint::digest;

/// The letters of a digest that are kept: enough to see that two inputs differ by chance.
const LETTERS: usize = 16;

/// The identity of a shard: the part, and the whole check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// The digest of each input of the whole check, by its name.
    pub(super) inputs: BTreeMap<String, String>,
    pub(super) index: usize,
    pub(super) count: usize,
}

impl Shard {
    /// The shard with a number, from 1, of the check over the named inputs: the program, flags and files.
    pub fn new<T: AsRef<[u8]>>(
        index: usize,
        count: usize,
        inputs: impl IntoIterator<Item = (String, T)>,
    ) -> Self {
        let short = |value: T| digest([value.as_ref()]).chars().take(LETTERS).collect();
        let inputs = inputs.into_iter().map(|(name, value)| (name, short(value))).collect();
        Shard { inputs, index, count }
    }
}
