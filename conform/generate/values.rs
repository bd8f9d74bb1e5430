//! Values of every element type: the special ones, ordinary ones, and any bits at all; the same every time.

use spec::syntax::types::Scalar;

/// Reproducible pseudorandom numbers (splitmix64).
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// Numbers that depend on a name.
    pub(crate) fn of(name: &str) -> Self {
        let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Random(name.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }
}

/// How the values of an operand are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The special ones, each with each of the other operand.
    Special,
    /// Numbers of moderate magnitude.
    Ordinary,
    /// Any bits.
    Any,
}

impl Choice {
    /// Every choice with its name.
    pub(crate) const NAMES: &[(Choice, &str)] =
        &[(Choice::Special, "special"), (Choice::Ordinary, "ordinary"), (Choice::Any, "any")];
}

/// A float format: bits of exponent and of mantissa, whether the greatest exponent has infinities, and unused low bits.
struct Format {
    exponent: u32,
    mantissa: u32,
    infinite: bool,
    unused: u32,
}

/// The format of a float type; `None` of an integer type, and of floats that arithmetic does not have.
const fn format(scalar: Scalar) -> Option<Format> {
    let (exponent, mantissa, infinite, unused) = match scalar {
        Scalar::F16 => (5, 10, true, 0),
        Scalar::Bf16 => (8, 7, true, 0),
        Scalar::F32 => (8, 23, true, 0),
        Scalar::F64 => (11, 52, true, 0),
        Scalar::Tf32 => (8, 10, true, 13),
        Scalar::F8E4m3fn => (4, 3, false, 0),
        Scalar::F8E5m2 => (5, 2, true, 0),
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => return None,
        Scalar::F8E8m0fnu | Scalar::F4E2m1fn => return None,
    };
    Some(Format { exponent, mantissa, infinite, unused })
}

/// How many special values are crossed with each other.
pub(crate) const CROSSED: usize = 16;

/// Values of a type: first the [`CROSSED`] ones that say most, then more special ones.
pub(crate) fn special(scalar: Scalar) -> Vec<u64> {
    match format(scalar) {
        Some(format) => format.special(),
        None => integers(scalar),
    }
}

fn integers(scalar: Scalar) -> Vec<u64> {
    let bits = scalar.bits();
    let mask = u64::MAX >> (64 - bits);
    if bits == 1 {
        return [0, 1].repeat(CROSSED / 2);
    }
    let (top, half) = (1u64 << (bits - 1), 1u64 << (bits / 2));
    let mut all =
        vec![0, 1, mask, 2, mask - 1, 3, 7, top - 1, top - 2, top, top + 1, half, half - 1, half + 1];
    all.extend([0x5555_5555_5555_5555 & mask, 0xaaaa_aaaa_aaaa_aaaa & mask]);
    for power in 2..bits {
        let power = 1u64 << power;
        all.extend([power, power - 1, power + 1, (mask - power) + 1, mask - power].map(|bits| bits & mask));
    }
    all
}

impl Format {
    /// The bits of a sign, an exponent and a mantissa.
    fn bits(&self, negative: bool, exponent: u64, mantissa: u64) -> u64 {
        let sign = u64::from(negative) << (self.exponent + self.mantissa);
        (sign | exponent << self.mantissa | mantissa) << self.unused
    }

    fn special(&self) -> Vec<u64> {
        let (top, full) = ((1u64 << self.exponent) - 1, (1u64 << self.mantissa) - 1);
        let (bias, half) = (top >> 1, 1u64 << (self.mantissa - 1));
        let largest = if self.infinite { (top - 1, full) } else { (top, full - 1) };
        let infinity = if self.infinite { (top, 0) } else { largest };
        let nan = if self.infinite { (top, half) } else { (top, full) };
        let at = |negative, (exponent, mantissa)| self.bits(negative, exponent, mantissa);
        let mut all = vec![
            at(false, (0, 0)),
            at(true, (0, 0)),
            at(false, (bias, 0)),
            at(true, (bias, 0)),
            at(false, (bias, 1)),
            at(false, (bias - 1, 0)),
            at(true, (bias, half)),
            at(false, (0, 1)),
            at(true, (0, full)),
            at(false, (1, 0)),
            at(false, largest),
            at(true, largest),
            at(false, infinity),
            at(true, infinity),
            at(false, nan),
            at(false, (bias + 1, half)),
        ];
        // Powers of two and their neighbours, halves between integers, and what is just below and above subnormal.
        for power in [0, 1, 2, 3, 7, 10].map(|power| bias + power).into_iter().filter(|e| *e < top) {
            all.extend([(power, 1), (power - 1, full), (power, 0), (power, half)].map(|one| at(false, one)));
            all.push(at(true, (power, half | 1)));
        }
        all.extend(
            [(0, full), (1, 1), (0, half), (2, 0), (bias - 2, 0), (bias - 3, full)].map(|one| at(true, one)),
        );
        all
    }

    /// A number that is neither large nor small.
    fn ordinary(&self, random: u64) -> u64 {
        let bias = (1u64 << (self.exponent - 1)) - 1;
        let spread = if self.exponent > 4 { 8 } else { 4 };
        let exponent = bias + (random >> 8) % spread - spread / 2;
        self.bits(random & 1 == 1, exponent, random >> 12 & ((1 << self.mantissa) - 1))
    }
}

/// A number that is neither large nor small.
pub(crate) fn ordinary(scalar: Scalar, random: &mut Random) -> u64 {
    let bits = random.next();
    match format(scalar) {
        Some(format) => format.ordinary(bits),
        None if scalar.bits() == 1 => bits & 1,
        None => {
            let small = (bits >> 16) % 201;
            small.wrapping_sub(100) & u64::MAX >> (64 - scalar.bits())
        }
    }
}

/// Any bits of a type.
pub(crate) fn any(scalar: Scalar, random: &mut Random) -> u64 {
    let bits = random.next() >> (64 - scalar.bits());
    let unused = format(scalar).map_or(0, |format| format.unused);
    bits >> unused << unused
}

/// The bits of one, an operand of every operation.
pub(crate) fn one(scalar: Scalar) -> u64 {
    format(scalar).map_or(1, |format| format.bits(false, (1 << (format.exponent - 1)) - 1, 0))
}

/// The values of an operand: `position` among `operands` of them.
pub(crate) fn vector(
    scalar: Scalar,
    choice: Choice,
    len: usize,
    position: usize,
    random: &mut Random,
) -> Vec<u64> {
    let specials = special(scalar);
    let of = |index: usize, random: &mut Random| match (choice, position) {
        (Choice::Ordinary, _) => ordinary(scalar, random),
        (Choice::Any, _) => any(scalar, random),
        // A single operand takes all special values, and then any bits.
        (Choice::Special, 0) if len < CROSSED * CROSSED => {
            specials.get(index).copied().unwrap_or_else(|| any(scalar, random))
        }
        (Choice::Special, 0) => specials[index / CROSSED % CROSSED],
        (Choice::Special, 1) => specials[index % CROSSED],
        (Choice::Special, _) => specials[(index * 7 + index / CROSSED * 3) % CROSSED],
    };
    (0..len).map(|index| of(index, random)).collect()
}
