//! Single steps of a run, and its position.

use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::launch::Launch;
use spec::syntax::op::{Control, Meaning};
use spec::valid::Valid;

use crate::machine::block_order::Turns;
use crate::machine::flow::Flow;
use crate::machine::launch::prepare;
use crate::machine::outcome::{FailedAssert, Options, Stop};
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::stepper::regions::{Left, Owner, Region, leave, next_round};
use crate::values::host_width::to_u64;

/// A run paused between two operations. A copy costs little, and goes its own way.
#[derive(Clone)]
pub struct Stepper<'k> {
    pub(crate) machine: Machine<'k>,
    turns: Turns<'k>,
    /// The regions that the running block is in; none when all blocks have run.
    regions: Vec<Region<'k>>,
    /// How many operations have run.
    position: u64,
    /// By value, the number of operations before its definition in the running block.
    made: Vec<Option<u64>>,
}

/// An open region of a block, and the position inside.
#[derive(Debug, Clone, Copy)]
pub struct Inside<'k> {
    /// The operation with the region; `None` for the kernel's body.
    pub owner: Option<&'k Operation>,
    /// How many rounds came before, of a loop.
    pub round: Option<u64>,
}

impl<'k> Stepper<'k> {
    /// Stands before the first operation of a launch.
    ///
    /// # Errors
    /// An error in the launch, or a limit reached by its arrays.
    pub fn new(kernel: &'k Valid, launch: &'k Launch, options: &'k Options) -> Result<Self, Stop> {
        let machine = prepare(kernel, launch, options)?;
        let made = vec![None; kernel.values.len()];
        let turns = Turns::new(launch, options.seed);
        let mut stepper = Stepper { machine, turns, regions: Vec::new(), position: 0, made };
        stepper.begin_next_block();
        Ok(stepper)
    }

    /// The operation that runs next; none when all blocks have run.
    pub fn operation(&self) -> Option<&'k Operation> {
        let region = self.regions.last()?;
        region.block.ops.get(region.next)
    }

    /// How many operations have run.
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// The running block, or the last block.
    pub fn block(&self) -> [u32; 3] {
        self.machine.block_id()
    }

    /// How many blocks have begun.
    pub fn begun(&self) -> usize {
        self.machine.blocks.len()
    }

    /// The regions that the block is in, the innermost last.
    pub fn inside(&self) -> Vec<Inside<'k>> {
        let mut rounds = self.machine.rounds.iter().map(|(_, number)| *number);
        let inside = |region: &Region<'k>| match region.owner {
            Owner::Body => Inside { owner: None, round: None },
            Owner::If(op) => Inside { owner: Some(op), round: None },
            Owner::For(op, _) | Owner::Loop(op) => Inside { owner: Some(op), round: rounds.next() },
        };
        self.regions.iter().map(inside).collect()
    }

    /// The position of the operation that last made a value in the running block.
    pub fn made(&self, value: ValueId) -> Option<u64> {
        self.made[value.index()]
    }

    /// The values in scope for the next operation: parameters, and values of the open regions.
    pub fn in_scope(&self) -> Vec<ValueId> {
        let mut found = self.machine.kernel.params.clone();
        let innermost = self.regions.len().saturating_sub(1);
        for (depth, region) in self.regions.iter().enumerate() {
            // An operation whose region the block is in has no results yet: what it gave in another iteration is out of scope.
            let behind = region.next - usize::from(depth < innermost);
            found.extend(&region.block.params);
            found.extend(region.block.ops.iter().take(behind).flat_map(|op| &op.results));
        }
        found
    }

    /// The printed texts.
    pub fn prints(&self) -> &[String] {
        &self.machine.prints
    }

    /// The failed asserts.
    pub fn failed_asserts(&self) -> &[FailedAssert] {
        &self.machine.failed_asserts
    }

    /// Runs one operation. After the last block, nothing happens.
    ///
    /// # Errors
    /// Why it cannot run; the run then stands nowhere, and only its copies can go on.
    pub fn step(&mut self) -> Result<(), Stop> {
        let Some(op) = self.operation() else { return Ok(()) };
        if let Meaning::Control(control) = op.op.meaning() {
            self.machine.spend(op)?;
            self.run_control(op, control)?;
        } else {
            self.machine.step(op)?;
            self.mark_made(&op.results);
            self.pass();
        }
        self.position += 1;
        self.leave_finished()
    }

    fn mark_made(&mut self, values: &[ValueId]) {
        for value in values {
            self.made[value.index()] = Some(self.position);
        }
    }

    /// Goes behind the operation of the innermost region.
    fn pass(&mut self) {
        if let Some(region) = self.regions.last_mut() {
            region.next += 1;
        }
    }

    fn run_control(&mut self, op: &'k Operation, control: Control) -> Result<(), Stop> {
        let values = |stepper: &Self| stepper.machine.values_of(&op.operands);
        match control {
            Control::Return => self.leave(Flow::Return),
            Control::Yield => self.leave(Flow::Yield(values(self))),
            Control::Continue => self.leave(Flow::Continue(values(self))),
            Control::Break => self.leave(Flow::Break(values(self))),
            Control::If => {
                let region = self.machine.chosen_region(op)?;
                self.pass();
                self.regions.extend(region.map(|region| Region::new(region, Owner::If(op))));
                Ok(())
            }
            Control::For => {
                let counted = self.machine.begin_counted(op)?;
                let carried = self.machine.values_of(&op.operands[3..]);
                self.machine.rounds.push((op, 0));
                self.pass();
                self.regions.push(Region::new(&op.regions[0], Owner::For(op, counted)));
                let bound = next_round(&mut self.machine, &mut self.regions, op, &counted, carried)?;
                bound.into_iter().for_each(|values| self.mark_made(values));
                Ok(())
            }
            Control::Loop => {
                let Some(body) = op.regions.first() else { return Err(unsupported(op)) };
                let carried = values(self);
                self.machine.rounds.push((op, 0));
                self.machine.spend(op)?;
                self.machine.assign(&body.params, carried);
                self.pass();
                self.regions.push(Region::new(body, Owner::Loop(op)));
                self.mark_made(&body.params);
                Ok(())
            }
        }
    }

    fn leave(&mut self, flow: Flow) -> Result<(), Stop> {
        match leave(&mut self.machine, &mut self.regions, flow)? {
            Left::Inside(bound) => bound.into_iter().for_each(|values| self.mark_made(values)),
            Left::Block => self.begin_next_block(),
        }
        Ok(())
    }

    /// Leaves regions whose end was reached without a word.
    fn leave_finished(&mut self) -> Result<(), Stop> {
        while self.regions.last().is_some_and(|region| region.next >= region.block.ops.len()) {
            self.leave(Flow::Yield(Vec::new()))?;
        }
        Ok(())
    }

    /// Moves to the first operation of the next block, if any.
    fn begin_next_block(&mut self) {
        self.regions.clear();
        self.made.fill(None);
        if let Some(block) = self.turns.block(to_u64(self.machine.blocks.len()).into()) {
            self.machine.begin_block(block);
            self.regions.push(Region::new(&self.machine.kernel.body, Owner::Body));
        }
    }
}
