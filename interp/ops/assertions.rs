//! Assumptions and assertions: what is promised of every lane is checked lane by lane, and what is asserted is noted.

use spec::domain::extents;
use spec::ops::{assume, control, shape, source};
use spec::rules::Rule;
use spec::syntax::attributes::{Assumption, Every};
use spec::syntax::kernel::Operation;
use spec::syntax::op::Memory;
use spec::syntax::types::{Element, Type};

use crate::machine::outcome::{FailedAssert, Stop};
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::ops::elementwise::signature::LaneViolation;
use crate::values::element::bits::Plain;
use crate::values::element::number::{Exact, Truth};
use crate::values::elements::Elements;
use crate::values::host_width::to_index;
use crate::values::lanes::index_of;
use crate::values::tile::Tile;
use crate::values::value::Value;

impl Machine<'_> {
    pub(crate) fn assume(&mut self, op: &Operation) -> Result<(), Stop> {
        if matches!(self.kernel.ty(op.operands[0]), Type::TensorView(_)) {
            return self.assume_view(op);
        }
        let ty = self.kernel.tile(op.operands[0]);
        let tile = self.share_tile(op.operands[0]);
        let broken = (0..tile.len()).find_map(|lane| Some((lane, self.broken_promise(op, &tile, lane)?)));
        if let Some((lane, rule)) = broken {
            return Err(self.lane_violation(op, LaneViolation { rule, lane }, &ty.shape));
        }
        self.set_tile(op.results[0], tile);
        Ok(())
    }

    /// Checks the promised address of a tensor view.
    fn assume_view(&mut self, op: &Operation) -> Result<(), Stop> {
        let Value::View(view) = self.value(op.operands[0]).clone() else { return Err(unsupported(op)) };
        let base = view.buffer.map_or(0, |buffer| self.allocations[to_index(buffer)].base);
        let d = &mut Plain::new(self.options.ignore);
        control::branch(d, &Truth(view.undetermined));
        if let Some(Assumption::DivBy { divisor, every: None }) = op.attributes.assumption {
            assume::aligned(d, divisor, &Exact(base + i128::from(view.offset)));
        }
        self.check(op, d.violation())?;
        self.set(op.results[0], Value::View(view));
        Ok(())
    }

    /// The rule that a lane of an assumed tile breaks.
    fn broken_promise(&self, op: &Operation, tile: &Tile, lane: usize) -> Option<Rule> {
        let ty = self.kernel.tile(op.operands[0]);
        let value = |lane: usize| self.promised_number(tile, lane, ty.element);
        let d = &mut Plain::new(self.options.ignore);
        control::branch(d, &Truth(tile.undetermined.at(lane)));
        match op.attributes.assumption.as_ref()? {
            Assumption::Bounded { lower, upper } => assume::bounded(d, *lower, *upper, &value(lane)),
            Assumption::DivBy { divisor, every: None } => match ty.element {
                Element::Scalar(_) => assume::divisible(d, *divisor, &value(lane)),
                Element::Pointer(_) => assume::aligned(d, *divisor, &value(lane)),
            },
            Assumption::DivBy { divisor, every: Some(Every { stride, axis }) } => {
                let unit = match ty.element {
                    Element::Scalar(_) => 1,
                    Element::Pointer(pointee) => pointee.bytes(),
                };
                let (head, offset) =
                    part_start(lane, &ty.shape, |k| if k == to_index(*axis) { *stride } else { 1 });
                assume::strided(d, *divisor, unit, &value(lane), &value(head), &offset);
            }
            Assumption::SameElements(parts) => {
                let (head, _) = part_start(lane, &ty.shape, |axis| parts[axis]);
                assume::same(d, &value(lane), &value(head));
            }
        }
        d.violation()
    }

    /// The number of which something is promised: a value, read as signed, or an address.
    fn promised_number(&self, tile: &Tile, lane: usize, element: Element) -> Exact {
        match (element, &tile.elements) {
            (Element::Pointer(_), Elements::Pointers(pointers)) => {
                let base =
                    pointers.provenance(lane).map_or(0, |buffer| self.allocations[to_index(buffer)].base);
                Exact(base + i128::from(pointers.offset(lane)))
            }
            (Element::Scalar(scalar), _) => tile.signed(lane, scalar.bits()),
            (Element::Pointer(_), _) => unreachable!("a tile of pointers holds pointers"),
        }
    }

    /// `assert`: every false element is remembered, and the block runs on, but where it breaks a rule of the source's language.
    pub(crate) fn assert(&mut self, op: &Operation) -> Result<(), Stop> {
        let shape = &self.kernel.tile(op.operands[0]).shape;
        let tile = self.tile(op.operands[0]);
        let required = source::rule(Memory::Assert, op.attributes.text.as_deref());
        for lane in 0..tile.len() {
            let mut d = Plain::new(self.options.ignore);
            control::branch(&mut d, &Truth(tile.undetermined.at(lane)));
            if let Some(rule) = required {
                source::required(&mut d, rule, &Truth(tile.truth(lane)));
            }
            if let Some(rule) = d.violation() {
                return Err(self.lane_violation(op, LaneViolation { rule, lane }, shape));
            }
        }
        if required.is_some() {
            return Ok(());
        }
        // Asserting is no undefined behavior: the block runs on, and the host hears of it.
        let failed: Vec<_> = (0..tile.len()).filter(|lane| !tile.truth(*lane)).collect();
        let message = op.attributes.text.clone().unwrap_or_default();
        for lane in failed {
            let lane = index_of(lane, shape);
            let (at, block, message) = (op.at.clone(), self.block_id(), message.clone());
            self.failed_asserts.push(FailedAssert { at, block, lane, message });
        }
        Ok(())
    }
}

/// The first lane of the part around a lane, and the lane's distance; parts have the given extents.
fn part_start(lane: usize, shape: &[u32], part: impl Fn(usize) -> u32) -> (usize, Exact) {
    let index = index_of(lane, shape);
    let runs = index.iter().enumerate().map(|(axis, i)| assume::run(&Exact((*i).into()), part(axis).max(1)));
    let (heads, offsets): (Vec<_>, Vec<_>) = runs.unzip();
    let offset = offsets.iter().map(|offset: &Exact| offset.0).sum();
    (shape::linearize(&heads, &extents(shape)).to_index(), Exact(offset))
}
