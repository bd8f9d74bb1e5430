//! Tiles put together and taken apart: `cat`, `extract`, `insert`.

use spec::domain::{Number, extents};
use spec::ops::shape;
use spec::syntax::kernel::{Operation, ValueId};

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::values::element::bits::Plain;
use crate::values::element::number::{Exact, Truth};
use crate::values::host_width::to_index;
use crate::values::lanes::places;

impl Machine<'_> {
    /// `cat`: runs of the first tile and runs of the second in turn.
    pub(crate) fn cat(&mut self, op: &Operation) {
        let tile = self.tile(op.operands[0]).chain(self.tile(op.operands[1])).gather(&self.cat_lanes(op));
        self.set_tile(op.results[0], tile);
    }

    /// Of each lane of a `cat` the lane of its operands, those of the second being counted behind those of the first.
    pub(crate) fn cat_lanes(&self, op: &Operation) -> Vec<usize> {
        let axis = op.attributes.axis();
        let shape = |id: ValueId| &self.kernel.tile(id).shape;
        let run = |id: ValueId| shape(id)[axis..].iter().map(|extent| to_index(*extent)).product::<usize>();
        let (first, second) = (op.operands[0], op.operands[1]);
        let (runs, len) = ([run(first), run(second)], self.kernel.tile(first).len());
        (0..len / runs[0])
            .flat_map(|k| (k * runs[0]..(k + 1) * runs[0]).chain(len + k * runs[1]..len + (k + 1) * runs[1]))
            .collect()
    }

    /// `extract`
    pub(crate) fn extract(&mut self, op: &Operation) -> Result<(), Stop> {
        let tile = self.tile(op.operands[0]).gather(&self.extract_lanes(op)?);
        self.set_tile(op.results[0], tile);
        Ok(())
    }

    /// The lane of the whole that each lane of an `extract` is.
    pub(crate) fn extract_lanes(&self, op: &Operation) -> Result<Vec<usize>, Stop> {
        let (whole, part) = (&self.kernel.tile(op.operands[0]).shape, &self.kernel.tile(op.results[0]).shape);
        self.slice_lanes(op, &op.operands[1..], part, whole)
    }

    /// `insert`
    pub(crate) fn insert(&mut self, op: &Operation) -> Result<(), Stop> {
        let from = self.insert_lanes(op)?;
        let tile = self.tile(op.operands[1]).chain(self.tile(op.operands[0])).gather(&from);
        self.set_tile(op.results[0], tile);
        Ok(())
    }

    /// Of each lane of an `insert` the lane of the whole, or behind those the lane of the part.
    pub(crate) fn insert_lanes(&self, op: &Operation) -> Result<Vec<usize>, Stop> {
        let (part, whole) =
            (&self.kernel.tile(op.operands[0]).shape, &self.kernel.tile(op.operands[1]).shape);
        let places = self.slice_lanes(op, &op.operands[2..], part, whole)?;
        let len = self.kernel.tile(op.operands[1]).len();
        let mut from: Vec<usize> = (0..len).collect();
        for (lane, place) in places.into_iter().enumerate() {
            from[place] = len + lane;
        }
        Ok(from)
    }

    /// Where the elements of a slice are in the whole, in row-major order; the map is linear, so where the first is and
    /// how far the axes lead tells all. A slice that lies outside, and is not to be looked at, is taken from inside.
    fn slice_lanes(
        &self,
        op: &Operation,
        number: &[ValueId],
        part: &[u32],
        whole: &[u32],
    ) -> Result<Vec<usize>, Stop> {
        let undetermined = number.iter().any(|id| self.tile(*id).undetermined.any());
        let number: Vec<Exact> = number.iter().map(|id| self.tile(*id).unsigned(0)).collect();
        let mut d = Plain::new(self.options.ignore);
        shape::slice(&mut d, &Truth(undetermined), &number, part, whole);
        self.check(op, d.violation())?;
        // A slice outside, where the rule is not looked at, is taken modulo the number of slices.
        let count = extents::<Exact>(whole).into_iter().zip(extents::<Exact>(part));
        let number: Vec<Exact> =
            number.iter().zip(count).map(|(k, (whole, part))| k.rem_floor(&whole.div_floor(&part))).collect();
        let zero = vec![Exact::constant(0); part.len()];
        let start = shape::linearize(&shape::extract(&zero, &number, part), &extents(whole)).to_index();
        let steps =
            (0..part.len()).map(|axis| whole[axis + 1..].iter().map(|extent| to_index(*extent)).product());
        let steps: Vec<usize> = steps.collect();
        Ok(places(part, &steps).into_iter().map(|place| start + place).collect())
    }
}
