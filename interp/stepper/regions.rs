//! The open regions of a block, innermost last, and the ways control leaves them; `machine/control.rs` does so by recursion.

use spec::syntax::kernel::{Block, Operation, ValueId};

use crate::machine::control::Counted;
use crate::machine::flow::Flow;
use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::values::value::Value;

/// The owner of a region.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Owner<'k> {
    /// The kernel's.
    Body,
    /// An `if`'s.
    If(&'k Operation),
    /// A `for`'s.
    For(&'k Operation, Counted),
    /// A `loop`'s.
    Loop(&'k Operation),
}

/// A running region.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Region<'k> {
    pub(crate) block: &'k Block,
    /// The next operation.
    pub(crate) next: usize,
    pub(crate) owner: Owner<'k>,
}

impl<'k> Region<'k> {
    pub(crate) fn new(block: &'k Block, owner: Owner<'k>) -> Self {
        Region { block, next: 0, owner }
    }
}

/// The result of leaving a region.
pub(crate) enum Left<'k> {
    /// An operation inside of a region; these values were bound on the way.
    Inside(Vec<&'k [ValueId]>),
    /// The end of the block's run.
    Block,
}

/// Carries out how a region is left.
pub(crate) fn leave<'k>(
    machine: &mut Machine<'k>,
    regions: &mut Vec<Region<'k>>,
    flow: Flow,
) -> Result<Left<'k>, Stop> {
    let mut flow = flow;
    while let Some(region) = regions.last_mut() {
        let owner = &mut region.owner;
        flow = match (owner, flow) {
            (Owner::Body, _) => break,
            (Owner::If(op), Flow::Yield(values)) => {
                machine.assign(&op.results, values);
                let bound = vec![op.results.as_slice()];
                regions.pop();
                return Ok(Left::Inside(bound));
            }
            (Owner::For(op, counted), Flow::Continue(values) | Flow::Yield(values)) => {
                machine.end_round(op, counted)?;
                let (op, counted) = (*op, *counted);
                region.next = 0;
                return next_round(machine, regions, op, &counted, values).map(Left::Inside);
            }
            (Owner::Loop(op), Flow::Continue(values) | Flow::Yield(values)) => {
                machine.come_round();
                machine.spend(op)?;
                machine.assign(&region.block.params, values);
                region.next = 0;
                return Ok(Left::Inside(vec![region.block.params.as_slice()]));
            }
            (Owner::Loop(op), Flow::Break(values)) => {
                machine.rounds.pop();
                machine.assign(&op.results, values);
                let bound = vec![op.results.as_slice()];
                regions.pop();
                return Ok(Left::Inside(bound));
            }
            (Owner::For(..) | Owner::Loop(_), left) => {
                machine.rounds.pop();
                left
            }
            (Owner::If(_), left) => left,
        };
        regions.pop();
    }
    Ok(Left::Block)
}

/// Begins an iteration of the innermost region's `for`, or leaves the loop after the last.
pub(crate) fn next_round<'k>(
    machine: &mut Machine<'k>,
    regions: &mut Vec<Region<'k>>,
    op: &'k Operation,
    counted: &Counted,
    carried: Vec<Value>,
) -> Result<Vec<&'k [ValueId]>, Stop> {
    if counted.runs() {
        machine.begin_round(op, counted, carried)?;
        return Ok(vec![op.regions[0].params.as_slice()]);
    }
    machine.rounds.pop();
    machine.assign(&op.results, carried);
    regions.pop();
    Ok(vec![op.results.as_slice()])
}
