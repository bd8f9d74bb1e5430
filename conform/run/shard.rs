//! One part of a divided suite.

use std::fmt;

/// Every n-th case, beginning with the i-th.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// The part's number, from 1.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

impl Shard {
    /// Reads `2/5`.
    ///
    /// # Errors
    /// The text is not a shard.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parsed =
            text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parsed {
            Some((index, count)) if index >= 1 && index <= count => Ok(Shard { index, count }),
            Some(_) | None => {
                Err("a shard is a number from 1 and the number of shards, such as 2/5".to_owned())
            }
        }
    }

    /// Whether the shard contains the case at this position.
    pub fn has(self, position: usize) -> bool {
        position % self.count + 1 == self.index
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_disjoint_and_complete() {
        for count in 1..=7 {
            let shards: Vec<_> = (1..=count).map(|index| Shard { index, count }).collect();
            for position in 0..100 {
                assert_eq!(
                    shards.iter().filter(|shard| shard.has(position)).count(),
                    1,
                    "{position} of {count}"
                );
            }
        }
        assert_eq!(Shard::parse("2/5"), Ok(Shard { index: 2, count: 5 }));
        for wrong in ["0/5", "6/5", "1", "a/b", "1/0", ""] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }
}
