//! The element of a block's array at a place: stored there as such, joined from fragments, or cut out of wider elements, lowest byte first.

use std::rc::Rc;

use spec::domain::{Bool as _, Domain as _, Number, extents, greatest_unsigned};
use spec::ops::shape;
use spec::syntax::count::saturating_u32;
use spec::syntax::types::{Element as ElementType, Scalar, TileType};

use crate::memory::local::pieces::{size, within};
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::bits::natural;
use crate::terms::{Num, Truth};
use crate::values::access::AccessedLane;
use crate::values::domain::{Symbolic, SymbolicInt, WrapDecisions};
use crate::values::element::{Element, Value};
use crate::values::float::Real;
use crate::values::literals::{arbitrary_element, unknown_element};
use crate::values::tile::{Node, Tile, TileKind};
use crate::values::view::{Content, Load, Piece, Pieces, Remembered};

/// The most places of a store, and cases of a load, that are told apart.
const PLACES: u64 = 64;
const CASES: usize = 64;

/// The bytes from a place on, as a tile of packed elements; the originally stored tile, if possible.
pub(crate) fn remember<'k>(pieces: &Pieces<'k>, start: u64, ty: &TileType) -> Tile<'k> {
    let bytes = ty.element.scalar().map_or(0, Scalar::bytes) * count(ty);
    let parts = within(pieces, start, start + bytes);
    if let [Piece { content: Content::Stored { tile, from: 0 }, start: first, end }] = parts.as_slice()
        && tile.ty == *ty
        && end - first == bytes
    {
        return tile.clone();
    }
    let pieces = parts.into();
    Node::tile(ty, TileKind::Remembered(Rc::new(Remembered { pieces, start })))
}

/// Whether all bytes of a range are followed.
pub(crate) fn is_followed(pieces: &Pieces<'_>, start: u64, end: u64) -> bool {
    let known = |piece: &Piece<'_>| !matches!(piece.content, Content::Unknown);
    end <= size(pieces) && within(pieces, start, end).iter().all(known)
}

/// The element of remembered bytes at a lane.
pub(crate) fn evaluate_remembered<'k>(
    machine: &mut Machine<'k>,
    ty: &TileType,
    remembered: &Remembered<'k>,
    lane: &[Num],
) -> Element {
    let Some(scalar) = ty.element.scalar() else { return unknown_element(ty) };
    let width = scalar.bytes();
    let place = shape::linearize(lane, &extents(&ty.shape));
    let at = Num::constant(remembered.start.into()).add(&place.mul(&Num::constant(width.into())));
    let places = Places { first: remembered.start, step: width, count: count(ty) };
    read(machine, &remembered.pieces, &at, scalar, &places).unwrap_or_else(|| unknown_element(ty))
}

/// The element that a load reads from arrays of the block, if they are followed.
pub(crate) fn read_local<'k>(
    machine: &mut Machine<'k>,
    load: &Load<'k>,
    target: &AccessedLane,
) -> Option<Element> {
    let pointer = &target.pointer;
    let mut chosen: Option<Element> = None;
    for which in pointer.may.iter() {
        let pieces = load.local.arrays.get(which)?.clone();
        let places = Places::of_array(machine, *which, size(&pieces), load.element)?;
        let element = read(machine, &pieces, &pointer.offset, load.element, &places)?;
        let here = pointer.which.equals(&Num::constant(i128::try_from(*which).ok()?));
        chosen = Some(match chosen {
            Some(other) => Element::choose(&here, &element, &other),
            None => element,
        });
    }
    chosen
}

/// Places that an element may have: from a first on, so far apart, so many.
pub(crate) struct Places {
    first: u64,
    step: u64,
    count: u64,
}

impl Places {
    /// Where an aligned element of a type may be in an array; `None` if the array's own alignment does not say.
    pub(crate) fn of_array(machine: &Machine<'_>, which: usize, size: u64, scalar: Scalar) -> Option<Self> {
        let (alignment, step) = (machine.setup.allocations[which].alignment, scalar.bytes());
        (scalar.in_a_byte() == 1 && alignment.is_multiple_of(step)).then(|| Places {
            first: 0,
            step,
            count: size / step,
        })
    }

    /// The first and the last that an offset can be.
    fn range(&self, offset: &Num) -> Option<(u64, u64)> {
        let (first, step) = (i128::from(self.first), i128::from(self.step));
        let number = |place: i128| place.saturating_sub(first).div_euclid(step);
        let lo = number(offset.lo().max(first).saturating_add(step - 1));
        let hi = number(offset.hi()).min(i128::from(self.count) - 1);
        let place = |number: i128| u64::try_from(first + number * step).ok();
        if lo > hi { None } else { Some((place(lo)?, place(hi)?)) }
    }

    /// The possible values of an offset, if they are few.
    pub(crate) fn list(&self, offset: &Num) -> Option<Vec<u64>> {
        let Some((first, last)) = self.range(offset) else { return Some(Vec::new()) };
        let step = usize::try_from(self.step).ok()?;
        ((last - first) / self.step < PLACES).then(|| (first..=last).step_by(step).collect())
    }
}

/// The element at a byte of an array; `None` if not followed.
fn read<'k>(
    machine: &mut Machine<'k>,
    pieces: &Pieces<'k>,
    at: &Num,
    scalar: Scalar,
    places: &Places,
) -> Option<Element> {
    if let Some(at) = at.value() {
        return read_at(machine, pieces, u64::try_from(at).ok()?, scalar);
    }
    let cases = Asked { pieces, at, scalar, places }.cases(machine)?;
    let mut chosen: Option<Element> = None;
    for (up_to, element) in cases.into_iter().rev() {
        chosen = Some(match chosen {
            Some(other) => Element::choose(&at.at_most(&Num::constant(up_to.into())), &element, &other),
            None => element,
        });
    }
    chosen
}

/// An element at one of several places.
struct Asked<'a, 'k> {
    pieces: &'a Pieces<'k>,
    at: &'a Num,
    scalar: Scalar,
    places: &'a Places,
}

impl<'k> Asked<'_, 'k> {
    /// The cases in order, each with its last place; `None` if they are too many.
    fn cases(&self, machine: &mut Machine<'k>) -> Option<Vec<(u64, Element)>> {
        let (mut place, last) = self.places.range(self.at)?;
        let mut cases: Vec<(u64, Element)> = Vec::new();
        while place <= last {
            let run = read_run(machine, self.pieces, self.at, self.scalar, (place, self.places));
            let (up_to, element) = match run {
                Some((up_to, element)) => (up_to.min(last), element),
                None => (place, read_at(machine, self.pieces, place, self.scalar)?),
            };
            cases.push((up_to, element));
            place = up_to + self.places.step;
            if cases.len() > CASES {
                return None;
            }
        }
        Some(cases)
    }
}

/// Reads an element at any place within one piece, from a place on. The piece was stored as such elements, or never. Also returns the last
/// of these places.
fn read_run<'k>(
    machine: &mut Machine<'k>,
    pieces: &Pieces<'k>,
    at: &Num,
    scalar: Scalar,
    (place, places): (u64, &Places),
) -> Option<(u64, Element)> {
    let piece = pieces.get(pieces.partition_point(|piece| piece.end <= place))?;
    let whole = piece.end.checked_sub(place)? / places.step;
    let up_to = place + whole.checked_sub(1)? * places.step;
    let Content::Stored { tile, .. } = &piece.content else {
        let none = matches!(piece.content, Content::Undetermined);
        return none.then(|| (up_to, undetermined(scalar)));
    };
    let (of, first) = piece.content.elements()?;
    if of.bytes() != scalar.bytes() || !(place - piece.start).is_multiple_of(scalar.bytes()) || whole == 1 {
        return None;
    }
    let distance = at.sub(&Num::constant(piece.start.into()));
    let number = distance.div_floor(&Num::constant(scalar.bytes().into())).add(&Num::constant(first.into()));
    let lane = shape::delinearize(&number, &extents(&tile.ty.shape));
    let element = machine.at(tile, &lane);
    Some((up_to, reinterpret(&element, of, scalar)))
}

/// The element at a known byte.
fn read_at<'k>(machine: &mut Machine<'k>, pieces: &Pieces<'k>, at: u64, scalar: Scalar) -> Option<Element> {
    let end = at.checked_add(scalar.bytes())?;
    if scalar.in_a_byte() != 1 || end > size(pieces) || !is_followed(pieces, at, end) {
        return None;
    }
    let parts = within(pieces, at, end);
    if parts.first()?.start != at {
        return None;
    }
    if let [Piece { content, .. }] = parts.as_slice()
        && let (Content::Stored { tile, .. }, Some((of, number))) = (content, content.elements())
        && of.bytes() == scalar.bytes()
    {
        let element = element_at(machine, tile, number);
        return Some(reinterpret(&element, of, scalar));
    }
    let mut joined = Fragments { number: Num::constant(0), undetermined: Truth::constant(false), bytes: 0 };
    for part in &parts {
        add_fragments(machine, part, &mut joined);
    }
    Some(joined.element(scalar))
}

/// Joins bytes, the lowest first.
struct Fragments {
    number: Num,
    undetermined: Truth,
    bytes: u64,
}

impl Fragments {
    fn push(&mut self, bytes: u64, number: &Num, undetermined: &Truth) {
        self.number = self.number.add(&number.mul(&power(self.bytes)));
        self.undetermined = self.undetermined.or(undetermined);
        self.bytes += bytes;
    }

    /// The element with these bytes. The bounds of a float survive only if all of its bytes do.
    fn element(self, scalar: Scalar) -> Element {
        let undecided = WrapDecisions::default();
        let value = if scalar == Scalar::I1 {
            Value::Int(SymbolicInt::Bit(self.number.equals(&Num::constant(0)).not()))
        } else if scalar.is_integer() {
            Value::Int(Symbolic::replaying(&undecided).wrap(scalar.bits(), &self.number))
        } else if let Some(bits) = self.number.value().and_then(|bits| u64::try_from(bits).ok()) {
            Value::Float(Real::constant(bits, scalar))
        } else {
            return Element { undetermined: self.undetermined, ..any(scalar) };
        };
        Element { value, undetermined: self.undetermined }
    }
}

/// Adds the bytes of a piece, element by element.
fn add_fragments<'k>(machine: &mut Machine<'k>, piece: &Piece<'k>, to: &mut Fragments) {
    let mut left = piece.end - piece.start;
    let (tile, mut from) = match &piece.content {
        Content::Stored { tile, from } => (tile, *from),
        Content::Undetermined | Content::Unknown => {
            let number = Num::fresh("undetermined", 0, greatest(left));
            return to.push(left, &number, &Truth::constant(true));
        }
    };
    let scalar = tile.scalar().unwrap_or(Scalar::I8);
    while left > 0 {
        let (number, skipped) = (from / scalar.bytes(), from % scalar.bytes());
        let taken = left.min(scalar.bytes() - skipped);
        let element = element_at(machine, tile, number);
        let whole = natural(&element, scalar);
        let part = match taken == scalar.bytes() {
            true => whole,
            false => whole.div_floor(&power(skipped)).rem_floor(&power(taken)),
        };
        to.push(taken, &part, &element.undetermined);
        from += taken;
        left -= taken;
    }
}

/// The element of a tile by its number in row-major order.
fn element_at<'k>(machine: &mut Machine<'k>, tile: &Tile<'k>, number: u64) -> Element {
    let lane = shape::delinearize(&Num::constant(number.into()), &extents(&tile.ty.shape));
    machine.at(tile, &lane)
}

/// An element as another type of equal size.
fn reinterpret(element: &Element, from: Scalar, to: Scalar) -> Element {
    if from == to {
        return element.clone();
    }
    if !from.is_integer() || !to.is_integer() {
        return Element { undetermined: element.undetermined, ..any(to) };
    }
    let joined =
        Fragments { number: natural(element, from), undetermined: element.undetermined, bytes: to.bytes() };
    joined.element(to)
}

fn any(scalar: Scalar) -> Element {
    arbitrary_element(&TileType { shape: Vec::new(), element: ElementType::Scalar(scalar) }, &[])
}

fn undetermined(scalar: Scalar) -> Element {
    Element { undetermined: Truth::constant(true), ..any(scalar) }
}

/// How many elements a tile has.
pub(crate) fn count(ty: &TileType) -> u64 {
    ty.shape.iter().map(|extent| u64::from(*extent)).product()
}

/// The number of values of so many bytes.
fn power(bytes: u64) -> Num {
    Num::constant(1 << (8 * bytes.min(15)))
}

fn greatest(bytes: u64) -> i128 {
    greatest_unsigned(saturating_u32(8 * bytes.min(15)))
}
