//! How a check is run.

use std::collections::BTreeSet;
use std::sync::Arc;

use spec::rules::Rule;
use spec::syntax::span::Place;

use crate::budget::Budget;
use crate::check_policy::CheckPolicy;
use crate::fault_injection::Flaw;
use crate::report::{ObligationId, Pace};
use crate::smt::canonical::Answers;
use crate::smt::context::Context;

/// The only requirement that a search looks at.
#[derive(Debug, Clone)]
pub struct Alone {
    /// The rule of the requirement.
    pub rule: Rule,
    /// Where the kernel requires it.
    pub at: Place,
    /// Whether clauses are looked for. Without them, a search only finds out whether every launch breaks the requirement.
    pub finds_clauses: bool,
}

/// How a check is run.
#[derive(Debug, Clone)]
pub struct Options {
    /// Units of z3's own work measure that one question may cost; a verdict does not depend on the machine's load.
    pub rlimit: u32,
    /// The treatment of obligations, the end of the run, and notes.
    pub policy: CheckPolicy,
    /// Whether the report has the solver's questions as scripts.
    pub scripts: bool,
    /// The most work of one search for clauses, in units of counted work: what is not found by then stays open.
    pub effort: u64,
    /// Obligations proved for a larger set of launches: they are not decided again.
    pub established: Arc<BTreeSet<ObligationId>>,
    /// The most work until each obligation, if given: a slower check is stopped.
    pub pace: Arc<Pace>,
    /// The obligation that ends a search for clauses after its check.
    pub until: Option<ObligationId>,
    /// Whether a search may bound elements of arrays by lengths of other arrays.
    pub measures: bool,
    /// Whether a search for clauses may leave a single block along an axis, or a single element: nothing races then.
    pub narrows: bool,
    /// The only requirement that a search looks at, if given.
    pub alone: Option<Alone>,
    /// The budget of the whole check; beyond it, the obligations decided so far are reported.
    pub budget: Budget,
    /// The context of the solver.
    pub context: Context,
    /// Answers to questions of earlier checks of the same kernel: what differs in names alone is not asked again.
    pub answers: Answers,
    /// A fault to inject, for tests.
    #[doc(hidden)]
    pub flaw: Option<Flaw>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            rlimit: 1_000_000,
            policy: CheckPolicy::default(),
            scripts: false,
            flaw: None,
            effort: 4_000_000,
            established: Arc::default(),
            pace: Arc::default(),
            until: None,
            measures: true,
            narrows: true,
            alone: None,
            context: Context::Fresh,
            budget: Budget::default(),
            answers: Answers::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use spec::contract::Bound;
    use spec::valid::Valid;

    use super::*;
    use crate::report::{Report, Status};

    /// Two quotients: nothing is known of the first divisor, and the second one is the same.
    fn check(options: &dyn Fn(&Report) -> Options) -> (Report, Report) {
        let text = "contract @k { names = (x, y) }
             entry @k(%x: tile<i32>, %y: tile<i32>) {
               %a = divi %x, %y signed : tile<i32>
               %b = divi %a, %y signed : tile<i32>
               return
             }";
        let module = spec::parse::module(text).expect("it parses");
        let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
        let bound = Bound::new(&module.contracts[0], &kernel).expect("it fits");
        let whole = crate::check(&kernel, &bound, &Options::default());
        let again = crate::check(&kernel, &bound, &options(&whole));
        (whole, again)
    }

    #[test]
    fn where_a_proof_is_wanted_the_first_open_obligation_ends_a_check() {
        let (whole, ended) =
            check(&|_| Options { policy: CheckPolicy::default().until_open(), ..Options::default() });
        let is_open = |status: &Status| *status != Status::Proved;
        assert!(ended.obligations.len() < whole.obligations.len());
        assert!(ended.obligations.last().is_some_and(|last| is_open(&last.status)));
        assert_eq!(ended.obligations.iter().filter(|one| is_open(&one.status)).count(), 1);
    }

    #[test]
    fn what_is_slower_than_its_pace_is_stopped_and_nothing_else() {
        let with = |pace: Pace| Options { pace: Arc::new(pace), ..Options::default() };
        let (whole, same) = check(&|whole| with(whole.coverage.pace.clone()));
        assert!(!whole.stopped && !same.stopped);
        let (_, slow) = check(&|whole| {
            let ids = whole.coverage.pace.keys();
            with(ids.zip(0..).map(|(id, at)| (*id, at)).collect())
        });
        assert!(slow.stopped);
    }
}
