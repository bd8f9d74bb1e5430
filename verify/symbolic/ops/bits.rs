//! Operations that keep bits and change types, over terms: bitcast, pack, unpack, and casts of pointers.

use std::collections::BTreeSet;
use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number};
use spec::ops::bits;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, TileType};

use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth, Var, Variables};
use crate::values::domain::{Symbolic, WrapDecisions};
use crate::values::element::{Element, Pointer, Value};
use crate::values::literals::arbitrary_element;
use crate::values::tile::{Node, Tile, TileKind};
use crate::values::view::nowhere;

/// An element of equal bits: an integer is unchanged, and a float has any pattern.
pub(crate) fn bitcast_element<'k>(
    machine: &mut Machine<'k>,
    ty: &TileType,
    source: &Tile<'k>,
    lane: &[Num],
) -> Element {
    let element = machine.at(source, lane);
    if ty.element == source.ty.element {
        return element;
    }
    Element { undetermined: element.undetermined, ..arbitrary_element(ty, &[]) }
}

/// An element joined of narrower ones, or a part of a wider one.
pub(crate) fn repack_element<'k>(
    machine: &mut Machine<'k>,
    ty: &TileType,
    source: &Tile<'k>,
    lane: &[Num],
) -> Element {
    let (Some(from), Some(to)) = (source.scalar(), ty.element.scalar()) else {
        return arbitrary_element(ty, &[]);
    };
    let count = bits::ratio(from.bits(), to.bits());
    let (number, lane) = (Num::constant(count.into()), lane.first().cloned());
    let lane = lane.unwrap_or_else(|| Num::constant(0));
    let undecided = WrapDecisions::default();
    let mut domain = Symbolic::replaying(&undecided);
    let (int, undetermined) = if from.bits() > to.bits() {
        let whole = machine.at(source, &[lane.div_floor(&number)]);
        let int = bits::part(&mut domain, to.bits(), &natural(&whole, from), &lane.rem_floor(&number));
        (int, whole.undetermined)
    } else {
        let first = lane.mul(&number);
        let at = |place: u32| first.add(&Num::constant(place.into()));
        let parts: Vec<Element> = (0..count).map(|place| machine.at(source, &[at(place)])).collect();
        let numbers: Vec<Num> = parts.iter().map(|part| natural(part, from)).collect();
        let int = bits::joined(&mut domain, to.bits(), from.bits(), &numbers);
        let any = |any: Truth, part: &Element| any.or(&part.undetermined);
        (int, parts.iter().fold(Truth::constant(false), any))
    };
    if to.is_integer() {
        return Element { value: Value::Int(int), undetermined };
    }
    Element { undetermined, ..arbitrary_element(ty, &[]) }
}

/// `ptr_to_int`, `int_to_ptr`
pub(crate) fn convert_pointer<'k>(machine: &mut Machine<'k>, op: &'k Operation) -> Tile<'k> {
    let ty = machine.result_type(op);
    let lane = machine.lane(&ty.shape, 0);
    let source = machine.tile(op.operands[0]);
    let sources = machine.at(&source, &lane);
    let to_number = op.op == Op::PtrToInt;
    let base = find_base(machine, &sources);
    let ways = if to_number { Vec::new() } else { locate(machine, &sources) };
    let mut domain = machine.domain(&Truth::constant(true));
    let element = match to_number {
        true => address(&sources, &base, &mut domain),
        false => pointed(&sources, &ways, &mut domain),
    };
    let decisions = domain.decisions();
    let exact = decisions;
    let kind = match to_number {
        true => TileKind::Address { pointer: source, exact },
        false => TileKind::FromAddress { address: source, exact },
    };
    let tile = Node::tile(ty, kind);
    machine.state.memoize(&tile, &lane, &element);
    tile
}

/// The address of a pointer at a lane.
pub(crate) fn evaluate_address<'k>(
    machine: &mut Machine<'k>,
    pointer: &Tile<'k>,
    lane: &[Num],
    d: &mut Symbolic<'_>,
) -> Element {
    let element = machine.at(pointer, lane);
    let base = find_base(machine, &element);
    address(&element, &base, d)
}

/// The pointer to an address at a lane.
pub(crate) fn evaluate_pointed<'k>(
    machine: &mut Machine<'k>,
    integer: &Tile<'k>,
    lane: &[Num],
    d: &mut Symbolic<'_>,
) -> Element {
    let element = machine.at(integer, lane);
    let ways = locate(machine, &element);
    pointed(&element, &ways, d)
}

/// The start of the allocation that a pointer belongs to.
fn find_base(machine: &Machine<'_>, element: &Element) -> Num {
    let Some(pointer) = element.as_pointer() else { return Num::constant(0) };
    let of = |chosen: Num, which: &usize| {
        let here = pointer.which.equals(&Num::index(*which));
        Num::choose(&here, &machine.setup.allocations[*which].base, &chosen)
    };
    pointer.may.iter().fold(Num::constant(0), of)
}

/// The most addresses that a number may choose from.
const ADDRESSES: usize = 8;

/// The possible addresses of an integer, each with its condition; the conditions exclude each other.
fn locate(machine: &Machine<'_>, element: &Element) -> Vec<Addressed> {
    let number = element.as_int().map_or_else(|| Num::constant(0), |int| int.signed());
    let mut rest = vec![(Truth::constant(true), number)];
    let mut found = Vec::new();
    while let Some((when, number)) = rest.pop() {
        let here = locate_number(machine, when, number);
        match number.cases() {
            Some((condition, then, otherwise))
                if here.which.is_none() && found.len() + rest.len() < ADDRESSES =>
            {
                rest.push((when.and(&condition.not()), otherwise));
                rest.push((when.and(&condition), then));
            }
            Some(_) | None => found.push(here),
        }
    }
    found
}

/// Finds the allocation with a base address in the integer. The integer must mention this base and no other.
fn locate_number(machine: &Machine<'_>, when: Truth, number: Num) -> Addressed {
    let variables = |num: &Num| {
        let mut variables = Variables::default();
        variables.num(num);
        variables.nums
    };
    let bases = machine.setup.allocations.iter().flat_map(|allocation| variables(&allocation.base));
    let bases: BTreeSet<Var> = bases.collect();
    let found = machine.setup.allocations.iter().enumerate().find(|(_, allocation)| {
        variables(&number.sub(&allocation.base)).is_disjoint(&bases)
            && !variables(&allocation.base).is_empty()
    });
    match found {
        Some((which, allocation)) => Addressed { when, number, which: Some(which), base: allocation.base },
        None => Addressed { when, number, which: None, base: Num::constant(0) },
    }
}

/// One possible address: its condition, its allocation, and the base of the allocation.
struct Addressed {
    when: Truth,
    number: Num,
    which: Option<usize>,
    base: Num,
}

/// The address of a pointer. An overflowed offset has no address.
fn address(pointer: &Element, base: &Num, d: &mut Symbolic<'_>) -> Element {
    let Some(to) = pointer.as_pointer() else { return pointer.clone() };
    let value = Value::Int(bits::ptr_to_int(d, base, &to.offset));
    Element { value, undetermined: pointer.undetermined.or(&to.overflowed) }
}

/// A pointer to an address, in the allocation that it is a distance from. Over bits, the address selects the
/// allocation at the use; the proof shows that the allocation is this one.
fn pointed(integer: &Element, ways: &[Addressed], d: &mut Symbolic<'_>) -> Element {
    let undecided = WrapDecisions::default();
    let mut chosen: Option<Element> = None;
    for way in ways.iter().rev() {
        let offset = match ways {
            [_] => bits::int_to_ptr(d, &way.number, &way.base),
            // The choice of allocations is a query for each lane, and so are its decisions.
            [] | [_, _, ..] => bits::int_to_ptr(&mut Symbolic::replaying(&undecided), &way.number, &way.base),
        };
        let pointer = match way.which {
            Some(which) => Pointer {
                may: Rc::from([which]),
                which: Num::index(which),
                offset,
                overflowed: Truth::constant(false),
            },
            None => Pointer { offset, ..nowhere() },
        };
        let pointer = Element::known(Value::Pointer(pointer));
        chosen = Some(chosen.map_or(pointer.clone(), |other| Element::choose(&way.when, &pointer, &other)));
    }
    let chosen = chosen.unwrap_or_else(|| Element::known(Value::Pointer(nowhere())));
    Element { undetermined: integer.undetermined, ..chosen }
}

/// The bits of an element, read as a natural number; of a float any.
pub(crate) fn natural(element: &Element, scalar: Scalar) -> Num {
    let any = || Num::fresh("pattern", 0, spec::domain::greatest_unsigned(scalar.bits()));
    element.as_int().map_or_else(any, |int| int.unsigned())
}
