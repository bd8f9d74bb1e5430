//! `print_tko`: the format of C's `printf`, with tiles written as nested lists.

use spec::syntax::format;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::printf::{self, Conversion, Piece};
use spec::syntax::types::{Element, Scalar};

use crate::machine::Machine;
use crate::tile::Tile;

impl Machine<'_> {
    /// `print_tko`
    pub(crate) fn print(&mut self, op: &Operation) {
        let text = op.attributes.text.as_deref().unwrap_or_default();
        let mut values = op.operands.iter();
        let mut printed = String::new();
        for piece in printf::pieces(text) {
            match piece {
                Piece::Text(text) => printed.push_str(text),
                Piece::Percent => printed.push('%'),
                Piece::Conversion(conversion) => {
                    printed.push_str(&values.next().map_or(String::new(), |id| self.shown(*id, &conversion)));
                }
            }
        }
        self.prints.push(printed);
        let event = self.event(op);
        if let Some(id) = op.results.last() {
            let token = self.token(op.token).with(event);
            self.set(*id, crate::value::Value::Token(token));
        }
    }

    /// A value as a person reads it: elements in nested lists, `?` for an undetermined one.
    fn shown(&self, id: ValueId, conversion: &Conversion<'_>) -> String {
        let ty = self.kernel.tile(id);
        self.listed(self.tile(id), &ty.shape, ty.element, 0, conversion)
    }

    fn listed(
        &self,
        tile: &Tile,
        shape: &[u32],
        element: Element,
        first: usize,
        how: &Conversion<'_>,
    ) -> String {
        let Some((extent, inner)) = shape.split_first() else {
            return if tile.undetermined.at(first) {
                "?".into()
            } else {
                self.element(tile, first, element, how)
            };
        };
        let step: usize = inner.iter().map(|extent| *extent as usize).product();
        let parts = (0..*extent as usize).map(|k| self.listed(tile, inner, element, first + k * step, how));
        format!("[{}]", parts.collect::<Vec<_>>().join(", "))
    }

    fn element(&self, tile: &Tile, lane: usize, element: Element, how: &Conversion<'_>) -> String {
        let raw = tile.raw(lane);
        match element {
            Element::Pointer(_) => {
                let pointers = tile.pointers();
                let base =
                    pointers.provenance(lane).map_or(0, |buffer| self.allocations[buffer as usize].base);
                how.pad(format!("{:#x}", base + i128::from(pointers.offset(lane))), false)
            }
            Element::Scalar(scalar) => match format::value(raw, scalar) {
                Some(float) => how.float(float),
                // A truth value is 0 or 1.
                None if scalar == Scalar::I1 => how.integer(raw, raw.into()),
                None => how.integer(raw, tile.signed(lane, scalar.bits()).0),
            },
        }
    }

    /// Remembers what an operation gave.
    pub(crate) fn record(&mut self, op: &Operation) {
        let shown = |id: &ValueId| Some((self.kernel.name(*id), self.summary(*id)?));
        let results = op.results.iter().filter_map(shown).collect();
        let step = crate::outcome::Step { at: op.at.clone(), block: self.block_id(), results };
        self.trace.push(step);
    }

    /// The first elements of a tile.
    fn summary(&self, id: ValueId) -> Option<String> {
        const SHOWN: usize = 8;
        let element = self.kernel.ty(id).tile()?.element;
        let (tile, how) = (self.tile(id), Conversion { letter: 'd', ..Conversion::default() });
        let lane = |lane: usize| self.listed(tile, &[], element, lane, &how);
        let shown: Vec<_> = (0..tile.len().min(SHOWN)).map(lane).collect();
        let more = if tile.len() > SHOWN { ", …" } else { "" };
        Some(format!("{}{more}", shown.join(", ")))
    }
}

/// How elements are written by a conversion.
trait FormatElement {
    /// An integer: its bits, and the number that they stand for as signed.
    fn integer(&self, raw: u64, signed: i128) -> String;
    /// A float.
    fn float(&self, value: f64) -> String;
    /// The sign of a number.
    fn sign(&self, negative: bool) -> String;
    /// Fills a text up to the width.
    fn pad(&self, text: String, number: bool) -> String;
}

impl FormatElement for Conversion<'_> {
    fn integer(&self, raw: u64, signed: i128) -> String {
        let prefix = if self.alternative { ["0o", "0x", "0X"] } else { ["", "", ""] };
        let digits = match self.letter {
            'u' => raw.to_string(),
            'o' => format!("{}{raw:o}", prefix[0].trim_end_matches('o')),
            'x' => format!("{}{raw:x}", prefix[1]),
            'X' => format!("{}{raw:X}", prefix[2]),
            'c' => char::from(raw as u8).to_string(),
            _ => self.sign(signed < 0) + &signed.unsigned_abs().to_string(),
        };
        self.pad(digits, true)
    }

    fn float(&self, value: f64) -> String {
        let precision = self.precision.unwrap_or(6);
        let magnitude = value.abs();
        let digits = match self.letter {
            _ if value.is_nan() => return self.pad("nan".into(), false),
            _ if value.is_infinite() => return self.pad(self.sign(value < 0.0) + "inf", false),
            'e' | 'E' => exponential(magnitude, precision, self.letter),
            'g' | 'G' => general(magnitude, precision.max(1), self.letter),
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
fn exponential(magnitude: f64, precision: usize, letter: char) -> String {
    let text = format!("{magnitude:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{digits}{letter}{sign}{exponent:0>2}")
}

/// The shorter of the two forms, without trailing zeros.
fn general(magnitude: f64, precision: usize, letter: char) -> String {
    let form = exponential(magnitude, precision - 1, 'e');
    let exponent: i32 = form.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if exponent < -4 || exponent >= precision as i32 {
        let (digits, _) = form.split_once('e').unwrap_or((&form, ""));
        let small = if letter == 'G' { 'E' } else { 'e' };
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}{small}{sign}{:0>2}", trimmed(digits), exponent.unsigned_abs());
    }
    let decimals = (precision as i32 - 1 - exponent).max(0) as usize;
    trimmed(&format!("{magnitude:.decimals$}"))
}
