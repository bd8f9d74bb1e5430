//! EncodingEmitter, from front to back: everything that is read of a file is read here.

use crate::bytecode::error::{Read, wrong};
use spec::syntax::count::low_bits;

/// The padding byte of gaps.
const PADDING: u8 = 0xcb;

/// A stretch of a file, and how far it has been read. Offsets are the file's.
#[derive(Debug, Clone, Copy)]
pub(super) struct EncodingReader<'b> {
    file: &'b [u8],
    at: usize,
    end: usize,
    /// A description of the contents.
    what: &'static str,
}

impl<'b> EncodingReader<'b> {
    /// A whole file.
    pub(super) fn new(file: &'b [u8]) -> Self {
        EncodingReader { file, at: 0, end: file.len(), what: "the file" }
    }

    /// The offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    pub(super) fn remaining(&self) -> usize {
        self.end - self.at
    }

    /// The rest as a separate reader.
    pub(super) fn into_rest(mut self, what: &'static str) -> Self {
        self.what = what;
        self
    }

    /// The next bytes.
    pub(super) fn read_bytes(&mut self, count: usize) -> Read<&'b [u8]> {
        if count > self.remaining() {
            let (what, left) = (self.what, self.remaining());
            return Err(wrong(self.at, left, format!("{what} ends after {left} of {count} bytes")));
        }
        let bytes = &self.file[self.at..self.at + count];
        self.at += count;
        Ok(bytes)
    }

    /// The next bytes, to be read on their own.
    pub(super) fn sub_reader(&mut self, count: usize, what: &'static str) -> Read<Self> {
        let at = self.at;
        self.read_bytes(count)?;
        Ok(EncodingReader { at, end: self.at, what, ..*self })
    }

    /// Reads a byte.
    pub(super) fn read_byte(&mut self) -> Read<u8> {
        self.read_bytes(1).map(|bytes| bytes[0])
    }

    /// A number of `N` bytes, the lowest first.
    pub(super) fn read_le<const N: usize>(&mut self) -> Read<u64> {
        let bytes = self.read_bytes(N)?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// A signed number of `N` bytes.
    pub(super) fn read_signed_le<const N: usize>(&mut self) -> Read<i64> {
        let unused = 64 - 8 * N;
        Ok((self.read_le::<N>()? << unused).cast_signed() >> unused)
    }

    /// A number in groups of seven bits, the lowest first, each but the last marked by its highest bit; less than 2⁷⁰.
    pub(super) fn read_wide_varint(&mut self) -> Read<u128> {
        let (start, mut number) = (self.at, 0);
        // Ten groups of seven bits hold 64 bits and six more, which signed numbers of some writers have.
        for group in 0..10 {
            let byte = self.read_byte()?;
            number |= u128::from(byte & 0x7f) << (7 * group);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(wrong(start, 10, "a number has more than ten bytes"))
    }

    /// Reads a varint below 2⁶⁴.
    pub(super) fn read_varint(&mut self) -> Read<u64> {
        let start = self.at;
        let number = self.read_wide_varint()?;
        u64::try_from(number)
            .map_err(|_| wrong(start, self.at - start, format!("{number} has more than 64 bits")))
    }

    /// The same, with the sign in the lowest bit. A number whose sign bit exceeds 64 bits keeps its low bits, as in
    /// NVIDIA's own reader: cuTile Python writes such numbers.
    pub(super) fn read_signed_varint(&mut self) -> Read<i64> {
        let wide = self.read_wide_varint()?;
        let zigzag = low_bits(wide.cast_signed());
        let magnitude = (zigzag >> 1).cast_signed();
        Ok(if zigzag & 1 == 0 { magnitude } else { !magnitude })
    }

    /// A number that must fit a narrower type.
    pub(super) fn read_varint_as<T: TryFrom<u64>>(&mut self, what: &str) -> Read<T> {
        let start = self.at;
        let number = self.read_varint()?;
        T::try_from(number)
            .map_err(|_| wrong(start, self.at - start, format!("{number} is too large for {what}")))
    }

    /// How many things follow, of at least so many bytes each: no more than there is room for.
    pub(super) fn read_count(&mut self, least: usize, things: &str) -> Read<usize> {
        let start = self.at;
        let count = self.read_varint()?;
        // Held against the bytes that are left before anything is made: a torn count costs nothing.
        let room = self.remaining() / least.max(1);
        usize::try_from(count).ok().filter(|count| *count <= room).ok_or_else(|| {
            let (what, left) = (self.what, self.remaining());
            wrong(start, self.at - start, format!("{count} {things} do not fit into {left} bytes of {what}"))
        })
    }

    /// Goes on to the next multiple of so many bytes. What stands between is not looked at: writers differ.
    pub(super) fn align_to(&mut self, to: usize) -> Read<()> {
        let over = self.at % to.max(1);
        if over == 0 { Ok(()) } else { self.read_bytes(to - over).map(drop) }
    }

    /// Fails unless everything has been read but what a writer fills gaps with.
    pub(super) fn expect_end_padded(mut self) -> Read<()> {
        while self.file[self.at..self.end].first() == Some(&PADDING) {
            self.at += 1;
        }
        self.expect_end()
    }

    /// Fails unless everything has been read.
    pub(super) fn expect_end(&self) -> Read<()> {
        let (what, left) = (self.what, self.remaining());
        if left == 0 {
            Ok(())
        } else {
            Err(wrong(self.at, left, format!("{what} has {left} bytes too many")))
        }
    }
}
