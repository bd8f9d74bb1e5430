//! Candidate facts about carried values: bounds of single values, and suggestions of [`super::relations`] and
//! [`super::guards`]. Each is a formula over stand-ins for open values, and is checked afterwards.

use spec::domain::{Bool as _, Number};

use crate::loops::bisect::bind_initial;
use crate::loops::carried::{BodyPass, CarryKind, collect_carried, holds_initially};
use crate::loops::guards::propose_guards;
use crate::loops::invariant::{Body, Fact, LoopInvariants, Shape, Slot};
use crate::loops::pass::run_discarded;
use crate::loops::rate_bounds::propose_rate_bounds;
use crate::loops::relations::propose_relations;
use crate::symbolic::exit::Exit;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth, UNBOUNDED_ABOVE, UNBOUNDED_BELOW};
use crate::values::domain::SymbolicInt;
use crate::values::tile::Tile;

/// The most facts to try.
const FACTS: usize = 240;

/// Looks for facts under the current invariants; facts that fail initially are dropped at once.
pub(super) fn add_candidates<'k>(
    machine: &mut Machine<'k>,
    known: &mut LoopInvariants<'k>,
    body: &mut Body<'k, '_>,
) {
    // Inside a guess nothing is checked, so nothing need be known so exactly.
    if machine.state.mode == Mode::Propose {
        return;
    }
    let (base, first) = (machine.state.path, bind_initial(machine, known));
    // Initial facts must hold without the requirements of the body: if every iteration breaks a rule, anything
    // would follow.
    let before = machine.solver.mark();
    let found = run_discarded(machine, known, Mode::Propose, body, |machine, head, exits, mark| {
        let carries = collect_carried(machine, known, head, exits);
        let flags = collect_flags(machine, known, exits);
        let mut pass = BodyPass { known, head, exits, mark, carries, flags, first, base, before };
        let mut found = Vec::new();
        propose_guards(machine, &mut pass, &mut found);
        propose_bounds(machine, &mut pass, &mut found);
        propose_relations(machine, &mut pass, &mut found);
        found
    });
    for fact in found {
        let is_new = !known.facts.iter().any(|known| known.holds == fact.holds);
        if is_new && fact.holds.value().is_none() && known.facts.len() < FACTS {
            known.facts.push(fact);
        }
    }
}

/// Collects conditions under which a flag keeps its initial value.
fn collect_flags<'k>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    exits: &[Exit<'k>],
) -> Vec<Truth> {
    let mut flags = Vec::new();
    for (position, invariant) in known.invariants.iter().enumerate() {
        let Val::Tile(init) = &known.around.inits[position] else { continue };
        match invariant.shape {
            Shape::Any { slot: Slot::Bit(bit), .. } => match machine.at(init, &[]).as_truth().value() {
                Some(true) => flags.push(Truth::var(bit)),
                Some(false) => flags.push(Truth::var(bit).not()),
                None => {}
            },
            Shape::Any { slot: Slot::Int(var), .. } => {
                let first = machine.at(init, &[]).place().filter(|first| first.value().is_some());
                let ends = exits.iter().filter_map(|exit| exit.values[position].tile().cloned());
                let mut known = |end: &Tile<'k>| match machine.at(end, &[]).as_int() {
                    Some(SymbolicInt::Number { signed, .. }) => signed.value().is_some(),
                    Some(SymbolicInt::Bit(_)) | None => false,
                };
                if let Some(first) = first
                    && ends.collect::<Vec<_>>().iter().all(&mut known)
                {
                    flags.push(Num::var(var).equals(&first));
                }
            }
            Shape::Token
            | Shape::Same
            | Shape::AddRec(_)
            | Shape::PrevIteration(_)
            | Shape::Strided { .. }
            | Shape::Any { .. } => {}
        }
    }
    flags
}

/// Bounds of single values: by numbers of the launch and the loop, or by the range of the final values.
fn propose_bounds<'k>(machine: &mut Machine<'k>, pass: &mut BodyPass<'_, 'k>, found: &mut Vec<Fact>) {
    let counted = !pass.known.around.limits.is_empty();
    let mut limits = vec![Num::constant(0)];
    limits.extend(pass.known.around.limits.iter().cloned());
    limits.extend(machine.setup.scalars.iter().flatten().cloned());
    limits.extend(machine.setup.grid.iter().cloned());
    for at in 0..pass.carries.len() {
        let carry = &pass.carries[at];
        let (value, kind) = (carry.value, carry.kind);
        // Bounds of a counter suffice.
        if kind == CarryKind::Which || kind == CarryKind::Closed && counted {
            continue;
        }
        let mut bounds: Vec<Truth> = Vec::new();
        let all = || carry.ends.iter().chain([&carry.first]);
        let (least, most) = (all().map(Num::lo).min(), all().map(Num::hi).max());
        if kind != CarryKind::Closed {
            bounds.extend(
                least.filter(|lo| *lo != UNBOUNDED_BELOW).map(|lo| Num::constant(lo).at_most(&value)),
            );
            bounds
                .extend(most.filter(|hi| *hi != UNBOUNDED_ABOVE).map(|hi| value.at_most(&Num::constant(hi))));
        }
        let first = (!matches!(kind, CarryKind::Lane(_))).then_some(carry.first);
        for limit in limits.iter().cloned().chain(first) {
            bounds.extend([limit.at_most(&value), value.less(&limit), value.at_most(&limit)]);
        }
        let drift = propose_rate_bounds(machine, pass, at);
        bounds.extend(drift);
        keep_unless_flagged(machine, pass, bounds, kind, found);
    }
}

/// Keeps facts that hold initially; other facts may hold once a flag has left its initial value.
fn keep_unless_flagged<'k>(
    machine: &mut Machine<'k>,
    pass: &mut BodyPass<'_, 'k>,
    bounds: Vec<Truth>,
    kind: CarryKind,
    found: &mut Vec<Fact>,
) {
    let lane = if let CarryKind::Lane(var) = kind { Some(var) } else { None };
    for bound in bounds {
        if bound.value().is_some() {
            continue;
        }
        if holds_initially(machine, pass, &bound) {
            found.push(Fact { holds: bound, lane });
        } else if kind == CarryKind::Open {
            found.extend(pass.flags.iter().map(|flag| Fact { holds: flag.or(&bound), lane: None }));
        }
    }
}

/// Drops facts implied by more precise ones.
pub(super) fn drop_subsumed(facts: &mut Vec<Fact>) {
    let bound = |fact: &Fact| fact.holds.as_comparison().filter(|(_, is_equation)| !is_equation);
    let nums: Vec<Option<Num>> = facts.iter().map(|fact| bound(fact).map(|(num, _)| num)).collect();
    let weaker = |at: usize| {
        let Some(own) = &nums[at] else { return false };
        nums.iter().enumerate().any(|(other, num)| {
            let Some(num) = num else { return false };
            // own ≤ num − 1 < num, or the same earlier.
            let by = num.sub(own).value();
            by.is_some_and(|by| by > 0 || by == 0 && other < at)
        })
    };
    let kept: Vec<bool> = (0..facts.len()).map(|at| !weaker(at)).collect();
    let mut kept = kept.into_iter();
    facts.retain(|_| kept.next().unwrap_or(true));
}
