//! A bit for each byte of a page.

use std::ops::Range;

/// The number of bits: one for each byte of a page.
pub(crate) const BITS: usize = 4096;

const WORDS: usize = BITS / 64;

/// The bits.
#[derive(Debug, Clone)]
pub(crate) struct Bitmap(Box<[u64; WORDS]>);

impl Bitmap {
    /// A bitmap of equal bits.
    pub(crate) fn new(set: bool) -> Self {
        Bitmap(Box::new([if set { u64::MAX } else { 0 }; WORDS]))
    }

    /// The words of a range of bits, with the mask of each word.
    fn words(range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
        (range.start / 64..range.end.div_ceil(64)).map(move |word| {
            // The first and the last word of a range count in part.
            let from = range.start.saturating_sub(word * 64);
            let to = (range.end - word * 64).min(64);
            (word, (u64::MAX >> (64 - (to - from))) << from)
        })
    }

    /// Sets or clears a range of bits that is not empty.
    pub(crate) fn fill(&mut self, range: Range<usize>, set: bool) {
        for (word, mask) in Self::words(range) {
            self.0[word] = if set { self.0[word] | mask } else { self.0[word] & !mask };
        }
    }

    /// Whether any bit of a range is set.
    pub(crate) fn any(&self, range: Range<usize>) -> bool {
        Self::words(range).any(|(word, mask)| self.0[word] & mask != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Bitmap;

    #[test]
    fn ranges_across_words() {
        let mut bits = Bitmap::new(false);
        bits.fill(60..200, true);
        bits.fill(64..128, false);
        let set: Vec<usize> = (0..4096).filter(|bit| bits.any(*bit..bit + 1)).collect();
        let expected: Vec<usize> = (60..64).chain(128..200).collect();
        assert_eq!(set, expected);
        assert!(!bits.any(64..128));
        assert!(bits.any(63..128));
        assert!(bits.any(64..129));
        assert!(!Bitmap::new(true).any(0..0));
    }
}
