//! Requirements that no launch can keep.

use spec::domain::{Bool as _, Number};

use super::mend::concerns;
use crate::machine::Machine;
use crate::solver::Answer;
use crate::terms::{Num, Substitution, Truth, VarKind, Variables, var_info};

/// The most choices of extreme values.
const EXTREMES: usize = 64;

impl Machine<'_> {
    /// Whether every launch that comes to the place breaks the requirement there, in a first or last block, iteration
    /// and lane.
    pub(super) fn is_hopeless(&mut self, place: &Truth, broken: &Truth) -> bool {
        let mut seen = Variables::default();
        seen.truth(broken);
        // What is said of the block, iteration and lane must hold of those that are chosen.
        let mut whole = broken.clone();
        for fact in self.solver.facts() {
            if concerns(&fact, std::slice::from_ref(broken)) {
                whole = whole.and(&fact);
            }
        }
        seen.truth(&whole);
        let mut choices: Vec<Substitution> = vec![Substitution::default()];
        for var in seen.nums.iter().filter(|var| var_info(**var).kind != VarKind::Shared) {
            let info = var_info(*var);
            let axis = ["bid.x", "bid.y", "bid.z"].iter().position(|name| info.name.starts_with(name));
            let last = axis
                .map_or_else(|| Num::constant(info.hi), |axis| self.setup.grid[axis].sub(&Num::constant(1)));
            let ends = [Num::constant(info.lo), last];
            choices = choices
                .iter()
                .flat_map(|choice| {
                    ends.iter().map(|end| {
                        let mut chosen = Substitution::default();
                        chosen.nums.clone_from(&choice.nums);
                        chosen.nums.insert(*var, end.clone());
                        chosen
                    })
                })
                .take(EXTREMES)
                .collect();
        }
        choices.iter_mut().any(|choice| {
            let otherwise = place.and(&choice.truth(&whole).not());
            let natural = self.natural(&otherwise);
            self.solver.check(&otherwise.and(&natural)) == Answer::Impossible
        })
    }
}
