//! Float formats: on the host, or in software without host instructions. Narrow formats are computed in a wider one and rounded again. This
//! equals a single rounding if the wider format has twice the digits plus two (Figueroa, "When is double rounding innocuous?", SIGNUM
//! Newsletter 1995).

use std::ops::{Add, Div, Mul, Sub};

use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float as Soft, FloatConvert, Round};
use spec::domain::{Float, FloatMode};
use spec::syntax::attributes::Rounding;
use spec::syntax::count::low_word;

use crate::values::element::number::Truth;
use crate::values::element::word::Lane;
use crate::values::elements::Store;

/// A float in the form of a reading.
pub(crate) trait Format: Float<Bool = Truth> + Lane + Copy {
    /// Whether the host has instructions for the format or a wider one, so that a loop over lanes vectorizes.
    const HAS_INSTRUCTIONS: bool;
    /// The power with an integer exponent.
    fn power(self, exponent: i128) -> Self;
    /// The nearest to an integer.
    fn from_integer(number: i128, mode: FloatMode) -> Self;
    /// The nearest to a float of any supported format, all of which are subsets of binary64.
    fn from_wide(wide: f64, mode: FloatMode) -> Self;
}

/// A convertible float.
pub(crate) trait Source: Lane {
    /// The number in binary64, which contains every format. A NaN has the bits of a conversion to f32 in the upper
    /// half: its own bits if the hardware keeps them, and all ones otherwise.
    fn wide(self) -> f64;
}

/// A type of the host with correctly rounded instructions.
pub(crate) trait Host:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn mul_add(self, factor: Self, addend: Self) -> Self;
    fn is_nan(self) -> bool;
    fn is_subnormal(self) -> bool;
    /// The NaN of a conversion from this NaN: the upper bits, quiet (semantics K-19).
    fn from_nan(wide: f64) -> Self;
    fn from_wide(wide: f64) -> Self;
    fn wide(self) -> f64;
    fn from_integer(number: i128) -> Self;
}

macro_rules! host {
    ($($float:ty, $from_nan:expr;)*) => { $(
        impl Host for $float {
            #[inline]
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                <$float>::mul_add(self, factor, addend)
            }

            #[inline]
            fn is_nan(self) -> bool {
                <$float>::is_nan(self)
            }

            #[inline]
            fn is_subnormal(self) -> bool {
                <$float>::is_subnormal(self)
            }

            #[inline]
            fn from_nan(wide: f64) -> Self {
                $from_nan(wide)
            }

            #[inline]
            fn from_wide(wide: f64) -> Self {
                wide as $float
            }

            #[inline]
            fn wide(self) -> f64 {
                self.into()
            }

            #[inline]
            fn from_integer(number: i128) -> Self {
                match i64::try_from(number) {
                    // Conversions of 64 bits are single instructions.
                    Ok(short) => short as $float,
                    Err(_) => number as $float,
                }
            }
        }
    )* };
}

host! { f32, single_nan; f64, std::convert::identity; }

/// The sign and the upper bits of the payload; the first payload bit is set for a quiet NaN.
fn single_nan(wide: f64) -> f32 {
    let bits = wide.to_bits();
    let (sign, payload) = (bits >> 32 & 1 << 31, bits >> 29 & 0x003f_ffff);
    f32::from_bits(low_word(sign | 0x7fc0_0000 | payload))
}

/// The NaN of which a conversion to f32 makes 0x7fffffff.
pub(crate) const FULL_NAN: f64 = f64::from_bits(0x7fff_ffff_e000_0000);

/// A float format.
///
/// Arithmetic and conversions give the NaN [`ArithmeticFormat::NAN`], the hardware's NaN for f32 (0x7fffffff), f16 and bf16 (0x7fff). For
/// f64 the hardware keeps an undocumented sign, and the NaN here is 0x7ff8000000000000.
pub(crate) trait ArithmeticFormat: Copy + 'static {
    /// The storage type.
    type Store: Store;
    /// A host type that contains the format: the format itself, or a type with at least twice its precision plus two bits. Then `+ − × ÷`
    /// rounded to the host type and then to the format are rounded innocuously (Figueroa).
    type Host: Host;
    /// The format in software.
    type Soft: Soft;
    /// Whether the host type is the format itself.
    const NATIVE: bool;
    /// The bits of a NaN that an operation makes.
    const NAN: u64;
    /// Whether a conversion to f32 keeps the payload of a NaN.
    const KEEPS_NAN: bool;
    /// Bits of a value.
    const SIGN: u64;
    fn host(store: Self::Store) -> Self::Host;
    fn round(host: Self::Host) -> Self::Store;
    fn soft_from_wide(wide: Double, round: Round) -> Self::Soft;
}

macro_rules! arithmetic_format {
    ($($(#[doc = $text:literal])* $name:ident = $store:ty, $host:ty, $soft:ty, $native:literal, $nan:literal, $keeps:literal, $to:expr, $from:expr;)*) => { $(
        $(#[doc = $text])*
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $name;

        impl ArithmeticFormat for $name {
            type Store = $store;
            type Host = $host;
            type Soft = $soft;
            const NATIVE: bool = $native;
            const NAN: u64 = $nan;
            const KEEPS_NAN: bool = $keeps;
            const SIGN: u64 = 1 << (<$store>::BITS - 1);

            #[inline]
            fn host(store: $store) -> $host {
                $to(store)
            }

            #[inline]
            fn round(host: $host) -> $store {
                $from(host)
            }

            fn soft_from_wide(wide: Double, round: Round) -> $soft {
                wide.convert_r(round, &mut false).value
            }
        }
    )* };
}

arithmetic_format! {
    /// f16
    Binary16 = u16, f32, Half, false, 0x7fff, false, half_to_host, half_from_host;
    /// bf16
    Brain16 = u16, f32, BFloat, false, 0x7fff, true, brain_to_host, brain_from_host;
    /// f32
    Binary32 = u32, f32, Single, true, 0x7fff_ffff, true, f32::from_bits, f32::to_bits;
    /// f64
    Binary64 = u64, f64, Double, true, 0x7ff8_0000_0000_0000, true, f64::from_bits, f64::to_bits;
}

#[inline]
fn half_to_host(bits: u16) -> f32 {
    half::f16::from_bits(bits).to_f32()
}

#[inline]
fn half_from_host(host: f32) -> u16 {
    half::f16::from_f32(host).to_bits()
}

#[inline]
fn brain_to_host(bits: u16) -> f32 {
    half::bf16::from_bits(bits).to_f32()
}

#[inline]
fn brain_from_host(host: f32) -> u16 {
    half::bf16::from_f32(host).to_bits()
}

/// Whether the mode is the host's own. The approximate modes promise two units in the last place, and the nearest
/// float satisfies the promise.
#[inline]
pub(crate) const fn is_nearest(rounding: Rounding) -> bool {
    matches!(rounding, Rounding::NearestEven | Rounding::Approx | Rounding::Full)
}

/// The rounding mode, as the software floats name it.
pub(crate) const fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven | Rounding::Approx | Rounding::Full => Round::NearestTiesToEven,
        Rounding::Zero | Rounding::NearestIntToZero => Round::TowardZero,
        Rounding::NegativeInf => Round::TowardNegative,
        Rounding::PositiveInf => Round::TowardPositive,
        Rounding::NearestAway => Round::NearestTiesToAway,
    }
}
