//! The key of an entry: the digest of all inputs behind its contents.

use std::fmt::Write;
#[cfg(feature = "solver")]
use std::fmt::{self, Debug};

use sha2::{Digest, Sha256};

/// A key, as far as it was put together.
#[derive(Debug, Clone)]
pub struct Key(Sha256);

impl Key {
    /// The key of a kind of entries.
    pub(super) fn new(kind: &str) -> Self {
        Key(Sha256::new()).with("kind", kind)
    }

    /// With an input. Lengths precede texts, so different lists of inputs have different texts.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        for part in [name, value] {
            self.0.update(part.len().to_le_bytes());
            self.0.update(part.as_bytes());
        }
        self
    }

    /// Adds the debug output of a value.
    #[cfg(feature = "solver")]
    #[must_use]
    pub(crate) fn with_all_of(self, name: &str, value: &impl Debug) -> Self {
        let mut sink = Sink(Sha256::new());
        // Writing to a digest never fails.
        let _ = write!(sink, "{value:?}");
        self.with(name, &digits(&sink.0.finalize()))
    }

    /// Adds another key, if present.
    #[cfg(feature = "solver")]
    #[must_use]
    pub(crate) fn with_key(self, name: &str, other: Option<Key>) -> Self {
        self.with(name, &other.map_or(String::new(), |other| other.name()))
    }

    /// The name of the entry.
    pub(super) fn name(&self) -> String {
        digits(&self.0.clone().finalize())
    }
}

/// The digest of some bytes, in hexadecimal.
pub fn digest_of(bytes: &[u8]) -> String {
    digits(&Sha256::digest(bytes))
}

/// Bytes in hexadecimal.
pub(super) fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A digest as a writer.
#[cfg(feature = "solver")]
struct Sink(Sha256);

#[cfg(feature = "solver")]
impl Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_changes_the_name() {
        let key = || Key::new("verdict");
        let names = [
            key().name(),
            Key::new("bytecode").name(),
            key().with("a", "b").name(),
            key().with("ab", "").name(),
            key().with("", "ab").name(),
            key().with("a", "b").with("c", "").name(),
            #[cfg(feature = "solver")]
            key().with_all_of("a", &"b").name(),
        ];
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
        assert_eq!(key().with("a", "b").name(), names[2]);
    }
}
