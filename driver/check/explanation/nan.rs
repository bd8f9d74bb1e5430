//! The beginning of a stored NaN. A second run of the launch is followed back from the stored element to an operation with a NaN as
//! result and none as operand.

use std::rc::Rc;

use interp::{ArrayOf, End, Fault, History, How, Node, Of, Options, SeenElement, SliceStep, Slicer, Stepper};
use spec::syntax::array;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::launch::Argument;
use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::syntax::types::Scalar;
use spec::valid::Valid;

use super::numbers::{FOLLOWED, LEAST, number, parameter};
use crate::check::replay::{MEMORY, fuel};
use crate::check::report::Lacking;
use crate::scalar::{integer, show};
use crate::signature::Signature;

/// The most integers in memory that are named.
const NAMED: usize = 2;

/// The operation that makes a NaN, and the integers in memory behind its operands.
pub(super) struct Beginning {
    /// The operation.
    pub(super) at: Place,
    /// The integers, and the operation with its operands, in words.
    pub(super) words: String,
}

/// The beginning of the NaN that a launch stores.
pub(super) fn beginning(kernel: &Valid, lacking: &Lacking, signature: &Signature) -> Option<Beginning> {
    let (position, index) = lacking.element?;
    let launch = &lacking.launch;
    let Argument::Pointer { buffer, offset } = *launch.arguments.get(position)? else { return None };
    let element = kernel.tile(*kernel.params.get(position)?).element.pointee()?;
    let options = Options { fuel: fuel::EXPLANATION, least: LEAST, memory: MEMORY, ..Options::default() };
    let mut history = History::new(kernel, launch, &options, crate::interrupt::is_asked).ok()?;
    while history.forward() {}
    let Some(End::Finished) = history.ended() else { return None };
    let here = Rc::new(history.now().clone());
    let is_it = |array: &usize| matches!(here.array_of(*array), Some(ArrayOf::Buffer(own)) if own == buffer);
    let array = (0..here.arrays()).find(is_it)?;
    let place = i64::try_from(offset + index * element.bytes()).ok()?;
    let mut slicer = Slicer::new(&history, FOLLOWED);
    slicer.focus = Some(Fault::Nan);
    let node = slicer.memory(&here, (array, place), element.bytes(), element);
    let (node, there, op) = first(&node)?;
    let Of::Value(_, lanes) = &node.of else { return None };
    let lane = *lanes.first()?;
    let mut integers = Vec::new();
    find_integers(&node.children, &mut |here, array, place, bytes, scalar| {
        let read = read(here, array, place, bytes, scalar)?;
        let position = parameter(here, array, launch)?;
        let Argument::Pointer { offset, .. } = *launch.arguments.get(position)? else { return None };
        let index = (place - i64::try_from(offset).ok()?).div_euclid(i64::try_from(bytes).ok()?);
        let words = format!("{}[{index}] = {read}", signature.name(position));
        if !integers.contains(&words) && integers.len() < NAMED {
            integers.push(words);
        }
        Some(())
    });
    let made = operation(there, op, lane)?;
    let with = if integers.is_empty() { String::new() } else { format!(" with {}", integers.join(" and ")) };
    Some(Beginning { at: op.at.clone(), words: format!("{with}, from {made}") })
}

/// The first node of a slice whose operation makes a NaN without a NaN as operand, with the state before the operation.
fn first<'n, 'k>(node: &'n Node<'k>) -> Option<(&'n Node<'k>, &'n Rc<Stepper<'k>>, &'k Operation)> {
    match &node.how {
        How::By(there, op, SliceStep::Computed(Some(Fault::Nan))) => Some((node, there, *op)),
        How::By(..) | How::Argument | How::Known | How::Cut | How::Start => {
            node.children.iter().find_map(first)
        }
    }
}

/// What is done with an integer in memory: its array, offset, length in bytes and type.
type Visit<'v> = dyn FnMut(&Stepper<'_>, usize, i64, u64, Scalar) -> Option<()> + 'v;

/// Visits the integers that slices read from memory as the launch passed it.
fn find_integers(nodes: &[Node<'_>], visit: &mut Visit<'_>) {
    for node in nodes {
        if let Of::Memory { array, offsets, bytes, element: Some(scalar), is_written: false } = &node.of
            && scalar.is_integer()
        {
            for offset in offsets {
                visit(&node.here, *array, *offset, *bytes, *scalar);
            }
        }
        find_integers(&node.children, visit);
    }
}

/// An integer in memory.
fn read(here: &Stepper<'_>, array: usize, offset: i64, bytes: u64, scalar: Scalar) -> Option<i128> {
    let start = u64::try_from(offset).ok()?;
    let contents = here.contents(array)?;
    let bits = *array::elements(scalar, &contents.bytes(start..start.checked_add(bytes)?)).first()?;
    Some(integer(scalar, bits, false))
}

/// The computation of the first NaN among the operands of the next operation, in words.
pub(super) fn computed<'k>(
    history: &History<'k>,
    there: &Rc<Stepper<'k>>,
    op: &Operation,
    lane: usize,
) -> Option<String> {
    let mut slicer = Slicer::new(history, FOLLOWED);
    slicer.focus = Some(Fault::Nan);
    let sources = there.sources(op, lane).into_iter();
    let sources: Vec<_> = sources.map(|source| (op.operands[source.operand], source.lanes)).collect();
    let sources = slicer.narrow(there, &sources)?;
    let (value, lanes) = sources.first()?;
    let node = slicer.node(there, *value, lanes);
    let (node, there, op) = first(&node)?;
    let Of::Value(_, lanes) = &node.of else { return None };
    operation(there, op, *lanes.first()?)
}

/// The operands of the next operation in a lane, as numbers.
pub(super) fn operands(there: &Stepper<'_>, op: &Operation, lane: usize) -> Vec<String> {
    let operand = |value: ValueId, lane: usize| {
        let tile = there.tile(value)?;
        let scalar = tile.ty().element.scalar()?;
        match tile.element(lane) {
            SeenElement::Bits(_) if scalar.is_integer() => {
                number(there, value, lane, false).map(|it| it.to_string())
            }
            SeenElement::Bits(bits) => Some(show(scalar, bits, false)),
            SeenElement::Undetermined | SeenElement::Pointer { .. } => None,
        }
    };
    let sources = there.sources(op, lane).into_iter();
    sources.filter_map(|source| operand(op.operands[source.operand], *source.lanes.first()?)).collect()
}

/// An operation with its operands: `-inf - -inf`, or `sqrt(-1)`.
fn operation(there: &Stepper<'_>, op: &Operation, lane: usize) -> Option<String> {
    let shown = operands(there, op, lane);
    let sign = [(Op::Addf, "+"), (Op::Subf, "-"), (Op::Mulf, "*"), (Op::Divf, "/")];
    let sign = sign.iter().find(|(own, _)| *own == op.op).map(|(_, sign)| *sign);
    match (sign, &shown[..]) {
        (Some(sign), [left, right]) => Some(format!("`{left} {sign} {right}`")),
        (_, []) => None,
        (_, _) => Some(format!("`{}({})`", op.op.mnemonic(), shown.join(", "))),
    }
}
