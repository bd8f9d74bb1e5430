//! Orders of elements: strides that keep the elements of a tensor apart, and the row-major order.

use spec::domain::{Number, all};
use spec::ops::shape::{delinearize, linearize};
use spec::ops::view::{in_bounds, offset};
use verify::lemmas::{Lemma, Statement, nested, spanned};

use crate::proof::{Proof, needs_every_premise, possible};
use crate::reading::{Integer, Truth, integers, same};

const RANKS: std::ops::RangeInclusive<usize> = 1..=3;

fn zero() -> Integer {
    Integer::constant(0)
}

fn one() -> Integer {
    Integer::constant(1)
}

/// Strides of packed elements, in the order of the extents, the innermost first: those of `layout_left`, or reversed, like the extents,
/// those of `layout_right`.
fn packed(extents: &[Integer]) -> Vec<Integer> {
    let inside = extents.iter().scan(one(), |inside, extent| {
        let stride = inside.clone();
        *inside = inside.mul(extent);
        Some(stride)
    });
    inside.collect()
}

fn turned(of: &[Integer]) -> Vec<Integer> {
    of.iter().rev().cloned().collect()
}

fn layout_right(extents: &[Integer]) -> Vec<Integer> {
    turned(&packed(&turned(extents)))
}

fn count(extents: &[Integer]) -> Integer {
    extents.iter().fold(one(), |count, extent| count.mul(extent))
}

fn not_empty(extents: &[Integer]) -> Truth {
    all(extents.iter().map(|extent| one().at_most(extent)))
}

/// Two places inside the extents with equal offsets are equal; axes innermost first.
pub(crate) fn apart(
    extents: &[Integer],
    strides: &[Integer],
    place: &[Integer],
    other: &[Integer],
) -> Statement<Truth> {
    Statement {
        premises: vec![
            nested(extents, strides),
            in_bounds(place, extents),
            in_bounds(other, extents),
            offset(place, strides).equals(&offset(other, strides)),
        ],
        conclusion: same(place, other),
    }
}

/// From the outermost axis inwards: the axes inside do not reach a step of this one, so it is not taken.
#[test]
fn nested_strides_keep_elements_apart() {
    for rank in RANKS {
        let [extents, strides, place, other] = ["e", "s", "p", "q"].map(|name| integers(name, rank));
        let claim = apart(&extents, &strides, &place, &other);
        let mut proof = Proof::new(format!("apart, rank {rank}"), &claim.premises);
        for axis in (0..rank).rev() {
            for inside in 0..=axis {
                let far = extents[inside].sub(&one());
                let step = place[inside].sub(&other[inside]);
                let stride = strides[inside].clone();
                proof.lemma(Lemma::Scaled, &[zero().sub(&far), step, far, stride]);
            }
            proof.lemma(Lemma::Multiple, &[place[axis].sub(&other[axis]), strides[axis].clone()]);
            proof.step(&place[axis].equals(&other[axis]));
        }
        proof.step(&claim.conclusion);
        needs_every_premise("apart", &claim, &[extents, strides, place, other].concat());
    }
}

/// Strides are sorted where each is at least all that the axis inside spans.
#[test]
fn sorted_strides_are_nested() {
    for rank in RANKS {
        let [extents, strides] = ["e", "s"].map(|name| integers(name, rank));
        let mut premises = vec![not_empty(&extents), zero().less(&strides[0])];
        for (axis, next) in strides.iter().enumerate().skip(1) {
            premises.push(extents[axis - 1].mul(&strides[axis - 1]).at_most(next));
        }
        let claim = Statement { premises, conclusion: nested(&extents, &strides) };
        let mut proof = Proof::new(format!("sorted, rank {rank}"), &claim.premises);
        for (extent, stride) in extents.iter().zip(&strides) {
            proof.lemma(Lemma::Multiple, &[extent.clone(), stride.clone()]);
            proof.step(&zero().less(stride));
        }
        proof.step(&claim.conclusion);
        possible("sorted", &claim.premises, &[extents, strides].concat());
    }
}

#[test]
fn layout_right_and_layout_left_are_nested() {
    for rank in RANKS {
        let extents = integers("e", rank);
        let right = turned(&layout_right(&extents));
        for (name, extents, strides) in
            [("left", extents.clone(), packed(&extents)), ("right", turned(&extents), right)]
        {
            let mut proof = Proof::new(format!("layout_{name}, rank {rank}"), &[not_empty(&extents)]);
            for (extent, stride) in extents.iter().zip(&strides) {
                proof.lemma(Lemma::Multiple, &[extent.clone(), stride.clone()]);
                proof.step(&zero().less(stride));
            }
            proof.step(&nested(&extents, &strides));
        }
    }
}

#[test]
fn layout_right_and_layout_left_are_injective() {
    for rank in RANKS {
        let [extents, place, other] = ["e", "p", "q"].map(|name| integers(name, rank));
        for (name, strides) in [("left", packed(&extents)), ("right", layout_right(&extents))] {
            let premises = vec![
                in_bounds(&place, &extents),
                in_bounds(&other, &extents),
                offset(&place, &strides).equals(&offset(&other, &strides)),
            ];
            let claim = Statement { premises, conclusion: same(&place, &other) };
            let mut proof = Proof::new(format!("layout_{name}, rank {rank}"), &claim.premises);
            proof.step(&not_empty(&extents));
            let innermost_first = |of: &[Integer]| if name == "left" { of.to_vec() } else { turned(of) };
            let [e, s, p, q] = [&extents, &strides, &place, &other].map(|of| innermost_first(of));
            // Both are proved above.
            let packed = Statement { premises: vec![not_empty(&e)], conclusion: nested(&e, &s) };
            proof.claim(&packed);
            proof.claim(&apart(&e, &s, &p, &q));
            proof.step(&claim.conclusion);
            // With one axis, the offset equals the place.
            if rank > 1 {
                let of = [extents.clone(), place.clone(), other.clone()].concat();
                needs_every_premise("injective", &claim, &of);
            }
        }
    }
}

#[test]
fn row_major_order_stays_in_bounds() {
    for rank in RANKS {
        let [extents, place] = ["e", "p"].map(|name| integers(name, rank));
        let at = linearize(&place, &extents);
        let claim = Statement {
            premises: vec![in_bounds(&place, &extents)],
            conclusion: in_bounds(&[at], &[count(&extents)]),
        };
        let mut proof = Proof::new(format!("row-major, rank {rank}"), &claim.premises);
        for axis in 1..=rank {
            // Of the outer axes alone it holds already.
            let [inner, outer] = [&place, &extents].map(|of| of[..axis - 1].to_vec());
            let rest = count(&outer).sub(&one()).sub(&linearize(&inner, &outer));
            let extent = extents[axis - 1].clone();
            proof.lemma(Lemma::Sign, &[linearize(&inner, &outer), extent.clone()]);
            proof.lemma(Lemma::Sign, &[rest, extent]);
            let at = linearize(&place[..axis], &extents[..axis]);
            proof.step(&in_bounds(&[at], &[count(&extents[..axis])]));
        }
        proof.step(&claim.conclusion);
        needs_every_premise("row-major", &claim, &[extents, place].concat());
    }
}

#[test]
fn row_major_order_is_layout_right() {
    for rank in RANKS {
        let [extents, place] = ["e", "p"].map(|name| integers(name, rank));
        let is = linearize(&place, &extents).equals(&offset(&place, &layout_right(&extents)));
        Proof::new(format!("rank {rank}"), &[]).step(&is);
    }
}

#[test]
fn row_major_order_can_be_undone() {
    for rank in RANKS {
        let [extents, place] = ["e", "p"].map(|name| integers(name, rank));
        let at = linearize(&place, &extents);
        let mut proof = Proof::new(format!("rank {rank}"), &[in_bounds(&place, &extents)]);
        for axis in (0..rank).rev() {
            // What is left after the axes inside is the place in row-major order along those outside.
            let (outer, extent) = (linearize(&place[..axis], &extents[..axis]), &extents[axis]);
            let here = linearize(&place[..=axis], &extents[..=axis]);
            let whole = here.div_floor(extent);
            proof.lemma(Lemma::Quotient, &[here, extent.clone()]);
            proof.lemma(Lemma::Multiple, &[whole.sub(&outer), extent.clone()]);
            proof.step(&whole.equals(&outer));
        }
        proof.step(&same(&delinearize(&at, &extents), &place));
    }
}

#[test]
fn a_place_inside_a_tensor_is_no_farther_than_its_last_element() {
    for rank in RANKS {
        let [place, extents, strides] = ["place", "extent", "stride"].map(|name| integers(name, rank));
        let claim = spanned(&place, &extents, &strides);
        needs_every_premise("spanned", &claim, &[place.clone(), extents.clone(), strides.clone()].concat());
        let mut proof = Proof::new(format!("spanned, rank {rank}"), &claim.premises);
        for ((p, extent), stride) in place.iter().zip(&extents).zip(&strides) {
            proof.lemma(Lemma::Scaled, &[zero(), p.clone(), extent.sub(&one()), stride.clone()]);
        }
        proof.step(&claim.conclusion);
    }
}
