//! Clauses under which distinct elements of a tensor are distinct places.

use spec::domain::Number;

use super::clause::Clause;
use super::render::ContractVocabulary;
use crate::infer::accepted::{accept_clause, interpret_clauses};
use crate::infer::choose::{ask_what_is_reached, is_open, leaves_reachable};
use crate::infer::search::Search;
use crate::smt::fact::Fact;
use crate::smt::reason::Always;
use crate::symbolic::ops::injective::{are_strides_sorted, orders};
use crate::terms::Num;
use crate::values::view::TensorView;

/// Looks for clauses under which distinct elements of a tensor have distinct places; returns whether there are some.
pub(super) fn separate(machine: &mut Search<'_, '_>, tensor: &TensorView) -> bool {
    ask_what_is_reached(machine);
    let place = machine.state.path;
    for order in orders(tensor.extents.len()) {
        let Some(clauses) = find_sorted_strides(machine, tensor, &order) else { continue };
        let holds = interpret_clauses(machine, &clauses);
        if !leaves_reachable(machine, &place, &holds) {
            continue;
        }
        let mark = machine.solver.mark();
        machine.solver.assume(&Fact::always(&holds, Always::Clause));
        if are_strides_sorted(machine, tensor, &order) {
            clauses.into_iter().for_each(|clause| accept_clause(machine, clause));
            return true;
        }
        machine.solver.forget(mark);
    }
    false
}

/// Clauses that make every stride at least the span of the inner axes; `None` if clauses cannot.
fn find_sorted_strides(
    machine: &Search<'_, '_>,
    tensor: &TensorView,
    order: &[usize],
) -> Option<Vec<Clause>> {
    let vocabulary = ContractVocabulary::new(&machine.setup);
    let mut span = Num::constant(1);
    let mut clauses = Vec::new();
    for axis in order {
        let (extent, stride) = (&tensor.extents[*axis], &tensor.strides[*axis]);
        let room = stride.sub(&span);
        if room.hi() < 0 {
            return None;
        }
        if room.lo() < 0 {
            let (_, clause) = vocabulary.natural(&room)?;
            clauses.push(clause);
        }
        span = extent.mul(stride);
    }
    let all = clauses.iter().all(|clause| is_open(machine, clause));
    (all && !clauses.is_empty()).then_some(clauses)
}
