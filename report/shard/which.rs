//! Which part of which check a shard is.

use crate::fingerprint::digest;

/// What the digest of a check is of; another choice is another version.
const VERSION: &str = concat!("tileproof.shard/1 ", env!("CARGO_PKG_VERSION"));

/// Which part of which check it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    pub(super) whole: String,
    pub(super) index: usize,
    pub(super) count: usize,
}

impl Shard {
    /// The part of that number, from 1, of so many, of the check that these words and files make.
    pub fn new<T: AsRef<[u8]>>(index: usize, count: usize, check: impl IntoIterator<Item = T>) -> Self {
        let words: Vec<_> = check.into_iter().collect();
        let words = words.iter().map(AsRef::as_ref);
        Shard { whole: digest([VERSION.as_bytes()].into_iter().chain(words)), index, count }
    }
}
