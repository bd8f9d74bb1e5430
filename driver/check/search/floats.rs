//! Floats in the memory of launches that are tried.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use spec::syntax::array;
use spec::syntax::count::{low_bits, usize_from_u64};
use spec::syntax::kernel::Kernel;
use spec::syntax::types::Scalar;

use super::patterns::Pattern;
use super::values::literals;
use crate::convert::{count, index, nearest_f64};
use crate::scalar;

/// Elements of a buffer with given values; the others are zero.
pub(super) const FILLED: i128 = 4096;

/// The most floats without an order: a zero among them may decide what a search finds.
const NOISE: i128 = 1 << 16;

/// The bytes of the longest array of a type, ascending or without an order by a number.
type Longest = HashMap<(Scalar, Option<u64>), Vec<u8>>;

thread_local! {
    /// Many launches have the same floats.
    static LONGEST: RefCell<Longest> = RefCell::default();
}

/// Floats like those of a model, without an order, for an array of so many elements.
pub(in crate::check) fn typical_floats(
    kernel: &Kernel,
    numbered: (usize, Scalar),
    len: u64,
) -> BTreeMap<u64, Vec<u8>> {
    floats(kernel, numbered, len.into(), Pattern::Noise)
}

/// Floats of a pattern; none for formats that cannot be computed with.
pub(super) fn floats(
    kernel: &Kernel,
    (position, element): (usize, Scalar),
    len: i128,
    pattern: Pattern,
) -> BTreeMap<u64, Vec<u8>> {
    let literals = || {
        let all = literals(kernel).into_iter();
        all.map(|one| one.of(element).unwrap_or_default()).collect::<Vec<u64>>()
    };
    let float = |value: f64| scalar::from_float(element, value);
    let filled =
        |bits: &dyn Fn(i128) -> Option<u64>| array::bytes(element, (0..len.min(FILLED)).map_while(bits));
    let bytes = match pattern {
        Pattern::Zeros => filled(&|_| float(0.0)),
        Pattern::Iota => start_of_longest(element, None, len),
        Pattern::Least => filled(&|_| float(-1.0)),
        Pattern::Greatest => filled(&|_| float(1.0)),
        Pattern::Noise => start_of_longest(element, Some(count(position)), len),
        Pattern::Each(number) => {
            let literal = literals().get(number).copied();
            filled(&|_| literal)
        }
        Pattern::Mixed(number) => {
            let literals = literals();
            filled(&|at| {
                let bits = mixed(number, at);
                let is_literal = !literals.is_empty() && bits >> 32 & 1 == 1;
                if is_literal {
                    Some(literals[index(bits >> 33) % literals.len()])
                } else {
                    float(nearest_f64((bits % 4).into()) - 1.0)
                }
            })
        }
    };
    if bytes.is_empty() { BTreeMap::new() } else { BTreeMap::from([(0, bytes)]) }
}

/// The first elements of the longest array: ascending numbers, or numbers between −1 and 1 without an order by a number.
fn start_of_longest(element: Scalar, order: Option<u64>, len: i128) -> Vec<u8> {
    let bits = |at: i128| {
        let value = match order {
            None => nearest_f64(at),
            Some(number) => nearest_f64(i128::from(mixed(number, at) % 2001)) / 1000.0 - 1.0,
        };
        scalar::from_float(element, value)
    };
    let all = |len: i128| array::bytes(element, (0..len).map_while(bits));
    // Behind an odd number of halves of bytes is a zero.
    if element.in_a_byte() > 1 {
        return all(len.min(NOISE));
    }
    LONGEST.with_borrow_mut(|kept| {
        let longest = kept.entry((element, order)).or_insert_with(|| all(NOISE));
        let elements = u64::try_from(len.max(0)).ok();
        let bytes = elements.and_then(|len| element.bytes_of(len)).map_or(longest.len(), usize_from_u64);
        longest[..bytes.min(longest.len())].to_vec()
    })
}

/// Bits for an element of a mixed pattern (Steele, Lea and Flood's mixer).
pub(super) fn mixed(number: u64, at: i128) -> u64 {
    let seed = (number << 32).wrapping_add(low_bits(at)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
