//! Bytes, from front to back: everything that is written is written here.

use spec::syntax::attributes::Literal;
use spec::syntax::types::Scalar;

/// What gaps are filled with.
const PADDING: u8 = 0xcb;

/// A stretch of a file while it is being written.
#[derive(Debug, Default, Clone)]
pub(super) struct Bytes(Vec<u8>);

impl Bytes {
    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// A number in groups of seven bits, the lowest first, each but the last marked by its highest bit.
    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 & 0x7f | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// A signed number: the same, with the sign in the lowest bit.
    pub(super) fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }

    /// A count, and numbers of `N` bytes each.
    pub(super) fn list<const N: usize>(&mut self, numbers: impl ExactSizeIterator<Item = i64>) {
        self.number(numbers.len() as u64);
        numbers.for_each(|number| self.extend(&number.to_le_bytes()[..N]));
    }

    /// A length, and so many bytes.
    pub(super) fn counted(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.extend(bytes);
    }

    /// Goes on to the next multiple of so many bytes.
    pub(super) fn align(&mut self, to: usize) {
        self.0.resize(self.0.len().next_multiple_of(to), PADDING);
    }

    /// A section: its number, its length, its alignment, and its payload at a multiple of that.
    pub(super) fn section(&mut self, id: u8, alignment: usize, payload: Bytes) {
        self.byte(id);
        self.number(payload.0.len() as u64);
        self.number(alignment as u64);
        self.align(alignment);
        self.extend(&payload.0);
    }

    pub(super) fn into_vec(self) -> Vec<u8> {
        self.0
    }
}

/// The bits of a literal as bytecode has them: of tf32 those that are stored.
pub(super) fn pattern(literal: Literal, scalar: Scalar) -> u64 {
    if scalar == Scalar::Tf32 { literal.0 >> 13 } else { literal.0 }
}
