//! The results of every element-wise operation, by its definition.

use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float as _, Round};
use spec::ops::accuracy::Accuracy;
use spec::syntax::attributes::{Comparison, Ordering, Rounding, Signedness};
use spec::syntax::format::{self, Format};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::piece::Piece;

/// The expected result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Wanted {
    /// Exactly these bits.
    Bits(u64),
    /// A NaN.
    Nan,
    /// At most so many units in the last place from this sum.
    Near(f64, f64, u32),
    /// Any result.
    Any,
}

impl Wanted {
    /// Whether a result is what is wanted.
    pub(crate) fn holds(self, bits: u64, scalar: Scalar) -> bool {
        match self {
            Wanted::Bits(wanted) => bits == wanted,
            Wanted::Nan => format::value(bits, scalar).is_some_and(f64::is_nan),
            Wanted::Any => true,
            Wanted::Near(exact, rest, ulps) => {
                let value = format::value(bits, scalar).expect("a float");
                near(value, exact, rest, ulps, scalar)
            }
        }
    }
}

/// How many units in the last place a float is from an exact value; infinity counts as the number that would follow.
pub(crate) fn distance(value: f64, exact: f64, rest: f64, scalar: Scalar) -> f64 {
    let number = |bits| format::value(bits, scalar).expect("a float");
    let greatest = number(format::convert(f64::MAX, scalar, Rounding::Zero).expect("a float"));
    let below = exact.abs().min(greatest);
    let at = format::convert(below, scalar, Rounding::Zero).expect("a float");
    let ulp = if number(at) == greatest { number(at) - number(at - 1) } else { number(at + 1) - number(at) };
    let value = if value.is_infinite() { (greatest + ulp).min(f64::MAX).copysign(value) } else { value };
    ((value - exact) - rest).abs() / ulp
}

/// Whether a float is at most so many units in the last place from an exact value.
fn near(value: f64, exact: f64, rest: f64, ulps: u32, scalar: Scalar) -> bool {
    let nearest = format::convert(exact, scalar, Rounding::NearestEven).expect("a float");
    let number = |bits| format::value(bits, scalar).expect("a float");
    if value == number(nearest) && (value != 0.0 || value.is_sign_negative() == exact.is_sign_negative()) {
        return true;
    }
    if value.is_nan() || exact == 0.0 || !exact.is_finite() || value * exact < 0.0 {
        return false;
    }
    distance(value, exact, rest, scalar) <= f64::from(ulps)
}

fn sign_extended(bits: u64, scalar: Scalar) -> i128 {
    let shift = 64 - scalar.bits();
    ((bits << shift).cast_signed() >> shift).into()
}

/// An integer as an operation reads it.
fn read(bits: u64, scalar: Scalar, signedness: Option<Signedness>) -> i128 {
    if signedness == Some(Signedness::Unsigned) { bits.into() } else { sign_extended(bits, scalar) }
}

fn masked(value: i128, scalar: Scalar) -> Wanted {
    Wanted::Bits((value & ((1i128 << scalar.bits()) - 1)) as u64)
}

/// The expected result of an operation.
pub(crate) fn wanted(piece: &Piece, inputs: &[u64]) -> Wanted {
    let (op, from, to) = (&piece.op, piece.from[0], piece.to);
    if to.is_integer() && from.is_integer() {
        return integers(piece, inputs);
    }
    match op.op {
        Op::Itof => {
            let whole = read(inputs[0], from, op.attributes.signedness);
            rounded_integer(whole, to)
        }
        Op::Ftoi => whole(piece, inputs[0]),
        Op::Ftof => {
            let value = format::value(inputs[0], from).expect("a float");
            let rounding = op.attributes.rounding.unwrap_or(Rounding::NearestEven);
            float(format::convert(value, to, rounding).expect("a float"), to)
        }
        Op::Cmpf => compared(piece, inputs),
        _ if Format::of(from).is_some() => arithmetic(piece, inputs),
        other => panic!("{other:?} has no reference"),
    }
}

/// Bits of a float, or any NaN.
fn float(bits: u64, scalar: Scalar) -> Wanted {
    if format::value(bits, scalar).is_some_and(f64::is_nan) { Wanted::Nan } else { Wanted::Bits(bits) }
}

fn rounded_integer(whole: i128, to: Scalar) -> Wanted {
    let near = Round::NearestTiesToEven;
    let bits = match to {
        Scalar::F64 => Double::from_i128_r(whole, near).value.to_bits() as u64,
        Scalar::F32 => Single::from_i128_r(whole, near).value.to_bits() as u64,
        _ => format::convert(format::of_integer(whole), to, Rounding::NearestEven).expect("a float"),
    };
    Wanted::Bits(bits)
}

fn integers(piece: &Piece, inputs: &[u64]) -> Wanted {
    let (op, from, to) = (&piece.op, piece.from[0], piece.to);
    let bits = from.bits();
    let value = |at: usize| read(inputs[at], from, op.attributes.signedness);
    let signed = |at: usize| sign_extended(inputs[at], from);
    let unsigned = |at: usize| i128::from(inputs[at]);
    let result = match op.op {
        Op::Addi => signed(0) + signed(1),
        Op::Subi => signed(0) - signed(1),
        Op::Muli => signed(0) * signed(1),
        Op::Negi => -signed(0),
        Op::Absi => signed(0).abs(),
        Op::Andi => unsigned(0) & unsigned(1),
        Op::Ori => unsigned(0) | unsigned(1),
        Op::Xori => unsigned(0) ^ unsigned(1),
        Op::Mini => value(0).min(value(1)),
        Op::Maxi => value(0).max(value(1)),
        Op::Mulhii => ((unsigned(0) as u128 * unsigned(1) as u128) >> bits) as i128,
        Op::Shli | Op::Shri if unsigned(1) >= bits.into() => return Wanted::Any,
        Op::Shli => unsigned(0) << unsigned(1),
        Op::Shri => value(0) >> unsigned(1),
        Op::Divi | Op::Remi => {
            let signs = op.attributes.signedness != Some(Signedness::Unsigned);
            if value(1) == 0 || signs && value(1) == -1 && value(0) == -(1 << (bits - 1)) {
                return Wanted::Any;
            }
            if op.op == Op::Remi {
                value(0) % value(1)
            } else {
                quotient(value(0), value(1), op.attributes.rounding)
            }
        }
        Op::Cmpi => holds(op.attributes.comparison, value(0).cmp(&value(1))).into(),
        Op::Exti => value(0),
        Op::Trunci => signed(0),
        other => panic!("{other:?} has no reference"),
    };
    masked(result, to)
}

fn quotient(lhs: i128, rhs: i128, rounding: Option<Rounding>) -> i128 {
    let (quotient, exact, negative) = (lhs / rhs, lhs % rhs == 0, (lhs < 0) != (rhs < 0));
    match rounding {
        Some(Rounding::NegativeInf) if !exact && negative => quotient - 1,
        Some(Rounding::PositiveInf) if !exact && !negative => quotient + 1,
        _ => quotient,
    }
}

fn holds(comparison: Option<Comparison>, order: std::cmp::Ordering) -> bool {
    match comparison.expect("a comparison") {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::LessThan => order.is_lt(),
        Comparison::LessThanOrEqual => order.is_le(),
        Comparison::GreaterThan => order.is_gt(),
        Comparison::GreaterThanOrEqual => order.is_ge(),
    }
}

fn compared(piece: &Piece, inputs: &[u64]) -> Wanted {
    let [a, b] = [0, 1].map(|at| format::value(inputs[at], piece.from[0]).expect("a float"));
    let attributes = &piece.op.attributes;
    let truth = match a.partial_cmp(&b) {
        None => attributes.ordering == Some(Ordering::Unordered),
        Some(order) => holds(attributes.comparison, order),
    };
    Wanted::Bits(truth.into())
}

/// `ftoi`.
fn whole(piece: &Piece, bits: u64) -> Wanted {
    let (to, attributes) = (piece.to, &piece.op.attributes);
    let value = format::value(bits, piece.from[0]).expect("a float");
    let width = to.bits();
    let (least, greatest) = match attributes.signedness {
        Some(Signedness::Unsigned) => (0, (1i128 << width) - 1),
        _ => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
    };
    let whole = if value.is_nan() { 0 } else { value.trunc() as i128 };
    if !attributes.saturating && (value.is_nan() || whole < least || whole > greatest) {
        return Wanted::Any;
    }
    masked(whole.clamp(least, greatest), to)
}

fn flushed(value: f64, on: bool) -> f64 {
    if on && value.abs() < f64::from(f32::MIN_POSITIVE) { 0f64.copysign(value) } else { value }
}

fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Zero | Rounding::NearestIntToZero => Round::TowardZero,
        Rounding::NegativeInf => Round::TowardNegative,
        Rounding::PositiveInf => Round::TowardPositive,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::NearestEven | Rounding::Approx | Rounding::Full => Round::NearestTiesToEven,
    }
}

/// A float's arithmetic: what is exact by software floats, what is near by the host's functions.
fn arithmetic(piece: &Piece, inputs: &[u64]) -> Wanted {
    let (op, scalar) = (&piece.op, piece.from[0]);
    let flush = op.attributes.flush_to_zero;
    let rounding = op.attributes.rounding.unwrap_or(Rounding::NearestEven);
    let value = |at: usize| flushed(format::value(inputs[at], piece.from[at]).expect("a float"), flush);
    let done = |number: f64| {
        float(format::convert(flushed(number, flush), scalar, rounding).expect("a float"), scalar)
    };
    match op.op {
        Op::Negf | Op::Absf => {
            let top = 1 << (scalar.bits() - 1);
            return Wanted::Bits(if op.op == Op::Negf { inputs[0] ^ top } else { inputs[0] & !top });
        }
        Op::Ceil => return done(value(0).ceil()),
        Op::Floor => return done(value(0).floor()),
        Op::Remf => return done(value(0) % value(1)),
        Op::Maxf | Op::Minf => {
            return extreme(value(0), value(1), op.op == Op::Maxf, op.attributes.propagate_nan, scalar);
        }
        _ => {}
    }
    let bits: Vec<u64> = (0..inputs.len())
        .map(|at| {
            let scalar = piece.from[at];
            if scalar.is_integer() || !flush {
                inputs[at]
            } else {
                format::convert(value(at), scalar, rounding).expect("a float")
            }
        })
        .collect();
    match piece.accuracy.expect("a row of the table") {
        Accuracy::Exact => {
            let result = software(op.op, scalar, direction(rounding), &bits);
            let number = format::value(result, scalar).expect("a float");
            if flush { done(flushed(number, flush)) } else { float(result, scalar) }
        }
        Accuracy::Ulps(ulps) => function(piece, &bits, ulps),
        // Ours is nearer than that: a power is computed with twice the digits.
        Accuracy::Power => function(piece, &bits, 2),
        Accuracy::Terms { .. } | Accuracy::Any => Wanted::Any,
    }
}

/// `maxf`, `minf`.
fn extreme(a: f64, b: f64, greater: bool, propagates: bool, scalar: Scalar) -> Wanted {
    let chosen = match (a.is_nan(), b.is_nan()) {
        (true, true) => return Wanted::Nan,
        (true, false) | (false, true) if propagates => return Wanted::Nan,
        (true, false) => b,
        (false, true) => a,
        (false, false) if a == b => {
            if a.is_sign_positive() == greater {
                a
            } else {
                b
            }
        }
        (false, false) => {
            if (a > b) == greater {
                a
            } else {
                b
            }
        }
    };
    Wanted::Bits(format::convert(chosen, scalar, Rounding::NearestEven).expect("a float"))
}

/// Arithmetic rounded once.
fn software(op: Op, scalar: Scalar, round: Round, bits: &[u64]) -> u64 {
    macro_rules! of {
        ($soft:ty) => {{
            let all: Vec<$soft> = bits.iter().map(|bits| <$soft>::from_bits((*bits).into())).collect();
            let result = match op {
                Op::Addf => all[0].add_r(all[1], round).value,
                Op::Subf => all[0].sub_r(all[1], round).value,
                Op::Mulf => all[0].mul_r(all[1], round).value,
                Op::Divf => all[0].div_r(all[1], round).value,
                Op::Fma => all[0].mul_add_r(all[1], all[2], round).value,
                Op::Sqrt => return root(bits[0], scalar, round),
                other => panic!("{other:?} has no reference"),
            };
            result.to_bits() as u64
        }};
    }
    match scalar {
        Scalar::F16 => of!(Half),
        Scalar::Bf16 => of!(BFloat),
        Scalar::F32 => of!(Single),
        _ => of!(Double),
    }
}

/// The root: of the two floats around binary64's, which rounds to the nearest, the one on the side that the rounding leads to.
fn root(bits: u64, scalar: Scalar, round: Round) -> u64 {
    let value = format::value(bits, scalar).expect("a float");
    let near = value.sqrt();
    let rounding = match round {
        Round::TowardPositive => Rounding::PositiveInf,
        Round::NearestTiesToEven | Round::NearestTiesToAway => Rounding::NearestEven,
        Round::TowardZero | Round::TowardNegative => Rounding::Zero,
    };
    if scalar != Scalar::F64 || rounding == Rounding::NearestEven || !near.is_finite() || near == 0.0 {
        return format::convert(near, scalar, rounding).expect("a float");
    }
    let wide = |number: f64| Double::from_bits(number.to_bits().into());
    let scale = if value < 1e-200 { 2f64.powi(300) } else { 1.0 };
    let square = wide(near * scale)
        .mul_add_r(wide(near * scale), -wide(value * scale * scale), Round::NearestTiesToEven)
        .value;
    let moved = match rounding {
        Rounding::PositiveInf if square.is_negative() && !square.is_zero() => near.next_up(),
        Rounding::Zero if !square.is_negative() && !square.is_zero() => near.next_down(),
        _ => near,
    };
    moved.to_bits()
}

/// An approximate result.
fn function(piece: &Piece, bits: &[u64], ulps: u32) -> Wanted {
    let (op, scalar) = (&piece.op, piece.from[0]);
    let x = format::value(bits[0], scalar).expect("a float");
    let y = bits.get(1).map(|bits| match piece.from[1] {
        integer if integer.is_integer() => sign_extended(*bits, integer) as f64,
        float => format::value(*bits, float).expect("a float"),
    });
    let y = y.unwrap_or(0.0);
    let exact = match op.op {
        Op::Divf => {
            let size = y.abs();
            let beyond = size > 2f64.powi(126) && size.is_finite();
            match (op.attributes.rounding, beyond) {
                (Some(Rounding::Approx), true) if x.is_infinite() => return Wanted::Nan,
                (Some(Rounding::Approx), true) => x.signum() * y.signum() * 0.0,
                (Some(Rounding::Approx), false) if size < 2f64.powi(-126) => return Wanted::Any,
                _ => x / y,
            }
        }
        Op::Sqrt => x.sqrt(),
        Op::Rsqrt => 1.0 / x.sqrt(),
        Op::Exp => x.exp(),
        Op::Exp2 => x.exp2(),
        Op::Log => x.ln(),
        Op::Log2 => x.log2(),
        Op::Sin => x.sin(),
        Op::Cos => x.cos(),
        Op::Tan => x.tan(),
        Op::Sinh => x.sinh(),
        Op::Cosh => x.cosh(),
        Op::Tanh => x.tanh(),
        Op::Atan2 => x.atan2(y),
        // Of a signaling NaN too.
        Op::Fpowf | Op::Fpowi if y == 0.0 || x == 1.0 => 1.0,
        Op::Fpowf | Op::Fpowi => x.powf(y),
        other => panic!("{other:?} has no reference"),
    };
    if exact.is_nan() {
        return Wanted::Nan;
    }
    let least = f64::from(f32::MIN_POSITIVE);
    if op.attributes.flush_to_zero && exact != 0.0 && exact.abs() < least * 1.00001 {
        // So near to the least normal number either may come out.
        let sign = if exact < 0.0 { 1 << 31 } else { 0 };
        return if exact.abs() < least * 0.99999 { Wanted::Bits(sign) } else { Wanted::Any };
    }
    Wanted::Near(exact, 0.0, ulps)
}
