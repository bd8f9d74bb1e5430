//! Candidates are run before anybody sees them: a counterexample is what the interpreter has seen.

use interp::{Options, Stop};
use spec::rules::Rule;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use super::report::Counterexample;

/// Steps of one replay.
const FUEL: u64 = 20_000_000;

/// Bytes of one replay.
pub(super) const MEMORY: u64 = 1 << 30;

/// What came of running a candidate.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Replay {
    /// It breaks a rule.
    Broken(Box<Counterexample>),
    /// It breaks none.
    Clean,
    /// It did not end, or could not be run, and why.
    Unfinished(String),
}

/// Runs a launch.
pub(super) fn replay(kernel: &Valid, launch: &Launch, ignore: Option<Rule>) -> Replay {
    run(kernel, launch, ignore, FUEL)
}

/// Runs a launch for so many steps.
pub(super) fn run(kernel: &Valid, launch: &Launch, ignore: Option<Rule>, fuel: u64) -> Replay {
    let options = Options { fuel, memory: MEMORY, ignore, seed: None, trace: false };
    match interp::run(kernel, launch, &options) {
        Ok(_) => Replay::Clean,
        Err(Stop::Violation(violation)) => {
            Replay::Broken(Box::new(Counterexample { launch: launch.clone(), violation: *violation }))
        }
        Err(stop @ Stop::Exhausted(_)) => Replay::Unfinished(format!(
            "the solver has a launch that may break this, but its replay did not end: {stop}"
        )),
        Err(Stop::Unsupported(unsupported)) => {
            Replay::Unfinished(format!("the replay met something unsupported: {}", unsupported.message))
        }
        Err(Stop::BadLaunch(reason)) => {
            Replay::Unfinished(format!("the candidate is no launch: {reason} (a bug of ours)"))
        }
    }
}
