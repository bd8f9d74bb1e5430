//! Pages: 4 KiB of an allocation, with an undetermined bit for each byte.

use std::ops::Range;

use super::shadow::Shadow;

/// Bytes of a page.
pub(crate) const PAGE: usize = 4096;

/// One page.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    bytes: [u8; PAGE],
    /// Absent where every byte is determined.
    undetermined: Option<Box<[bool; PAGE]>>,
    /// Who touched it.
    pub(crate) shadow: Shadow,
}

impl Page {
    /// A page of zeros, or of bytes that nobody wrote.
    pub(crate) fn new(uninit: bool) -> Self {
        let undetermined = uninit.then(|| Box::new([true; PAGE]));
        Page { bytes: [0; PAGE], undetermined, shadow: Shadow::default() }
    }

    /// Bytes of it.
    #[inline]
    pub(crate) fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    /// Which bytes are undetermined, if any may be.
    #[inline]
    pub(crate) fn undetermined(&self, range: Range<usize>) -> Option<&[bool]> {
        self.undetermined.as_ref().map(|bits| &bits[range])
    }

    /// Bytes of it to be written, determined from now on.
    #[inline]
    pub(crate) fn write(&mut self, range: Range<usize>) -> &mut [u8] {
        if let Some(bits) = &mut self.undetermined {
            bits[range.clone()].fill(false);
            if range.len() >= PAGE / 16 && !bits.contains(&true) {
                self.undetermined = None;
            }
        }
        &mut self.bytes[range]
    }

    /// Forgets what bytes hold.
    pub(crate) fn spoil(&mut self, range: Range<usize>) {
        self.undetermined.get_or_insert_with(|| Box::new([false; PAGE]))[range].fill(true);
    }
}
