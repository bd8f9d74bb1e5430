//! Launches that an author makes, as facts about the use of a kernel, and the contract that they suggest: equal extents, contiguous
//! arrays, a grid made of extents. The contract admits every launch behind it. It is a guess until a check proves the kernel under
//! it.

mod arrays;
mod assumed;
mod constants;
mod contents;
mod distinct;
mod equal;
mod facts;
mod grid;
mod launches;
mod listed;
mod lists;
mod offered;
mod sample;
#[cfg(test)]
mod tests;
mod told;

use spec::contract::Bound;
use spec::origins::Origins;
use spec::syntax::contract::Expr;
use spec::syntax::kernel::Kernel;
use spec::syntax::kernel::language::Language;

pub use self::assumed::Assumed;
use self::facts::Facts;
pub use self::sample::Usage;
use self::sample::{Asked, Strength};
pub(super) use self::sample::{Held, Suggested};
use super::infer::Definitions;

impl Usage {
    /// The contracts that the launches suggest, from the weakest to the strongest.
    pub(super) fn suggest(&self, kernel: &Kernel, bound: &Bound<'_>) -> Vec<Suggested> {
        if !self.offered.is_empty() {
            return offered::suggest(&self.offered, &self.samples, bound);
        }
        let Some(facts) = Facts::new(self, kernel, bound) else { return Vec::new() };
        let mut all: Vec<Suggested> = Vec::new();
        for strength in Strength::ALL {
            let asked = Asked { strength, more: Vec::new(), is_filled: true };
            let one = Suggested { is_of_samples: !self.is_launched, ..facts.suggest(&asked) };
            let says_nothing = one.clauses.is_empty() && one.lists.is_empty();
            // One check of a contract is enough. The last suggestion has the most facts.
            all.pop_if(|earlier| earlier.is_same_contract(&one));
            if !says_nothing {
                all.push(one);
            }
        }
        all
    }

    /// Whether launches of a Triton kernel share parts of arrays, which no clause describes. Then nothing is known of the sizes of arrays, and a
    /// launch of made-up sizes shows nothing about the author's.
    pub(super) fn lacks_arrays(&self, kernel: &Kernel) -> bool {
        let is_triton = matches!(kernel.language, Language::Triton { .. });
        is_triton && self.offered.is_empty() && self.samples.iter().any(|sample| !sample.shared.is_empty())
    }

    /// Whether clauses from launches of a Triton kernel say nothing of an array's size, and neither does the author.
    pub(super) fn leaves_open(&self, bound: &Bound<'_>, parameter: usize) -> bool {
        let name = bound.argument_name(parameter);
        let is_stated = bound.contract.buffers.iter().any(|clause| bound.is_about(&clause.name, parameter));
        let clause = format!("array {name} ");
        let is_offered = || self.offered.iter().flatten().any(|line| line.starts_with(&clause));
        !self.offered.is_empty() && !is_stated && !is_offered()
    }

    /// Whether elements that no launch shows decide where the kernel writes.
    pub(super) fn hides_indices(&self, bound: &Bound<'_>) -> bool {
        let origins = Origins::new(bound.kernel);
        let indices = Definitions::new(bound.kernel).indexing(&origins, |_, access| access.manner.writes);
        self.is_launched && indices.into_iter().any(|parameter| !self.shows_contents(parameter))
    }

    /// A suggested contract with further equations of sizes, and with or without empty arrays; `None` if a table offers the contracts.
    pub(super) fn suggest_again(
        &self,
        (kernel, bound): (&Kernel, &Bound<'_>),
        one: &Suggested,
        (more, is_filled): (&[Expr], bool),
    ) -> Option<Suggested> {
        let facts = Facts::new(self, kernel, bound).filter(|_| self.offered.is_empty())?;
        let more = [&one.asked.more, more].concat();
        let asked = Asked { strength: one.asked.strength, more, is_filled };
        Some(Suggested { is_of_samples: !self.is_launched, ..facts.suggest(&asked) })
    }
}
