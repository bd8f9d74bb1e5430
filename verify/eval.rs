//! The element of a tile at a lane.

use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number, greatest_signed, least_signed};
use spec::ops::{memory, shape};
use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element as ElementType, Scalar, TileType};

use crate::apply::apply;
use crate::domain::{Symbolic, SymbolicInt};
use crate::machine::{Machine, Mode};
use crate::terms::{Num, Truth};
use crate::tile::{Element, Kind, Move, Node, Pointer, Taint, Tile, Value};

impl<'k> Machine<'k> {
    /// The element of a tile at a lane.
    pub(crate) fn at(&mut self, tile: &Tile<'k>, lane: &[Num]) -> Element {
        if let Some(element) = self.remembered(tile, lane) {
            return element;
        }
        let element = self.compute(tile, lane);
        self.remember(tile, lane, &element);
        element
    }

    fn compute(&mut self, tile: &Tile<'k>, lane: &[Num]) -> Element {
        match &tile.kind {
            Kind::Splat(element) => element.clone(),
            Kind::Constant(constant) => literal(&tile.ty, constant, lane),
            Kind::Iota => iota(&tile.ty, lane),
            Kind::Moved(source, how) => {
                let from = moved(*how, &tile.ty.shape, &source.ty.shape, lane);
                self.at(source, &from)
            }
            Kind::Apply { op, args, exact } => {
                let args: Vec<Element> = args.iter().map(|arg| self.at(arg, lane)).collect();
                let mut domain = Symbolic::replaying(exact);
                let bits = tile.scalar().map_or(64, Scalar::bits);
                apply(op.op, &op.attributes, &mut domain, &args, bits)
                    .unwrap_or_else(|| any(&tile.ty, Taint::Unknown, &[]))
            }
            Kind::Select(condition, then, otherwise) => {
                let condition = self.at(condition, lane);
                let (then, otherwise) = (self.at(then, lane), self.at(otherwise, lane));
                let mut chosen = Element::choose(&condition.as_truth(), &then, &otherwise);
                chosen.undetermined = chosen.undetermined.or(&condition.undetermined);
                chosen
            }
            Kind::Offset { pointer, index, bytes, exact } => {
                let (pointer, index) = (self.at(pointer, lane), self.at(index, lane));
                moved_pointer(&mut Symbolic::replaying(exact), &pointer, &index, *bytes)
            }
            Kind::Either(condition, then, otherwise) => {
                let (then, otherwise) = (self.at(then, lane), self.at(otherwise, lane));
                Element::choose(condition, &then, &otherwise)
            }
            Kind::Loaded(load) => {
                let load = Rc::clone(load);
                self.loaded(&load, lane)
            }
            Kind::Any(taint, may) => any(&tile.ty, taint.clone(), may),
            Kind::Advanced { start, step, count } => {
                let start = self.at(start, lane);
                advanced(&start, &step.mul(count))
            }
        }
    }

    /// Applies an element-wise operation to every lane of its operands: what it requires is required of an arbitrary
    /// lane, and so of each.
    pub(crate) fn elementwise(&mut self, op: &'k Operation) -> Tile<'k> {
        let ty = self.result_type(op);
        let lane = self.lane(&ty.shape, 0);
        let args: Vec<Tile<'k>> = op.operands.iter().map(|operand| self.tile(*operand)).collect();
        let elements: Vec<Element> = args.iter().map(|arg| self.at(arg, &lane)).collect();
        let bits = ty.element.scalar().map_or(64, Scalar::bits);
        let mut domain = self.domain(&Truth::constant(true));
        let element = apply(op.op, &op.attributes, &mut domain, &elements, bits);
        let required = std::mem::take(&mut domain.required);
        let decisions = domain.decisions();
        let exact = self.decided(decisions);
        let tile = Node::tile(ty, Kind::Apply { op, args, exact });
        self.remember(&tile, &lane, &element.unwrap_or_else(|| any(ty, Taint::Unknown, &[])));
        self.require(op, required, None);
        tile
    }

    /// Moves a tile of pointers by a tile of indices.
    pub(crate) fn offset(&mut self, op: &'k Operation) -> Tile<'k> {
        let ty = self.result_type(op);
        let lane = self.lane(&ty.shape, 0);
        let (pointer, index) = (self.tile(op.operands[0]), self.tile(op.operands[1]));
        let (from, by) = (self.at(&pointer, &lane), self.at(&index, &lane));
        let bytes = match ty.element {
            ElementType::Pointer(pointee) | ElementType::Scalar(pointee) => pointee.bytes(),
        };
        let mut domain = self.domain(&Truth::constant(true));
        let element = moved_pointer(&mut domain, &from, &by, bytes);
        let decisions = domain.decisions();
        let exact = self.decided(decisions);
        let tile = Node::tile(ty, Kind::Offset { pointer, index, bytes, exact });
        self.remember(&tile, &lane, &element);
        tile
    }

    /// The decisions to keep with a node; a guess keeps that nothing wraps.
    fn decided(&self, decisions: Vec<bool>) -> Vec<bool> {
        if self.mode == Mode::Guess { vec![true; 8] } else { decisions }
    }
}

/// `iota` at a lane.
fn iota(ty: &TileType, lane: &[Num]) -> Element {
    let bits = ty.element.scalar().map_or(32, Scalar::bits);
    Element::int(bits, shape::iota(lane))
}

/// Where an element was before it moved.
pub(crate) fn moved(how: Move<'_>, shape: &[u32], source: &[u32], lane: &[Num]) -> Vec<Num> {
    match how {
        Move::Reshape => shape::reshape(lane, shape, source),
        Move::Broadcast => shape::broadcast(lane, source),
        Move::Permute(permutation) => shape::permute(lane, permutation),
    }
}

/// A literal at a lane. Of a list without a known lane, any of its values.
fn literal(ty: &TileType, constant: &Constant, lane: &[Num]) -> Element {
    let Some(scalar) = ty.element.scalar() else { return any(ty, Taint::Determined, &[]) };
    if !scalar.is_integer() {
        return Element::known(Value::Float);
    }
    match constant {
        Constant::Splat(literal) => integer(scalar, signed(scalar, *literal)),
        Constant::Dense(literals) => {
            let place = shape::linearize(lane, &ty.shape);
            let known = place.value().and_then(|place| literals.get(usize::try_from(place).ok()?));
            match known {
                Some(literal) => integer(scalar, signed(scalar, *literal)),
                None => listed(scalar, literals, &place),
            }
        }
    }
}

/// One of a list, by its place; long lists are cut to what their range says.
fn listed(scalar: Scalar, literals: &[Literal], place: &Num) -> Element {
    let values: Vec<i128> = literals.iter().map(|literal| signed(scalar, *literal)).collect();
    let (lo, hi) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
    if values.len() > 256 {
        return number(scalar, Num::fresh("listed", lo, hi));
    }
    let last = Num::constant(values.last().copied().unwrap_or(0));
    let chain = values.iter().enumerate().rev().skip(1).fold(last, |rest, (at, value)| {
        let here = place.equals(&Num::constant(i128::try_from(at).unwrap_or(0)));
        Num::choose(&here, &Num::constant(*value), &rest)
    });
    number(scalar, chain)
}

fn integer(scalar: Scalar, value: i128) -> Element {
    number(scalar, Num::constant(value))
}

/// An integer element of a type, by its signed number.
pub(crate) fn number(scalar: Scalar, signed: Num) -> Element {
    if scalar == Scalar::I1 {
        return Element::known(Value::Int(SymbolicInt::Bit(signed.equals(&Num::constant(0)).not())));
    }
    Element::int(scalar.bits(), signed)
}

/// The signed value of a literal's bits.
fn signed(scalar: Scalar, literal: Literal) -> i128 {
    let value = i128::from(literal.0);
    let bits = scalar.bits();
    if bits > 1 && value > greatest_signed(bits) { value - (1 << bits) } else { value }
}

/// An arbitrary element; a pointer goes anywhere in one of these allocations, or of none nowhere.
pub(crate) fn any(ty: &TileType, taint: Taint, may: &[usize]) -> Element {
    let value = match ty.element {
        ElementType::Scalar(Scalar::I1) => Value::Int(SymbolicInt::Bit(Truth::fresh())),
        ElementType::Scalar(scalar) if scalar.is_integer() => {
            let (lo, hi) = (least_signed(scalar.bits()), greatest_signed(scalar.bits()));
            Value::Int(SymbolicInt::Number { bits: scalar.bits(), signed: Num::fresh("any", lo, hi) })
        }
        ElementType::Scalar(_) => Value::Float,
        ElementType::Pointer(_) => {
            let position = |which: Option<&usize>| which.map_or(-1, |w| i128::try_from(*w).unwrap_or(-1));
            Value::Pointer(Pointer {
                may: Rc::from(may),
                which: Num::fresh("which", position(may.iter().min()), position(may.iter().max())),
                offset: Num::fresh("offset", least_signed(64), greatest_signed(64)),
                overflowed: Truth::constant(false),
            })
        }
    };
    let undetermined = match taint {
        Taint::Determined => Truth::constant(false),
        Taint::Unknown => Truth::fresh(),
        Taint::All(truth) => truth,
    };
    Element { value, undetermined }
}

/// A pointer moved by an index.
fn moved_pointer(domain: &mut Symbolic<'_>, pointer: &Element, index: &Element, bytes: u64) -> Element {
    let zero = Num::constant(0);
    let by = index.as_int().map_or_else(|| zero.clone(), |int| int.signed());
    let Some(from) = pointer.as_pointer() else { return pointer.clone() };
    let (offset, overflowed) = memory::offset(domain, &from.offset, &by, bytes);
    let moved = Pointer { offset, overflowed: from.overflowed.or(&overflowed), ..from.clone() };
    let undetermined = pointer.undetermined.or(&index.undetermined);
    Element { value: Value::Pointer(moved), undetermined }
}

/// An integer or a pointer's offset moved by a distance.
fn advanced(start: &Element, distance: &Num) -> Element {
    let value = match &start.value {
        Value::Int(SymbolicInt::Number { bits, signed }) => {
            Value::Int(SymbolicInt::Number { bits: *bits, signed: signed.add(distance) })
        }
        Value::Pointer(pointer) => {
            Value::Pointer(Pointer { offset: pointer.offset.add(distance), ..pointer.clone() })
        }
        Value::Int(SymbolicInt::Bit(_)) | Value::Float => start.value.clone(),
    };
    Element { value, undetermined: start.undetermined.clone() }
}
