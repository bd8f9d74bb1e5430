//! Numbers that are drawn for the floats of a launch, and for integers without clauses.

use std::collections::BTreeMap;

use spec::contract::Bound;
use spec::syntax::array;
use spec::syntax::attributes::Rounding;
use spec::syntax::format;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Scalar;

use crate::convert::{count, index};

/// The largest array to fill, in elements.
const FILLED: u64 = 1 << 16;

/// The number of different magnitudes of nonzero numbers.
pub(super) const PERIODS: u64 = 6;

/// The bounds of floats.
const BOUNDS: (f64, f64) = (-2.0, 2.0);

/// The floats of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) enum Floats {
    /// Numbers with all their digits.
    Ordinary,
    /// Ordinary numbers mixed with infinities, NaN and zeros.
    Special,
    /// Zeros, and few numbers with all their digits: sums of them are often the same in any order.
    Sparse,
    /// Elements of a finite field.
    Field,
}

/// The launch with numbers for floats: the same in both launches, element by element, and none that is another's.
pub(super) fn fill(bound: &Bound<'_>, launch: &Launch, floats: Floats, seed: u64) -> Launch {
    let mut filled = launch.clone();
    for (position, argument) in launch.arguments.iter().enumerate() {
        match argument {
            Argument::Scalar(_) => {
                let kernel = bound.kernel;
                let scalar = kernel.tile(kernel.params[position]).element.scalar();
                if let Some(scalar) = scalar.filter(|scalar| !scalar.is_integer()) {
                    let stated = bound.float_interval(position).map(|all| (all.least, all.greatest));
                    let bits = number(scalar, stated, floats, seed, (position, 0));
                    filled.arguments[position] = Argument::Scalar(bits);
                }
            }
            Argument::Pointer { buffer, offset } => {
                let Some(element) = bound.pointee(position) else { continue };
                // Every second launch has small integers, as the contract's search makes them.
                let fits = !element.is_integer() || seed.is_multiple_of(2) && is_free(bound, position);
                let Some(into) = filled.buffers.get_mut(*buffer).filter(|into| fits && !into.uninit) else {
                    continue;
                };
                let elements = element.count_in(into.bytes.saturating_sub(*offset)).min(FILLED);
                if element.is_integer() {
                    let all = (0..elements).map(|at| integer(element, seed, (position, at)));
                    into.contents = BTreeMap::from([(*offset, array::bytes(element, all))]);
                    continue;
                }
                let stated =
                    verify::float_bounds(bound, position).filter(|_| bound.states_elements(position));
                let all = (0..elements).map(|at| number(element, stated, floats, seed, (position, at)));
                into.contents = BTreeMap::from([(*offset, array::bytes(element, all))]);
            }
        }
    }
    filled
}

/// Whether no clause is about an array's elements, alone or in relation to others.
fn is_free(bound: &Bound<'_>, position: usize) -> bool {
    !bound.states_elements(position) && bound.relations(position).next().is_none()
}

/// A random integer of any sign and magnitude.
fn integer(element: Scalar, seed: u64, (position, at): (usize, u64)) -> u64 {
    let drawn = mixed(seed ^ count(position).rotate_left(48) ^ at.rotate_left(8));
    let signed = drawn.cast_signed() >> (mixed(drawn) % u64::from(u64::BITS));
    signed.cast_unsigned() & (u64::MAX >> (u64::BITS - element.bits()))
}

/// A random number for an element, within the contract's bounds.
fn number(
    element: Scalar,
    stated: Option<(f64, f64)>,
    floats: Floats,
    seed: u64,
    (position, at): (usize, u64),
) -> u64 {
    let drawn = mixed(seed ^ count(position).rotate_left(48) ^ at.rotate_left(8));
    let (least, greatest) = stated.map_or(BOUNDS, within);
    match floats {
        // Below the prime of every type.
        Floats::Field => drawn >> (64 - (element.bits() - 2).min(52)),
        Floats::Special if stated.is_none() && drawn.is_multiple_of(8) => {
            let drawn = drawn / 8;
            let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0][index(drawn % 5)];
            format::convert(special, element, Rounding::NearestEven).unwrap_or_default()
        }
        Floats::Sparse if least <= 0.0 && 0.0 <= greatest && !is_one_of_two(seed, at) => 0,
        Floats::Ordinary | Floats::Special | Floats::Sparse => {
            let share = crate::convert::nearest_f64((drawn >> 11).into()) / 2f64.powi(53);
            let value = least + (greatest - least) * share;
            format::convert(value, element, Rounding::NearestEven).unwrap_or_default()
        }
    }
}

/// Whether an element is nonzero: two of 16 neighbors, of 32, and so on to 512, by the seed. So no line of as many elements has
/// more.
fn is_one_of_two(seed: u64, at: u64) -> bool {
    let period = 16 << (seed % PERIODS);
    [seed, seed + 1].into_iter().any(|one| mixed(one) % period == at % period)
}

/// The part of bounds near zero, or the number nearest to zero.
fn within((least, greatest): (f64, f64)) -> (f64, f64) {
    (least.max(BOUNDS.0.min(greatest)), greatest.min(BOUNDS.1.max(least)))
}

/// Bits without an order (Steele, Lea and Flood's mixer).
fn mixed(seed: u64) -> u64 {
    let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
