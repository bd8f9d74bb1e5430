//! The probe of undetermined operands. An undetermined element may be anything, so a requirement must hold for every possible value.
//!
//! Not all values are tried. Integer requirements are bounds of sums, differences, products and shifts, and nonzero divisors; one of the
//! values of [`probe_words`] breaks such a requirement if any value does. All combinations are tried for any number of operands, so
//! operations with three operands are covered.

use spec::syntax::attributes::Rounding;
use spec::syntax::format;
use spec::syntax::types::Scalar;

use crate::ops::elementwise::signature::{LaneViolation, Signature};
use crate::values::elements::{Elements, Store, each_word};
use crate::values::lanes::Lanes;
use crate::values::marks::Marks;
use crate::values::tile::Tile;

/// The first lane that breaks a rule for some value of its undetermined operands. `broken` runs the operation.
pub(crate) fn probe(
    operands: &[&Tile],
    types: Signature,
    broken: impl Fn(&[&Tile]) -> Option<LaneViolation>,
) -> Option<LaneViolation> {
    let marks = operands.iter().fold(Marks::NONE, |marks, tile| marks.or(&tile.undetermined));
    let lanes: Vec<usize> = (0..operands[0].len()).filter(|lane| marks.at(*lane)).collect();
    let tries = |(position, tile): (usize, &&Tile)| -> Vec<Tile> {
        let tile = tile.gather(&lanes);
        if !tile.undetermined.any() {
            return vec![tile];
        }
        let words = probe_words(types.operand(position, operands.len()));
        words.into_iter().map(|word| with(&tile, word)).collect()
    };
    let tries: Vec<Vec<Tile>> = operands.iter().enumerate().map(tries).collect();
    let mut found: Option<LaneViolation> = None;
    for chosen in combinations(&tries) {
        let here = broken(&chosen).map(|broken| LaneViolation { lane: lanes[broken.lane], ..broken });
        // Of equal lanes the first that was found stays: the values are in a fixed order.
        found = [found, here].into_iter().flatten().min_by_key(|broken| broken.lane);
    }
    found
}

/// Every choice of one tile from each list, the last list's changing fastest.
fn combinations(lists: &[Vec<Tile>]) -> Vec<Vec<&Tile>> {
    let mut chosen: Vec<Vec<&Tile>> = vec![Vec::new()];
    for list in lists {
        let extended = chosen.iter().flat_map(|start| list.iter().map(move |tile| (start, tile)));
        chosen = extended.map(|(start, tile)| [start.as_slice(), &[tile]].concat()).collect();
    }
    chosen
}

/// The words at which the requirements of a type's operations break first.
fn probe_words(scalar: Scalar) -> Vec<u64> {
    let ones = u64::MAX >> (64 - scalar.bits());
    match scalar {
        // 0, ±1, both ends of the type, and the greatest amount of a shift.
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
            vec![0, 1, ones, ones >> 1, (ones >> 1) + 1, u64::from(scalar.bits() - 1)]
        }
        // No operation requires anything of a float today. These are ±0, ±1, ±∞ or the greatest, the least, and NaN.
        Scalar::F16
        | Scalar::Bf16
        | Scalar::F32
        | Scalar::F64
        | Scalar::Tf32
        | Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F8E8m0fnu
        | Scalar::F4E2m1fn => {
            let numbers = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
            let words = numbers.into_iter().filter_map(|n| format::convert(n, scalar, Rounding::NearestEven));
            words.chain([1, ones, ones >> 1]).collect()
        }
    }
}

/// A tile with a word in place of undetermined lanes.
fn with(tile: &Tile, word: u64) -> Tile {
    fn replace<S: Store>(lanes: &Lanes<S>, marks: &Marks, word: u64) -> Elements {
        let lanes = lanes.as_slice().iter().enumerate();
        let words = lanes.map(|(lane, old)| if marks.at(lane) { S::from_raw(word) } else { *old });
        S::elements(Lanes::new(words.collect()))
    }
    let marks = &tile.undetermined;
    Tile::determined(each_word!(&tile.elements,
        lanes => replace(lanes, marks, word),
        pointers => Elements::Pointers(pointers.clone())))
}

#[cfg(test)]
mod tests {
    use spec::rules::Rule;

    use super::*;

    #[test]
    fn every_combination_of_three_operands_is_tried() {
        let types = Signature { from: Scalar::I8, last: Scalar::I8, to: Scalar::I8, payload: false };
        let tile = Tile { undetermined: Marks::new(vec![false, true]), ..Tile::of::<u8>(vec![3, 0]) };
        let rule = Rule::SignedOverflow;
        // Broken only for certain values of three operands, out of reach of smaller changes.
        let broken = |tiles: &[&Tile]| {
            let words: Vec<u64> = tiles.iter().map(|tile| tile.raw(0)).collect();
            (words == [0x7f, 0x80, 0xff]).then_some(LaneViolation { rule, lane: 0 })
        };
        assert_eq!(probe(&[&tile, &tile, &tile], types, broken), Some(LaneViolation { rule, lane: 1 }));
        assert_eq!(probe(&[&tile, &tile], types, broken), None);
    }
}
