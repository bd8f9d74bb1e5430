//! Integers of a width, each in a machine word.

use spec::domain::Int;

use crate::values::element::number::{Exact, Narrow, Truth};
use crate::values::elements::Store;

/// A lane's value, as a reading sees it.
pub(crate) trait Lane: Sized {
    /// The storage type.
    type Store: Store;
    /// The value of a stored word.
    fn read(store: Self::Store) -> Self;
    /// The word of a value.
    fn write(self) -> Self::Store;
}

/// An integer of a width.
pub(crate) trait Word: Lane + Int<Bool = Truth> + Copy {
    /// The low `bits` bits of a number.
    fn from_low_bits(number: &Self::Number, bits: u32) -> Self;
    /// In two's complement, of any width.
    fn wide_signed(self) -> i128;
    /// As a natural number, of any width.
    fn wide_unsigned(self) -> i128;
}

macro_rules! plain_word {
    ($($word:ty)*) => { $(
        impl Lane for $word {
            type Store = $word;

            #[inline]
            fn read(store: $word) -> Self {
                store
            }

            #[inline]
            fn write(self) -> $word {
                self
            }
        }
    )* };
}

plain_word! { u8 u16 u32 u64 }

impl Lane for Truth {
    type Store = u8;

    #[inline]
    fn read(store: u8) -> Self {
        Truth(store != 0)
    }

    #[inline]
    fn write(self) -> u8 {
        self.0.into()
    }
}

macro_rules! word {
    ($($(#[doc = $text:literal])* $name:ident = $word:ty, $signed:ty, $bits:literal, $number:ident($exact:ty);)*) => { $(
        $(#[doc = $text])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) struct $name(pub(crate) $word);

        impl $name {
            const UNUSED: u32 = <$word>::BITS - $bits;

            #[inline]
            const fn sign_extend(self) -> $signed {
                (self.0 << Self::UNUSED).cast_signed() >> Self::UNUSED
            }
        }

        impl Lane for $name {
            type Store = $word;

            #[inline]
            fn read(store: $word) -> Self {
                $name(store)
            }

            #[inline]
            fn write(self) -> $word {
                self.0
            }
        }

        impl Int for $name {
            type Bool = Truth;
            type Number = $number;

            #[inline]
            fn bits(&self) -> u32 {
                $bits
            }

            #[inline]
            fn signed(&self) -> $number {
                $number(<$exact>::from(self.sign_extend()))
            }

            #[inline]
            fn unsigned(&self) -> $number {
                $number(<$exact>::from(self.0))
            }

            #[inline]
            fn and(&self, other: &Self) -> Self {
                $name(self.0 & other.0)
            }

            #[inline]
            fn or(&self, other: &Self) -> Self {
                $name(self.0 | other.0)
            }

            #[inline]
            fn xor(&self, other: &Self) -> Self {
                $name(self.0 ^ other.0)
            }
        }

        impl Word for $name {
            #[inline]
            fn from_low_bits(number: &$number, bits: u32) -> Self {
                // Shifted up and down again, so that bits above the width are zero in memory.
                let unused = <$word>::BITS.saturating_sub(bits);
                $name((number.0 as $word) << unused >> unused)
            }

            #[inline]
            fn wide_signed(self) -> i128 {
                self.sign_extend().into()
            }

            #[inline]
            fn wide_unsigned(self) -> i128 {
                self.0.into()
            }
        }
    )* };
}

word! {
    /// One bit, in a byte of 0 or 1.
    Bit = u8, i8, 1, Narrow(i64);
    /// Four bits, in the low half of a byte.
    Nibble = u8, i8, 4, Narrow(i64);
    /// Eight bits.
    Word8 = u8, i8, 8, Narrow(i64);
    /// Sixteen bits.
    Word16 = u16, i16, 16, Narrow(i64);
    /// Thirty-two bits.
    Word32 = u32, i32, 32, Narrow(i64);
    /// Sixty-four bits.
    Word64 = u64, i64, 64, Exact(i128);
}
