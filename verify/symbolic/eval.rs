//! The element of a tile at a lane.

use crate::values::element::{Element, Pointer, Value};
use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number, extents, greatest_signed, least_signed};
use spec::ops::{memory, shape};
use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element as ElementType, Scalar, TileType};

use crate::fault_injection::Flaw;
use crate::symbolic::machine::{Machine, Mode};
use crate::terms::{Num, Substitution, Truth};
use crate::values::apply::apply;
use crate::values::domain::{Symbolic, SymbolicInt};
use crate::values::float::Real;
use crate::values::tile::{Carried, Doubt, Doubts, Kind, Move, Node, Tile};

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
            Kind::Recast(source) => self.recast(&tile.ty, source, lane),
            Kind::Repacked(source) => self.repacked(&tile.ty, source, lane),
            Kind::Address { pointer, exact } => self.address(pointer, lane, &mut Symbolic::replaying(exact)),
            Kind::Pointed { address, exact } => self.pointed(address, lane, &mut Symbolic::replaying(exact)),
            Kind::Cat(first, second, axis) => {
                let (is_first, from) = shape::cat(lane, *axis, first.ty.shape[*axis]);
                self.either(&is_first, (first, &from), (second, &from))
            }
            Kind::Slice(whole, number) => {
                let from = shape::extract(lane, number, &tile.ty.shape);
                self.at(whole, &from)
            }
            Kind::Replaced { whole, number, part } => {
                let (inside, from) = shape::insert(lane, number, &part.ty.shape);
                self.either(&inside, (part, &from), (whole, lane))
            }
            Kind::Apply { op, args, exact } => {
                let args: Vec<Element> = args.iter().map(|arg| self.at(arg, lane)).collect();
                let mut domain = Symbolic::replaying(exact);
                let to = tile.scalar().unwrap_or(Scalar::I64);
                apply(op.op, &op.attributes, &mut domain, &args, to).unwrap_or_else(|| unknown(&tile.ty))
            }
            Kind::Select(condition, then, otherwise) => self.chosen([condition, then, otherwise], lane),
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
            Kind::Gathered(gathered) => {
                let gathered = Rc::clone(gathered);
                self.gathered(&tile.ty, &gathered, lane)
            }
            Kind::Carried(carried) => self.carried_element(&tile.ty, carried, lane),
            Kind::Doubted(tile, doubts) => self.doubted(tile, doubts, lane),
            Kind::Advanced { start, step, count } => {
                let start = self.at(start, lane);
                advanced(&start, &step.mul(count))
            }
        }
    }

    /// `select`: of the sides the one that the condition chooses, undetermined where that or the condition is.
    fn chosen(&mut self, [condition, then, otherwise]: [&Tile<'k>; 3], lane: &[Num]) -> Element {
        let condition = self.at(condition, lane);
        let (then, otherwise) = (self.at(then, lane), self.at(otherwise, lane));
        let mut chosen = Element::choose(&condition.as_truth(), &then, &otherwise);
        if !self.setup.has(Flaw::ChoiceForgets) {
            chosen.undetermined = chosen.undetermined.or(&condition.undetermined);
        }
        chosen
    }

    /// The element of one of two tiles, each at a place of its own.
    fn either(
        &mut self,
        is_first: &Truth,
        first: (&Tile<'k>, &[Num]),
        second: (&Tile<'k>, &[Num]),
    ) -> Element {
        if let Some(is_first) = is_first.value() {
            return if is_first { self.at(first.0, first.1) } else { self.at(second.0, second.1) };
        }
        let (first, second) = (self.at(first.0, first.1), self.at(second.0, second.1));
        Element::choose(is_first, &first, &second)
    }

    /// An arbitrary determined element; a pointer goes into one of these allocations.
    fn any(&mut self, ty: &TileType, may: &[usize]) -> Element {
        let element = arbitrary(ty, may);
        if let Some(pointer) = element.as_pointer() {
            let is =
                |which: &usize| pointer.which.equals(&Num::constant(i128::try_from(*which).unwrap_or(-1)));
            let one = may.iter().fold(Truth::constant(may.is_empty()), |any, which| any.or(&is(which)));
            self.solver.assume(&one);
        }
        element
    }

    /// An element that a loop carries: arbitrary, within what is known of it.
    fn carried_element(&mut self, ty: &TileType, carried: &Carried<'k>, lane: &[Num]) -> Element {
        let mut element = self.any(ty, &carried.may);
        let (is_first, first) = (&carried.first.0, self.at(&carried.first.1, lane));
        element.undetermined = first.undetermined.clone();
        let mut facts = is_first.implies(&first.same_value(&element));
        if let (Some((var, holds)), Some(number)) = (&carried.holds, element.place()) {
            let mut of = Substitution::default();
            of.nums.insert(*var, number);
            facts = facts.and(&of.truth(holds));
        }
        self.solver.assume(&carried.here.implies(&facts));
        if let (Value::Pointer(pointer), Some(first)) = (&mut element.value, first.as_pointer()) {
            pointer.overflowed = first.overflowed.clone();
        }
        element
    }

    /// An element with what is in doubt of it.
    fn doubted(&mut self, tile: &Tile<'k>, doubts: &Doubts<'k>, lane: &[Num]) -> Element {
        let mut element = self.at(tile, lane);
        let first = doubts.first.as_ref().map(|(is_first, tile)| (is_first.clone(), self.at(tile, lane)));
        let in_doubt = |doubt: &Doubt, kept: &Truth, of: &dyn Fn(&Element) -> Truth| {
            let doubtful = match doubt {
                Doubt::Kept => return kept.clone(),
                Doubt::Anywhere | Doubt::Where { .. } => doubt.at(lane).unwrap_or_else(Truth::fresh),
            };
            first.as_ref().map_or_else(
                || doubtful.clone(),
                |(is_first, first)| Truth::choose(is_first, &of(first), &doubtful),
            )
        };
        element.undetermined =
            in_doubt(&doubts.undetermined, &element.undetermined, &|first| first.undetermined.clone());
        if let Value::Pointer(pointer) = &mut element.value {
            let of = |first: &Element| {
                first.as_pointer().map_or(Truth::constant(false), |pointer| pointer.overflowed.clone())
            };
            pointer.overflowed = in_doubt(&doubts.overflowed, &pointer.overflowed, &of);
        }
        element
    }

    /// Applies an element-wise operation to every lane of its operands: what it requires is required of an arbitrary
    /// lane, and so of each.
    pub(crate) fn elementwise(&mut self, op: &'k Operation) -> Tile<'k> {
        let ty = self.result_type(op);
        let lane = self.lane(&ty.shape, 0);
        let args: Vec<Tile<'k>> = op.operands.iter().map(|operand| self.tile(*operand)).collect();
        let elements: Vec<Element> = args.iter().map(|arg| self.at(arg, &lane)).collect();
        let to = ty.element.scalar().unwrap_or(Scalar::I64);
        let mut domain = self.domain(&Truth::constant(true));
        let element = apply(op.op, &op.attributes, &mut domain, &elements, to);
        let required = std::mem::take(&mut domain.required);
        let decisions = domain.decisions();
        let exact = self.decided(decisions);
        let tile = Node::tile(ty, Kind::Apply { op, args, exact });
        self.remember(&tile, &lane, &element.unwrap_or_else(|| unknown(ty)));
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
    pub(crate) fn decided(&self, decisions: Vec<bool>) -> Vec<bool> {
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
    let Some(scalar) = ty.element.scalar() else { return Element::known(Value::Float(Real::any())) };
    if !scalar.is_integer() {
        return Element::known(Value::Float(float(scalar, constant)));
    }
    match constant {
        Constant::Splat(literal) => integer(scalar, signed(scalar, *literal)),
        Constant::Dense(literals) => {
            let place = shape::linearize(lane, &extents(&ty.shape));
            let known = place.value().and_then(|place| literals.get(usize::try_from(place).ok()?));
            match known {
                Some(literal) => integer(scalar, signed(scalar, *literal)),
                None => listed(scalar, literals, &place),
            }
        }
    }
}

/// A literal float; of a list, any of its values.
fn float(scalar: Scalar, constant: &Constant) -> Real {
    let real = |literal: &Literal| Real::constant(literal.0, scalar);
    match constant {
        Constant::Splat(literal) => real(literal),
        Constant::Dense(literals) => {
            let any = literals.iter().map(real).reduce(|a, b| Real::choose(&Truth::fresh(), &a, &b));
            any.filter(|_| literals.len() <= 256).unwrap_or_else(Real::any)
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

/// The element that a literal is; of floats nothing is said.
pub(crate) fn integer_literal(scalar: Scalar, literal: Literal) -> Element {
    if scalar.is_integer() {
        integer(scalar, signed(scalar, literal))
    } else {
        Element::known(Value::Float(Real::constant(literal.0, scalar)))
    }
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

/// An element of which nothing is known.
fn unknown(ty: &TileType) -> Element {
    Element { undetermined: Truth::fresh(), ..arbitrary(ty, &[]) }
}

/// An arbitrary determined element; a pointer goes anywhere in one of these allocations, or of none nowhere.
pub(crate) fn arbitrary(ty: &TileType, may: &[usize]) -> Element {
    Element::known(match ty.element {
        ElementType::Scalar(Scalar::I1) => Value::Int(SymbolicInt::Bit(Truth::fresh())),
        ElementType::Scalar(scalar) if scalar.is_integer() => {
            let (lo, hi) = (least_signed(scalar.bits()), greatest_signed(scalar.bits()));
            Value::Int(SymbolicInt::Number { bits: scalar.bits(), signed: Num::fresh("any", lo, hi) })
        }
        ElementType::Scalar(_) => Value::Float(Real::any()),
        ElementType::Pointer(_) => {
            let position = |which: Option<&usize>| which.map_or(-1, |w| i128::try_from(*w).unwrap_or(-1));
            Value::Pointer(Pointer {
                may: Rc::from(may),
                which: Num::fresh("which", position(may.iter().min()), position(may.iter().max())),
                offset: Num::fresh("offset", least_signed(64), greatest_signed(64)),
                overflowed: Truth::constant(false),
            })
        }
    })
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
        Value::Int(SymbolicInt::Bit(_)) | Value::Float(_) => start.value.clone(),
    };
    Element { value, undetermined: start.undetermined.clone() }
}
