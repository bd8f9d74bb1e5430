//! Candidates that relate two carried values: an order, steps in proportion, pointers that change places and stay two.

use spec::domain::{Bool as _, Number};

use crate::loops::carried::{BodyPass, CarriedNumber, CarryKind, holds_initially};
use crate::loops::invariant::Fact;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};

/// Suggests relations; relations that fail initially are dropped.
pub(super) fn propose_relations<'k>(
    machine: &mut Machine<'k>,
    pass: &mut BodyPass<'_, 'k>,
    found: &mut Vec<Fact>,
) {
    let mut all: Vec<Truth> = Vec::new();
    for (position, a) in pass.carries.iter().enumerate() {
        for b in &pass.carries[position + 1..] {
            all.extend(relate(pass, a, b));
        }
    }
    for holds in all {
        if holds.value().is_none() && holds_initially(machine, pass, &holds) {
            found.push(Fact { holds, lane: None });
        }
    }
}

/// Possible relations of two carried numbers.
fn relate(pass: &BodyPass<'_, '_>, a: &CarriedNumber, b: &CarriedNumber) -> Vec<Truth> {
    let kinds = (a.kind, b.kind);
    match kinds {
        (CarryKind::Lane(_), _) | (_, CarryKind::Lane(_)) | (CarryKind::Closed, CarryKind::Closed) => {
            return Vec::new();
        }
        (CarryKind::Which, CarryKind::Which) => {
            let (now, first) = (a.value.add(&b.value), a.first.add(&b.first));
            return vec![now.equals(&first), a.value.equals(&b.value).not()];
        }
        (CarryKind::Which, _) | (_, CarryKind::Which) => return Vec::new(),
        (CarryKind::Open | CarryKind::Closed, CarryKind::Open | CarryKind::Closed) => {}
    }
    let mut facts = vec![a.value.at_most(&b.value), b.value.at_most(&a.value)];
    // Both move together: the distances from the first values are as the steps.
    if let (Some(step), Some(other)) = (step(pass, a), step(pass, b)) {
        let moved = |carry: &CarriedNumber| carry.value.sub(&carry.first);
        facts.push(moved(a).mul(&other).equals(&moved(b).mul(&step)));
    }
    facts
}

/// The increment of a number, if it is equal in every iteration with a change.
fn step(pass: &BodyPass<'_, '_>, carry: &CarriedNumber) -> Option<Num> {
    let choices = carry.ends.iter().flat_map(|end| end.minus(&carry.start).choices());
    let mut moves = choices.filter(|step| step.value() != Some(0));
    moves.next().filter(|step| pass.mark.is_steady(step))
}
