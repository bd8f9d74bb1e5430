//! Loops that may not end: their waits, and launches in which a block returns to an earlier state.

use interp::Options;
use spec::contract::Bound;
use spec::memory::strength::Manner;
use spec::origins::{Origins, Region};
use spec::syntax::attributes::Scope;
use spec::syntax::kernel::{Block, Operation};
use spec::syntax::launch::Launch;
use spec::syntax::op::Op;

use crate::check::completion::Completion;
use crate::check::replay::{MEMORY, fuel};
use crate::check::report::Lacking;

/// Steps of a run that count as a unit of work.
const STEPS_A_UNIT: u64 = 100;

/// Loops of a kernel.
pub(super) struct Waits<'a> {
    pub(super) completion: &'a Completion<'a>,
    pub(super) origins: &'a Origins,
}

impl Waits<'_> {
    /// Why a loop was not shown to end, in a sentence.
    pub(super) fn describe(&self, op: &Operation) -> String {
        let bound = self.completion.contract;
        let Some((manner, array)) = self.awaited(op) else {
            return "no number that the loop carries was shown to grow or shrink in every iteration"
                .to_owned();
        };
        let name = bound.argument_name(array);
        let by = |what: &str| format!("the end of the loop depends on a load from `{name}`{what}");
        let written = bound.touches(&self.origins.written, Region::At(array));
        match manner.scope {
            _ if !manner.is_strong() => by(
                "; the load is weak, so a compiler may load once for all iterations, and no concurrent write is ordered with the load",
            ),
            Some(Scope::Block) => by(" at scope `block`, so no write of another block counts"),
            Some(Scope::System) if !written => {
                by(&format!(", and nothing in this launch writes `{name}`: writes from outside are unknown"))
            }
            Some(Scope::Device | Scope::System) | None if written => by(&format!(
                "; other blocks write `{name}`, but neither a certain write by a block with a lower number nor the residency of all waiting blocks was shown"
            )),
            Some(Scope::Device | Scope::System) | None => by(&format!(
                ", nothing in this launch writes `{name}`, and scope `device` excludes other devices"
            )),
        }
    }

    /// The first load of a loop from an array of the launch.
    fn awaited(&self, op: &Operation) -> Option<(Manner, usize)> {
        let params = self.completion.kernel.params.len();
        accesses(op).into_iter().find_map(|access| {
            let manner = Manner::of(access).filter(|manner| manner.reads)?;
            let array = self.origins.accessed_by(access).into_iter().find(|array| *array < params)?;
            Some((manner, array))
        })
    }

    /// Whether a loop may be ended from outside of the launch: it reads memory that other devices and the host may write during
    /// the launch.
    fn may_be_ended_from_outside(&self, op: &Operation) -> bool {
        let manners = accesses(op).into_iter().filter_map(Manner::of);
        manners.into_iter().any(|manner| manner.reads && manner.scope == Some(Scope::System))
    }

    /// The launch, if no block can go on any more and some have not ended.
    pub(super) fn lacks(&self, launch: &Launch) -> Option<Lacking> {
        let launch = self.completion.complete(launch)?;
        let kernel = self.completion.kernel;
        // A block released from outside may release any other.
        if kernel.operations().any(|op| op.op == Op::Loop && self.may_be_ended_from_outside(op)) {
            return None;
        }
        let options =
            Options { fuel: fuel::PROGRESS, memory: MEMORY, finds_repetition: true, ..Options::default() };
        let all = || {
            let [x, y, z] = launch.grid;
            let plane = move |k: u32| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k]));
            (0..z).flat_map(plane).collect::<Vec<_>>()
        };
        let mut order = launch.blocks.clone().unwrap_or_else(all);
        // Waiting blocks come after the blocks that they may wait for; mutual waits have either order.
        for _ in 0..3 {
            let launch = Launch { blocks: Some(order.clone()), ..launch.clone() };
            self.completion.budget().spend(fuel::PROGRESS / STEPS_A_UNIT / 8);
            let found = interp::find_repetition(kernel, &launch, &options).ok()??;
            if found.is_final {
                let [x, y, z] = found.block;
                let what =
                    format!("block ({x}, {y}, {z}) returns to an earlier state, so the block never ends");
                return Some(Lacking { launch, what, element: None });
            }
            order.retain(|block| !found.blocks.contains(block));
            order.extend(found.blocks.iter().rev());
        }
        None
    }
}

/// The operations inside of a loop.
fn accesses(op: &Operation) -> Vec<&Operation> {
    fn add<'o>(block: &'o Block, to: &mut Vec<&'o Operation>) {
        for op in &block.ops {
            to.push(op);
            op.regions.iter().for_each(|region| add(region, to));
        }
    }
    let mut found = Vec::new();
    op.regions.iter().for_each(|region| add(region, &mut found));
    found
}

/// The arrays of a launch that a kernel neither reads nor writes: a wait for their contents may be optimized
/// away.
pub(super) fn unread(bound: &Bound<'_>, origins: &Origins) -> Vec<String> {
    let pointers = (0..bound.kernel.params.len()).filter(|position| bound.pointee(*position).is_some());
    let touched =
        |at: &usize| [&origins.read, &origins.written].iter().any(|all| bound.touches(all, Region::At(*at)));
    let silent = pointers.filter(|at| !touched(at));
    silent
        .map(|at| {
            let name = bound.argument_name(at);
            format!("nothing reads or writes `{name}`: a loop that waits for it in the source is not in the kernel")
        })
        .collect()
}
