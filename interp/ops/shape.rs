//! Operations that make or move elements: each index map of the specification, enumerated.

use std::rc::Rc;

use spec::domain::{Domain, Number, extents};
use spec::ops::shape;
use spec::syntax::attributes::Constant;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::element::bits::Plain;
use crate::element::number::Exact;
use crate::element::word::{Lane, Store};
use crate::machine::Machine;
use crate::tile::{Elements, Lanes, Marks, Tile, each_word};
use crate::value::Value;

impl Machine<'_> {
    /// Whether an operation that always gives the same has already given it, to an earlier block or round.
    fn is_made(&self, op: &Operation) -> bool {
        let len = self.kernel.tile(op.results[0]).len();
        matches!(self.made(op.results[0]), Some(Value::Tile(tile)) if tile.len() == len)
    }

    pub(crate) fn constant(&mut self, op: &Operation) {
        if self.is_made(op) {
            return;
        }
        let tile = self.constant_of(op, self.kernel.tile(op.results[0]).len());
        self.set_tile(op.results[0], tile);
    }

    /// A literal tile of that many lanes.
    pub(crate) fn constant_of(&self, op: &Operation, len: usize) -> Tile {
        let scalar = self.scalar(op.results[0]);
        match &op.attributes.constant {
            Some(Constant::Splat(literal)) if len == 1 => Tile::word(literal.0, scalar.bits()),
            Some(Constant::Splat(literal)) => Tile::word(literal.0, scalar.bits()).splat(len),
            Some(Constant::Dense(literals)) => of_words(scalar, literals.iter().map(|literal| literal.0)),
            None => unreachable!("a valid constant has a value"),
        }
    }

    pub(crate) fn iota(&mut self, op: &Operation) {
        if self.is_made(op) {
            return;
        }
        let (len, scalar) = (self.kernel.tile(op.results[0]).len(), self.scalar(op.results[0]));
        let element = |lane: usize| {
            let number = shape::iota(&[Exact::constant(lane as i128)]);
            Plain::new(None).wrap(scalar.bits(), &number).write()
        };
        self.set_tile(op.results[0], of_words(scalar, (0..len).map(element)));
    }

    /// The three results of a query about the grid.
    pub(crate) fn triple(&mut self, op: &Operation, values: [u32; 3]) {
        for (id, value) in op.results.iter().zip(values) {
            let bits = self.scalar(*id).bits();
            self.set_tile(*id, Tile::word(value.into(), bits));
        }
    }

    /// `reshape`: row-major order stays, and so does the row-major buffer.
    pub(crate) fn reshape(&mut self, op: &Operation) {
        let tile = self.tile(op.operands[0]).clone();
        self.set_tile(op.results[0], tile);
    }

    pub(crate) fn broadcast(&mut self, op: &Operation) {
        let source = &self.kernel.tile(op.operands[0]).shape;
        self.moved(op, |index| shape::broadcast(index, source));
    }

    pub(crate) fn permute(&mut self, op: &Operation) {
        self.moved(op, |index| shape::permute(index, &op.attributes.permutation));
    }

    /// A tile whose element at an index is the source's at the map of the index.
    ///
    /// The maps that come here are linear, so that each is known by where it takes the unit vectors.
    fn moved(&mut self, op: &Operation, map: impl Fn(&[Exact]) -> Vec<Exact>) {
        let (result, source) =
            (&self.kernel.tile(op.results[0]).shape, &self.kernel.tile(op.operands[0]).shape);
        let tile = self.tile(op.operands[0]);
        let len = self.kernel.tile(op.results[0]).len();
        let moved = if tile.len() == 1 {
            tile.splat(len)
        } else {
            let steps = (0..result.len()).map(|axis| {
                let unit: Vec<_> = (0..result.len()).map(|k| Exact((k == axis).into())).collect();
                shape::linearize(&map(&unit), &extents(source)).0 as usize
            });
            tile.gather(&places(result, &steps.collect::<Vec<_>>()))
        };
        self.set_tile(op.results[0], moved);
    }

    pub(crate) fn select(&mut self, op: &Operation) {
        let tile = self.selected([op.operands[0], op.operands[1], op.operands[2]].map(|id| self.tile(id)));
        self.set_tile(op.results[0], tile);
    }

    /// `select`: of every lane the side that the condition chooses, undetermined where that or the condition is.
    pub(crate) fn selected(&self, [condition, then, otherwise]: [&Tile; 3]) -> Tile {
        let conditions = u8::lanes(&condition.elements);
        let chosen = |lane: usize| conditions[lane] != 0;
        let elements = each_word!(&then.elements,
            lanes => words(conditions, lanes, &otherwise.elements),
            pointers => Elements::Pointers(pointers.select(chosen, &otherwise.elements)));
        let sides = [&then.undetermined, &otherwise.undetermined];
        let mut undetermined = condition.undetermined.clone();
        if sides.iter().any(|side| side.any()) {
            let side = |lane| if chosen(lane) { sides[0].at(lane) } else { sides[1].at(lane) };
            undetermined = undetermined.or(&Marks::new((0..conditions.len()).map(side).collect()));
        }
        Tile { elements, undetermined }
    }

    /// `offset`: pointers moved by so many elements.
    pub(crate) fn offset(&mut self, op: &Operation) {
        let [pointers, indices] = [op.operands[0], op.operands[1]];
        let (bytes, bits) = (self.scalar(pointers).bytes(), self.scalar(indices).bits());
        let (pointers, indices) = (self.tile(pointers), self.tile(indices));
        let undetermined = pointers.undetermined.or(&indices.undetermined);
        let numbers = match &indices.elements {
            Elements::U64(Lanes::Many(lanes)) => lanes.clone(),
            Elements::U64(Lanes::One(_))
            | Elements::U8(_)
            | Elements::U16(_)
            | Elements::U32(_)
            | Elements::Pointers(_) => {
                Rc::new((0..indices.len()).map(|lane| indices.signed(lane, bits).0 as u64).collect())
            }
        };
        let elements =
            Elements::Pointers(pointers.pointers().moved(numbers, bytes, &mut self.recent.borrow_mut()));
        self.set_tile(op.results[0], Tile { elements, undetermined });
    }
}

fn words<S: Store>(conditions: &[u8], then: &Lanes<S>, otherwise: &Elements) -> Elements {
    let sides = then.as_slice().iter().zip(S::lanes(otherwise));
    let chosen =
        conditions.iter().zip(sides).map(|(c, (then, otherwise))| if *c != 0 { *then } else { *otherwise });
    S::elements(Lanes::new(chosen.collect()))
}

/// A tile of numbers, given as zero-extended bits.
pub(crate) fn of_words(scalar: Scalar, words: impl Iterator<Item = u64>) -> Tile {
    match scalar.bytes() {
        1 => Tile::of(words.map(u8::from_raw).collect()),
        2 => Tile::of(words.map(u16::from_raw).collect()),
        4 => Tile::of(words.map(u32::from_raw).collect()),
        _ => Tile::of::<u64>(words.collect()),
    }
}

/// Σ indexₖ·stepₖ for every index of a shape, in row-major order.
pub(crate) fn places(shape: &[u32], steps: &[usize]) -> Vec<usize> {
    let mut places = vec![0];
    for (extent, step) in shape.iter().zip(steps) {
        let along = |place: usize| (0..*extent as usize).map(move |k| place + k * step);
        places = places.into_iter().flat_map(along).collect();
    }
    places
}
