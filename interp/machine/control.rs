//! Control flow: regions, branches and loops.

use spec::domain::Domain;
use spec::ops::control;
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
    /// Runs the operations of a region until one leaves it.
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

    /// An operation that decides what runs next.
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

    fn values_of(&self, ids: &[ValueId]) -> Vec<Value> {
        ids.iter().map(|id| self.value(*id).clone()).collect()
    }

    fn assign(&mut self, ids: &[ValueId], values: Vec<Value>) {
        ids.iter().zip(values).for_each(|(id, value)| self.set(*id, value));
    }

    /// The value of a scalar that decides what runs next, read as unsigned.
    fn deciding_tile(&self, op: &Operation, id: ValueId) -> Result<&Tile, Stop> {
        let (mut d, tile) = (Plain::new(self.options.ignore), self.tile(id));
        control::branch(&mut d, &Truth(tile.undetermined.any()));
        self.check(op, d.violation())?;
        Ok(tile)
    }

    fn run_if(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        let region = usize::from(!self.deciding_tile(op, op.operands[0])?.truth(0));
        let Some(region) = op.regions.get(region) else { return Ok(Flow::Next) };
        match self.run_region(region)? {
            Flow::Yield(values) => {
                self.assign(&op.results, values);
                Ok(Flow::Next)
            }
            left @ (Flow::Next | Flow::Continue(_) | Flow::Break(_) | Flow::Return) => Ok(left),
        }
    }

    fn run_for(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        let (bits, unsigned) = (self.scalar(op.operands[0]).bits(), op.attributes.unsigned_compare);
        let signed = |id| -> Result<Exact, Stop> { Ok(self.deciding_tile(op, id)?.signed(0, bits)) };
        let natural = |id| -> Result<Exact, Stop> { Ok(self.deciding_tile(op, id)?.unsigned(0)) };
        let bound = |id| if unsigned { natural(id) } else { signed(id) };
        let (mut variable, upper) = (bound(op.operands[0])?, bound(op.operands[1])?);
        let step = signed(op.operands[2])?;
        let mut d = Plain::new(self.options.ignore);
        control::step(&mut d, &step);
        self.check(op, d.violation())?;
        let body = &op.regions[0];
        let mut carried = self.values_of(&op.operands[3..]);
        self.rounds.push((op, 0));
        // Every iteration costs something, so that fuel ends a loop whose body is empty.
        while control::runs(&variable, &upper).0 {
            self.spend(op)?;
            let word = Plain::new(None).wrap(bits, &variable).write();
            self.set_tile(body.params[0], Tile::word(word, bits));
            self.assign(&body.params[1..], carried);
            match self.run_region(body)? {
                Flow::Continue(values) | Flow::Yield(values) => carried = values,
                left @ (Flow::Next | Flow::Break(_) | Flow::Return) => {
                    self.rounds.pop();
                    return Ok(left);
                }
            }
            let mut d = Plain::new(self.options.ignore);
            let next = control::next(&mut d, unsigned, bits, &variable, &step);
            self.check(op, d.violation())?;
            variable = next;
            self.come_round();
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
    fn come_round(&mut self) {
        if let Some((_, number)) = self.rounds.last_mut() {
            *number += 1;
        }
    }
}
