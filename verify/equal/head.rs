//! The outermost part of a value: the operation that made an element of a tile, with moves between lanes looked through.

use spec::ops::shape;
use spec::syntax::attributes::Constant;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element as ElementType, Scalar};

use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::address_lane;
use crate::symbolic::state::Val;
use crate::terms::{Num, Truth};
use crate::values::element::Pointer;
use crate::values::lanes::LaneSet;
use crate::values::literals::map_index;
use crate::values::tile::{Tile, TileKind};
use crate::values::view::{Addressing, Load};

/// An element of a tile.
#[derive(Debug, Clone)]
pub(super) struct Spot<'k> {
    pub(super) tile: Tile<'k>,
    pub(super) lane: Vec<Num>,
}

/// The carried value of a loop, at a lane.
#[derive(Debug, Clone)]
pub(super) struct Carry {
    /// The loop, in the order of the records.
    pub(super) of: usize,
    /// The position among the carried values.
    pub(super) position: usize,
    pub(super) lane: Vec<Num>,
}

/// The condition of a choice.
#[derive(Debug, Clone)]
pub(super) enum Condition<'k> {
    /// A formula.
    Known(Truth),
    /// An element.
    Element(Spot<'k>),
}

/// A choice between values.
#[derive(Debug, Clone)]
pub(super) enum Choice<'k> {
    Element(Spot<'k>),
    /// The launch contents of an array.
    Memory(Pointer, Scalar),
    /// The pattern of a padding.
    Padding(u64),
    /// Anything: the value is undetermined.
    Undetermined,
}

/// How an element came about.
#[derive(Debug, Clone)]
pub(super) enum Head<'k> {
    /// The element of one of two, by a condition.
    Either(Condition<'k>, Choice<'k>, Choice<'k>),
    /// The launch contents of an array.
    Memory(Pointer, Scalar),
    /// A literal.
    Literal(u64),
    /// The element at a place of a list of literals.
    Listed(&'k Constant, Vec<Num>),
    /// A scalar argument.
    Argument(usize),
    /// An operation on elements.
    Apply(&'k Operation, Vec<Spot<'k>>),
    /// The bits as another type.
    Bitcast(Spot<'k>),
    /// An operation on many elements: its operands, and the selected elements.
    Combined {
        op: &'k Operation,
        position: usize,
        parts: Vec<(Tile<'k>, LaneSet)>,
        lane: Vec<Num>,
    },
    /// A carried value of a loop: at the head of its arbitrary iteration, and behind the loop.
    Carried(Carry),
    Left(Carry),
    /// A value that is not followed.
    Unknown(&'static str),
}

impl Head<'_> {
    /// A description in words.
    pub(super) fn name(&self) -> String {
        match self {
            Head::Either(..) => "a choice".to_owned(),
            Head::Memory(..) => "an element of an array".to_owned(),
            Head::Literal(_) | Head::Listed(..) => "a literal".to_owned(),
            Head::Argument(_) => "an argument".to_owned(),
            Head::Apply(op, _) | Head::Combined { op, .. } => format!("`{}`", op.op.mnemonic()),
            Head::Bitcast(_) => "the bits of another type".to_owned(),
            Head::Carried(_) | Head::Left(_) => "what a loop carries".to_owned(),
            Head::Unknown(why) => (*why).to_owned(),
        }
    }
}

impl Choice<'_> {
    /// The shape of the tile whose element this is.
    pub(super) fn shape(&self) -> Option<&[u32]> {
        match self {
            Choice::Element(spot) => Some(&spot.tile.ty.shape),
            Choice::Memory(..) | Choice::Padding(_) | Choice::Undetermined => None,
        }
    }
}

impl<'k> Spot<'k> {
    pub(super) fn new(tile: &Tile<'k>, lane: &[Num]) -> Self {
        Spot { tile: tile.clone(), lane: lane.to_vec() }
    }
}

/// How a chosen value came about.
pub(super) fn head_of_choice<'k>(machine: &mut Machine<'k>, choice: &Choice<'k>) -> Head<'k> {
    match choice {
        Choice::Element(spot) => head(machine, spot),
        Choice::Memory(pointer, element) => Head::Memory(pointer.clone(), *element),
        Choice::Padding(bits) => Head::Literal(*bits),
        Choice::Undetermined => Head::Unknown("an element without a definite value"),
    }
}

/// How an element came about.
pub(super) fn head<'k>(machine: &mut Machine<'k>, spot: &Spot<'k>) -> Head<'k> {
    let Spot { tile, lane } = spot;
    if let Some(known) = find_carried(machine, tile, lane).or_else(|| find_argument(machine, tile)) {
        return known;
    }
    let of = |tile: &Tile<'k>| Choice::Element(Spot::new(tile, lane));
    match &tile.kind {
        TileKind::Constant(constant @ Constant::Dense(_)) => Head::Listed(constant, lane.clone()),
        TileKind::Constant(Constant::Splat(literal)) => Head::Literal(literal.0),
        TileKind::Mapped(source, how) => {
            let from = map_index(*how, &tile.ty.shape, &source.ty.shape, lane);
            head(machine, &Spot::new(source, &from))
        }
        TileKind::Bitcast(source) => Head::Bitcast(Spot::new(source, lane)),
        TileKind::Cat(first, second, axis) => {
            let (is_first, from) = shape::cat(lane, *axis, first.ty.shape[*axis]);
            let [first, second] = [first, second].map(|tile| Choice::Element(Spot::new(tile, &from)));
            Head::Either(Condition::Known(is_first), first, second)
        }
        TileKind::Slice(whole, number) => {
            let from = shape::extract(lane, number, &tile.ty.shape);
            head(machine, &Spot::new(whole, &from))
        }
        TileKind::Inserted { whole, number, part } => {
            let (inside, from) = shape::insert(lane, number, &part.ty.shape);
            Head::Either(Condition::Known(inside), Choice::Element(Spot::new(part, &from)), of(whole))
        }
        TileKind::Apply { op, args, .. } => {
            Head::Apply(op, args.iter().map(|arg| Spot::new(arg, lane)).collect())
        }
        TileKind::Select(condition, then, otherwise) => {
            Head::Either(Condition::Element(Spot::new(condition, lane)), of(then), of(otherwise))
        }
        TileKind::Either(condition, then, otherwise) => {
            Head::Either(Condition::Known(*condition), of(then), of(otherwise))
        }
        TileKind::Loaded(load) => head_of_load(machine, load, lane),
        TileKind::Aggregate(aggregate) => {
            let mut parts = aggregate.parts.clone();
            let (op, position) = (aggregate.op, aggregate.position);
            // A reduction's own operand stands first.
            parts.swap(0, position);
            Head::Combined { op, position, parts, lane: lane.clone() }
        }
        TileKind::WithDoubts(inner, _) => head(machine, &Spot::new(inner, lane)),
        TileKind::Splat(_) => Head::Unknown("a value without known operands"),
        TileKind::Iota | TileKind::AddRec { .. } => Head::Unknown("a number without a proof of equality"),
        TileKind::Repacked(_) => Head::Unknown("casts of packed elements are not followed"),
        TileKind::Address { .. } | TileKind::FromAddress { .. } | TileKind::Offset { .. } => {
            Head::Unknown("addresses are not followed")
        }
        TileKind::Remembered(_) => Head::Unknown("contents of block-local arrays are not followed"),
        TileKind::Carried(_) => Head::Unknown("carried values of a loop are not followed here"),
    }
}

/// A load: the contents of the array in loaded lanes, else the padding.
fn head_of_load<'k>(machine: &mut Machine<'k>, load: &Load<'k>, lane: &[Num]) -> Head<'k> {
    let target = address_lane(machine, &load.addressing, lane, &mut Some(load.exact.clone()));
    let parameters = machine.kernel.params.len();
    let is_argument = |which: &usize| {
        machine.setup.allocations.get(*which).is_some_and(|array| array.parameter < parameters)
    };
    if load.update || target.pointer.may.is_empty() || !target.pointer.may.iter().all(is_argument) {
        return Head::Unknown("loads from memory besides the arguments are not followed");
    }
    if target.active.value() == Some(true) {
        return Head::Memory(target.pointer, load.element);
    }
    let padding = match (&load.padding, &load.addressing) {
        (Some(padding), _) => Choice::Element(Spot::new(padding, lane)),
        (None, Addressing::View(tile)) if load.padded => {
            let bits = tile.view.ty.padding.and_then(|padding| padding.bits(load.element));
            bits.map_or(Choice::Undetermined, Choice::Padding)
        }
        (None, _) => Choice::Undetermined,
    };
    Head::Either(Condition::Known(target.active), Choice::Memory(target.pointer, load.element), padding)
}

/// The carried value of a loop, if the tile is such a value; the innermost loop counts, as a value may go from
/// loop to loop.
fn find_carried<'k>(machine: &Machine<'k>, tile: &Tile<'k>, lane: &[Num]) -> Option<Head<'k>> {
    let is_it = |val: &Val<'k>| val.tile().is_some_and(|one| std::rc::Rc::ptr_eq(one, tile));
    let loops = &machine.recorder.traces.as_ref()?.loops;
    for (of, one) in loops.iter().enumerate().rev() {
        let carry = |position| Carry { of, position, lane: lane.to_vec() };
        // A value that no iteration changes equals its initial value.
        let changes = |position: &usize| !one.inits.get(*position).is_some_and(&is_it);
        if let Some(position) = one.heads.iter().position(&is_it).filter(changes) {
            return Some(Head::Carried(carry(position)));
        }
        if let Some(position) = one.afters.iter().position(&is_it).filter(changes) {
            return Some(Head::Left(carry(position)));
        }
    }
    None
}

/// A scalar argument, if the tile is an argument.
fn find_argument<'k>(machine: &Machine<'k>, tile: &Tile<'k>) -> Option<Head<'k>> {
    let is_it = |value| match machine.state.env.get(value) {
        Some(Val::Tile(one)) => std::rc::Rc::ptr_eq(one, tile),
        Some(Val::Token | Val::Tensor(_) | Val::View(_)) | None => false,
    };
    let position = machine.kernel.params.iter().position(is_it)?;
    matches!(tile.ty.element, ElementType::Scalar(_)).then_some(Head::Argument(position))
}
