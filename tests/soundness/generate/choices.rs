//! A sequence of choices: what a generated kernel is made from. At its end, every choice is the first, so a shorter
//! sequence with smaller numbers makes a simpler kernel.

/// Choices not yet made.
#[derive(Debug, Clone)]
pub(crate) struct Choices {
    bytes: Vec<u8>,
    next: usize,
}

impl Choices {
    /// Choices from bytes, one byte per choice.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        Choices { bytes: bytes.to_vec(), next: 0 }
    }

    /// One of `count`, the first if no choice is left.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let byte = self.bytes.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        usize::from(byte) % count.max(1)
    }

    /// One of `count`, up to the range of two choices.
    pub(crate) fn below_many(&mut self, count: usize) -> usize {
        (self.below(256) * 256 + self.below(256)) % count.max(1)
    }

    /// A chosen item.
    pub(super) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Once in so many.
    pub(super) fn rarely(&mut self, once_in: usize) -> bool {
        self.below(once_in) + 1 == once_in
    }

    /// A coin.
    pub(super) fn flip(&mut self) -> bool {
        self.rarely(2)
    }
}
