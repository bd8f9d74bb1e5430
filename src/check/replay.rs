//! Candidates are run before anybody sees them: a counterexample is what the interpreter has seen.

use interp::{Options, Stop};
use spec::memory::strength;
use spec::rules::Rule;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use super::report::Counterexample;

/// Steps of one replay.
pub(super) const FUEL: u64 = 20_000_000;

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

/// Runs a launch as it is for so many steps; where blocks hand things to one another, in other orders of its blocks too.
pub(super) fn run(kernel: &Valid, launch: &Launch, ignore: Option<Rule>, fuel: u64) -> Replay {
    in_orders(kernel, launch, |launch| once(kernel, launch, ignore, fuel))
}

/// Runs a launch, by whatever runs one; where blocks hand things to one another, in other orders of its blocks too.
pub(super) fn in_orders(kernel: &Valid, launch: &Launch, run: impl Fn(&Launch) -> Replay) -> Replay {
    let replay = run(launch);
    if matches!(replay, Replay::Broken(_)) || !strength::may_order_blocks(kernel) {
        return replay;
    }
    let broken = |launch: Launch| match run(&launch) {
        broken @ Replay::Broken(_) => Some(broken),
        Replay::Clean | Replay::Unfinished(_) => None,
    };
    other_orders(launch).into_iter().find_map(broken).unwrap_or(replay)
}

/// The most blocks that are run in another order.
const BLOCKS: usize = 64;

/// The launch with its blocks backwards, and with the first one last.
fn other_orders(launch: &Launch) -> Vec<Launch> {
    let [x, y, z] = launch.grid;
    let all = || {
        let count = u64::from(x) * u64::from(y) * u64::from(z);
        let plane = move |k: u32| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k]));
        if count > BLOCKS as u64 { Vec::new() } else { (0..z).flat_map(plane).collect() }
    };
    let blocks = launch.blocks.clone().unwrap_or_else(all);
    if blocks.len() < 2 || blocks.len() > BLOCKS {
        return Vec::new();
    }
    let (mut backwards, mut turned) = (blocks.clone(), blocks);
    backwards.reverse();
    turned.rotate_left(1);
    let with = |blocks| Launch { blocks: Some(blocks), ..launch.clone() };
    if backwards == turned { vec![with(backwards)] } else { vec![with(backwards), with(turned)] }
}

/// Runs a launch as it is, its blocks in their order.
pub(super) fn once(kernel: &Valid, launch: &Launch, ignore: Option<Rule>, fuel: u64) -> Replay {
    measured(kernel, launch, ignore, fuel).0
}

/// The same, with how many bytes of each buffer it came to.
pub(super) fn measured(
    kernel: &Valid,
    launch: &Launch,
    ignore: Option<Rule>,
    fuel: u64,
) -> (Replay, Vec<u64>) {
    let options = Options { fuel, memory: MEMORY, ignore, ..Options::default() };
    let (ended, reach) = match interp::measure(kernel, launch, &options) {
        Ok(measured) => measured,
        Err(stop) => (Err(stop), Vec::new()),
    };
    let replay = match ended {
        Ok(()) => Replay::Clean,
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
    };
    (replay, reach)
}
