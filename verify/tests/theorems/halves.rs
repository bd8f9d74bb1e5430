//! Elements of which two share a byte: a view of the bytes has every byte where the two elements of it are.

use spec::domain::{Bool, Number};
use spec::ops::view::{self, Tiling, element, in_bounds, offset};
use spec::rules::Rule;

use crate::proof::{Proof, possible};
use crate::reading::{Integer, Theory, integer, integers};

/// The last integer twice as large, or all others.
fn twice(mut of: Vec<Integer>, last: bool) -> Vec<Integer> {
    let end = of.len() - 1;
    for (_, number) in of.iter_mut().enumerate().filter(|(axis, _)| (*axis == end) == last) {
        *number = number.mul(&Integer::constant(2));
    }
    of
}

/// The place of a lane, along axes in order.
fn place(steps: &[Integer], index: &[Integer], lane: &[Integer]) -> Vec<Integer> {
    let dim_map: Vec<usize> = (0..steps.len()).collect();
    // The mapping does not ask how large tiles are.
    element(&Tiling { tile: steps, steps, dim_map: &dim_map, sparse: None }, index, lane)
}

/// Of a tensor whose packed axis is the last: tiles begin an even number of elements apart, or else their indices are
/// even.
fn holds(rank: usize, odd: bool) {
    let last = rank - 1;
    let half = integer("h");
    let (steps, index, lane) = (integers("T", rank), integers("i", rank), integers("j", rank));
    let extents = twice(integers("e", rank), true);
    let mut strides = twice(integers("s", rank), false);
    strides[last] = Integer::constant(1);

    let mut theory = Theory::default();
    let (mut byte_extents, mut byte_strides) = (extents.clone(), strides.clone());
    view::packed(&mut theory, last, &mut byte_extents, &mut byte_strides);
    let mut byte_index = index.clone();
    let (written_steps, written_index) =
        if odd { (steps.clone(), twice(index, true)) } else { (twice(steps.clone(), true), index) };
    if odd {
        byte_index[last] = view::packed_index(&mut theory, &written_index[last]);
    }
    let mut written_lane = twice(lane.clone(), true);
    written_lane[last] = written_lane[last].add(&half);

    let here = place(&written_steps, &written_index, &written_lane);
    let byte = place(&steps, &byte_index, &lane);
    let is_half = Integer::constant(0).at_most(&half).and(&half.less(&Integer::constant(2)));
    let premises = [is_half, theory.of(Rule::ViewPacked)];
    possible("halves", &premises, &[here.clone(), byte.clone()].concat());

    let mut proof = Proof::new(format!("halves of rank {rank}"), &premises);
    let twice_as_far = offset(&byte, &byte_strides).mul(&Integer::constant(2));
    proof.step(&offset(&here, &strides).equals(&twice_as_far.add(&half)));
    let (inside, byte_inside) = (in_bounds(&here, &extents), in_bounds(&byte, &byte_extents));
    proof.step(&inside.implies(&byte_inside).and(&byte_inside.implies(&inside)));
}

#[test]
fn a_view_of_bytes_has_them_where_their_elements_are() {
    for rank in 1..=3 {
        holds(rank, false);
        holds(rank, true);
    }
}
