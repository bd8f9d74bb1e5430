//! EncodingEmitter, from front to back: everything that is written is written here.

use spec::syntax::attributes::Literal;
use spec::syntax::count::u64_from_usize;
use spec::syntax::types::Scalar;

/// The padding byte of gaps.
const PADDING: u8 = 0xcb;

/// A stretch of a file while it is being written.
#[derive(Debug, Default, Clone)]
pub(super) struct EncodingEmitter(Vec<u8>);

impl EncodingEmitter {
    pub(super) fn write_byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(super) fn write_bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// A number in groups of seven bits, the lowest first, each but the last marked by its highest bit.
    pub(super) fn write_varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.0.push(number.to_le_bytes()[0]);
    }

    /// How many things follow.
    pub(super) fn write_count(&mut self, count: usize) {
        self.write_varint(u64_from_usize(count));
    }

    /// A signed number: the same, with the sign in the lowest bit.
    pub(super) fn write_signed_varint(&mut self, number: i64) {
        self.write_varint((number << 1 ^ number >> 63).cast_unsigned());
    }

    /// A count, and numbers of `N` bytes each.
    pub(super) fn write_le_list<const N: usize>(&mut self, numbers: impl ExactSizeIterator<Item = i64>) {
        self.write_count(numbers.len());
        numbers.for_each(|number| self.write_bytes(&number.to_le_bytes()[..N]));
    }

    /// A length, and so many bytes.
    pub(super) fn write_sized(&mut self, bytes: &[u8]) {
        self.write_count(bytes.len());
        self.write_bytes(bytes);
    }

    /// Goes on to the next multiple of so many bytes.
    pub(super) fn align_to(&mut self, to: usize) {
        self.0.resize(self.0.len().next_multiple_of(to), PADDING);
    }

    /// A section: number, length, alignment, and aligned payload.
    pub(super) fn write_section(&mut self, id: u8, alignment: usize, payload: EncodingEmitter) {
        self.write_byte(id);
        self.write_count(payload.0.len());
        self.write_count(alignment);
        self.align_to(alignment);
        self.write_bytes(&payload.0);
    }

    pub(super) fn into_vec(self) -> Vec<u8> {
        self.0
    }
}

/// The bits of a literal in bytecode; `tf32` has its stored bits.
pub(super) fn pattern(literal: Literal, scalar: Scalar) -> u64 {
    if scalar == Scalar::Tf32 { literal.0 >> 13 } else { literal.0 }
}
