//! Small launches of a contract: what survives a check is run on them beside the kernel that it was made of.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use interp::{Options, Outcome, Stop};
use serde::{Deserialize, Serialize};
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Block, Kernel};
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use crate::launches::{draw, every};

/// Launches that are drawn where there are too many to run all.
const DRAWN: usize = 200;

/// At least so many launches are run, and more where they are not too much work: where a contract allows a few only,
/// each with several contents of memory.
const LEAST: usize = 24;

/// Elements that all launches of one kernel go through, about: more of them are not run.
const WORK: u64 = 1 << 28;

/// Element operations of one run.
const FUEL: u64 = 1 << 22;

/// Runs that may not end before a mutant is left alone.
const ENDLESS: usize = 8;

/// Launches, with what the kernel as it was leaves behind in each.
pub(crate) struct Trials {
    launches: Vec<(Launch, Ending)>,
    /// Whether no small launch is missing.
    all: bool,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Ending {
    /// With this in memory and on the host, as a hash.
    Left(u64),
    /// Not at all, in so many steps.
    Endless,
    /// By what must not be, in words.
    Wrong(String),
}

/// What came of running a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Trial {
    /// The same as of the kernel, in so many launches.
    Same(usize),
    /// Something else, but nothing undefined, in so many launches.
    Different(usize),
    /// No launch could be run.
    None,
    /// A launch breaks a rule: which, where.
    Broken(String),
}

impl Trials {
    /// At most so many launches of a contract, and what a kernel does in each.
    pub(crate) fn new(kernel: &Arc<Kernel>, contract: &Contract, most: usize) -> Self {
        let all = every(kernel, contract, most);
        let (mut launches, mut all) = match all {
            Some(launches) => (launches, true),
            None => (draw(kernel, contract, DRAWN.min(most)), false),
        };
        let affordable = WORK / work(&kernel.body, kernel).max(1);
        let mut spent = 0;
        let kept = launches.iter().take_while(|launch| {
            spent += launch.grid.iter().map(|extent| u64::from(*extent)).product::<u64>();
            spent <= affordable
        });
        let kept = kept.count().max(LEAST.min(launches.len()));
        if kept < launches.len() {
            all = false;
            // The first ones are the smallest: what is kept is spread over all of them.
            let step = launches.len() as f64 / kept as f64;
            launches = (0..kept).map(|at| launches[(at as f64 * step) as usize].clone()).collect();
        }
        if all {
            let each = spent / (launches.len() as u64).max(1);
            let more = (affordable.saturating_sub(spent) / each.max(1)) as usize;
            let wanted = (launches.len() + more).clamp(LEAST, DRAWN).min(most);
            launches.extend(draw(kernel, contract, wanted.saturating_sub(launches.len())));
        }
        let valid = Valid::new(kernel.clone()).expect("it was checked");
        let launches = launches.into_iter().map(|launch| {
            let ending = run(&valid, &launch);
            assert!(!matches!(ending, Ending::Wrong(_)), "@{}: proved, but {ending:?}", kernel.name);
            (launch, ending)
        });
        Trials { launches: launches.collect(), all }
    }

    /// Whether these are all launches of the contract that are small.
    pub(crate) fn all(&self) -> bool {
        self.all
    }

    /// Runs a mutant on every launch.
    pub(crate) fn of(&self, mutant: &Arc<Kernel>) -> Trial {
        let valid = Valid::new(mutant.clone()).expect("it was checked");
        let (mut same, mut endless) = (true, 0);
        for (launch, before) in &self.launches {
            let ending = run(&valid, launch);
            match ending {
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

/// About how many elements one block goes through, loops apart.
fn work(block: &Block, kernel: &Kernel) -> u64 {
    let of = |op: &spec::syntax::kernel::Operation| {
        let lanes = op.results.iter().chain(&op.operands).filter_map(|value| kernel.ty(*value).tile());
        let lanes = lanes.map(|tile| tile.len() as u64).max().unwrap_or(1);
        lanes + op.regions.iter().map(|region| 4 * work(region, kernel)).sum::<u64>()
    };
    block.ops.iter().map(of).sum()
}

fn run(kernel: &Valid, launch: &Launch) -> Ending {
    match interp::run(kernel, launch, &Options { fuel: FUEL, ..Options::default() }) {
        Ok(outcome) => Ending::Left(hash(launch, &outcome)),
        Err(Stop::Exhausted(_)) => Ending::Endless,
        Err(stop @ (Stop::Violation(_) | Stop::Unsupported(_) | Stop::BadLaunch(_))) => {
            Ending::Wrong(format!("{stop}, launched as {launch:?}"))
        }
    }
}

/// What a run leaves: in memory, wherever that is not what nobody touched, and on the host.
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
                    (at, known).hash(&mut hasher);
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
