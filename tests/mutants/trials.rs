//! Small launches of a contract: survivors of a check run on them next to their original.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use interp::{Options, Outcome, Stop};
use serde::{Deserialize, Serialize};
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Block, Kernel};
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use crate::launches::{draw, every};

/// The number of random launches if there are too many to run all.
const DRAWN: usize = 200;

/// At least so many launches are run, and more where they are not too much work: where a contract allows a few only,
/// each with several contents of memory.
const LEAST: usize = 24;

/// The cost of all launches of one kernel, in about nanoseconds: beyond it only some are run.
const COST: u64 = 1 << 27;

/// The cost of an operation beside its elements.
const OVERHEAD: u64 = 64;

/// A mutant may use so much fuel in a launch, in which the kernel uses none; more by so many times what the kernel uses.
const FUEL: u64 = 1 << 14;
const TIMES: u64 = 8;

/// The fuel of the original kernel in a launch.
const MOST_FUEL: u64 = 1 << 20;

/// The number of endless runs before a mutant is left alone; and launches in which the kernel itself does not end in
/// time.
const ENDLESS: usize = 4;

/// The number of launches without an end of the original, in time, before no more are run.
const MOST_ENDLESS: usize = 32;

/// Launches, with the original kernel's results in each.
pub(crate) struct Trials {
    launches: Vec<Tried>,
    /// Whether no small launch is missing.
    all: bool,
    /// Whether the contract has lists of arrays. A check trusts the assumed alignment of these arrays.
    lists: bool,
}

/// A launch.
pub(crate) struct Tried {
    /// The launch.
    pub(crate) launch: Launch,
    /// The result of the original kernel.
    ending: Ending,
    /// The used fuel.
    spent: u64,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Ending {
    /// With this in memory and on the host, as a hash.
    Left(u64),
    /// Not at all, in so many steps.
    Endless,
    /// By an assumed alignment of an array of a list, which a check trusts: no launch of the proof.
    Distrusted,
    /// By what must not be, in words.
    Wrong(String),
}

/// The result of running a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Trial {
    /// The same as of the kernel, in so many launches.
    Same(usize),
    /// Something else, but nothing undefined, in so many launches.
    Different(usize),
    /// No launch could be run.
    None,
    /// A launch breaks the rule at the place.
    Broken(String),
}

impl Trials {
    /// At most so many launches of a contract, and what a kernel does in each.
    pub(crate) fn new(kernel: &Arc<Kernel>, contract: &Contract, most: usize) -> Self {
        let valid = Valid::new(kernel.clone()).expect("it was checked");
        let every = every(kernel, contract, most);
        let mut all = every.is_some();
        let launches = every.unwrap_or_else(|| draw(kernel, contract, DRAWN.min(most)));
        let count = launches.len();
        let lists = !contract.lists.is_empty();
        let mut trials = ran(&valid, launches, lists);
        let mut endless = 0;
        trials.retain(|trial| {
            endless += usize::from(trial.ending == Ending::Endless);
            trial.ending != Ending::Endless || endless <= ENDLESS
        });
        all &= trials.len() == count;
        let dear = dearness(kernel);
        let cost: u64 = trials.iter().map(|trial| trial.spent * dear).sum();
        let least = LEAST.min(trials.len());
        if cost > COST {
            // The first ones are the smallest: what is kept is spread over all of them.
            let kept = ((trials.len() as f64 * COST as f64 / cost as f64) as usize).max(least);
            all &= kept >= trials.len();
            let step = (trials.len() as f64 / kept as f64).max(1.0);
            let places: Vec<usize> = (0..kept).map(|at| (at as f64 * step) as usize).collect();
            let mut at = 0..;
            trials.retain(|_| at.next().is_some_and(|at| places.binary_search(&at).is_ok()));
        } else if all {
            let each = (cost / (trials.len() as u64).max(1)).max(1);
            let more = ((COST - cost) / each).min(DRAWN as u64) as usize;
            let wanted = (trials.len() + more).clamp(LEAST, DRAWN).min(most);
            trials.extend(ran(&valid, draw(kernel, contract, wanted.saturating_sub(trials.len())), lists));
        }
        Trials { launches: trials, all, lists }
    }

    /// Whether these are all small launches of the contract.
    pub(crate) fn all(&self) -> bool {
        self.all
    }

    /// The launches in which the kernel ends.
    #[allow(dead_code, reason = "each test takes what it needs")]
    pub(crate) fn ending(&self) -> Vec<&Tried> {
        self.launches.iter().filter(|tried| tried.ending != Ending::Endless).collect()
    }

    /// Runs a mutant on every launch.
    pub(crate) fn of(&self, mutant: &Arc<Kernel>) -> Trial {
        let valid = Valid::new(mutant.clone()).expect("it was checked");
        let (mut same, mut endless) = (true, 0);
        for tried in &self.launches {
            let Tried { launch, ending: before, .. } = tried;
            let (ending, _) = run(&valid, launch, tried.fuel(), self.lists);
            match ending {
                Ending::Distrusted => continue,
                Ending::Wrong(what) => return Trial::Broken(what),
                Ending::Endless if *before != Ending::Endless => endless += 1,
                Ending::Endless | Ending::Left(_) => {}
            }
            same &= ending == *before;
            if endless == ENDLESS {
                break;
            }
        }
        match (self.launches.len(), same) {
            (0, _) => Trial::None,
            (count, true) => Trial::Same(count),
            (count, false) => Trial::Different(count),
        }
    }
}

impl Tried {
    /// The fuel of a mutant.
    pub(crate) fn fuel(&self) -> u64 {
        if self.ending == Ending::Endless { self.spent } else { FUEL + TIMES * self.spent }
    }
}

/// A kernel in launches of its proof: the first ones, if most do not end.
fn ran(kernel: &Valid, launches: Vec<Launch>, lists: bool) -> Vec<Tried> {
    let mut endless = 0;
    let launches = launches.into_iter().map_while(|launch| {
        if endless == MOST_ENDLESS {
            return None;
        }
        let (ending, spent) = run(kernel, &launch, MOST_FUEL, lists);
        assert!(!matches!(ending, Ending::Wrong(_)), "@{}: proved, but {ending:?}", kernel.kernel().name);
        endless += usize::from(ending == Ending::Endless);
        Some(Tried { launch, ending, spent })
    });
    launches.filter(|tried| tried.ending != Ending::Distrusted).collect()
}

/// The cost of a unit of fuel in a kernel: an element, and its part of an operation's cost.
fn dearness(kernel: &Kernel) -> u64 {
    fn walk(block: &Block, kernel: &Kernel) -> (u64, u64) {
        let of = |op: &spec::syntax::kernel::Operation| {
            let lanes = op.results.iter().chain(&op.operands).filter_map(|value| kernel.ty(*value).tile());
            let lanes = lanes.map(|tile| tile.len() as u64).max().unwrap_or(1);
            op.regions
                .iter()
                .map(|region| walk(region, kernel))
                .fold((1, lanes), |sum, each| (sum.0 + each.0, sum.1 + each.1))
        };
        block.ops.iter().map(of).fold((0, 0), |sum, each| (sum.0 + each.0, sum.1 + each.1))
    }
    let (operations, lanes) = walk(&kernel.body, kernel);
    1 + OVERHEAD * operations / lanes.max(1)
}

/// How a launch ends with so much fuel, and how much it uses; `lists` as in [`Trials`].
fn run(kernel: &Valid, launch: &Launch, fuel: u64, lists: bool) -> (Ending, u64) {
    match interp::run(kernel, launch, &Options { fuel, ..Options::default() }) {
        Ok(outcome) => (Ending::Left(hash(launch, &outcome)), outcome.spent),
        Err(Stop::Exhausted(_)) => (Ending::Endless, fuel),
        Err(Stop::Violation(found)) if lists && found.rule == Rule::AssumeAligned => {
            (Ending::Distrusted, fuel)
        }
        Err(stop @ (Stop::Violation(_) | Stop::Unsupported(_) | Stop::BadLaunch(_))) => {
            (Ending::Wrong(format!("{stop}, launched as {launch:?}")), fuel)
        }
    }
}

/// The results of a run: touched memory, and the host's output.
fn hash(launch: &Launch, outcome: &Outcome) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (buffer, before) in outcome.buffers.iter().zip(&launch.buffers) {
        let untouched = if before.uninit { None } else { Some(0) };
        for range in buffer.touched() {
            let undetermined = buffer.undetermined(range.clone());
            let bytes = buffer.bytes(range.clone()).into_iter().zip(undetermined);
            for (at, (byte, undetermined)) in range.zip(bytes) {
                let known = (!undetermined).then_some(byte);
                if known != untouched {
                    hasher.write_u64(at << 9 | known.map_or(256, u64::from));
                }
            }
        }
        hasher.write_u8(0);
    }
    outcome.prints.hash(&mut hasher);
    for assert in &outcome.failed_asserts {
        (assert.block, &assert.lane, &assert.message).hash(&mut hasher);
    }
    hasher.finish()
}
