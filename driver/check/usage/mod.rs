//! Launches that an author makes, as facts about the use of a kernel, and the contract that they suggest: equal extents, contiguous
//! arrays, a grid made of extents. The contract admits every launch behind it. It is a guess until a check proves the kernel under
//! it.

mod arrays;
mod assumed;
mod constants;
mod contents;
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
use spec::syntax::kernel::Kernel;

pub use self::assumed::Assumed;
use self::facts::{Facts, Strength};
pub(super) use self::sample::Suggested;
pub use self::sample::Usage;

impl Usage {
    /// The contracts that the launches suggest, from the weakest to the strongest.
    pub(super) fn suggest(&self, kernel: &Kernel, bound: &Bound<'_>) -> Vec<Suggested> {
        if !self.offered.is_empty() {
            return offered::suggest(&self.offered, &self.samples, bound);
        }
        let Some(facts) = Facts::new(self, kernel, bound) else { return Vec::new() };
        let mut all: Vec<Suggested> = Vec::new();
        for strength in Strength::ALL {
            let one = Suggested { is_of_samples: !self.is_launched, ..facts.suggest(strength) };
            let says_nothing = one.clauses.is_empty() && one.lists.is_empty();
            if !says_nothing && !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }
}
