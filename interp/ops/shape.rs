//! Operations that make or move elements: each index map of the specification, enumerated.

use spec::domain::{Domain, extents};
use spec::ops::shape;
use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::machine::state::Machine;
use crate::values::element::bits::Plain;
use crate::values::element::number::Exact;
use crate::values::element::payload::payload;
use crate::values::element::word::Lane;
use crate::values::elements::{Elements, Store, each_word};
use crate::values::lanes::{Lanes, places};
use crate::values::marks::Marks;
use crate::values::tile::Tile;
use crate::values::value::Value;

impl Machine<'_> {
    /// Whether an operation with a constant result already ran, in an earlier block or iteration.
    fn is_already_made(&self, op: &Operation) -> bool {
        let len = self.kernel.tile(op.results[0]).len();
        matches!(self.last_value(op.results[0]), Some(Value::Tile(tile)) if tile.len() == len)
    }

    pub(crate) fn constant(&mut self, op: &Operation) {
        if self.is_already_made(op) {
            return;
        }
        let tile = self.make_constant(op, self.kernel.tile(op.results[0]).len());
        self.set_tile(op.results[0], tile);
    }

    /// A literal tile with the given number of lanes.
    pub(crate) fn make_constant(&self, op: &Operation, len: usize) -> Tile {
        let scalar = self.scalar(op.results[0]);
        match &op.attributes.constant {
            Some(Constant::Splat(literal)) if len == 1 => {
                Tile::word(self.literal(scalar, *literal), scalar.bits())
            }
            Some(Constant::Splat(literal)) => {
                Tile::word(self.literal(scalar, *literal), scalar.bits()).splat(len)
            }
            Some(Constant::Dense(literals)) => {
                tile_of_words(scalar, literals.iter().map(|literal| self.literal(scalar, *literal)))
            }
            None => unreachable!("a valid constant has a value"),
        }
    }

    /// The word of a literal.
    pub(crate) fn literal(&self, scalar: Scalar, literal: Literal) -> u64 {
        if self.options.payload && !scalar.is_integer() { payload(scalar, literal.0) } else { literal.0 }
    }

    pub(crate) fn iota(&mut self, op: &Operation) {
        if self.is_already_made(op) {
            return;
        }
        let (len, scalar) = (self.kernel.tile(op.results[0]).len(), self.scalar(op.results[0]));
        let element = |lane: usize| {
            let number = shape::iota(&[Exact::of_index(lane)]);
            Plain::new(None).wrap(scalar.bits(), &number).write()
        };
        self.set_tile(op.results[0], tile_of_words(scalar, (0..len).map(element)));
    }

    /// The three results of a query about the grid.
    pub(crate) fn set_grid_query(&mut self, op: &Operation, values: [u32; 3]) {
        for (id, value) in op.results.iter().zip(values) {
            let bits = self.scalar(*id).bits();
            self.set_tile(*id, Tile::word(value.into(), bits));
        }
    }

    /// `reshape`: row-major order stays, and so does the row-major buffer.
    pub(crate) fn reshape(&mut self, op: &Operation) {
        let tile = self.share_tile(op.operands[0]);
        self.set_tile(op.results[0], tile);
    }

    pub(crate) fn broadcast(&mut self, op: &Operation) {
        let source = &self.kernel.tile(op.operands[0]).shape;
        self.remap(op, |index| shape::broadcast(index, source));
    }

    pub(crate) fn permute(&mut self, op: &Operation) {
        self.remap(op, |index| shape::permute(index, &op.attributes.permutation));
    }

    /// A tile whose element at an index is the source's at the map of the index.
    ///
    /// The maps are linear, so the images of the unit vectors determine each map.
    fn remap(&mut self, op: &Operation, map: impl Fn(&[Exact]) -> Vec<Exact>) {
        let tile = self.tile(op.operands[0]);
        let moved = if tile.len() == 1 {
            tile.splat(self.kernel.tile(op.results[0]).len())
        } else {
            tile.gather(&self.mapped_lanes(op, map))
        };
        self.set_tile(op.results[0], moved);
    }

    /// The lane of the source that each lane of the result is.
    fn mapped_lanes(&self, op: &Operation, map: impl Fn(&[Exact]) -> Vec<Exact>) -> Vec<usize> {
        let (result, source) =
            (&self.kernel.tile(op.results[0]).shape, &self.kernel.tile(op.operands[0]).shape);
        // A linear map is known by its values at the unit vectors.
        let steps = (0..result.len()).map(|axis| {
            let unit: Vec<_> = (0..result.len()).map(|k| Exact((k == axis).into())).collect();
            shape::linearize(&map(&unit), &extents(source)).to_index()
        });
        places(result, &steps.collect::<Vec<_>>())
    }

    /// The lane of the source that each lane of a `broadcast` is.
    pub(crate) fn broadcast_lanes(&self, op: &Operation) -> Vec<usize> {
        let source = &self.kernel.tile(op.operands[0]).shape;
        self.mapped_lanes(op, |index| shape::broadcast(index, source))
    }

    /// The lane of the source that each lane of a `permute` is.
    pub(crate) fn permute_lanes(&self, op: &Operation) -> Vec<usize> {
        self.mapped_lanes(op, |index| shape::permute(index, &op.attributes.permutation))
    }

    pub(crate) fn select(&mut self, op: &Operation) {
        let tile =
            self.select_lanes([op.operands[0], op.operands[1], op.operands[2]].map(|id| self.tile(id)));
        self.set_tile(op.results[0], tile);
    }

    /// `select`: each lane takes the side chosen by the condition; the lane is undetermined if the side or the
    /// condition is.
    pub(crate) fn select_lanes(&self, [condition, then, otherwise]: [&Tile; 3]) -> Tile {
        let conditions = u8::lanes(&condition.elements);
        let chosen = |lane: usize| conditions[lane] != 0;
        let elements = each_word!(&then.elements,
            lanes => select_words(conditions, lanes, &otherwise.elements),
            pointers => Elements::Pointers(pointers.select(chosen, otherwise.pointers())));
        let sides = [&then.undetermined, &otherwise.undetermined];
        let mut undetermined = condition.undetermined.clone();
        if sides.iter().any(|side| side.any()) {
            let side = |lane| if chosen(lane) { sides[0].at(lane) } else { sides[1].at(lane) };
            undetermined = undetermined.or(&Marks::new((0..conditions.len()).map(side).collect()));
        }
        Tile { elements, undetermined }
    }
}

fn select_words<S: Store>(conditions: &[u8], then: &Lanes<S>, otherwise: &Elements) -> Elements {
    let sides = then.as_slice().iter().zip(S::lanes(otherwise));
    let chosen =
        conditions.iter().zip(sides).map(|(c, (then, otherwise))| if *c != 0 { *then } else { *otherwise });
    S::elements(Lanes::new(chosen.collect()))
}

/// A tile of numbers, given as zero-extended bits.
pub(crate) fn tile_of_words(scalar: Scalar, words: impl Iterator<Item = u64>) -> Tile {
    match scalar.bytes() {
        1 => Tile::of(words.map(u8::from_raw).collect()),
        2 => Tile::of(words.map(u16::from_raw).collect()),
        4 => Tile::of(words.map(u32::from_raw).collect()),
        _ => Tile::of::<u64>(words.collect()),
    }
}
