//! The audit of facts. The verifier believes facts about all executions of a kernel, and here they are held against executions that were run.
//!
//! A moment is a run that stands in front of an operation. The facts and the path condition of an obligation of that operation,
//! together with the values of the moment, must have a solution. Without a solution, the verifier excludes an existing launch,
//! and its proofs there are worthless. Each obligation that the interpreter checks must have been decided, too.
//!
//! 1. [`moments`]: what is known of a run, without terms.
//! 2. [`watch`]: looks at the verifier at each obligation.
//! 3. [`pins`]: equations between the verifier's terms and the values of a moment.
//! 4. [`pairs`]: two moments at once, as questions about races have them.
//! 5. [`judge`]: whether facts, path condition and equations have a solution.

mod findings;
mod judge;
mod moments;
mod pairs;
mod pins;
mod snapshot;
mod watch;

use std::sync::{Arc, Mutex, PoisonError};

use spec::contract::Bound;
use spec::valid::Valid;

pub use self::findings::{Audited, Excluded, Missed};
pub use self::moments::{CHOICES, Moment, Run, SeenElement, SeenValue, Values, chosen};
use self::watch::Watch;
use crate::attempt::run_until_stable;
use crate::budget::effort::within;
use crate::options::Options;
use crate::smt::context::in_context;
use crate::symbolic::machine::Machine;
use crate::symbolic::recorder::endings::Endings;

/// Compares the verifier's facts about a kernel with runs.
pub fn audit(kernel: &Valid, contract: &Bound<'_>, options: &Options, runs: Vec<Run>) -> Audited {
    let (runs, audited) = (Arc::new(runs), Arc::new(Mutex::new(Audited::default())));
    let prepare = |machine: &mut Machine<'_>| {
        machine.watch(Watch::new(machine.kernel, Arc::clone(&runs), Arc::clone(&audited)));
        machine.recorder.endings = Some(Endings::default());
        None
    };
    let finish = |mut machine: Machine<'_>, stopped: bool| {
        let complete = !stopped && !machine.is_done();
        machine.tell(|observer, machine| observer.conclude(machine));
        complete
    };
    let done = in_context(options.context, || {
        within(&options.budget, || run_until_stable(kernel, contract, options, &prepare, &finish))
    });
    let mut audited = std::mem::take(&mut *audited.lock().unwrap_or_else(PoisonError::into_inner));
    audited.complete = done.unwrap_or(false);
    if !audited.complete {
        audited.missed.clear();
    }
    audited
}
