//! Candidates are run before anybody sees them: a counterexample is what the interpreter has seen.

use interp::{Options, Stop};
use spec::memory::strength;
use spec::rules::Rule;
use spec::syntax::count::{u64_from_usize, usize_from_u64};
use spec::syntax::kernel::OpId;
use spec::syntax::launch::Launch;
use spec::valid::Valid;
use verify::Budget;

use super::report::Counterexample;

pub(crate) mod fuel;

/// An operation takes as long as so many elements do (bench/CHECK.md).
const STEPS_AN_OPERATION: u64 = 64;

/// Steps of the interpreter that count as a unit of work.
const STEPS_A_UNIT: u64 = 100;

/// Units of a run beside its steps and analyses.
const RUN: u64 = 100;

/// Units of the analyses in front of a run, for each operation: origins of pointers, dependences, and a slice.
const ANALYSES: u64 = 2;

/// Bytes of a replay.
pub(super) const MEMORY: u64 = 1 << 30;

/// The result of running a candidate.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Replay {
    /// The launch breaks a rule.
    Broken(Box<Counterexample>),
    /// The launch breaks no rule.
    Clean,
    /// It did not end, or could not be run, and why.
    Unfinished(String),
}

/// How launches of a kernel are run.
#[derive(Debug, Clone)]
pub(super) struct Runs<'a> {
    pub(super) kernel: &'a Valid,
    /// A rule to leave out.
    pub(super) ignore: Option<Rule>,
    /// A `for` that must end for a run to be of use.
    pub(super) ends: Option<OpId>,
    /// The budget of the work.
    pub(super) budget: &'a Budget,
}

/// Runs a launch with the given runner; if blocks communicate, also in other block orders.
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

/// The launch with its blocks reversed, and with the first block last.
fn other_orders(launch: &Launch) -> Vec<Launch> {
    let [x, y, z] = launch.grid;
    let all = || {
        let count = u64::from(x) * u64::from(y) * u64::from(z);
        let plane = move |k: u32| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k]));
        if usize_from_u64(count) > BLOCKS { Vec::new() } else { (0..z).flat_map(plane).collect() }
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

impl Runs<'_> {
    /// Runs a launch for the given steps; if blocks communicate, also in other orders of its blocks.
    pub(super) fn all(&self, launch: &Launch, fuel: u64) -> Replay {
        in_orders(self.kernel, launch, |launch| self.once(launch, fuel))
    }

    /// Runs a launch with its blocks in order.
    pub(super) fn once(&self, launch: &Launch, fuel: u64) -> Replay {
        self.measured(launch, fuel).0
    }

    /// Runs a launch, and measures the reached bytes of each buffer.
    pub(super) fn measured(&self, launch: &Launch, fuel: u64) -> (Replay, Vec<u64>) {
        if self.budget.is_spent() {
            return (
                Replay::Unfinished("the budget of the kernel is spent (--timeout)".to_owned()),
                Vec::new(),
            );
        }
        let fuel = fuel.min(self.budget.left().saturating_mul(STEPS_A_UNIT));
        let options = Options {
            fuel,
            least: STEPS_AN_OPERATION,
            memory: MEMORY,
            ignore: self.ignore,
            ends: self.ends,
            ..Options::default()
        };
        let (ended, reach, spent) = match interp::measure(self.kernel, launch, &options) {
            Ok(measured) => (measured.ended, measured.reach, measured.spent),
            Err(stop) => (Err(stop), Vec::new(), 0),
        };
        let analyses = ANALYSES * u64_from_usize(self.kernel.operations().count());
        self.budget.spend(RUN + analyses + spent / STEPS_A_UNIT);
        (said(ended, launch), reach)
    }
}

/// The result of a run.
fn said(ended: Result<(), Stop>, launch: &Launch) -> Replay {
    match ended {
        Ok(()) => Replay::Clean,
        Err(Stop::Violation(violation)) => {
            Replay::Broken(Box::new(Counterexample::new(launch.clone(), *violation)))
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
