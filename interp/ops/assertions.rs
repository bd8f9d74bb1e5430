//! Assumptions: what is promised of every lane is checked, lane by lane.

use spec::domain::extents;
use spec::ops::{assume, control, shape};
use spec::rules::Rule;
use spec::syntax::attributes::{Assumption, Every};
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element, Type};

use crate::element::bits::Plain;
use crate::element::number::{Exact, Truth};
use crate::elementwise::Broken;
use crate::machine::{Machine, index_of, unsupported};
use crate::outcome::Stop;
use crate::tile::{Elements, Tile};
use crate::value::Value;

impl Machine<'_> {
    pub(crate) fn assume(&mut self, op: &Operation) -> Result<(), Stop> {
        if matches!(self.kernel.ty(op.operands[0]), Type::TensorView(_)) {
            return self.assume_view(op);
        }
        let ty = self.kernel.tile(op.operands[0]);
        let tile = self.tile(op.operands[0]).clone();
        let broken = (0..tile.len()).find_map(|lane| Some((lane, self.promise(op, &tile, lane)?)));
        if let Some((lane, rule)) = broken {
            return Err(self.broken(op, Broken { rule, lane }, &ty.shape));
        }
        self.set_tile(op.results[0], tile);
        Ok(())
    }

    /// What is promised of the address that a tensor view begins at.
    fn assume_view(&mut self, op: &Operation) -> Result<(), Stop> {
        let Value::View(view) = self.value(op.operands[0]).clone() else { return Err(unsupported(op)) };
        let base = view.buffer.map_or(0, |buffer| self.allocations[buffer as usize].base);
        let d = &mut Plain::new(self.options.ignore);
        control::branch(d, &Truth(view.undetermined));
        if let Some(Assumption::DivBy { divisor, every: None }) = op.attributes.assumption {
            assume::aligned(d, divisor, &Exact(base + i128::from(view.offset)));
        }
        self.hold(op, d.broken())?;
        self.set(op.results[0], Value::View(view));
        Ok(())
    }

    /// The rule that a lane of an assumed tile breaks.
    fn promise(&self, op: &Operation, tile: &Tile, lane: usize) -> Option<Rule> {
        let ty = self.kernel.tile(op.operands[0]);
        let value = |lane: usize| self.promised(tile, lane, ty.element);
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
                let (head, offset) = head(lane, &ty.shape, |k| if k == *axis as usize { *stride } else { 1 });
                assume::strided(d, *divisor, unit, &value(lane), &value(head), &offset);
            }
            Assumption::SameElements(parts) => {
                let (head, _) = head(lane, &ty.shape, |axis| parts[axis]);
                assume::same(d, &value(lane), &value(head));
            }
        }
        d.broken()
    }

    /// The number of which something is promised: a value, read as signed, or an address.
    fn promised(&self, tile: &Tile, lane: usize, element: Element) -> Exact {
        match (element, &tile.elements) {
            (Element::Pointer(_), Elements::Pointers(pointers)) => {
                let base =
                    pointers.provenance(lane).map_or(0, |buffer| self.allocations[buffer as usize].base);
                Exact(base + i128::from(pointers.offset(lane)))
            }
            (Element::Scalar(scalar), _) => tile.signed(lane, scalar.bits()),
            (Element::Pointer(_), _) => unreachable!("a tile of pointers holds pointers"),
        }
    }
}

/// The first lane of the part that a lane is in, where parts have these extents; and how far from it the lane is.
fn head(lane: usize, shape: &[u32], part: impl Fn(usize) -> u32) -> (usize, Exact) {
    let index = index_of(lane, shape);
    let runs = index.iter().enumerate().map(|(axis, i)| assume::run(&Exact((*i).into()), part(axis).max(1)));
    let (heads, offsets): (Vec<_>, Vec<_>) = runs.unzip();
    let offset = offsets.iter().map(|offset: &Exact| offset.0).sum();
    (shape::linearize(&heads, &extents(shape)).0 as usize, Exact(offset))
}
