//! Control flow: what runs next.

use spec::domain::Domain;
use spec::ops::control;
use spec::rules::Rule;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::Control;

use crate::element::bits::Plain;
use crate::element::number::{Exact, Truth};
use crate::element::word::Lane;
use crate::elementwise::Broken;
use crate::machine::{Machine, unsupported};
use crate::outcome::Stop;
use crate::tile::Tile;
use crate::value::Value;

/// What an operation leaves to do.
#[derive(Debug)]
pub(crate) enum Flow {
    /// The next operation.
    Next,
    /// The region ends with these results.
    Yield(Vec<Value>),
    /// The next iteration begins with these values.
    Continue(Vec<Value>),
    /// The loop ends with these results.
    Break(Vec<Value>),
    /// The run of the block ends.
    Return,
}

impl<'k> Machine<'k> {
    /// Runs the operations of a region until one leaves it.
    pub(crate) fn block(&mut self, block: &'k Block) -> Result<Flow, Stop> {
        for op in &block.ops {
            match self.operation(op)? {
                Flow::Next => {}
                left @ (Flow::Yield(_) | Flow::Continue(_) | Flow::Break(_) | Flow::Return) => {
                    return Ok(left);
                }
            }
        }
        Ok(Flow::Yield(Vec::new()))
    }

    /// An operation that decides what runs next.
    pub(crate) fn control(&mut self, op: &'k Operation, control: Control) -> Result<Flow, Stop> {
        match control {
            Control::Return => Ok(Flow::Return),
            Control::Yield => Ok(Flow::Yield(self.copies(&op.operands))),
            Control::Continue => Ok(Flow::Continue(self.copies(&op.operands))),
            Control::Break => Ok(Flow::Break(self.copies(&op.operands))),
            Control::If => self.branch(op),
            Control::For => self.counted(op),
            Control::Loop => self.endless(op),
        }
    }

    fn copies(&self, ids: &[ValueId]) -> Vec<Value> {
        ids.iter().map(|id| self.value(*id).clone()).collect()
    }

    fn assign(&mut self, ids: &[ValueId], values: Vec<Value>) {
        ids.iter().zip(values).for_each(|(id, value)| self.set(*id, value));
    }

    /// A rule that an operation breaks with none of its lanes.
    pub(crate) fn hold(&self, op: &Operation, broken: Option<Rule>) -> Result<(), Stop> {
        broken.map_or(Ok(()), |rule| Err(self.violation(op, rule, None, None, None)))
    }

    /// The value of a scalar that decides what runs next, read as unsigned.
    fn deciding(&self, op: &Operation, id: ValueId) -> Result<&Tile, Stop> {
        let (mut d, tile) = (Plain::new(self.options.ignore), self.tile(id));
        control::branch(&mut d, &Truth(tile.undetermined.any()));
        self.hold(op, d.broken())?;
        Ok(tile)
    }

    fn branch(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        let region = usize::from(!self.deciding(op, op.operands[0])?.truth(0));
        let Some(region) = op.regions.get(region) else { return Ok(Flow::Next) };
        match self.block(region)? {
            Flow::Yield(values) => {
                self.assign(&op.results, values);
                Ok(Flow::Next)
            }
            left @ (Flow::Next | Flow::Continue(_) | Flow::Break(_) | Flow::Return) => Ok(left),
        }
    }

    fn counted(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        let (bits, unsigned) = (self.scalar(op.operands[0]).bits(), op.attributes.unsigned_compare);
        let signed = |id| -> Result<Exact, Stop> { Ok(self.deciding(op, id)?.signed(0, bits)) };
        let natural = |id| -> Result<Exact, Stop> { Ok(self.deciding(op, id)?.unsigned(0)) };
        let bound = |id| if unsigned { natural(id) } else { signed(id) };
        let (mut variable, upper) = (bound(op.operands[0])?, bound(op.operands[1])?);
        let step = signed(op.operands[2])?;
        let mut d = Plain::new(self.options.ignore);
        control::step(&mut d, &step);
        self.hold(op, d.broken())?;
        let body = &op.regions[0];
        let mut carried = self.copies(&op.operands[3..]);
        while control::runs(&variable, &upper).0 {
            self.spend(op)?;
            let word = Plain::new(None).wrap(bits, &variable).write();
            self.set_tile(body.params[0], Tile::word(word, bits));
            self.assign(&body.params[1..], carried);
            match self.block(body)? {
                Flow::Continue(values) | Flow::Yield(values) => carried = values,
                left @ (Flow::Next | Flow::Break(_) | Flow::Return) => return Ok(left),
            }
            let mut d = Plain::new(self.options.ignore);
            let next = control::next(&mut d, unsigned, bits, &variable, &step);
            self.hold(op, d.broken())?;
            variable = next;
        }
        self.assign(&op.results, carried);
        Ok(Flow::Next)
    }

    fn endless(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        let Some(body) = op.regions.first() else { return Err(unsupported(op)) };
        let mut carried = self.copies(&op.operands);
        loop {
            self.spend(op)?;
            self.assign(&body.params, carried);
            match self.block(body)? {
                Flow::Continue(values) | Flow::Yield(values) => carried = values,
                Flow::Break(values) => {
                    self.assign(&op.results, values);
                    return Ok(Flow::Next);
                }
                left @ (Flow::Next | Flow::Return) => return Ok(left),
            }
        }
    }

    /// `assert`: every false element is remembered, and the block runs on.
    pub(crate) fn assert(&mut self, op: &Operation) -> Result<(), Stop> {
        let shape = &self.kernel.tile(op.operands[0]).shape;
        let tile = self.tile(op.operands[0]);
        for lane in 0..tile.len() {
            let mut d = Plain::new(self.options.ignore);
            control::branch(&mut d, &Truth(tile.undetermined.at(lane)));
            if let Some(rule) = d.broken() {
                return Err(self.broken(op, Broken { rule, lane }, shape));
            }
        }
        let failed: Vec<_> = (0..tile.len()).filter(|lane| !tile.truth(*lane)).collect();
        let message = op.attributes.text.clone().unwrap_or_default();
        for lane in failed {
            let lane = crate::machine::index_of(lane, shape);
            let (at, block, message) = (op.at.clone(), self.block_id(), message.clone());
            self.failed_asserts.push(crate::outcome::FailedAssert { at, block, lane, message });
        }
        Ok(())
    }
}
