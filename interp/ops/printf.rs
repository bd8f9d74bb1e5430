//! The format of C's `printf`: conversion specifications, and numbers written by them (C17, 7.21.6.1).

use crate::values::elements::Store;
use crate::values::host_width::{to_i64, to_index};

/// A conversion specification: `%` flags width `.` precision, and the letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Conversion {
    left: bool,
    zeros: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    width: usize,
    precision: Option<usize>,
    pub(crate) letter: char,
}

/// Reads what follows a `%`; gives what is left of the text.
pub(crate) fn parse_conversion(text: &str) -> (Conversion, &str) {
    let mut how = Conversion::default();
    let mut rest = text.char_indices().peekable();
    while let Some((_, flag)) = rest.next_if(|(_, c)| "-+ 0#".contains(*c)) {
        match flag {
            '-' => how.left = true,
            '+' => how.plus = true,
            ' ' => how.space = true,
            '0' => how.zeros = true,
            _ => how.alternative = true,
        }
    }
    let number = |rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>| {
        let mut value = 0usize;
        while let Some(digit) = rest.peek().and_then(|(_, c)| c.to_digit(10)) {
            value = (value * 10 + to_index(digit)).min(1 << 12);
            rest.next();
        }
        value
    };
    how.width = number(&mut rest);
    if rest.next_if(|(_, c)| *c == '.').is_some() {
        how.precision = Some(number(&mut rest));
    }
    while rest.next_if(|(_, c)| "hlLqjzt".contains(*c)).is_some() {}
    how.letter = rest.next().map_or('%', |(_, letter)| letter);
    let left = rest.next().map_or(text.len(), |(at, _)| at);
    (how, &text[left..])
}

impl Conversion {
    /// `%d`
    pub(crate) fn decimal() -> Self {
        Conversion { letter: 'd', ..Conversion::default() }
    }

    pub(crate) fn format_integer(&self, raw: u64, signed: i128) -> String {
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

    pub(crate) fn format_float(&self, value: f64) -> String {
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

    /// Fills a text up to the width.
    pub(crate) fn pad(&self, text: String, number: bool) -> String {
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
    let decimals = usize::try_from(to_i64(precision) - 1 - exponent).unwrap_or(0);
    trimmed(&format!("{magnitude:.decimals$}"))
}
