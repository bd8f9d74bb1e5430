//! The doubts of carried elements: candidates, as functions of the lane, for the checks at the ends of iterations.

use spec::domain::Bool as _;

use crate::budget::policy::Purpose;
use crate::loops::invariant::Watermark;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Substitution, Truth, TruthNode, VarKind, Variables, var_info};
use crate::values::element::Element;
use crate::values::tile::{Doubt, Tile};

/// Proposes the defect condition of elements after an iteration, for elements that are defective only if they were at the head. Without a
/// condition that holds in every iteration, the proposal is "never".
pub(super) fn propose_doubt<'k>(
    machine: &mut Machine<'k>,
    now: &Doubt,
    (init, ends): (&Tile<'k>, &[(&Tile<'k>, &Truth)]),
    mark: Watermark<'_>,
    of: &dyn Fn(&Element) -> Truth,
) -> Doubt {
    let lane = machine.lane(&init.ty.shape, 0);
    let kept = of(&machine.at(init, &lane));
    let lasts: Vec<Truth> = ends.iter().map(|(end, _)| of(&machine.at(end, &lane))).collect();
    // Elements that are all defective at first may all be sound behind the first iteration. The check of the candidates decides.
    let all_kept = lasts.iter().all(|last| *last == kept);
    if kept.value() == Some(true) && !all_kept && !matches!(now, Doubt::Anywhere) {
        return Doubt::Where { lane: lane.into(), holds: Truth::constant(false) };
    }
    if lasts.iter().all(|last| *last == kept || last.value() == Some(false)) {
        return Doubt::Kept;
    }
    // A renewed supposition is not counted as a new result.
    if let Some(holds) = now.at(&lane) {
        let stays = |machine: &mut Machine<'k>, (last, path): (&Truth, &Truth)| {
            machine.solver.proves(&last.implies(&holds), path, Purpose::Invariant)
        };
        if lasts.iter().zip(ends).all(|(last, (_, path))| stays(machine, (last, path))) {
            return now.clone();
        }
    }
    // A function of the lane may not have variables of this lane alone.
    let other = machine.lane(&init.ty.shape, 1);
    let mut moved = Substitution::default();
    moved.nums.extend(lane.iter().zip(&other).filter_map(|(a, b)| Some((a.as_var()?, *b))));
    let mut elsewhere = of(&machine.at(init, &other));
    let mut holds = kept;
    for ((end, path), last) in ends.iter().zip(&lasts) {
        let there = of(&machine.at(end, &other));
        let is_function = moved.truth(last) == there;
        let last = simplify_on_path(machine, last, path, mark);
        // The remaining condition may depend on the lane even if the former one did not.
        let there =
            if is_function { moved.truth(&last) } else { simplify_on_path(machine, &there, path, mark) };
        holds = holds.or(&last);
        elsewhere = elsewhere.or(&there);
    }
    if moved.truth(&holds) == elsewhere && is_of_lane(&holds, mark) {
        return Doubt::Where { lane: lane.into(), holds };
    }
    let mut holds = kept;
    for (last, (_, path)) in lasts.iter().zip(ends) {
        let wide = widen_to_lane(machine, last, &lane, path, mark);
        holds = holds.or(&wide);
    }
    if !is_of(&holds, &lane, mark) || holds.value() == Some(true) {
        return Doubt::Kept;
    }
    Doubt::Where { lane: lane.into(), holds }
}

/// Widens a formula to a condition on the lane alone, as for an element reduced from a row with some defects. Statements about other
/// numbers become false if impossible, else true.
fn widen_to_lane(
    machine: &mut Machine<'_>,
    truth: &Truth,
    lane: &[Num],
    path: &Truth,
    mark: Watermark<'_>,
) -> Truth {
    if is_of(truth, lane, mark) {
        return *truth;
    }
    let negated = |parts: &[Truth]| parts.iter().map(Truth::not).collect::<Vec<_>>();
    let (is_all, parts) = match truth.node() {
        TruthNode::And(parts) => (true, parts.to_vec()),
        TruthNode::Or(parts) => (false, parts.to_vec()),
        TruthNode::Not(inner) => match inner.node() {
            TruthNode::And(parts) => (false, negated(&parts)),
            TruthNode::Or(parts) => (true, negated(&parts)),
            TruthNode::AtMostZero(_)
            | TruthNode::Zero(_)
            | TruthNode::Not(_)
            | TruthNode::Constant(_)
            | TruthNode::Var(_) => (true, Vec::new()),
        },
        TruthNode::AtMostZero(_) | TruthNode::Zero(_) | TruthNode::Constant(_) | TruthNode::Var(_) => {
            (true, Vec::new())
        }
    };
    if parts.is_empty() {
        return Truth::constant(!machine.solver.proves(&truth.not(), path, Purpose::Invariant));
    }
    let mut whole = Truth::constant(is_all);
    for (position, part) in parts.iter().enumerate() {
        // One conjunct may be impossible under the others.
        let others = parts.iter().enumerate().filter(|(other, _)| is_all && *other != position);
        let here = others.fold(*path, |here, (_, other)| here.and(other));
        let wide = widen_to_lane(machine, part, lane, &here, mark);
        whole = if is_all { whole.and(&wide) } else { whole.or(&wide) };
    }
    whole
}

/// Whether a formula is about nothing but a lane and what is the same in every iteration.
fn is_of(truth: &Truth, lane: &[Num], mark: Watermark<'_>) -> bool {
    let mut variables = Variables::default();
    variables.truth(truth);
    mark.are_known(&variables, |var| lane.iter().any(|of| of.as_var() == Some(var)))
}

/// A formula without the parts that vary from iteration to iteration and are known where the path is.
fn simplify_on_path(machine: &mut Machine<'_>, truth: &Truth, path: &Truth, mark: Watermark<'_>) -> Truth {
    match truth.node() {
        TruthNode::And(parts) => parts
            .iter()
            .fold(Truth::constant(true), |all, part| all.and(&simplify_on_path(machine, part, path, mark))),
        TruthNode::Or(parts) => parts
            .iter()
            .fold(Truth::constant(false), |any, part| any.or(&simplify_on_path(machine, part, path, mark))),
        TruthNode::Not(inner) => simplify_on_path(machine, &inner, path, mark).not(),
        TruthNode::AtMostZero(_) | TruthNode::Zero(_) if !is_of_lane(truth, mark) => {
            if machine.solver.proves(truth, path, Purpose::Invariant) {
                Truth::constant(true)
            } else if machine.solver.proves(&truth.not(), path, Purpose::Invariant) {
                Truth::constant(false)
            } else {
                *truth
            }
        }
        TruthNode::AtMostZero(_) | TruthNode::Zero(_) | TruthNode::Constant(_) | TruthNode::Var(_) => *truth,
    }
}

/// Whether a formula is the same in every iteration, lane by lane.
fn is_of_lane(truth: &Truth, mark: Watermark<'_>) -> bool {
    let mut variables = Variables::default();
    variables.truth(truth);
    mark.are_known(&variables, |var| var_info(var).kind == VarKind::Lane)
}
