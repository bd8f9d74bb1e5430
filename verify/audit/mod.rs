//! The audit of facts. The verifier believes facts about all executions of a kernel, and here they are held against executions that were run.
//!
//! A moment is a run that stands in front of an operation. The facts and the path condition of an obligation of that operation, together
//! with the values of the moment, must have a solution. If there is none, the verifier excludes a launch that exists, and what it proves
//! there is worth nothing. Each obligation that the interpreter checks must have been decided, too.
//!
//! 1. [`moments`]: what is known of a run, without terms.
//! 2. [`watch`]: looks at the verifier at each obligation.
//! 3. [`pins`]: equations between the verifier's terms and the values of a moment.
//! 4. [`pairs`]: two moments at once, as questions about races have them.
//! 5. [`judge`]: whether facts, path condition and equations have a solution.

mod judge;
mod moments;
mod pairs;
mod pins;
mod watch;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use spec::contract::Bound;
use spec::rules::Rule;
use spec::valid::Valid;

pub use self::moments::{CHOICES, Moment, Run, SeenElement, SeenValue, Values, chosen};
use self::watch::Watch;
use crate::attempt::run_until_stable;
use crate::budget::effort::within;
use crate::options::Options;
use crate::smt::context::in_context;
use crate::symbolic::machine::Machine;
use crate::symbolic::recorder::Endings;

/// What an audit of a kernel found.
#[derive(Debug, Clone, Default)]
pub struct Audited {
    /// Moments that the verifier excludes.
    pub excluded: Vec<Excluded>,
    /// Obligations that the interpreter came to and the verifier did not.
    pub missed: Vec<Missed>,
    /// Questions that have a solution: no launch is excluded there.
    pub possible: usize,
    /// Questions that the solver gave up on.
    pub unknown: usize,
    /// The verifier came to its end: what it did not decide it will never decide.
    pub complete: bool,
}

/// A moment of a run that the verifier excludes.
#[derive(Debug, Clone)]
pub struct Excluded {
    /// The run, by its number.
    pub run: usize,
    /// The position of the operation.
    pub operation: usize,
    /// The rule of the obligation; none where the block ends.
    pub rule: Option<Rule>,
    /// The block.
    pub block: [u32; 3],
    /// The iterations of the loops around, outermost first.
    pub rounds: Vec<u64>,
    /// Facts and values that have no solution together; without any of them there is one.
    pub core: Vec<String>,
}

/// An obligation of a moment that the verifier did not decide.
#[derive(Debug, Clone)]
pub struct Missed {
    /// The run, by its number.
    pub run: usize,
    /// The position of the operation.
    pub operation: usize,
    /// The rule.
    pub rule: Rule,
    /// The block.
    pub block: [u32; 3],
    /// The iterations of the loops around, outermost first.
    pub rounds: Vec<u64>,
}

/// Holds what the verifier believes of a kernel against runs of it.
pub fn audit(kernel: &Valid, contract: &Bound<'_>, options: &Options, runs: Vec<Run>) -> Audited {
    let (runs, audited) = (Arc::new(runs), Arc::new(Mutex::new(Audited::default())));
    let prepare = |machine: &mut Machine<'_>| {
        machine.recorder.observer =
            Some(Box::new(Watch::new(machine.kernel, Arc::clone(&runs), Arc::clone(&audited))));
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

impl fmt::Display for Excluded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Excluded { run, operation, rule, block, rounds, core } = self;
        let what = rule.map_or_else(|| "end".to_owned(), |rule| rule.to_string());
        writeln!(f, "run {run}, operation {operation}, {what}, block {block:?}, iterations {rounds:?}:")?;
        core.iter().try_for_each(|part| writeln!(f, "    {part}"))
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missed { run, operation, rule, block, rounds } = self;
        write!(
            f,
            "run {run}, operation {operation}, {rule}, block {block:?}, iterations {rounds:?}: not decided"
        )
    }
}
