//! Violations that hang on the floats in memory. Nobody has said which floats the arrays of a launch hold: running sums of probabilities and
//! sorted edges are in order, and the result of a softmax has no sign. A launch is typical only if it breaks the rule with other floats too.

use spec::contract::Bound;
use spec::syntax::launch::Launch;

use crate::check::completion::is_same;
use crate::check::replay::Replay;
use crate::check::report::Counterexample;
use crate::check::search::other_floats;

/// Whether a launch keeps the rule with other floats in arrays whose elements the contract leaves open.
pub(in crate::check) fn hangs_on_floats(
    bound: &Bound<'_>,
    example: &Counterexample,
    run: &dyn Fn(&Launch) -> Replay,
) -> bool {
    other_floats(bound, &example.launch).iter().any(|launch| match run(launch) {
        Replay::Broken(found) => !is_same(&found, example),
        Replay::Clean => true,
        Replay::Unfinished(_) => false,
    })
}
