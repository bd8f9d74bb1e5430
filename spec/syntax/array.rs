//! Arrays of elements as memory has them: the lowest byte of an element first, and of two elements that share a byte the
//! first in its low half.

use super::count::usize_from_u32;
use super::types::Scalar;

/// The bits of the elements that bytes hold; what is left over at the end is none.
pub fn elements(of: Scalar, bytes: &[u8]) -> Vec<u64> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    let words = bytes.chunks_exact(usize_from_u32(of.bits().div_ceil(8))).map(word);
    if of.in_a_byte() == 1 {
        words.collect()
    } else {
        words.flat_map(|both| [both & 0xf, both >> 4]).collect()
    }
}

/// The bytes of an array of elements; behind an odd number of halves of bytes is a zero.
pub fn bytes(of: Scalar, elements: impl IntoIterator<Item = u64>) -> Vec<u8> {
    let width = usize_from_u32(of.bits().div_ceil(8));
    let elements = elements.into_iter();
    if of.in_a_byte() == 1 {
        let mut bytes = Vec::with_capacity(elements.size_hint().0.saturating_mul(width));
        for bits in elements {
            bytes.extend_from_slice(&bits.to_le_bytes()[..width]);
        }
        return bytes;
    }
    let halves: Vec<u8> = elements.map(|bits| bits.to_le_bytes()[0] & 0xf).collect();
    halves.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |high| high << 4)).collect()
}

/// The first byte of the element at a place, counted from the start of the array; `None` where it has more than 128 bits.
pub fn byte_of(of: Scalar, place: i128) -> Option<i128> {
    place.div_euclid(of.in_a_byte().into()).checked_mul(of.bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_elements_of_four_bits_are_a_byte() {
        assert_eq!(bytes(Scalar::F4E2m1fn, [1, 7, 0xa]), [0x71, 0x0a]);
        assert_eq!(elements(Scalar::F4E2m1fn, &[0x71, 0x9a]), [1, 7, 0xa, 9]);
        assert_eq!(
            [0, 1, 2, -1].map(|place| byte_of(Scalar::F4E2m1fn, place)),
            [Some(0), Some(0), Some(1), Some(-1)]
        );
        assert_eq!(byte_of(Scalar::I32, 3), Some(12));
        assert_eq!(bytes(Scalar::I16, [0x102, 3]), [2, 1, 3, 0]);
        assert_eq!(elements(Scalar::I16, &[2, 1, 3, 0, 9]), [0x102, 3]);
    }
}
