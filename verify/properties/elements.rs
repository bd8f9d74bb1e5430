//! The elements of a property, as one arbitrary element: a fact about it holds for all (Skolemization of the negated claim).
//!
//! Memory is written in units: an element, or the byte that two elements of four bits share. A property counts elements, and a
//! unit counts if any of its elements does.

use spec::contract::Symbol;
use spec::domain::{Bool as _, Number};
use spec::syntax::contract::{Expr, Property};

use crate::budget::policy::Purpose;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth, UNBOUNDED_ABOVE, UNBOUNDED_BELOW};

/// The most factors of a length that may be extents.
const FACTORS: usize = 3;

/// An arbitrary element of an array, by its places along axes.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    /// The allocation.
    pub(crate) which: usize,
    /// The place along each axis: variables shared by all blocks.
    pub(crate) at: Vec<Num>,
    /// How far neighbours along each axis are apart, in units of memory.
    pub(crate) strides: Vec<Num>,
    /// The distance from the pointer, in units of memory.
    pub(crate) place: Num,
    /// The condition under which the property covers the element.
    pub(crate) holds: Truth,
}

/// An array with its axes.
struct Axes {
    extents: Vec<Num>,
    strides: Vec<Num>,
}

impl Axes {
    /// An arbitrary element.
    fn element(&self, machine: &mut Machine<'_>, which: usize, among: Option<&Expr>) -> Element {
        let at: Vec<Num> = self
            .extents
            .iter()
            .enumerate()
            .map(|(axis, extent)| {
                let last = if extent.hi() == UNBOUNDED_ABOVE { extent.hi() } else { extent.hi() - 1 };
                Num::shared(format!("element{axis}"), 0, last.max(0))
            })
            .collect();
        let share = machine.setup.allocations[which].element.in_a_byte();
        let mut holds = Truth::constant(true);
        for (place, extent) in at.iter().zip(&self.extents) {
            holds = holds.and(&place.less(extent));
        }
        let zero = Num::constant(0);
        let steps = at.iter().zip(&self.strides);
        let place = steps.fold(zero, |sum, (place, stride)| sum.add(&place.mul(stride)));
        if let Some(among) = among {
            holds = holds.and(&of_place(machine, among, &place));
        }
        let element = Element { which, at, strides: self.strides.clone(), place, holds };
        if share == 1 { element } else { in_bytes(machine, element, share.into()) }
    }
}

/// The byte shared by an element and its neighbors, for an array whose elements are neighbors along one axis.
fn in_bytes(machine: &mut Machine<'_>, element: Element, share: i128) -> Element {
    let count = Num::constant(share);
    let from = if element.at.iter().chain([&element.place]).all(|place| place.lo() >= 0) {
        0
    } else {
        UNBOUNDED_BELOW
    };
    let byte = Num::shared("byte", from, UNBOUNDED_ABOVE);
    let part = Num::shared("part", 0, share - 1);
    let first = byte.mul(&count);
    let packed = element.strides.iter().position(|stride| stride.value() == Some(1));
    let is_whole = |machine: &mut Machine<'_>, (axis, stride): (usize, &Num)| {
        let whole = stride.rem_floor(&count).equals(&Num::constant(0));
        Some(axis) == packed
            || machine.solver.excludes(&element.holds.and(&whole.not()), Purpose::Requirement)
    };
    let whole = element.strides.iter().enumerate().all(|stride| is_whole(machine, stride));
    let Some(packed) = packed.filter(|_| whole) else {
        let holds = element.holds.and(&first.add(&part).equals(&element.place));
        return Element { at: vec![byte], strides: vec![Num::constant(1)], place: byte, holds, ..element };
    };
    let (mut at, mut strides) = (element.at.clone(), element.strides.clone());
    let holds = element.holds.and(&first.add(&part).equals(&at[packed]));
    at[packed] = byte;
    strides.iter_mut().enumerate().filter(|(axis, _)| *axis != packed).for_each(|(_, stride)| {
        *stride = stride.quotient(&count).unwrap_or_else(|| stride.div_floor(&count));
    });
    let steps = at.iter().zip(&strides);
    let place = steps.fold(Num::constant(0), |sum, (place, stride)| sum.add(&place.mul(stride)));
    Element { which: element.which, at, strides, place, holds }
}

/// A condition about the element at a place.
fn of_place(machine: &Machine<'_>, among: &Expr, place: &Num) -> Truth {
    machine.setup.bound.truth(among, &mut |symbol| match symbol {
        Symbol::Index => *place,
        Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Place(_) => {
            machine.setup.symbol(symbol)
        }
    })
}

/// Views of a property's elements: each covers all elements. `None` if the number of elements is unknown.
pub(super) fn elements_of(machine: &mut Machine<'_>, property: &Property, array: &str) -> Vec<Element> {
    let among = property.among();
    let position = machine.setup.bound.position(array);
    let Some(which) = position.and_then(|position| machine.setup.find_allocation(position)) else {
        return Vec::new();
    };
    let contract = machine.setup.bound.contract;
    // The elements are those of this name, though launches may pass a longer array for another name too.
    let is_it = |name: &str| machine.setup.bound.position(name) == position;
    let numbers = |exprs: &[Expr]| exprs.iter().map(|expr| machine.setup.number(expr)).collect::<Vec<_>>();
    if let Some(array) = contract.arrays.iter().find(|array| is_it(&array.name)) {
        let extents = numbers(&array.extents);
        let strides = array.strides.as_ref().map_or_else(|| dense_strides(&extents), |all| numbers(all));
        return vec![Axes { extents, strides }.element(machine, which, among)];
    }
    let Some(clause) = contract.buffers.iter().find(|clause| is_it(&clause.name)) else {
        return among.map_or_else(Vec::new, |among| vec![unbounded(machine, which, among)]);
    };
    let len = machine.setup.number(&clause.len);
    let mut all =
        vec![Axes { extents: vec![len], strides: vec![Num::constant(1)] }.element(machine, which, among)];
    for extents in factorizations(machine, &len) {
        let strides = dense_strides(&extents);
        all.push(Axes { extents, strides }.element(machine, which, among));
    }
    // Places along axes are easier to find than a place that is made of them.
    all.reverse();
    all
}

/// An element of which nothing but a condition is known.
fn unbounded(machine: &mut Machine<'_>, which: usize, among: &Expr) -> Element {
    let place = Num::shared("element", UNBOUNDED_BELOW, UNBOUNDED_ABOVE);
    let holds = of_place(machine, among, &place);
    let element = Element { which, at: vec![place], strides: vec![Num::constant(1)], place, holds };
    let share = machine.setup.allocations[which].element.in_a_byte();
    if share == 1 { element } else { in_bytes(machine, element, share.into()) }
}

/// The ways to take a length for the number of elements of a box: its factors in every order, where none is negative. Then every
/// number from zero to the length is at one place of the box.
fn factorizations(machine: &mut Machine<'_>, len: &Num) -> Vec<Vec<Num>> {
    let terms = len.terms();
    let [(monomial, coefficient)] = &*terms else { return Vec::new() };
    if *coefficient < 1 || !(2..=FACTORS).contains(&(monomial.len() + usize::from(*coefficient > 1))) {
        return Vec::new();
    }
    let mut factors: Vec<Num> = monomial.iter().map(|atom| Num::product(&[*atom])).collect();
    if *coefficient > 1 {
        factors.push(Num::constant(*coefficient));
    }
    let negative = |factor: &Num| factor.less(&Num::constant(0));
    let some = factors.iter().fold(Truth::constant(false), |any, factor| any.or(&negative(factor)));
    if !machine.solver.excludes(&some, Purpose::Requirement) {
        return Vec::new();
    }
    orders(&factors)
}

/// The strides of contiguous elements, the last axis first.
fn dense_strides(extents: &[Num]) -> Vec<Num> {
    let inner = |axis: usize| &extents[axis + 1..];
    let product =
        |extents: &[Num]| extents.iter().fold(Num::constant(1), |product, extent| product.mul(extent));
    (0..extents.len()).map(|axis| product(inner(axis))).collect()
}

/// Every order of a few things.
fn orders(all: &[Num]) -> Vec<Vec<Num>> {
    if all.is_empty() {
        return vec![Vec::new()];
    }
    let mut found: Vec<Vec<Num>> = Vec::new();
    for at in 0..all.len() {
        let mut others = all.to_vec();
        let first = others.remove(at);
        for rest in orders(&others) {
            let order: Vec<Num> = [first].into_iter().chain(rest).collect();
            if !found.contains(&order) {
                found.push(order);
            }
        }
    }
    found
}
