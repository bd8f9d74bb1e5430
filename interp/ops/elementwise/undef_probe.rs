//! What an undetermined element may be: anything. An operation that requires something of its operands is tried with the
//! values at which it would break first: the requirements of integer operations are bounds of sums, differences, products
//! and shifts, and that a divisor is not zero, so that one of these breaks them if any value does.

use crate::element::word::Store;
use crate::elementwise::Broken;
use crate::tile::{Elements, Lanes, Marks, Tile, each_word};

/// The first lane that breaks a rule for some value of its undetermined operands, which are integers of so many bits.
pub(crate) fn first(
    operands: &[&Tile],
    bits: u32,
    broken: impl Fn(&[&Tile]) -> Option<Broken>,
) -> Option<Broken> {
    let marks = operands.iter().fold(Marks::NONE, |marks, tile| marks.or(&tile.undetermined));
    let lanes: Vec<usize> = (0..operands[0].len()).filter(|lane| marks.at(*lane)).collect();
    let gathered: Vec<Tile> = operands.iter().map(|tile| tile.gather(&lanes)).collect();
    let tries = |tile: &Tile| -> Vec<Tile> {
        if tile.undetermined.any() {
            extremes(bits).into_iter().map(|word| with(tile, word)).collect()
        } else {
            vec![tile.clone()]
        }
    };
    let mut found: Option<Broken> = None;
    let mut note = |operands: &[&Tile]| {
        let here = broken(operands).map(|broken| Broken { lane: lanes[broken.lane], ..broken });
        found = [found, here].into_iter().flatten().min_by_key(|broken| broken.lane);
    };
    match gathered.as_slice() {
        [a] => tries(a).iter().for_each(|a| note(&[a])),
        [a, b] => {
            let seconds = tries(b);
            tries(a).iter().for_each(|a| seconds.iter().for_each(|b| note(&[a, b])));
        }
        // No operation of three operands requires anything.
        _ => {}
    }
    found
}

/// 0, ±1, both ends of the type, and the greatest amount of a shift.
fn extremes(bits: u32) -> Vec<u64> {
    let ones = u64::MAX >> (64 - bits);
    vec![0, 1, ones, ones >> 1, (ones >> 1) + 1, u64::from(bits - 1)]
}

/// A tile with this word in the place of what is undetermined.
fn with(tile: &Tile, word: u64) -> Tile {
    fn replaced<S: Store>(lanes: &Lanes<S>, marks: &Marks, word: u64) -> Elements {
        let lanes = lanes.as_slice().iter().enumerate();
        let words = lanes.map(|(lane, old)| if marks.at(lane) { S::from_raw(word) } else { *old });
        S::elements(Lanes::new(words.collect()))
    }
    let marks = &tile.undetermined;
    Tile::determined(each_word!(&tile.elements,
        lanes => replaced(lanes, marks, word),
        pointers => Elements::Pointers(pointers.clone())))
}
