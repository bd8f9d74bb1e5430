//! Floats of a launch: those at the ends of a format and those that are no numbers as often as small ones.

use spec::contract::Interval;
use spec::syntax::attributes::{Literal, Rounding};
use spec::syntax::format;
use spec::syntax::literal;
use spec::syntax::types::Scalar;

use super::random::Draw;

/// Numbers at or near the limits of formats: small ones, subnormal ones, their neighbors, and numbers near the
/// greatest integers.
const NUMBERS: &[f64] = &[
    0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    3.0,
    6.5,
    7.0,
    8.0,
    100.0,
    -100.0,
    1e-40,
    -1e-40,
    f32::MIN_POSITIVE as f64,
    6e-8,
    1.0 / 16_384.0,
    1e-310,
    2_147_483_648.0,
    -2_147_483_904.0,
    4_294_967_296.0,
    9_223_372_036_854_775_808.0,
    1e30,
];

/// The floats of a type for a buffer or argument, in a launch.
pub(super) struct Floats {
    scalar: Scalar,
    mood: Mood,
    /// The bounds that the contract states.
    within: Option<Interval>,
}

/// The kind of floats.
enum Mood {
    /// All floats are equal.
    One(u64),
    /// Any pattern.
    Any,
    /// Small integers, and numbers in the middle between them.
    Small,
    /// Ends of the format, NaN, and others.
    Odd(Vec<u64>),
}

impl Floats {
    /// Floats of a type, within bounds in numbers of the type.
    pub(super) fn new(scalar: Scalar, within: Option<Interval>, draw: &mut Draw) -> Self {
        let odd = odd(scalar);
        let mood = match draw.below(6) {
            0 | 1 => Mood::One(*draw.one(&odd)),
            2 => Mood::Any,
            3 => Mood::Small,
            _ => Mood::Odd(odd),
        };
        Floats { scalar, mood, within }
    }

    /// The bits of a float.
    pub(super) fn draw(&self, draw: &mut Draw) -> u64 {
        let bits = self.unbounded(draw);
        let number = format::value(bits, self.scalar);
        match self.within.zip(number).filter(|(within, number)| !within.has(*number)) {
            // The nearer end, and the lower end for what is no number.
            Some((within, number)) => {
                let nearest = if number > within.greatest { within.greatest } else { within.least };
                format::convert(nearest, self.scalar, Rounding::NearestEven).unwrap_or(bits)
            }
            None => bits,
        }
    }

    fn unbounded(&self, draw: &mut Draw) -> u64 {
        match &self.mood {
            Mood::One(bits) => *bits,
            Mood::Any => draw.next() & super::pattern::mask(self.scalar),
            Mood::Small => {
                let halves = draw.below(24) as f64 - 4.0;
                format::convert(halves / 2.0, self.scalar, Rounding::NearestEven).unwrap_or(0)
            }
            Mood::Odd(patterns) => *draw.one(patterns),
        }
    }
}

/// Patterns of a float type: the numbers above in the type, NaN, infinities and its ends with either sign.
fn odd(scalar: Scalar) -> Vec<u64> {
    let convert = |number: &f64| format::convert(*number, scalar, Rounding::NearestEven);
    let mut found: Vec<u64> = NUMBERS.iter().filter_map(convert).collect();
    let pattern = |bits: u64| literal::of_pattern(bits, scalar).map(|Literal(bits)| bits);
    let all = (0..64).map(|unused| u64::MAX >> unused).find(|ones| pattern(*ones).is_some()).unwrap_or(0);
    let signed = scalar != Scalar::F8E8m0fnu;
    let most = if signed { all >> 1 } else { all };
    let is_finite =
        |bits: u64| pattern(bits).and_then(|bits| format::value(bits, scalar)).is_some_and(f64::is_finite);
    // Patterns of one sign are ordered like their numbers, with NaN last.
    let (mut finite, mut other) = (0, most.saturating_add(1));
    while other - finite > 1 {
        let middle = finite + (other - finite) / 2;
        if is_finite(middle) { finite = middle } else { other = middle }
    }
    // The least number, the greatest number, infinity or its replacement, and the last pattern, a NaN in most formats.
    for bits in [0, 1, finite, other.min(most), most] {
        let signs = if signed { [bits, bits | (all ^ most)] } else { [bits; 2] };
        found.extend(signs.into_iter().filter_map(pattern));
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn ends_of_formats_and_what_is_no_number_are_drawn() {
    let value = |scalar, bits: &u64| format::value(*bits, scalar).expect("a float");
    for scalar in [Scalar::F16, Scalar::Bf16, Scalar::F32, Scalar::F64, Scalar::Tf32, Scalar::F8E5m2] {
        let all = odd(scalar);
        let has = |what: &dyn Fn(f64) -> bool| all.iter().any(|bits| what(value(scalar, bits)));
        assert!(
            has(&f64::is_nan) && has(&|x| x == f64::INFINITY) && has(&|x| x == f64::NEG_INFINITY),
            "{scalar}"
        );
        assert!(all.contains(&0) && has(&|x| x == 0.0 && x.is_sign_negative()), "{scalar}");
    }
    let greatest = |scalar| {
        odd(scalar).iter().map(|bits| value(scalar, bits)).filter(|x| x.is_finite()).fold(0.0, f64::max)
    };
    assert_eq!(
        [Scalar::F16, Scalar::F8E5m2, Scalar::F8E4m3fn, Scalar::F4E2m1fn].map(greatest),
        [65504.0, 57344.0, 448.0, 6.0]
    );
    assert!(odd(Scalar::F8E8m0fnu).iter().any(|bits| value(Scalar::F8E8m0fnu, bits).is_nan()));
}
