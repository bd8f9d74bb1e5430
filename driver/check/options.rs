//! The options of a check, and its work limits.

use std::time::Duration;

use spec::rules::Rule;
use verify::{Budget, CheckPolicy, Observed};

use super::usage::Usage;
use crate::convert::saturating_u32;
use crate::load::Flags;
use spec::syntax::contract::Contract;

/// What the solver is given for one question for a second of `--timeout`, in steps of its own: a fourteenth of the work that
/// the whole kernel may cost.
const STEPS_A_SECOND: f64 = 200_000.0;

/// How many times the seconds of `--timeout` a kernel may have a processor. Counted work ends a check long before that, on any machine and under any load;
/// the clock is a net for what the count does not see.
const SLACK: f64 = 10.0;

/// The default of `--timeout`, in seconds.
const SECONDS: f64 = 8.0;

/// The default if the launch is fully stated, so no clauses about it are inferred.
const STATED: f64 = 3.3;

/// The options of a check.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// Only this kernel.
    pub kernel: Option<String>,
    /// Clauses besides the file's.
    pub flags: Flags,
    /// About how long a kernel may take, all in all: work is counted. A kernel that has a processor for ten times as long is ended too, for the case that something takes time and no work.
    pub seconds: Option<f64>,
    /// A rule that both readings leave out, to test that another check notices.
    pub ignore: Option<Rule>,
    /// Whether to keep the solver's questions.
    pub scripts: bool,
    /// Whether to look for clauses to add, where a kernel is unknown.
    pub suggest: bool,
    /// Whether to find out what accesses could promise, for the proof.
    pub whole: bool,
    /// Whether to find out which masks of a proved kernel leave out no element.
    pub masks: bool,
    /// Launches of an author: the contract that they suggest is tried first.
    pub usage: Usage,
}

impl Options {
    /// The options for a check under a contract; a stated grid is known, not guessed.
    pub(super) fn under(&self, contract: &Contract) -> Self {
        let mut options = self.clone();
        options.usage.is_grid_guessed &= contract.grid.is_none();
        options
    }

    /// The options of a check whose inferred clauses have to admit these launches.
    pub(super) fn admitting(mut self, launches: &[Observed]) -> Self {
        self.usage.observed = launches.to_vec();
        self
    }

    /// About how long a kernel may take.
    pub(super) fn seconds(&self) -> f64 {
        self.seconds.unwrap_or(SECONDS)
    }

    /// The budget of one kernel.
    pub(super) fn budget(&self) -> Budget {
        self.budget_of(self.seconds())
    }

    /// The budget for the given seconds of work, with an unchanged deadline, so that results depend on the work
    /// alone.
    pub(super) fn budget_of(&self, seconds: f64) -> Budget {
        Budget::new(seconds, Duration::from_secs_f64((self.seconds() * SLACK).clamp(0.1, 1e9)))
    }

    /// The same for a kernel, of which the contract leaves something of the launch open or not, and has lists or not.
    pub(super) fn for_launch(&self, is_open: bool, has_lists: bool) -> Options {
        // Each array of a list has a proof of its own.
        let stated = (!is_open && !has_lists).then_some(STATED);
        Options { seconds: self.seconds.or(stated), ..self.clone() }
    }

    /// The seconds that limit one query: a query's difficulty is independent of other work, and more seconds never give less.
    fn question_seconds(&self) -> f64 {
        let seconds = self.seconds();
        if seconds >= STATED { seconds.max(SECONDS) } else { seconds }
    }

    /// How the verifier is run.
    pub(super) fn limits(&self, budget: &Budget) -> verify::Options {
        let policy = CheckPolicy::default().without(self.ignore);
        verify::Options {
            rlimit: steps(self.question_seconds()),
            policy: if self.whole { policy.with_promises() } else { policy },
            scripts: self.scripts,
            budget: budget.clone(),
            ..verify::Options::default()
        }
    }
}

/// At least one step: none would be no limit.
fn steps(seconds: f64) -> u32 {
    saturating_u32((seconds * STEPS_A_SECOND).clamp(1.0, u32::MAX.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_a_net_at_ten_times_the_work() {
        let options = Options { seconds: Some(2.0), ..Options::default() };
        let budget = options.budget();
        let left = budget.time_left().expect("there is a deadline");
        assert!(left > Duration::from_secs(19) && left <= Duration::from_secs(20), "{left:?}");
        // Other work keeps the deadline, so that the work alone decides.
        let part = options.budget_of(0.5).time_left().expect("there is a deadline");
        assert!(part > Duration::from_secs(19), "{part:?}");
    }
}
