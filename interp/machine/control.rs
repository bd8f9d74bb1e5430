//! Control flow: regions, branches and loops.

use spec::domain::Domain;
use spec::ops::control;
use spec::syntax::count::{saturating_u64, u64_from_usize};
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::Control;

use crate::machine::flow::Flow;
use crate::machine::outcome::{Limit, Stop};
use crate::machine::repetition::Watch;
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::values::element::bits::Plain;
use crate::values::element::number::{Exact, Truth};
use crate::values::element::word::Lane;
use crate::values::tile::Tile;
use crate::values::value::Value;

impl<'k> Machine<'k> {
    /// Runs the operations of a region until the region ends.
    pub(crate) fn run_region(&mut self, block: &'k Block) -> Result<Flow, Stop> {
        for op in &block.ops {
            match self.step(op)? {
                Flow::Next => {}
                left @ (Flow::Yield(_) | Flow::Continue(_) | Flow::Break(_) | Flow::Return) => {
                    return Ok(left);
                }
            }
        }
        Ok(Flow::Yield(Vec::new()))
    }

    /// Runs a control operation, which decides the next operation.
    pub(crate) fn run_control(&mut self, op: &'k Operation, control: Control) -> Result<Flow, Stop> {
        match control {
            Control::Return => Ok(Flow::Return),
            Control::Yield => Ok(Flow::Yield(self.values_of(&op.operands))),
            Control::Continue => Ok(Flow::Continue(self.values_of(&op.operands))),
            Control::Break => Ok(Flow::Break(self.values_of(&op.operands))),
            Control::If => self.run_if(op),
            Control::For => self.run_for(op),
            Control::Loop => self.run_loop(op),
        }
    }

    pub(crate) fn values_of(&self, ids: &[ValueId]) -> Vec<Value> {
        ids.iter().map(|id| self.value(*id).clone()).collect()
    }

    pub(crate) fn assign(&mut self, ids: &[ValueId], values: Vec<Value>) {
        ids.iter().zip(values).for_each(|(id, value)| self.set(*id, value));
    }

    /// The scalar that decides the control flow, read as unsigned.
    fn deciding_tile(&self, op: &Operation, id: ValueId) -> Result<&Tile, Stop> {
        let (mut d, tile) = (Plain::new(self.options.ignore), self.tile(id));
        control::branch(&mut d, &Truth(tile.undetermined.any()));
        self.check(op, d.violation())?;
        Ok(tile)
    }

    /// The chosen region of an `if`; `None` for an absent `else`.
    pub(crate) fn chosen_region(&self, op: &'k Operation) -> Result<Option<&'k Block>, Stop> {
        let region = usize::from(!self.deciding_tile(op, op.operands[0])?.truth(0));
        Ok(op.regions.get(region))
    }

    fn run_if(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        let Some(region) = self.chosen_region(op)? else { return Ok(Flow::Next) };
        match self.run_region(region)? {
            Flow::Yield(values) => {
                self.assign(&op.results, values);
                Ok(Flow::Next)
            }
            left @ (Flow::Next | Flow::Continue(_) | Flow::Break(_) | Flow::Return) => Ok(left),
        }
    }

    /// A `for` before the first iteration.
    pub(crate) fn begin_counted(&self, op: &'k Operation) -> Result<Counted, Stop> {
        let (bits, unsigned) = (self.scalar(op.operands[0]).bits(), op.attributes.unsigned_compare);
        let signed = |id| -> Result<Exact, Stop> { Ok(self.deciding_tile(op, id)?.signed(0, bits)) };
        let natural = |id| -> Result<Exact, Stop> { Ok(self.deciding_tile(op, id)?.unsigned(0)) };
        let bound = |id| if unsigned { natural(id) } else { signed(id) };
        let (variable, upper) = (bound(op.operands[0])?, bound(op.operands[1])?);
        let step = signed(op.operands[2])?;
        let mut d = Plain::new(self.options.ignore);
        control::step(&mut d, &step);
        self.check(op, d.violation())?;
        Ok(Counted { bits, unsigned, variable, upper, step })
    }

    /// Begins a round of a `for` with these carried values. Every iteration has a cost, so fuel ends a loop with an empty
    /// body.
    pub(crate) fn begin_round(
        &mut self,
        op: &'k Operation,
        counted: &Counted,
        carried: Vec<Value>,
    ) -> Result<(), Stop> {
        self.spend(op)?;
        let params = &op.regions[0].params;
        let word = Plain::new(None).wrap(counted.bits, &counted.variable).write();
        self.set_tile(params[0], Tile::word(word, counted.bits));
        self.assign(&params[1..], carried);
        Ok(())
    }

    /// Ends a round of a `for`.
    pub(crate) fn end_round(&mut self, op: &'k Operation, counted: &mut Counted) -> Result<(), Stop> {
        let mut d = Plain::new(self.options.ignore);
        let next = control::next(&mut d, counted.unsigned, counted.bits, &counted.variable, &counted.step);
        self.check(op, d.violation())?;
        counted.variable = next;
        self.come_round();
        Ok(())
    }

    fn run_for(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        let mut counted = self.begin_counted(op)?;
        if self.options.ends == Some(op.id) && counted.least_fuel(op, self.options.least) > self.fuel {
            return Err(self.exhausted(Limit::Fuel, op));
        }
        let mut carried = self.values_of(&op.operands[3..]);
        self.rounds.push((op, 0));
        while counted.runs() {
            self.begin_round(op, &counted, carried)?;
            match self.run_region(&op.regions[0])? {
                Flow::Continue(values) | Flow::Yield(values) => carried = values,
                left @ (Flow::Next | Flow::Break(_) | Flow::Return) => {
                    self.rounds.pop();
                    return Ok(left);
                }
            }
            self.end_round(op, &mut counted)?;
        }
        self.rounds.pop();
        self.assign(&op.results, carried);
        Ok(Flow::Next)
    }

    fn run_loop(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        let Some(body) = op.regions.first() else { return Err(unsupported(op)) };
        let mut carried = self.values_of(&op.operands);
        self.rounds.push((op, 0));
        let mut watch = self.options.finds_repetition.then(Watch::default);
        loop {
            self.spend(op)?;
            if let Some(watch) = &mut watch
                && watch.comes_back(&carried, self.changes())
            {
                return Err(self.exhausted(Limit::Repetition, op));
            }
            self.assign(&body.params, carried);
            match self.run_region(body)? {
                Flow::Continue(values) | Flow::Yield(values) => carried = values,
                Flow::Break(values) => {
                    self.rounds.pop();
                    self.assign(&op.results, values);
                    return Ok(Flow::Next);
                }
                left @ (Flow::Next | Flow::Return) => {
                    self.rounds.pop();
                    return Ok(left);
                }
            }
            self.come_round();
        }
    }

    /// Counts an iteration of the innermost loop.
    pub(crate) fn come_round(&mut self) {
        if let Some((_, number)) = self.rounds.last_mut() {
            *number += 1;
        }
    }
}

/// A running `for`: its induction variable and bounds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted {
    bits: u32,
    unsigned: bool,
    variable: Exact,
    upper: Exact,
    step: Exact,
}

impl Counted {
    /// Whether another iteration follows.
    pub(crate) fn runs(&self) -> bool {
        control::runs(&self.variable, &self.upper).0
    }

    /// The least fuel of all rounds: each operation of the body costs so much.
    fn least_fuel(&self, op: &Operation, least: u64) -> u64 {
        let distance = self.upper.0.saturating_sub(self.variable.0).max(0);
        let rounds = saturating_u64(distance / self.step.0.max(1));
        rounds.saturating_mul(least).saturating_mul(u64_from_usize(op.regions[0].ops.len()))
    }
}
