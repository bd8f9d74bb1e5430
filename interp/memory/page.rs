//! Pages: 4 KiB of an allocation, with a definedness bit for each byte. Memcheck has such a bit for each bit (Seward and
//! Nethercote, "Using Valgrind to detect undefined value errors with bit-precision", USENIX 2005).

use std::fmt;
use std::ops::Range;

use crate::memory::bitmap::{BITS, Bitmap};
use crate::memory::shadow::page_shadow::PageShadow;

/// Bytes of a page.
pub(crate) const PAGE: usize = BITS;

/// The undetermined bytes.
#[derive(Debug, Clone)]
enum Undetermined {
    None,
    All,
    Some(Bitmap),
}

/// A page.
#[derive(Clone)]
pub(crate) struct Page {
    bytes: Box<[u8]>,
    undetermined: Undetermined,
    /// The recorded accesses.
    pub(crate) shadow: PageShadow,
    /// The written bytes, and the bytes written more than once, if counted.
    written: Option<Box<[Bitmap; 2]>>,
}

/// A page in a message is a page, not its bytes.
impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("spans", &self.shadow.len()).finish_non_exhaustive()
    }
}

impl Page {
    /// A page of zeros, or of bytes that nobody wrote.
    pub(crate) fn new(uninit: bool) -> Self {
        let bytes = vec![0; PAGE].into_boxed_slice();
        Page {
            bytes,
            undetermined: if uninit { Undetermined::All } else { Undetermined::None },
            shadow: PageShadow::default(),
            written: None,
        }
    }

    /// Counts a write of bytes.
    pub(crate) fn count_write(&mut self, range: Range<usize>) {
        let none = || Box::new([Bitmap::new(false), Bitmap::new(false)]);
        let [once, again] = &mut **self.written.get_or_insert_with(none);
        for byte in range {
            if once.any(byte..byte + 1) {
                again.fill(byte..byte + 1, true);
            }
            once.fill(byte..byte + 1, true);
        }
    }

    /// How often a byte was written, as far as that was counted: not at all, once, or twice and more.
    pub(crate) fn writes(&self, byte: usize) -> u8 {
        self.written
            .as_ref()
            .map_or(0, |written| written.iter().map(|bits| u8::from(bits.any(byte..byte + 1))).sum())
    }

    /// The bytes in a range.
    #[inline]
    pub(crate) fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    /// Whether any byte of a range is undetermined.
    #[inline]
    pub(crate) fn is_undetermined(&self, range: Range<usize>) -> bool {
        match &self.undetermined {
            Undetermined::None => false,
            Undetermined::All => !range.is_empty(),
            Undetermined::Some(bits) => bits.any(range),
        }
    }

    /// Bytes of it to be written, determined from now on.
    #[inline]
    pub(crate) fn write(&mut self, range: Range<usize>) -> &mut [u8] {
        // A page that is written as a whole needs no bits any more.
        if range.len() == PAGE {
            self.undetermined = Undetermined::None;
        }
        if !matches!(self.undetermined, Undetermined::None) {
            self.bitmap_mut().fill(range.clone(), false);
        }
        &mut self.bytes[range]
    }

    /// Makes bytes undetermined.
    pub(crate) fn make_undetermined(&mut self, range: Range<usize>) {
        self.bitmap_mut().fill(range, true);
    }

    /// A bit for every byte, to be changed.
    fn bitmap_mut(&mut self) -> &mut Bitmap {
        let all = matches!(self.undetermined, Undetermined::All);
        if !matches!(self.undetermined, Undetermined::Some(_)) {
            self.undetermined = Undetermined::Some(Bitmap::new(all));
        }
        match &mut self.undetermined {
            Undetermined::Some(bits) => bits,
            Undetermined::None | Undetermined::All => unreachable!("it has just been made"),
        }
    }
}
