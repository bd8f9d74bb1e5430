//! Loop invariants: what holds at the head of an arbitrary iteration, proposed by a pass over the body and checked by induction.
//!
//! What a loop carries has a shape ([`invariant`]): an add recurrence, the value of the previous iteration, a stride,
//! or anything. Relational candidates complement the shapes ([`relational`], from [`relations`], [`guards`] and [`rate_bounds`]). A
//! pass whose results are discarded proposes both ([`candidates`], [`doubts`]); further passes assume them at the head and check
//! them at every `continue`, weakening what fails, until nothing fails ([`houdini`]). Then the body is run for the record.

mod bisect;
mod candidates;
mod carried;
mod distance;
mod doubts;
mod guards;
mod houdini;
pub(crate) mod invariant;
pub(crate) mod iteration;
pub(crate) mod loop_header;
pub(crate) mod pass;
mod rate_bounds;
mod relational;
mod relations;

use crate::loops::candidates::{propose_candidates, propose_once};
use crate::loops::houdini::check_inductive;
use crate::loops::invariant::{Body, Invariant, Loop, LoopInvariants, open_invariant};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Var};

/// Finds out what holds at every head of a loop.
pub(crate) fn infer_invariants<'k>(
    machine: &mut Machine<'k>,
    around: Loop<'k>,
    body: &mut Body<'k, '_>,
) -> LoopInvariants<'k> {
    let invariants = around.inits.iter().map(|init| open_invariant(init)).collect();
    let count = Num::fresh("count", 0, crate::terms::UNBOUNDED_ABOVE).as_var().unwrap_or(Var::numbered(0));
    let trail = spec::domain::Bool::constant(true);
    let mut known = LoopInvariants { around, invariants, count, facts: Vec::new(), trail, left: None };
    // Where nothing is carried but tokens and control always comes back, there is nothing to find out.
    if known.around.completes && known.around.inits.iter().all(|init| matches!(init, Val::Token)) {
        return known;
    }
    if machine.state.mode == Mode::Propose {
        propose_once(machine, &mut known, body);
        return known;
    }
    propose_candidates(machine, &mut known, body);
    if !check_inductive(machine, &mut known, body) {
        // Unreachable so far: kept without facts, in case the head is reached.
        known.facts.clear();
        let everywhere = (0..machine.setup.allocations.len()).collect();
        known.invariants =
            known.around.inits.iter().map(|init| Invariant::unknown_element(init, &everywhere)).collect();
    }
    known
}
