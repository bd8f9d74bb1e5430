//! Float formats: what a pattern of bits stands for, and the pattern nearest to a number in every rounding mode.
//!
//! Every format is a subset of binary64, so numbers are `f64` here, exactly.

use std::cmp::Ordering;

use super::attributes::Rounding;
use super::types::Scalar;

/// A binary format with a sign; exponents are biased by 2ᵉ⁻¹ − 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// Exponent bits.
    exponent: u32,
    /// Mantissa bits.
    pub(super) mantissa: u32,
    /// The greatest finite pattern without its sign.
    pub(super) greatest: u64,
    /// Whether the next pattern is infinity; if not, what is too large has none.
    pub(super) infinity: bool,
    /// Whether a conversion gives the greatest finite number where the number is greater, infinity included.
    saturates: bool,
    /// What a conversion makes of NaN, without a sign.
    nan: u64,
    /// How far the pattern is shifted in memory.
    shift: u32,
}

/// Which of the two neighbours a magnitude is rounded to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// The nearer, of two as near the even one.
    Nearest,
    /// The nearer, of two as near the greater.
    NearestAway,
    /// The lesser.
    Down,
    /// The greater.
    Up,
}

impl Direction {
    /// How the magnitude of a number of that sign is rounded.
    const fn of(rounding: Rounding, negative: bool) -> Self {
        match rounding {
            Rounding::NearestEven | Rounding::Approx | Rounding::Full => Direction::Nearest,
            Rounding::NearestAway => Direction::NearestAway,
            Rounding::Zero | Rounding::NearestIntToZero => Direction::Down,
            Rounding::NegativeInf if negative => Direction::Up,
            Rounding::PositiveInf if !negative => Direction::Up,
            Rounding::NegativeInf | Rounding::PositiveInf => Direction::Down,
        }
    }
}

impl Format {
    const fn ieee(exponent: u32, mantissa: u32) -> Self {
        let infinity = ((1 << exponent) - 1) << mantissa;
        let nan = (1 << (exponent + mantissa)) - 1;
        let greatest = infinity - 1;
        Format { exponent, mantissa, greatest, infinity: true, saturates: false, nan, shift: 0 }
    }

    /// Of the formats that have a sign; of tf32 the significant bits only.
    pub const fn of(scalar: Scalar) -> Option<Self> {
        match scalar {
            Scalar::F16 => Some(Format::ieee(5, 10)),
            Scalar::Bf16 => Some(Format::ieee(8, 7)),
            Scalar::F32 => Some(Format::ieee(8, 23)),
            Scalar::F64 => Some(Format::ieee(11, 52)),
            Scalar::Tf32 => Some(Format { shift: 13, ..Format::ieee(8, 10) }),
            Scalar::F8E5m2 => Some(Format { saturates: true, ..Format::ieee(5, 2) }),
            Scalar::F8E4m3fn => {
                let (greatest, nan) = (0x7e, 0x7f);
                Some(Format {
                    exponent: 4,
                    mantissa: 3,
                    greatest,
                    infinity: false,
                    saturates: true,
                    nan,
                    shift: 0,
                })
            }
            Scalar::F4E2m1fn => {
                let greatest = 0x7;
                let nan = greatest;
                Some(Format {
                    exponent: 2,
                    mantissa: 1,
                    greatest,
                    infinity: false,
                    saturates: true,
                    nan,
                    shift: 0,
                })
            }
            Scalar::F8E8m0fnu
            | Scalar::I1
            | Scalar::I4
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64 => None,
        }
    }

    const fn bias(&self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The sign bit of a pattern that is not shifted.
    pub(super) const fn sign(&self) -> u64 {
        1 << (self.exponent + self.mantissa)
    }

    /// The pattern nearest to a nonnegative number; halfway, `exact` compares the exact number with the given number.
    /// May exceed the greatest finite pattern.
    pub(super) fn magnitude(&self, near: f64, direction: Direction, exact: impl Fn() -> Ordering) -> u64 {
        if near == 0.0 {
            return 0;
        }
        if near.is_infinite() {
            return self.greatest + 1;
        }
        // near = significand · 2^exponent
        let (field, fraction) = ((near.to_bits() >> 52).cast_signed(), near.to_bits() & ((1 << 52) - 1));
        let (significand, exponent) =
            if field == 0 { (fraction, -1074) } else { (fraction | (1 << 52), field - 1075) };
        // The last place that is kept: the format's precision below the top bit, or its least subnormal number.
        let top = exponent + i64::from(63 - significand.leading_zeros());
        let mantissa = i64::from(self.mantissa);
        let quantum = (top - mantissa).max(1 - self.bias() - mantissa);
        let drop = quantum - exponent;
        let rounded = if drop <= 0 {
            significand << -drop
        } else {
            // What is more than 60 places away from the last kept bit is less than half of it.
            let drop = drop.min(60);
            let (kept, rest, half) =
                (significand >> drop, significand & ((1 << drop) - 1), 1u64 << (drop - 1));
            let tie = || match exact() {
                Ordering::Less => false,
                Ordering::Equal => kept % 2 == 1,
                Ordering::Greater => true,
            };
            let up = match direction {
                Direction::Nearest => rest > half || (rest == half && tie()),
                Direction::NearestAway => rest >= half,
                Direction::Down => false,
                Direction::Up => rest > 0,
            };
            kept + u64::from(up)
        };
        // Without the implicit bit the number is subnormal, and its exponent field is zero.
        if rounded < 1 << self.mantissa {
            return rounded;
        }
        let biased = u64::try_from(quantum + mantissa + self.bias())
            .expect("a normal number has a positive exponent field");
        // If rounding carried into a new bit, the sum raises the exponent by one.
        (biased << self.mantissa) + (rounded - (1 << self.mantissa))
    }

    /// The number of binary digits.
    pub const fn digits(&self) -> u32 {
        self.mantissa + 1
    }

    /// The bits of a number converted to the format, rounded once (Tile IR, *Type system*; semantics E.5, K-15 to K-17). Too large numbers
    /// become infinity, or the greatest finite number if the rounding or a saturating format requires it. NaN becomes the format's NaN, or
    /// the greatest number in the one format without NaN.
    #[inline]
    pub fn convert(&self, number: f64, rounding: Rounding) -> u64 {
        if number.is_nan() {
            return self.nan << self.shift;
        }
        let negative = number.is_sign_negative();
        let direction = Direction::of(rounding, negative);
        let magnitude = self.magnitude(number.abs(), direction, || Ordering::Equal);
        // Rounding towards zero never leaves the finite numbers.
        let stays = self.saturates || (direction == Direction::Down && number.is_finite());
        let greatest = if stays { self.greatest } else { self.greatest + 1 };
        let sign = if negative { self.sign() } else { 0 };
        (magnitude.min(greatest) | sign) << self.shift
    }

    /// The number of a pattern.
    #[inline]
    #[expect(clippy::as_conversions, reason = "a significand of at most 53 bits is exact in binary64")]
    pub fn value(&self, bits: u64) -> f64 {
        let bits = bits >> self.shift;
        let magnitude = bits & (self.sign() - 1);
        let value = if magnitude <= self.greatest {
            let (field, fraction) = (magnitude >> self.mantissa, magnitude & ((1 << self.mantissa) - 1));
            let significand = if field == 0 { fraction } else { fraction | (1 << self.mantissa) };
            let power = field.max(1).cast_signed() - self.bias() - i64::from(self.mantissa);
            significand as f64 * power_of_two(power)
        } else if self.infinity && magnitude == self.greatest + 1 {
            f64::INFINITY
        } else {
            f64::NAN
        };
        if bits & self.sign() == 0 { value } else { -value }
    }
}

/// 2ᵏ, for a k that binary64 has as a normal number or as a subnormal one. `f64::powi` gives zero for the least ones: it takes the
/// reciprocal of a power that overflows.
pub(crate) fn power_of_two(power: i64) -> f64 {
    let (normal, rest) = if power < -1000 { (power + 200, -200) } else { (power, 0) };
    let bits = |power: i64| f64::from_bits((power + 1023).cast_unsigned() << 52);
    bits(normal) * bits(rest)
}

/// The bits of a number converted to f8E8M0FNU. The sign is dropped, and the magnitude is rounded to a power of two (up for
/// [`Rounding::PositiveInf`], else down) and kept between 2⁻¹²⁷ and 2¹²⁷. NaN stays NaN.
pub fn power(number: f64, rounding: Rounding) -> u64 {
    if number.is_nan() {
        return 0xff;
    }
    let bits = number.abs().to_bits();
    let (field, fraction) = ((bits >> 52).cast_signed(), bits & ((1 << 52) - 1));
    let up = rounding == Rounding::PositiveInf && fraction != 0;
    let power = field - 1023 + 127 + i64::from(up);
    power.clamp(0, 0xfe).cast_unsigned()
}

/// The number that the bits of a float type stand for; `None` for an integer type.
pub fn value(bits: u64, scalar: Scalar) -> Option<f64> {
    match scalar {
        Scalar::F32 => u32::try_from(bits).ok().map(|bits| f32::from_bits(bits).into()),
        Scalar::F64 => Some(f64::from_bits(bits)),
        Scalar::F8E8m0fnu if bits >= 0xff => Some(f64::NAN),
        Scalar::F8E8m0fnu => Some(power_of_two(i64::try_from(bits).ok()? - 127)),
        Scalar::F16
        | Scalar::Bf16
        | Scalar::Tf32
        | Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F4E2m1fn
        | Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64 => Format::of(scalar).map(|format| format.value(bits)),
    }
}

/// The bits that a conversion of a number to a float type makes; `None` for an integer type.
pub fn convert(number: f64, scalar: Scalar, rounding: Rounding) -> Option<u64> {
    if scalar == Scalar::F8E8m0fnu {
        return Some(power(number, rounding));
    }
    Format::of(scalar).map(|format| format.convert(number, rounding))
}

/// The bits of the float nearest to a number, ties to even. `None` if the format cannot express it: a number beyond the greatest one
/// without infinity, NaN without NaN, and for f8E8M0FNU anything but a power of two.
pub fn nearest(number: f64, scalar: Scalar) -> Option<u64> {
    if scalar == Scalar::F8E8m0fnu {
        let bits = power(number, Rounding::Zero);
        return Some(bits).filter(|bits| number.is_nan() || value(*bits, scalar) == Some(number));
    }
    let format = Format::of(scalar)?;
    if number.is_nan() {
        return Some(format.nan << format.shift).filter(|_| format.nan != format.greatest);
    }
    let magnitude = format.magnitude(number.abs(), Direction::Nearest, || Ordering::Equal);
    let sign = if number.is_sign_negative() { format.sign() } else { 0 };
    let bits = (magnitude.min(format.greatest + 1) | sign) << format.shift;
    Some(bits).filter(|_| format.infinity || magnitude <= format.greatest)
}

/// A binary64 number that converts like the integer to every format of at most 50 significant bits. The number is the
/// integer itself, or its neighbor with the last bit set (rounding to odd).
#[expect(clippy::as_conversions, reason = "rounded to nearest, and what was lost is looked at below")]
pub fn of_integer(number: i128) -> f64 {
    let near = number as f64;
    let back = near as i128;
    if back == number || near.to_bits() & 1 == 1 {
        return near;
    }
    // The neighbour on the other side of the integer is odd.
    let away = (back < number) == (number > 0);
    f64::from_bits(if away { near.to_bits() + 1 } else { near.to_bits() - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrow_formats_have_these_numbers() {
        let of = |scalar, bits| value(bits, scalar).expect("a float type");
        let f4 = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
        for (bits, number) in (0..).zip(f4) {
            assert_eq!(of(Scalar::F4E2m1fn, bits), number);
            assert_eq!(of(Scalar::F4E2m1fn, bits | 8), -number);
        }
        assert_eq!(of(Scalar::F8E4m3fn, 0x7e), 448.0);
        assert_eq!(of(Scalar::F8E4m3fn, 0x01), 2f64.powi(-9));
        assert!(of(Scalar::F8E4m3fn, 0x7f).is_nan() && of(Scalar::F8E4m3fn, 0xff).is_nan());
        assert_eq!(of(Scalar::F8E5m2, 0x7b), 57344.0);
        assert_eq!(of(Scalar::F8E5m2, 0xfc), f64::NEG_INFINITY);
        assert!(of(Scalar::F8E5m2, 0x7d).is_nan());
        assert_eq!(of(Scalar::F8E8m0fnu, 0), 2f64.powi(-127));
        assert_eq!(of(Scalar::F8E8m0fnu, 127), 1.0);
        assert_eq!(of(Scalar::F8E8m0fnu, 254), 2f64.powi(127));
        assert!(of(Scalar::F8E8m0fnu, 255).is_nan());
        assert_eq!(of(Scalar::Tf32, 0x3f80_2000), 1.0 + 2f64.powi(-10));
    }

    #[test]
    fn integers_between_two_doubles_become_the_odd_one() {
        let one = 1i128 << 53;
        assert_eq!(of_integer(one), 9_007_199_254_740_992.0);
        // 2⁵³ + 1 lies between 2⁵³ (even) and 2⁵³ + 2 (odd), 2⁵³ + 3 between the latter and 2⁵³ + 4 (even).
        assert_eq!(of_integer(one + 1), 9_007_199_254_740_994.0);
        assert_eq!(of_integer(one + 3), 9_007_199_254_740_994.0);
        assert_eq!(of_integer(-one - 1), -9_007_199_254_740_994.0);
        assert_eq!(of_integer(-one - 3), -9_007_199_254_740_994.0);
        assert_eq!(of_integer((1 << 63) - 1), 9_223_372_036_854_774_784.0);
    }
}
