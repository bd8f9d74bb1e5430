//! Elements of literals, and arbitrary elements of a type: what is known of a value before anything is done with it.

use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number, extents, greatest_signed, least_signed};
use spec::ops::{memory, shape};
use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::count::i128_from_usize;
use spec::syntax::types::{Element as ElementType, Scalar, TileType};

use crate::terms::{Num, Truth};
use crate::values::domain::{Symbolic, SymbolicInt};
use crate::values::element::{Element, Pointer, Value};
use crate::values::float::Real;
use crate::values::tile::IndexMap;

/// `iota` at a lane.
pub(crate) fn iota(ty: &TileType, lane: &[Num]) -> Element {
    let bits = ty.element.scalar().map_or(32, Scalar::bits);
    Element::int(bits, shape::iota(lane))
}

/// The source index of a moved element.
pub(crate) fn map_index(how: IndexMap<'_>, shape: &[u32], source: &[u32], lane: &[Num]) -> Vec<Num> {
    match how {
        IndexMap::Reshape => shape::reshape(lane, shape, source),
        IndexMap::Broadcast => shape::broadcast(lane, source),
        IndexMap::Permute(permutation) => shape::permute(lane, permutation),
    }
}

/// The most values of a list that are told apart.
const MOST_CASES: usize = 256;

/// A literal at a lane. Of a list without a known lane, any of its values.
pub(crate) fn literal(ty: &TileType, constant: &Constant, lane: &[Num]) -> Element {
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
                None => choose_literal(scalar, literals, &place),
            }
        }
    }
}

/// A literal float; of a list, any of its values.
pub(crate) fn float(scalar: Scalar, constant: &Constant) -> Real {
    let real = |literal: &Literal| Real::constant(literal.0, scalar);
    match constant {
        Constant::Splat(literal) => real(literal),
        Constant::Dense(literals) => {
            let any = literals.iter().map(real).reduce(|a, b| Real::choose(&Truth::fresh(), &a, &b));
            any.filter(|_| literals.len() <= 256).unwrap_or_else(Real::any)
        }
    }
}

/// A literal of a list, by its place; long lists are cut to their range.
pub(crate) fn choose_literal(scalar: Scalar, literals: &[Literal], place: &Num) -> Element {
    let values: Vec<i128> = literals.iter().map(|literal| signed(scalar, *literal)).collect();
    let (lo, hi) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
    if values.len() > MOST_CASES {
        let chain = choose_run(&values, place);
        return number(scalar, chain.unwrap_or_else(|| Num::fresh("listed", lo, hi)));
    }
    let last = Num::constant(values.last().copied().unwrap_or(0));
    let chain = values.iter().enumerate().rev().skip(1).fold(last, |rest, (at, value)| {
        let here = place.equals(&Num::index(at));
        Num::choose(&here, &Num::constant(*value), &rest)
    });
    number(scalar, chain)
}

/// The value at a place of a long list that is made of a few runs of one value each, as a mask is; `None` for any other list.
fn choose_run(values: &[i128], place: &Num) -> Option<Num> {
    let mut ends: Vec<(usize, i128)> = Vec::new();
    for (at, value) in values.iter().enumerate() {
        match ends.last_mut() {
            Some((end, last)) if last == value => *end = at,
            Some(_) | None => ends.push((at, *value)),
        }
        if ends.len() > MOST_CASES {
            return None;
        }
    }
    let (_, last) = ends.pop()?;
    Some(ends.into_iter().rev().fold(Num::constant(last), |rest, (end, value)| {
        let here = place.at_most(&Num::index(end));
        Num::choose(&here, &Num::constant(value), &rest)
    }))
}

pub(crate) fn integer(scalar: Scalar, value: i128) -> Element {
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
pub(crate) fn signed(scalar: Scalar, literal: Literal) -> i128 {
    let value = i128::from(literal.0);
    let bits = scalar.bits();
    if bits > 1 && value > greatest_signed(bits) { value - (1 << bits) } else { value }
}

/// An element of which nothing is known.
pub(crate) fn unknown_element(ty: &TileType) -> Element {
    Element { undetermined: Truth::fresh(), ..arbitrary_element(ty, &[]) }
}

/// An arbitrary determined element; a pointer goes anywhere in one of these allocations, or of none nowhere.
pub(crate) fn arbitrary_element(ty: &TileType, may: &[usize]) -> Element {
    Element::known(match ty.element {
        ElementType::Scalar(Scalar::I1) => Value::Int(SymbolicInt::Bit(Truth::fresh())),
        ElementType::Scalar(scalar) if scalar.is_integer() => {
            let (lo, hi) = (least_signed(scalar.bits()), greatest_signed(scalar.bits()));
            Value::Int(SymbolicInt::Number { bits: scalar.bits(), signed: Num::fresh("any", lo, hi) })
        }
        ElementType::Scalar(_) => Value::Float(Real::any()),
        ElementType::Pointer(_) => {
            let position = |which: Option<&usize>| which.map_or(-1, |w| i128_from_usize(*w));
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
pub(crate) fn offset_pointer(
    domain: &mut Symbolic<'_>,
    pointer: &Element,
    index: &Element,
    bytes: u64,
) -> Element {
    let zero = Num::constant(0);
    let by = index.as_int().map_or_else(|| zero, |int| int.signed());
    let Some(from) = pointer.as_pointer() else { return pointer.clone() };
    let (offset, overflowed) = memory::offset(domain, &from.offset, &by, bytes);
    let moved = Pointer { offset, overflowed: from.overflowed.or(&overflowed), ..from.clone() };
    let undetermined = pointer.undetermined.or(&index.undetermined);
    Element { value: Value::Pointer(moved), undetermined }
}

/// An integer or a pointer's offset moved by a distance.
pub(crate) fn advance_element(start: &Element, distance: &Num) -> Element {
    let value = match &start.value {
        Value::Int(SymbolicInt::Number { bits, signed }) => {
            Value::Int(SymbolicInt::Number { bits: *bits, signed: signed.add(distance) })
        }
        Value::Pointer(pointer) => {
            Value::Pointer(Pointer { offset: pointer.offset.add(distance), ..pointer.clone() })
        }
        Value::Int(SymbolicInt::Bit(_)) | Value::Float(_) => start.value.clone(),
    };
    Element { value, undetermined: start.undetermined }
}
