//! Numbers as C's `printf` writes them (ISO C17, 7.21.6.1); the formats are read in [`spec::syntax::printf`].

use spec::syntax::printf::Conversion;

use crate::values::elements::Store;
use crate::values::host_width::to_i64;

/// How elements are written by a conversion.
pub(crate) trait FormatElement {
    /// An integer: its bits, and the signed number.
    fn format_integer(&self, raw: u64, signed: i128) -> String;
    /// A float.
    fn format_float(&self, value: f64) -> String;
    /// The sign of a number.
    fn sign(&self, negative: bool) -> String;
    /// Fills a text up to the width.
    fn pad(&self, text: String, number: bool) -> String;
}

impl FormatElement for Conversion<'_> {
    fn format_integer(&self, raw: u64, signed: i128) -> String {
        let prefix = if self.alternative { ["0o", "0x", "0X"] } else { ["", "", ""] };
        let digits = match self.letter {
            'u' => raw.to_string(),
            'o' => format!("{}{raw:o}", prefix[0].trim_end_matches('o')),
            'x' => format!("{}{raw:x}", prefix[1]),
            'X' => format!("{}{raw:X}", prefix[2]),
            'c' => char::from(u8::from_raw(raw)).to_string(),
            _ => self.sign(signed < 0) + &signed.unsigned_abs().to_string(),
        };
        self.pad(digits, true)
    }

    fn format_float(&self, value: f64) -> String {
        let precision = self.precision.unwrap_or(6);
        let magnitude = value.abs();
        let digits = match self.letter {
            _ if value.is_nan() => return self.pad("nan".into(), false),
            _ if value.is_infinite() => return self.pad(self.sign(value < 0.0) + "inf", false),
            'e' | 'E' => format_exponential(magnitude, precision, self.letter),
            'g' | 'G' => format_general(magnitude, precision.max(1), self.letter),
            'f' | 'F' => format!("{magnitude:.precision$}"),
            _ => magnitude.to_string(),
        };
        self.pad(self.sign(value.is_sign_negative()) + &digits, true)
    }

    fn sign(&self, negative: bool) -> String {
        let sign = if negative {
            "-"
        } else if self.plus {
            "+"
        } else if self.space {
            " "
        } else {
            ""
        };
        sign.to_owned()
    }

    fn pad(&self, text: String, number: bool) -> String {
        let missing = self.width.saturating_sub(text.chars().count());
        if self.left {
            text + &" ".repeat(missing)
        } else if self.zeros && number {
            let digits = text.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(0);
            format!("{}{}{}", &text[..digits], "0".repeat(missing), &text[digits..])
        } else {
            " ".repeat(missing) + &text
        }
    }
}

/// `d.ddde±dd`
fn format_exponential(magnitude: f64, precision: usize, letter: char) -> String {
    let text = format!("{magnitude:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{digits}{letter}{sign}{exponent:0>2}")
}

/// The shorter of the two forms, without trailing zeros.
fn format_general(magnitude: f64, precision: usize, letter: char) -> String {
    let form = format_exponential(magnitude, precision - 1, 'e');
    let exponent: i64 = form.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if exponent < -4 || exponent >= to_i64(precision) {
        let (digits, _) = form.split_once('e').unwrap_or((&form, ""));
        let small = if letter == 'G' { 'E' } else { 'e' };
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}{small}{sign}{:0>2}", trimmed(digits), exponent.unsigned_abs());
    }
    let decimals =
        usize::try_from(to_i64(precision) - 1 - exponent).expect("the exponent is below the precision");
    trimmed(&format!("{magnitude:.decimals$}"))
}
