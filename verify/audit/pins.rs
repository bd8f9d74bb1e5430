//! Pins: equations that give the verifier's terms the values of a moment.

use std::fmt;

use spec::domain::{Bool as _, Int as _, Number as _};
use spec::memory::address_space::addresses;
use spec::syntax::format;
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::{Element as ElementType, Scalar};

use super::moments::{CHOICES, Moment, SeenElement, SeenValue, Values, chosen};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Val;
use crate::terms::{Num, Truth};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Pointer, Value};
use crate::values::tile::Tile;
use crate::values::view::TensorView;

/// An equation with its subject.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pin {
    pub(super) holds: Truth,
    pub(super) of: PinOf,
}

/// The subject of an equation.
#[derive(Debug, Clone, Copy)]
pub(super) enum PinOf {
    /// The number of blocks along an axis.
    Grid(usize),
    /// The place of the block along an axis.
    Block(usize),
    /// The address or the size of an allocation.
    Allocation(usize),
    /// A word of the table of a list.
    Word(usize),
    /// The iteration of a loop around, the outermost first.
    Round(usize),
    /// A lane variable.
    Lane,
    /// An element of a value.
    Value(ValueId),
}

impl Pin {
    fn new(of: PinOf, holds: Truth) -> Self {
        Pin { holds, of }
    }

    fn number(of: PinOf, num: &Num, value: i128) -> Self {
        Pin::new(of, num.equals(&Num::constant(value)))
    }
}

impl PinOf {
    /// The name of the subject.
    pub(super) fn name<'a>(&'a self, kernel: &'a Kernel) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self {
            PinOf::Grid(axis) => write!(f, "blocks along axis {axis}"),
            PinOf::Block(axis) => write!(f, "block along axis {axis}"),
            PinOf::Allocation(which) => write!(f, "allocation {which}"),
            PinOf::Word(place) => write!(f, "word {place} of a list"),
            PinOf::Round(depth) => write!(f, "iteration at depth {depth}"),
            PinOf::Lane => write!(f, "lane"),
            PinOf::Value(id) => write!(f, "{}", kernel.name(*id)),
        })
    }
}

/// The equations of a launch.
pub(super) fn pin_launch(machine: &Machine<'_>, launch: &Launch) -> Vec<Pin> {
    let setup = &machine.setup;
    let mut pins: Vec<Pin> = (0..3)
        .map(|axis| Pin::number(PinOf::Grid(axis), &setup.grid[axis], launch.grid[axis].into()))
        .collect();
    let addresses = addresses(&launch.buffers);
    for (which, allocation) in setup.allocations.iter().enumerate() {
        let argument = launch.arguments.get(allocation.parameter);
        let Some(Argument::Pointer { buffer, offset }) = argument else { continue };
        let left = Num::constant(launch.buffers[*buffer].bytes.saturating_sub(*offset).into());
        let base = i128::from(addresses[*buffer]) + i128::from(*offset);
        // A clause states the least size.
        let fits = if allocation.sized && !allocation.measured {
            allocation.size.at_most(&left)
        } else {
            allocation.size.equals(&left)
        };
        pins.push(Pin::number(PinOf::Allocation(which), &allocation.base, base));
        pins.push(Pin::new(PinOf::Allocation(which), fits));
    }
    pin_lists(machine, launch, &addresses, &mut pins);
    pins
}

/// The equations of the arrays of lists.
fn pin_lists(machine: &Machine<'_>, launch: &Launch, addresses: &[u64], pins: &mut Vec<Pin>) {
    for list in &machine.setup.lists {
        let table = machine.setup.allocations[list.table].parameter;
        let Some(Argument::Pointer { buffer, offset }) = launch.arguments.get(table) else { continue };
        let table = &launch.buffers[*buffer];
        let words = list.entries.iter().map(|entry| entry.words.len()).sum::<usize>();
        let mut offsets = (*offset..).step_by(8).take(words);
        for entry in &list.entries {
            let values: Vec<_> = offsets.by_ref().take(entry.words.len()).map(|at| word(table, at)).collect();
            for (place, (term, value)) in entry.words.iter().zip(&values).enumerate() {
                let holds = value.map_or(Truth::constant(true), |value| term.equals(&Num::constant(value)));
                pins.push(Pin::new(PinOf::Word(place), entry.exists.implies(&holds)));
            }
            let ends = addresses.iter().zip(&launch.buffers).map(|(base, buffer)| {
                let base = i128::from(*base);
                (base, base + i128::from(buffer.bytes))
            });
            let is_in = |base: i128| move |(from, to): &(i128, i128)| (*from..=*to).contains(&base);
            let Some(Some(base)) = values.first().copied() else { continue };
            let Some((_, end)) = ends.clone().find(is_in(base)) else { continue };
            let size = &machine.setup.allocations[entry.array].size;
            let fits = size.at_most(&Num::constant(end - base));
            pins.push(Pin::new(PinOf::Allocation(entry.array), entry.exists.implies(&fits)));
        }
    }
}

/// A word of a buffer, as a signed number.
fn word(buffer: &Buffer, at: u64) -> Option<i128> {
    let byte = |at: u64| {
        let (from, bytes) = buffer.contents.range(..=at).next_back()?;
        bytes.get(usize::try_from(at - from).ok()?).copied()
    };
    (at + 8 <= buffer.bytes).then_some(())?;
    let word = (0..8).rev().fold(0, |word: u64, place| word << 8 | u64::from(byte(at + place).unwrap_or(0)));
    Some(signed(word, 64))
}

/// The equations of a moment, for one choice of lanes. Evaluates elements as the verifier does at an operation.
pub(super) fn pin_moment(machine: &mut Machine<'_>, moment: &Moment, choice: usize) -> Vec<Pin> {
    let mut pins = pin_values(machine, moment.block, &moment.values, choice);
    for (depth, (iteration, round)) in machine.state.iterations.iter().zip(&moment.rounds).enumerate() {
        pins.push(Pin::number(PinOf::Round(depth), &iteration.number, (*round).into()));
    }
    pins
}

/// The equations of values of a block.
pub(super) fn pin_values(
    machine: &mut Machine<'_>,
    block: [u32; 3],
    values: &Values,
    choice: usize,
) -> Vec<Pin> {
    let mut pins: Vec<Pin> = (0..3)
        .map(|axis| Pin::number(PinOf::Block(axis), &machine.setup.block[axis], block[axis].into()))
        .collect();
    let mut ids: Vec<ValueId> = values.keys().copied().collect();
    ids.sort_unstable_by_key(|id| id.index());
    for id in ids {
        let Some(val) = machine.state.env.get(&id).cloned() else { continue };
        match (&val, &values[&id]) {
            (Val::Tile(tile), SeenValue::Tile(seen)) => pin_tile(machine, id, tile, seen, choice, &mut pins),
            (Val::Tensor(tensor), SeenValue::View { base, extents, strides }) => {
                pin_view(machine, id, tensor, (*base, extents, strides), &mut pins);
            }
            (Val::Tile(_) | Val::Tensor(_) | Val::Token | Val::View(_), _) => {}
        }
    }
    pins
}

fn pin_tile<'k>(
    machine: &mut Machine<'k>,
    id: ValueId,
    tile: &Tile<'k>,
    seen: &[SeenElement],
    choice: usize,
    pins: &mut Vec<Pin>,
) {
    let lane = machine.lane(&tile.ty.shape, 0);
    for (variable, place) in lane.iter().zip(chosen(choice, &tile.ty.shape)) {
        pins.push(Pin::number(PinOf::Lane, variable, place.into()));
    }
    let element = machine.at(tile, &lane);
    let holds = equal(machine, &element, seen[choice], tile.ty.element);
    pins.push(Pin::new(PinOf::Value(id), holds));
    if tile.ty.shape.is_empty() {
        return;
    }
    for (other, seen) in seen.iter().enumerate().take(CHOICES) {
        let place: Vec<Num> =
            chosen(other, &tile.ty.shape).into_iter().map(|place| Num::constant(place.into())).collect();
        let element = machine.at(tile, &place);
        let holds = equal(machine, &element, *seen, tile.ty.element);
        pins.push(Pin::new(PinOf::Value(id), holds));
    }
}

fn pin_view(
    machine: &Machine<'_>,
    id: ValueId,
    tensor: &TensorView,
    (base, extents, strides): (SeenElement, &[i128], &[i128]),
    pins: &mut Vec<Pin>,
) {
    match base {
        SeenElement::Undetermined => return pins.push(Pin::new(PinOf::Value(id), tensor.undetermined)),
        SeenElement::Address(address) => {
            pins.push(Pin::new(PinOf::Value(id), points_to(machine, &tensor.pointer, address)));
        }
        SeenElement::Bits(_) => {}
    }
    let numbers = tensor.extents.iter().zip(extents).chain(tensor.strides.iter().zip(strides));
    pins.extend(numbers.map(|(term, value)| Pin::number(PinOf::Value(id), term, *value)));
}

/// The equation of an element with its value in the run. An element undetermined in the run must be undetermined in terms,
/// but the verifier may overestimate undetermined elements.
fn equal(machine: &Machine<'_>, element: &Element, seen: SeenElement, ty: ElementType) -> Truth {
    match (seen, &element.value) {
        (SeenElement::Undetermined, _) => element.undetermined,
        (SeenElement::Bits(bits), Value::Int(SymbolicInt::Bit(truth))) => {
            if bits & 1 == 1 {
                *truth
            } else {
                truth.not()
            }
        }
        (SeenElement::Bits(bits), Value::Int(int @ SymbolicInt::Number { bits: width, .. })) => {
            int.signed().equals(&Num::constant(signed(bits, *width)))
        }
        (SeenElement::Bits(bits), Value::Float(real)) => {
            let scalar = ty.scalar().unwrap_or(Scalar::F64);
            format::value(bits, scalar).map_or(Truth::constant(true), |number| real.admits(number))
        }
        (SeenElement::Address(address), Value::Pointer(pointer)) => points_to(machine, pointer, address),
        (SeenElement::Bits(_), Value::Pointer(_))
        | (SeenElement::Address(_), Value::Int(_) | Value::Float(_)) => Truth::constant(true),
    }
}

/// The condition that a pointer holds an address; an overflowed pointer may hold any.
fn points_to(machine: &Machine<'_>, pointer: &Pointer, address: Option<i128>) -> Truth {
    let Some(address) = address else { return pointer.overflowed };
    // Of a pointer that leads to no allocation nothing is known.
    pointer.may.iter().fold(Truth::constant(pointer.may.is_empty()), |any, which| {
        let is = pointer.which.equals(&Num::index(*which));
        let base = &machine.setup.allocations[*which].base;
        any.or(&is.and(&base.add(&pointer.offset).equals(&Num::constant(address))))
    })
}

/// The signed number of a pattern of so many bits.
fn signed(bits: u64, width: u32) -> i128 {
    let value = i128::from(bits);
    if width <= 64 && value >= 1 << (width - 1) { value - (1 << width) } else { value }
}
