//! Clauses under which distinct elements of a tensor are distinct places.

use spec::domain::Number;

use super::clause::Clause;
use super::render::Words;
use crate::symbolic::machine::{Machine, Mode};
use crate::terms::Num;
use crate::values::view_access::TensorView;

impl Machine<'_> {
    /// Looks for clauses under which distinct elements of a tensor are distinct places; whether they are.
    pub(crate) fn make_injective(&mut self, tensor: &TensorView) -> bool {
        if self.injective(tensor) {
            return true;
        }
        if self.inference.is_none() || self.mode != Mode::Final {
            return false;
        }
        self.ask_what_is_reached();
        let place = self.path.clone();
        for order in crate::symbolic::views::orders(tensor.extents.len()) {
            let Some(clauses) = self.sorted_strides(tensor, &order) else { continue };
            let holds = self.meaning(&clauses);
            if !self.leaves_reachable(&place, &holds) {
                continue;
            }
            let mark = self.solver.mark();
            self.solver.assume(&holds);
            if self.sorted(tensor, &order) {
                clauses.into_iter().for_each(|clause| self.keep(clause));
                return true;
            }
            self.solver.forget(mark);
        }
        false
    }

    /// Clauses that make every stride at least what the axes inside span; `None` where it is no matter of clauses.
    fn sorted_strides(&self, tensor: &TensorView, order: &[usize]) -> Option<Vec<Clause>> {
        let words = Words::new(&self.setup);
        let mut span = Num::constant(1);
        let mut clauses = Vec::new();
        for axis in order {
            let (extent, stride) = (&tensor.extents[*axis], &tensor.strides[*axis]);
            let room = stride.sub(&span);
            if room.hi() < 0 {
                return None;
            }
            if room.lo() < 0 {
                let (_, clause) = words.natural(&room)?;
                clauses.push(clause);
            }
            span = extent.mul(stride);
        }
        let all = clauses.iter().all(|clause| self.is_open(clause));
        (all && !clauses.is_empty()).then_some(clauses)
    }
}
