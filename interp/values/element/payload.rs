//! Floats as elements of a finite field; the file is long because it contains one domain. A launch is run with numbers modulo a
//! prime in place of floats. Equal rational functions give equal results, and different ones differ except for one in billions of
//! inputs (Schwartz, "Fast Probabilistic Algorithms for Verification of Polynomial Identities", JACM 1980).
//!
//! Sums, products and quotients are those of the field, a literal is its number in the field, and other functions are hashes of their
//! arguments. Infinities and NaN keep their patterns, and numbers compare by the residue nearest to zero. The primes lie below the patterns
//! of infinity and NaN, and below 2⁵³, so that conversions keep a residue.

use std::cmp::Ordering as Order;

use spec::domain::{Float, FloatMode, Function, Function2};
use spec::syntax::attributes::{Comparison, Ordering};
use spec::syntax::count::low_bits;
use spec::syntax::format;
use spec::syntax::types::Scalar;

use crate::values::element::format::{Format, Source};
use crate::values::element::number::Truth;
use crate::values::element::word::Lane;
use crate::values::elements::Store;

/// A float type, as a field.
pub(crate) trait Field: Copy + 'static {
    /// The storage type.
    type Store: Store;
    /// The pattern of zero.
    const ZERO: Self::Store;
    /// The type.
    const SCALAR: Scalar;
    /// The size of the field.
    const PRIME: u64;
    /// The pattern of a NaN; for a type without NaN, a pattern outside of the field.
    const NAN: u64;
    /// The pattern of the positive and of the negative infinity; of a type that has none the NaN.
    const INFINITE: [u64; 2];
}

macro_rules! field {
    ($($(#[doc = $text:literal])* $name:ident = $store:ty, $scalar:ident, $prime:literal, $nan:literal, $infinite:expr;)*) => { $(
        $(#[doc = $text])*
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $name;

        impl Field for $name {
            type Store = $store;
            const ZERO: $store = 0;
            const SCALAR: Scalar = Scalar::$scalar;
            const PRIME: u64 = $prime;
            const NAN: u64 = $nan;
            const INFINITE: [u64; 2] = $infinite;
        }
    )* };
}

field! {
    /// f64
    Field64 = u64, F64, 9_007_199_254_740_881, 0x7ff8_0000_0000_0000, [0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000];
    /// f32
    Field32 = u32, F32, 2_139_095_017, 0x7fff_ffff, [0x7f80_0000, 0xff80_0000];
    /// tf32
    FieldTensor32 = u32, Tf32, 2_139_095_017, 0x7fff_e000, [0x7f80_0000, 0xff80_0000];
    /// f16
    Field16 = u16, F16, 31_741, 0x7fff, [0x7c00, 0xfc00];
    /// bf16
    FieldBrain16 = u16, Bf16, 32_633, 0x7fff, [0x7f80, 0xff80];
    /// f8E4M3FN
    FieldE4m3 = u8, F8E4m3fn, 113, 0x7f, [0x7f, 0x7f];
    /// f8E5M2
    FieldE5m2 = u8, F8E5m2, 113, 0x7f, [0x7c, 0xfc];
    /// f8E8M0FNU
    FieldPower8 = u8, F8E8m0fnu, 251, 0xff, [0xff, 0xff];
    /// f4E2M1FN
    FieldE2m1 = u8, F4E2m1fn, 13, 0xf, [0xf, 0xf];
}

/// The kind of a float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A number of the field.
    Residue(u64),
    /// An infinity of either sign.
    Infinite { negative: bool },
    /// NaN.
    Nan,
}

/// A float as an element of its field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Payload<K: Field>(pub(crate) K::Store);

/// What hashes begin with for powers with an integer exponent, and for functions of two floats.
const POWER: u64 = 100;
const FUNCTION_OF_TWO: u64 = 200;

impl<K: Field> Payload<K> {
    fn kind(self) -> Kind {
        let raw = self.0.raw();
        if raw < K::PRIME {
            return Kind::Residue(raw);
        }
        match format::value(raw, K::SCALAR) {
            Some(value) if value.is_infinite() => Kind::Infinite { negative: value < 0.0 },
            Some(value) if value.is_nan() => Kind::Nan,
            // A pattern that no run makes: of an argument or of memory that was not given as a number of the field.
            Some(value) if raw != K::NAN => Self::of_number(value).kind(),
            Some(_) | None => Kind::Nan,
        }
    }

    fn of(kind: Kind) -> Self {
        Payload(K::Store::from_raw(match kind {
            Kind::Residue(residue) => residue,
            Kind::Infinite { negative } => K::INFINITE[usize::from(negative)],
            Kind::Nan => K::NAN,
        }))
    }

    fn residue(number: u64) -> Self {
        Self::of(Kind::Residue(number % K::PRIME))
    }

    /// The number of the field that a float is: a fraction whose denominator is a power of two.
    pub(crate) fn of_number(value: f64) -> Self {
        if value.is_nan() {
            return Self::of(Kind::Nan);
        }
        if value.is_infinite() {
            return Self::of(Kind::Infinite { negative: value < 0.0 });
        }
        let bits = value.to_bits();
        let (field, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
        let (whole, exponent) = if field == 0 { (fraction, 1) } else { (fraction | 1 << 52, field) };
        let exponent = i128::from(exponent) - 1075;
        let scaled = Self::residue(whole).mul(&Self::residue(2).power(exponent), FloatMode::NEAREST);
        if value < 0.0 { scaled.neg() } else { scaled }
    }

    fn hash(function: u64, arguments: &[u64]) -> Self {
        let mix = |hash: u64, word: &u64| {
            let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        };
        Self::residue(arguments.iter().fold(mix(0, &function), mix))
    }

    /// The residue next to zero.
    fn centred(residue: u64) -> i128 {
        let residue = i128::from(residue);
        if residue > i128::from(K::PRIME / 2) { residue - i128::from(K::PRIME) } else { residue }
    }

    fn order(self, other: Self) -> Option<Order> {
        let rank = |kind: Kind| match kind {
            Kind::Residue(residue) => Some((0, Self::centred(residue))),
            Kind::Infinite { negative } => Some((if negative { -1 } else { 1 }, 0)),
            Kind::Nan => None,
        };
        Some(rank(self.kind())?.cmp(&rank(other.kind())?))
    }

    fn times(a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b) % u128::from(K::PRIME);
        low_bits(product.cast_signed())
    }

    fn raised(base: u64, mut exponent: u128) -> u64 {
        let (mut power, mut square) = (1 % K::PRIME, base);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = Self::times(power, square);
            }
            square = Self::times(square, square);
            exponent >>= 1;
        }
        power
    }

    fn extreme(self, other: Self, propagate_nan: bool, wins: Order) -> Self {
        match (self.kind(), other.kind()) {
            (Kind::Nan, Kind::Nan) => self,
            (Kind::Nan, _) => {
                if propagate_nan {
                    self
                } else {
                    other
                }
            }
            (_, Kind::Nan) => {
                if propagate_nan {
                    other
                } else {
                    self
                }
            }
            (_, _) => {
                if self.order(other) == Some(wins) {
                    self
                } else {
                    other
                }
            }
        }
    }
}

impl<K: Field> Lane for Payload<K> {
    type Store = K::Store;

    fn read(store: K::Store) -> Self {
        Payload(store)
    }

    fn write(self) -> K::Store {
        self.0
    }
}

impl<K: Field> Source for Payload<K> {
    #[expect(clippy::as_conversions, reason = "a residue lies below 2⁵³, so binary64 is exact")]
    fn wide(self) -> f64 {
        match self.kind() {
            Kind::Residue(residue) => residue as f64,
            Kind::Infinite { negative: true } => f64::NEG_INFINITY,
            Kind::Infinite { negative: false } => f64::INFINITY,
            Kind::Nan => f64::NAN,
        }
    }
}

impl<K: Field> Format for Payload<K> {
    const HAS_INSTRUCTIONS: bool = false;

    fn power(self, exponent: i128) -> Self {
        let Kind::Residue(base) = self.kind() else {
            return Self::hash(POWER, &[self.0.raw(), u64::from_ne_bytes(low(exponent))]);
        };
        // The powers of a nonzero number repeat after the number of nonzero numbers.
        let order = i128::from(K::PRIME - 1);
        match u128::try_from(if base == 0 { exponent } else { exponent.rem_euclid(order) }) {
            Ok(exponent) => Self::of(Kind::Residue(Self::raised(base, exponent))),
            Err(_) => Self::of(Kind::Infinite { negative: false }),
        }
    }

    fn from_integer(number: i128, _: FloatMode) -> Self {
        let residue = number.rem_euclid(i128::from(K::PRIME));
        Self::residue(low_bits(residue))
    }

    #[expect(clippy::as_conversions, reason = "a residue has no sign and no fraction")]
    fn from_wide(wide: f64, _: FloatMode) -> Self {
        if wide.is_finite() { Self::residue(wide as u64) } else { Self::of_number(wide) }
    }
}

/// The low bytes of a number.
fn low(number: i128) -> [u8; 8] {
    let bytes = number.to_ne_bytes();
    std::array::from_fn(|at| bytes[if cfg!(target_endian = "big") { at + 8 } else { at }])
}

impl<K: Field> Float for Payload<K> {
    type Bool = Truth;

    fn neg(&self) -> Self {
        match self.kind() {
            Kind::Residue(0) | Kind::Nan => *self,
            Kind::Residue(residue) => Self::of(Kind::Residue(K::PRIME - residue)),
            Kind::Infinite { negative } => Self::of(Kind::Infinite { negative: !negative }),
        }
    }

    fn add(&self, other: &Self, _: FloatMode) -> Self {
        match (self.kind(), other.kind()) {
            (Kind::Residue(a), Kind::Residue(b)) => Self::residue(a + b),
            (Kind::Infinite { negative: a }, Kind::Infinite { negative: b }) if a != b => Self::of(Kind::Nan),
            (Kind::Nan, _) | (_, Kind::Nan) => Self::of(Kind::Nan),
            (Kind::Infinite { .. }, _) => *self,
            (_, Kind::Infinite { .. }) => *other,
        }
    }

    fn sub(&self, other: &Self, mode: FloatMode) -> Self {
        self.add(&other.neg(), mode)
    }

    fn mul(&self, other: &Self, _: FloatMode) -> Self {
        match (self.kind(), other.kind()) {
            (Kind::Residue(a), Kind::Residue(b)) => Self::of(Kind::Residue(Self::times(a, b))),
            (Kind::Nan, _) | (_, Kind::Nan) | (Kind::Residue(0), _) | (_, Kind::Residue(0)) => {
                Self::of(Kind::Nan)
            }
            (Kind::Infinite { negative: a }, Kind::Infinite { negative: b }) => {
                Self::of(Kind::Infinite { negative: a != b })
            }
            (Kind::Infinite { negative }, Kind::Residue(residue))
            | (Kind::Residue(residue), Kind::Infinite { negative }) => {
                Self::of(Kind::Infinite { negative: negative != (Self::centred(residue) < 0) })
            }
        }
    }

    fn div(&self, other: &Self, mode: FloatMode) -> Self {
        match other.kind() {
            Kind::Residue(0) => match self.kind() {
                Kind::Residue(0) | Kind::Nan => Self::of(Kind::Nan),
                Kind::Residue(residue) => Self::of(Kind::Infinite { negative: Self::centred(residue) < 0 }),
                infinite @ Kind::Infinite { .. } => Self::of(infinite),
            },
            Kind::Residue(divisor) => {
                let inverse = Self::raised(divisor, u128::from(K::PRIME - 2));
                self.mul(&Self::of(Kind::Residue(inverse)), mode)
            }
            Kind::Infinite { .. } => match self.kind() {
                Kind::Residue(_) => Self::residue(0),
                Kind::Infinite { .. } | Kind::Nan => Self::of(Kind::Nan),
            },
            Kind::Nan => *other,
        }
    }

    fn fma(&self, other: &Self, addend: &Self, mode: FloatMode) -> Self {
        self.mul(other, mode).add(addend, mode)
    }

    fn max(&self, other: &Self, propagate_nan: bool, _: bool) -> Self {
        self.extreme(*other, propagate_nan, Order::Greater)
    }

    fn min(&self, other: &Self, propagate_nan: bool, _: bool) -> Self {
        self.extreme(*other, propagate_nan, Order::Less)
    }

    #[expect(clippy::as_conversions, reason = "the number of a function is its place in the list")]
    fn function(&self, function: Function, _: FloatMode) -> Self {
        match (function, self.kind()) {
            (_, Kind::Nan) => *self,
            (Function::Abs, Kind::Residue(residue)) if Self::centred(residue) < 0 => self.neg(),
            (Function::Abs, Kind::Residue(_)) => *self,
            (Function::Abs, Kind::Infinite { .. }) => Self::of(Kind::Infinite { negative: false }),
            (Function::Exp | Function::Exp2, Kind::Residue(0)) => Self::residue(1),
            (Function::Exp | Function::Exp2, Kind::Infinite { negative: true }) => Self::residue(0),
            (
                Function::Exp | Function::Exp2 | Function::Sqrt | Function::Log | Function::Log2,
                Kind::Infinite { negative: false },
            ) => *self,
            (Function::Rsqrt, Kind::Infinite { negative: false }) => Self::residue(0),
            (
                Function::Ceil
                | Function::Floor
                | Function::Sqrt
                | Function::Rsqrt
                | Function::Exp
                | Function::Exp2
                | Function::Log
                | Function::Log2
                | Function::Sin
                | Function::Cos
                | Function::Tan
                | Function::Sinh
                | Function::Cosh
                | Function::Tanh,
                Kind::Residue(_) | Kind::Infinite { .. },
            ) => Self::hash(function as u64, &[self.0.raw()]),
        }
    }

    #[expect(clippy::as_conversions, reason = "the number of a function is its place in the list")]
    fn function2(&self, other: &Self, function: Function2) -> Self {
        Self::hash(FUNCTION_OF_TWO + function as u64, &[self.0.raw(), other.0.raw()])
    }

    fn compare(&self, other: &Self, comparison: Comparison, ordering: Ordering) -> Truth {
        let Some(order) = self.order(*other) else { return Truth(ordering == Ordering::Unordered) };
        Truth(match comparison {
            Comparison::Equal => order == Order::Equal,
            Comparison::NotEqual => order != Order::Equal,
            Comparison::LessThan => order == Order::Less,
            Comparison::LessThanOrEqual => order != Order::Greater,
            Comparison::GreaterThan => order == Order::Greater,
            Comparison::GreaterThanOrEqual => order != Order::Less,
        })
    }
}

/// The pattern that a float of a type has where floats are elements of a field.
pub fn payload(scalar: Scalar, bits: u64) -> u64 {
    match format::value(bits, scalar) {
        Some(value) => of_scalar(scalar, value),
        None => bits,
    }
}

fn of_scalar(scalar: Scalar, value: f64) -> u64 {
    match scalar {
        Scalar::F64 => Payload::<Field64>::of_number(value).0,
        Scalar::F32 => Payload::<Field32>::of_number(value).0.raw(),
        Scalar::Tf32 => Payload::<FieldTensor32>::of_number(value).0.raw(),
        Scalar::F16 => Payload::<Field16>::of_number(value).0.raw(),
        Scalar::Bf16 => Payload::<FieldBrain16>::of_number(value).0.raw(),
        Scalar::F8E4m3fn => Payload::<FieldE4m3>::of_number(value).0.raw(),
        Scalar::F8E5m2 => Payload::<FieldE5m2>::of_number(value).0.raw(),
        Scalar::F8E8m0fnu => Payload::<FieldPower8>::of_number(value).0.raw(),
        Scalar::F4E2m1fn => Payload::<FieldE2m1>::of_number(value).0.raw(),
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => 0,
    }
}
