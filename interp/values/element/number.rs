//! Mathematical integers in machine words: exact as far as a word goes, saturating beyond.

use spec::domain::{Bool, Number};

/// A truth value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Truth(pub(crate) bool);

impl Bool for Truth {
    #[inline]
    fn constant(value: bool) -> Self {
        Truth(value)
    }

    #[inline]
    fn and(&self, other: &Self) -> Self {
        Truth(self.0 & other.0)
    }

    #[inline]
    fn or(&self, other: &Self) -> Self {
        Truth(self.0 | other.0)
    }

    #[inline]
    fn not(&self) -> Self {
        Truth(!self.0)
    }
}

/// Numbers for operations on words of at most 32 bits: every product fits 64 bits except the unsigned one, which saturates above all
/// compared bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Narrow(pub(crate) i64);

/// Numbers of everything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exact(pub(crate) i128);

#[expect(clippy::as_conversions, reason = "an index has 64 bits, and the low bits are what is asked for")]
impl Exact {
    /// A number that is known to fit, as an index: a place in a tile or along an axis.
    #[inline]
    pub(crate) const fn to_index(self) -> usize {
        self.low_u64() as usize
    }

    /// A place in a tile or along an axis, as a number.
    #[inline]
    pub(crate) const fn of_index(index: usize) -> Self {
        Exact(index as i128)
    }

    /// The low 64 bits, in two's complement.
    #[inline]
    pub(crate) const fn low_i64(self) -> i64 {
        self.0 as i64
    }

    /// The low 64 bits.
    #[inline]
    pub(crate) const fn low_u64(self) -> u64 {
        self.0 as u64
    }
}

impl From<Narrow> for i128 {
    #[inline]
    fn from(number: Narrow) -> i128 {
        number.0.into()
    }
}

impl From<Exact> for i128 {
    #[inline]
    fn from(number: Exact) -> i128 {
        number.0
    }
}

macro_rules! saturating {
    ($name:ident, $word:ty, $constant:expr, $mul:expr, $div:expr, $rem:expr) => {
        impl Number for $name {
            type Bool = Truth;

            #[inline]
            fn constant(value: i128) -> Self {
                $name($constant(value))
            }

            #[inline]
            fn add(&self, other: &Self) -> Self {
                $name(self.0.saturating_add(other.0))
            }

            #[inline]
            fn sub(&self, other: &Self) -> Self {
                $name(self.0.saturating_sub(other.0))
            }

            #[inline]
            fn mul(&self, other: &Self) -> Self {
                $name($mul(self.0, other.0))
            }

            #[inline]
            fn div_floor(&self, other: &Self) -> Self {
                if other.0 == 0 {
                    return $name(0);
                }
                let rest = $rem(self.0, other.0);
                let inexact = rest != 0 && (rest < 0) != (other.0 < 0);
                $name($div(self.0, other.0) - <$word>::from(inexact))
            }

            #[inline]
            fn rem_floor(&self, other: &Self) -> Self {
                if other.0 == 0 {
                    return *self;
                }
                let rest = $rem(self.0, other.0);
                let inexact = rest != 0 && (rest < 0) != (other.0 < 0);
                $name(if inexact { rest + other.0 } else { rest })
            }

            #[inline]
            fn times_power(&self, k: &Self, below: u32) -> Self {
                let fits = k.0 >= 0 && k.0 < below.into();
                if fits { self.mul(&$name(1 << k.0)) } else { $name(0) }
            }

            #[inline]
            fn over_power(&self, k: &Self, below: u32) -> Self {
                let fits = k.0 >= 0 && k.0 < below.into();
                $name(if fits { self.0 >> k.0 } else { 0 })
            }

            #[inline]
            fn high_product(&self, other: &Self, bits: u32) -> Self {
                let high = u128::from(self.0.unsigned_abs()).saturating_mul(other.0.unsigned_abs().into());
                let high = high >> bits;
                $name($constant(high.cast_signed()))
            }

            #[inline]
            fn equals(&self, other: &Self) -> Truth {
                Truth(self.0 == other.0)
            }

            #[inline]
            fn less(&self, other: &Self) -> Truth {
                Truth(self.0 < other.0)
            }

            #[inline]
            fn choose(condition: &Truth, then: &Self, otherwise: &Self) -> Self {
                if condition.0 { *then } else { *otherwise }
            }
        }
    };
}

saturating!(Narrow, i64, clamp_to_i64, i64::saturating_mul, i64::saturating_div, i64::wrapping_rem);
saturating!(Exact, i128, std::convert::identity, multiply, divide, remainder);

#[inline]
fn clamp_to_i64(value: i128) -> i64 {
    match i64::try_from(value) {
        Ok(value) => value,
        Err(_) if value < 0 => i64::MIN,
        Err(_) => i64::MAX,
    }
}

/// Numbers that fit 64 bits are by far the most frequent, and 128-bit products and quotients are library calls.
#[inline]
fn to_i64_pair(lhs: i128, rhs: i128) -> Option<(i64, i64)> {
    Some((i64::try_from(lhs).ok()?, i64::try_from(rhs).ok()?))
}

#[inline]
fn multiply(lhs: i128, rhs: i128) -> i128 {
    match to_i64_pair(lhs, rhs) {
        Some((lhs, rhs)) => i128::from(lhs) * i128::from(rhs),
        None => lhs.saturating_mul(rhs),
    }
}

#[inline]
fn divide(lhs: i128, rhs: i128) -> i128 {
    match to_i64_pair(lhs, rhs).and_then(|(lhs, rhs)| lhs.checked_div(rhs)) {
        Some(quotient) => quotient.into(),
        None => lhs.saturating_div(rhs),
    }
}

#[inline]
fn remainder(lhs: i128, rhs: i128) -> i128 {
    match to_i64_pair(lhs, rhs) {
        Some((lhs, rhs)) => lhs.wrapping_rem(rhs).into(),
        None => lhs.wrapping_rem(rhs),
    }
}
