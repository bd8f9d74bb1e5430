//! Violations that depend on the floats in memory. A script rarely shows the floats of its arrays. Running sums of probabilities and edges of bins
//! are in order, and results of a softmax have no sign. So a launch is typical only if other floats break the rule too.

use spec::contract::Bound;
use spec::syntax::launch::Launch;

use crate::check::completion::is_same;
use crate::check::replay::Replay;
use crate::check::report::Counterexample;
use crate::check::search::other_floats;

/// Whether a launch keeps the rule with other floats, in arrays without `contents` clauses.
pub(in crate::check) fn depends_on_floats(
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
