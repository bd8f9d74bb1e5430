//! Elements: the words of a tile by their width, and pointers.

use crate::values::lanes::{LaneRuns, Lanes};
use crate::values::pointers::Pointers;

/// The lanes' contents. A truth value is a byte that is 0 or 1; a float is its bits.
#[derive(Debug, Clone)]
pub(crate) enum Elements {
    /// i1, i4, i8 and the floats of four and eight bits.
    U8(Lanes<u8>),
    /// i16, f16, bf16.
    U16(Lanes<u16>),
    /// i32, f32, tf32.
    U32(Lanes<u32>),
    /// i64, f64.
    U64(Lanes<u64>),
    /// Pointers.
    Pointers(Pointers),
}

/// Applies one expression to the lanes of any type of word.
macro_rules! each_word {
    ($elements:expr, $lanes:ident => $body:expr, $pointers:ident => $other:expr) => {
        match $elements {
            $crate::values::elements::Elements::U8($lanes) => $body,
            $crate::values::elements::Elements::U16($lanes) => $body,
            $crate::values::elements::Elements::U32($lanes) => $body,
            $crate::values::elements::Elements::U64($lanes) => $body,
            $crate::values::elements::Elements::Pointers($pointers) => $other,
        }
    };
}

pub(crate) use each_word;

/// The storage of one lane of a tile.
pub(crate) trait Store: Copy + PartialEq + Default + 'static {
    /// The lanes of a tile of such words.
    fn lanes(elements: &Elements) -> &[Self];
    /// A tile of such words.
    fn elements(lanes: Lanes<Self>) -> Elements;
    /// The word, zero-extended.
    fn raw(self) -> u64;
    /// The low bits.
    fn from_raw(raw: u64) -> Self;
    /// The word in bytes of memory, as many as it has.
    fn from_le(bytes: &[u8]) -> Self;
    /// Writes the word's bytes.
    fn to_le(self, bytes: &mut [u8]);
}

macro_rules! store {
    ($($word:ty, $variant:ident;)*) => { $(
        impl Store for $word {
            #[inline]
            fn lanes(elements: &Elements) -> &[Self] {
                match elements {
                    Elements::$variant(lanes) => lanes.as_slice(),
                    other => unreachable!("a valid kernel has {} here, not {other:?}", stringify!($word)),
                }
            }

            #[inline]
            fn elements(lanes: Lanes<Self>) -> Elements {
                Elements::$variant(lanes)
            }

            #[inline]
            fn raw(self) -> u64 {
                self.into()
            }

            #[inline]
            fn from_raw(raw: u64) -> Self {
                raw as $word
            }

            #[inline]
            fn from_le(bytes: &[u8]) -> Self {
                <$word>::from_le_bytes(bytes.try_into().expect("as many bytes as an element has"))
            }

            #[inline]
            fn to_le(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
        }
    )* };
}

store! { u8, U8; u16, U16; u32, U32; u64, U64; }

impl<T: Store> Lanes<T> {
    /// The words of this tile, followed by the words of another tile of equal type.
    pub(crate) fn chain(&self, other: &Elements) -> Elements {
        T::elements(Lanes::new([self.as_slice(), T::lanes(other)].concat()))
    }

    /// The words of some runs.
    pub(crate) fn runs(&self, runs: LaneRuns) -> Elements {
        T::elements(Lanes::new(runs.of(self.as_slice())))
    }
}
