//! Literals: exact bits of a type from their text, and back.

use std::cmp::Ordering;

use super::attributes::Literal;
use super::format::{self, Direction, Format};
use super::types::Scalar;
use crate::syntax::count::{i64_from_usize, usize_from_u32};

/// Significant bits of a literal's pattern; for tf32, the stored bits.
const fn significant(scalar: Scalar) -> u32 {
    if matches!(scalar, Scalar::Tf32) { 19 } else { scalar.bits() }
}

/// How far the pattern is shifted in memory.
const fn shift(scalar: Scalar) -> u32 {
    scalar.bits() - significant(scalar)
}

/// The literal of a type's bit pattern, zero-extended; `None` if the pattern exceeds the type.
pub const fn of_pattern(bits: u64, scalar: Scalar) -> Option<Literal> {
    let greatest = u64::MAX >> (64 - significant(scalar));
    if bits <= greatest { Some(Literal(bits << shift(scalar))) } else { None }
}

/// Bytes of an element of a constant: as many as its significant bits need.
pub const fn width(scalar: Scalar) -> usize {
    usize_from_u32(significant(scalar).div_ceil(8))
}

/// The literal of an element's bytes, the lowest first; `None` where they have more bits than the type.
pub fn of_bytes(bytes: &[u8], scalar: Scalar) -> Option<Literal> {
    of_pattern(bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)), scalar)
}

/// Reads a literal of that type: `true`, a decimal number, or a bit pattern `0x…`.
///
/// # Errors
/// The error, in words.
pub fn parse(text: &str, scalar: Scalar) -> Result<Literal, String> {
    let misfit = || format!("`{text}` is no {scalar}");
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u64::from_str_radix(digits, 16).ok();
        return bits.and_then(|bits| of_pattern(bits, scalar)).ok_or_else(misfit);
    }
    if scalar.is_integer() {
        let number = match text {
            "true" if scalar == Scalar::I1 => 1,
            "false" if scalar == Scalar::I1 => 0,
            _ => text.parse::<i128>().map_err(|_| misfit())?,
        };
        let (least, greatest) = (-(1i128 << (scalar.bits() - 1)), u64::MAX >> (64 - scalar.bits()));
        if number < least || number > i128::from(greatest) {
            return Err(misfit());
        }
        // Two's complement: the low 64 bits, masked.
        let bits = u64::try_from(number);
        let bits = bits.or_else(|_| i64::try_from(number).map(i64::cast_unsigned)).map_err(|_| misfit())?;
        return Ok(Literal(bits & greatest));
    }
    decimal(text, scalar).map(Literal).ok_or_else(misfit)
}

/// Prints a literal so that [`parse`] reads it back.
pub fn print(literal: Literal, scalar: Scalar) -> String {
    let bits = literal.0;
    match scalar {
        Scalar::I1 => return if bits == 0 { "false" } else { "true" }.to_owned(),
        Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
            let unused = 64 - scalar.bits();
            return ((bits << unused).cast_signed() >> unused).to_string();
        }
        Scalar::F16
        | Scalar::Bf16
        | Scalar::F32
        | Scalar::F64
        | Scalar::Tf32
        | Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F8E8m0fnu
        | Scalar::F4E2m1fn => {}
    }
    let finite = format::value(bits, scalar).filter(|value| value.is_finite());
    let short = finite.map(|value| {
        let six = six_digits(value);
        if decimal(&six, scalar) == Some(bits) { six } else { all_digits(value, scalar) }
    });
    match short {
        Some(text) if text.contains('.') && decimal(&text, scalar) == Some(bits) => text,
        Some(_) | None => {
            let width = usize_from_u32(significant(scalar).div_ceil(4));
            format!("0x{:0width$X}", bits >> shift(scalar))
        }
    }
}

/// The bits of the float nearest to a decimal number, ties to even; `None` where the format has none.
fn decimal(text: &str, scalar: Scalar) -> Option<u64> {
    let near: f64 = text.parse().ok()?;
    match scalar {
        Scalar::F32 => return text.parse().ok().map(|value: f32| value.to_bits().into()),
        Scalar::F64 => return Some(near.to_bits()),
        Scalar::F8E8m0fnu => {
            let exact = near > 0.0 && near.is_finite() && near.to_bits().trailing_zeros() >= 52;
            let power = i64::try_from(near.to_bits() >> 52).ok()? - 1023 + 127;
            return u64::try_from(power).ok().filter(|power| exact && *power < 255);
        }
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
        | Scalar::I64 => {}
    }
    let format = Format::of(scalar)?;
    let magnitude = format.magnitude(near.abs(), Direction::Nearest, || compare(text, near.abs()));
    let magnitude = match magnitude {
        finite if finite <= format.greatest => finite,
        _ if format.infinity => format.greatest + 1,
        _ => return None,
    };
    let sign = if near.is_sign_negative() { format.sign() } else { 0 };
    Some((magnitude | sign) << shift(scalar))
}

/// Compares the magnitude of a decimal number with a double, exactly.
fn compare(text: &str, near: f64) -> Ordering {
    // No double has more than 767 significant digits.
    let (left, right) = (scientific(text), scientific(&format!("{near:.780e}")));
    left.0.cmp(&right.0).then_with(|| left.1.cmp(&right.1))
}

/// A decimal magnitude as an exponent and significant digits.
fn scientific(text: &str) -> (i64, String) {
    let text = text.trim_start_matches(['-', '+']);
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    let zeros = all.len() - all.trim_start_matches('0').len();
    let point = i64_from_usize(whole.len()) - i64_from_usize(zeros);
    let exponent = exponent.parse::<i64>().unwrap_or(0);
    (exponent.saturating_add(point), all.trim_matches('0').to_owned())
}

/// Six significant digits, written as seven.
fn six_digits(value: f64) -> String {
    let (digits, top) = cut(value, 6);
    let (first, rest) = digits.split_at(1);
    let (sign, power) = if top < 0 { ('-', -top) } else { ('+', top) };
    format!("{}{first}.{rest:0<6}e{sign}{power:02}", minus(value))
}

/// As many digits as tell all numbers of the format apart, without trailing zeros.
fn all_digits(value: f64, scalar: Scalar) -> String {
    let precision =
        Format::of(scalar).map_or(1, |format| 2 + (usize_from_u32(format.mantissa) + 1) * 59 / 196);
    let (digits, top) = cut(value, precision);
    let whole = usize_from_u32((top + 1).max(0).cast_unsigned());
    if (-3..0).contains(&top) {
        let zeros = usize_from_u32((-top - 1).cast_unsigned());
        return format!("{}0.{}{digits}", minus(value), "0".repeat(zeros));
    }
    if top >= 0 && whole < digits.len() {
        return format!("{}{}.{}", minus(value), &digits[..whole], &digits[whole..]);
    }
    let (first, rest) = digits.split_at(1);
    let rest = if rest.is_empty() { "0" } else { rest };
    format!("{}{first}.{rest}E{top:+}", minus(value))
}

fn minus(value: f64) -> &'static str {
    if value.is_sign_negative() { "-" } else { "" }
}

/// The significant digits of a magnitude, at most `precision`, without trailing zeros, and the power of ten of the first. Digits are cut
/// like in LLVM: superfluous bits are divided away by a power of ten, truncating, and the rest is rounded half up.
#[expect(clippy::as_conversions, reason = "lengths of at most 1100 digits, and their bits, are exact")]
fn cut(value: f64, precision: usize) -> (String, i32) {
    if value == 0.0 {
        return ("0".to_owned(), 0);
    }
    let text = format!("{:.780e}", value.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (digits, mut top) = (digits.replace('.', ""), exponent.parse::<i32>().unwrap_or(0));
    // All digits as one integer, and its bits.
    let len = usize_from_u32((top + 1).max(0).cast_unsigned()).max(digits.trim_end_matches('0').len());
    let bits = value.abs().log2() + (len as f64 - 1.0 - f64::from(top)) * 10f64.log2() + 1.0;
    let spare = (bits as usize).saturating_sub((precision * 196).div_ceil(59)) * 59 / 196;
    let mut kept = digits[..len.saturating_sub(spare)].to_owned();
    if kept.len() > precision {
        let up = kept.as_bytes()[precision] >= b'5';
        let number = kept[..precision].parse::<u64>().unwrap_or(0) + u64::from(up);
        kept = number.to_string();
        top += i32::from(kept.len() > precision);
    }
    (kept.trim_end_matches('0').to_owned(), top)
}
