//! Bytes of the buffers of a launch.

use spec::syntax::count::{low_bits, u64_from_usize};
use std::collections::BTreeMap;

/// The start of an allocation: a buffer, and an offset in bytes.
pub(super) type Start = (usize, u64);

/// The low bits of a number, zero-extended.
pub(super) fn bits(value: i128, width: u32) -> u64 {
    let modulus = 1i128 << width;
    low_bits(value.rem_euclid(modulus))
}

/// Puts bytes into chunks that do not overlap; later bytes win.
pub(super) fn write(contents: &mut BTreeMap<u64, Vec<u8>>, offset: u64, bytes: &[u8]) {
    for (position, byte) in (offset..).zip(bytes) {
        let chunk = contents.range_mut(..=position).next_back();
        match chunk {
            Some((start, chunk)) if position - start < u64_from_usize(chunk.len()) => {
                if let Some(place) = usize::try_from(position - start).ok().and_then(|at| chunk.get_mut(at)) {
                    *place = *byte;
                }
            }
            Some(_) | None => {
                contents.insert(position, vec![*byte]);
            }
        }
    }
}
