//! The formats of `print_tko`, as C's `printf` has them (ISO C17, 7.21.6.1): text, and conversion specifications
//! `%[flags][width][.precision][size]letter`.

/// A part of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Literal text, never empty.
    Text(&'t str),
    /// `%%`, or a `%` that nothing follows: a percent sign.
    Percent,
    /// A placeholder for the next operand.
    Conversion(Conversion<'t>),
}

/// A conversion specification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conversion<'t> {
    /// Flags, width and precision as they stand between the `%` and the size.
    pub how: &'t str,
    /// `-`: filled up on the right.
    pub left: bool,
    /// `0`: filled up with zeros.
    pub zeros: bool,
    /// `+`: positive numbers have a sign.
    pub plus: bool,
    /// A space: positive numbers have a space for their sign.
    pub space: bool,
    /// `#`: the alternative form.
    pub alternative: bool,
    /// The least number of characters, at most [`MAX_WIDTH`].
    pub width: usize,
    /// The digits behind the point, or in all, at most [`MAX_WIDTH`].
    pub precision: Option<usize>,
    /// How the operand is written.
    pub letter: char,
}

/// Wider than this no width or precision is read.
pub const MAX_WIDTH: usize = 1 << 12;

/// The parts of a format, in order. The format ends at its first NUL: a C++ literal includes the NUL of its
/// array.
pub fn pieces(format: &str) -> Vec<Piece<'_>> {
    let mut rest = format.split('\0').next().unwrap_or_default();
    let mut all = Vec::new();
    while let Some(percent) = rest.find('%') {
        if percent > 0 {
            all.push(Piece::Text(&rest[..percent]));
        }
        let (conversion, behind) = conversion(&rest[percent + 1..]);
        rest = behind;
        all.push(if conversion.letter == '%' { Piece::Percent } else { Piece::Conversion(conversion) });
    }
    if !rest.is_empty() {
        all.push(Piece::Text(rest));
    }
    all
}

/// Whether every `%` of a format has a letter behind its flags, width and precision.
pub fn is_terminated(format: &str) -> bool {
    let unterminated = |piece: &Piece<'_>| matches!(piece, Piece::Conversion(one) if one.letter == NO_LETTER);
    !pieces(format).iter().any(unterminated)
}

/// The letter of a conversion that the format ends before.
const NO_LETTER: char = '\0';

/// Reads the conversion after a `%`, and returns the remaining text.
fn conversion(text: &str) -> (Conversion<'_>, &str) {
    let mut read = Conversion::default();
    let mut rest = text;
    while let Some(flag) = rest.chars().next().filter(|flag| "-+ 0#".contains(*flag)) {
        match flag {
            '-' => read.left = true,
            '+' => read.plus = true,
            ' ' => read.space = true,
            '0' => read.zeros = true,
            _ => read.alternative = true,
        }
        rest = &rest[1..];
    }
    (read.width, rest) = number(rest);
    if let Some(behind) = rest.strip_prefix('.') {
        let (precision, behind) = number(behind);
        (read.precision, rest) = (Some(precision), behind);
    }
    read.how = &text[..text.len() - rest.len()];
    // The size says what C's caller pushed; here the operand's type is known.
    rest = rest.trim_start_matches(|c| "hlLqjzt".contains(c));
    let mut letters = rest.chars();
    read.letter = letters.next().unwrap_or(NO_LETTER);
    (read, letters.as_str())
}

/// A decimal number, 0 without digits, and what is left of the text.
fn number(text: &str) -> (usize, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    let digit = |value: usize, digit: u8| (value * 10 + usize::from(digit - b'0')).min(MAX_WIDTH);
    (digits.bytes().fold(0, digit), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_read_as_c_has_them() {
        let of = |how, letter| Conversion { how, letter, ..Conversion::default() };
        assert_eq!(
            pieces("a %-+08.3lld%% b%"),
            [
                Piece::Text("a "),
                Piece::Conversion(Conversion {
                    left: true,
                    plus: true,
                    zeros: true,
                    width: 8,
                    precision: Some(3),
                    ..of("-+08.3", 'd')
                }),
                Piece::Percent,
                Piece::Text(" b"),
                Piece::Conversion(of("", NO_LETTER)),
            ]
        );
        assert_eq!(pieces("%.f\0%d"), [Piece::Conversion(Conversion { precision: Some(0), ..of(".", 'f') })]);
        assert!(!is_terminated("%d, %5") && is_terminated("%d, 100%%"));
        let wide = Conversion { width: MAX_WIDTH, ..of("99999999999999999999", 'd') };
        assert_eq!(pieces("%99999999999999999999d"), [Piece::Conversion(wide)]);
    }
}
