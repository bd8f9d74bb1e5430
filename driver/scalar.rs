//! Scalars as text: bits to what people read, and back.

use half::{bf16, f16};
use spec::syntax::format;
use spec::syntax::types::Scalar;

use crate::convert::nearest_f32;

/// The mathematical integer that the bits stand for.
pub fn integer(scalar: Scalar, bits: u64, unsigned: bool) -> i128 {
    let width = scalar.bits();
    let value = i128::from(bits) & ((1 << width) - 1);
    let negative = !unsigned && width > 1 && value >> (width - 1) == 1;
    if negative { value - (1 << width) } else { value }
}

/// The float that the bits stand for; `None` for an integer type.
pub fn float(scalar: Scalar, bits: u64) -> Option<f64> {
    format::value(bits, scalar)
}

/// The bits as displayed.
pub fn show(scalar: Scalar, bits: u64, unsigned: bool) -> String {
    if scalar == Scalar::F32
        && let Ok(low) = u32::try_from(bits)
    {
        let value = f32::from_bits(low);
        return if is_plain(value.into()) { value.to_string() } else { format!("{value:e}") };
    }
    match float(scalar, bits) {
        Some(value) if is_plain(value) => value.to_string(),
        Some(value) => format!("{value:e}"),
        None if scalar.is_integer() => integer(scalar, bits, unsigned).to_string(),
        None => format!("{bits:#x}"),
    }
}

/// Whether a float is short without an exponent.
fn is_plain(value: f64) -> bool {
    value == 0.0 || !value.is_finite() || (1e-5..1e16).contains(&value.abs())
}

/// The bits of a number that people wrote, zero-extended.
///
/// # Errors
/// The error, in a sentence.
pub fn parse(scalar: Scalar, text: &str) -> Result<u64, String> {
    if scalar.is_integer() {
        return parse_integer(scalar, text);
    }
    let wrong = || format!("`{text}` is not a number");
    if scalar == Scalar::F32 {
        // Not by way of f64, which would round twice.
        return text.parse().map(|value: f32| value.to_bits().into()).map_err(|_| wrong());
    }
    let value: f64 = text.parse().map_err(|_| wrong())?;
    from_float(scalar, value).ok_or_else(|| format!("{scalar} has no {text}"))
}

/// The bits of the nearest float of the format; `None` where the format has none, or for an integer type.
pub fn from_float(scalar: Scalar, value: f64) -> Option<u64> {
    match scalar {
        Scalar::F16 => Some(f16::from_f64(value).to_bits().into()),
        Scalar::Bf16 => Some(bf16::from_f64(value).to_bits().into()),
        Scalar::F32 => Some(nearest_f32(value).to_bits().into()),
        Scalar::F64 => Some(value.to_bits()),
        Scalar::Tf32 | Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => {
            format::nearest(value, scalar)
        }
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => None,
    }
}

/// The bits of an integer, which may be written signed or unsigned, decimal or hexadecimal.
fn parse_integer(scalar: Scalar, text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "");
    let value = match (digits.as_str(), digits.strip_prefix("0x")) {
        ("true", _) if scalar == Scalar::I1 => Ok(1),
        ("false", _) if scalar == Scalar::I1 => Ok(0),
        (_, Some(hex)) => i128::from_str_radix(hex, 16),
        (decimal, None) => decimal.parse(),
    };
    let value = value.map_err(|_| format!("`{text}` is not an integer"))?;
    from_integer(scalar, value).ok_or_else(|| format!("{text} does not fit {scalar}"))
}

/// The bits of an integer that fits the type, read as signed or as unsigned.
pub fn from_integer(scalar: Scalar, value: i128) -> Option<u64> {
    let width = scalar.bits();
    let least = if width == 1 { 0 } else { -(1 << (width - 1)) };
    let mask = (1i128 << width) - 1;
    if (least..=mask).contains(&value) { u64::try_from(value & mask).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_signed_and_unsigned() {
        assert_eq!(parse(Scalar::I8, "-1"), Ok(0xff));
        assert_eq!(parse(Scalar::I8, "255"), Ok(0xff));
        assert_eq!(parse(Scalar::I32, "0x10"), Ok(16));
        assert_eq!(parse(Scalar::I64, "-9223372036854775808"), Ok(1 << 63));
        assert_eq!(parse(Scalar::I1, "true"), Ok(1));
        assert_eq!(parse(Scalar::I8, "256"), Err("256 does not fit i8".to_owned()));
        assert_eq!(parse(Scalar::I32, "ten"), Err("`ten` is not an integer".to_owned()));
    }

    #[test]
    fn floats_are_rounded_to_the_format() {
        assert_eq!(parse(Scalar::F32, "1.5"), Ok(0x3fc0_0000));
        assert_eq!(parse(Scalar::Bf16, "1.5"), Ok(0x3fc0));
        assert_eq!(parse(Scalar::F16, "1"), Ok(0x3c00));
        assert_eq!(parse(Scalar::F8E5m2, "1"), Ok(0x3c));
        assert_eq!(parse(Scalar::F8E5m2, "inf"), Ok(0x7c));
        assert_eq!(parse(Scalar::F8E4m3fn, "-448"), Ok(0xfe));
        assert_eq!(parse(Scalar::F8E4m3fn, "500"), Err("f8E4M3FN has no 500".to_owned()));
        assert_eq!(parse(Scalar::Tf32, "1.5"), Ok(0x3fc0_0000));
        assert_eq!(parse(Scalar::F8E8m0fnu, "0.5"), Ok(126));
        assert_eq!(parse(Scalar::F8E8m0fnu, "3"), Err("f8E8M0FNU has no 3".to_owned()));
        assert_eq!(parse(Scalar::F4E2m1fn, "nan"), Err("f4E2M1FN has no nan".to_owned()));
    }

    #[test]
    fn bits_are_shown_as_numbers() {
        assert_eq!(show(Scalar::I8, 0xff, false), "-1");
        assert_eq!(show(Scalar::I8, 0xff, true), "255");
        assert_eq!(show(Scalar::I1, 1, false), "1");
        assert_eq!(show(Scalar::F32, 0x3dcc_cccd, false), "0.1");
        assert_eq!(show(Scalar::Bf16, 0x3fc0, false), "1.5");
        assert_eq!(show(Scalar::F8E4m3fn, 0xfe, false), "-448");
    }
}
