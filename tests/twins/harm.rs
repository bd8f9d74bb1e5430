//! The harm of a twin: an access out of bounds, or, in a kernel without accesses, an undefined operation.

use spec::syntax::attributes::{Assumption, Attributes, MemoryOrder, Signedness};
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType, Type};

use crate::edits::{Draft, operations};
use crate::edits::{first_index, indices};
use crate::launches::Draw;
use crate::watched::block;

/// More elements than any launch has in a buffer, and tiles than it has along an axis.
const FAR: i64 = 1 << 30;

/// The pointers of a row, where not one is accessed but several; the last is out of bounds.
const ROW: u32 = 4;

/// A way to do harm.
enum Harm {
    /// A parameter, by position, moved out of the buffer.
    Parameter(usize),
    /// An access of the kernel, made again somewhere else.
    Again(Box<Operation>),
    /// Something divided by nothing.
    Divided,
    /// A broken promise.
    Promised,
}

/// Draws a way to do harm with visible values, and emits it; returns a description.
pub(crate) fn emit(
    kernel: &Kernel,
    scope: &[ValueId],
    launch: &Launch,
    draft: &mut Draft<'_>,
    draw: &mut Draw,
) -> String {
    match drawn(kernel, scope, draw) {
        Harm::Parameter(position) => parameter(kernel, position, launch, draft, draw),
        Harm::Again(op) => {
            let change = again(&op, scope, draft, draw);
            let operands: Vec<String> = op.operands.iter().map(|value| kernel.name(*value)).collect();
            format!("{} {} again, {change}", op.op.mnemonic(), operands.join(", "))
        }
        Harm::Divided => {
            let [number, other, _] = block(draft)[..] else { unreachable!("a grid has three axes") };
            let ty = TileType::scalar(Scalar::I32);
            let zero = draft.apply(Op::Subi, &[number, number], ty.clone(), Attributes::default());
            let signedness = Some(Signedness::Signed);
            let attributes = Attributes { signedness, ..Attributes::default() };
            draft.apply(Op::Divi, &[other, zero], ty, attributes);
            "a division by zero".to_owned()
        }
        Harm::Promised => {
            let number = block(draft)[0];
            draft.assume(number, Assumption::Bounded { lower: None, upper: Some(-1) });
            "an assumption that the block's place is negative".to_owned()
        }
    }
}

/// Half of the accesses are new, half are the kernel's own once more.
fn drawn(kernel: &Kernel, scope: &[ValueId], draw: &mut Draw) -> Harm {
    let is_pointer = |at: &usize| kernel.tile(kernel.params[*at]).element.pointee().is_some();
    let pointers: Vec<usize> = (0..kernel.params.len()).filter(is_pointer).collect();
    let moves = [Op::LoadViewTko, Op::StoreViewTko, Op::LoadPtrTko, Op::StorePtrTko, Op::AtomicRmwTko];
    let is_in_scope = |op: &&Operation| op.operands.iter().all(|operand| scope.contains(operand));
    let accesses: Vec<&Operation> =
        operations(kernel).into_iter().filter(|op| moves.contains(&op.op)).filter(is_in_scope).collect();
    if !accesses.is_empty() && draw.below(2) == 0 {
        Harm::Again(Box::new((*draw.one(&accesses)).clone()))
    } else if !pointers.is_empty() {
        Harm::Parameter(*draw.one(&pointers))
    } else if draw.below(2) == 0 {
        Harm::Divided
    } else {
        Harm::Promised
    }
}

/// A parameter in front of its buffer, just behind it, or far away; one element or the last of a row, loaded or stored.
fn parameter(
    kernel: &Kernel,
    position: usize,
    launch: &Launch,
    draft: &mut Draft<'_>,
    draw: &mut Draw,
) -> String {
    let param = kernel.params[position];
    let element = kernel.tile(param).element.pointee().expect("it is a pointer");
    let length = length(launch, position, element);
    let mut distances = [(-1, "one element in front of"), (length, "just behind"), (FAR, "far behind")];
    distances.swap(0, draw.below(3));
    let (distance, place) = distances[0];
    let is_row = draw.below(3) == 0;
    let argument = arguments(kernel, launch, length);
    let (offset, by) = if place == "just behind" && !argument.is_empty() && draw.below(2) == 0 {
        let argument = *draw.one(&argument);
        (argument, kernel.name(argument))
    } else {
        let wide = *draw.one(&[Scalar::I32, Scalar::I64]);
        let wide = if i32::try_from(distance).is_ok() { wide } else { Scalar::I64 };
        (draft.constant(TileType::scalar(wide), distance), distance.to_string())
    };
    let pointers = if is_row { row(draft, param, offset) } else { moved(draft, param, offset) };
    let access = access(draft, pointers, element, draw.below(2) == 0);
    let row = if is_row { format!(" of a row of {ROW}") } else { String::new() };
    format!("{access}{row} {place} {}, by {by}", kernel.name(param))
}

/// How many elements a pointer has behind it.
fn length(launch: &Launch, position: usize, element: Scalar) -> i64 {
    let bytes = match launch.arguments[position] {
        Argument::Pointer { buffer, offset } => launch.buffers[buffer].bytes.saturating_sub(offset),
        Argument::Scalar(_) => 0,
    };
    i64::try_from(element.count_in(bytes)).unwrap_or(i64::MAX)
}

/// The arguments with this number.
fn arguments(kernel: &Kernel, launch: &Launch, number: i64) -> Vec<ValueId> {
    let wide = [Scalar::I32, Scalar::I64].map(Element::Scalar);
    let is_it = |(param, argument): &(&ValueId, &Argument)| {
        **argument == Argument::Scalar(number.cast_unsigned()) && wide.contains(&kernel.tile(**param).element)
    };
    kernel.params.iter().zip(&launch.arguments).filter(is_it).map(|(param, _)| *param).collect()
}

/// Pointers moved by numbers of elements.
fn moved(draft: &mut Draft<'_>, pointers: ValueId, by: ValueId) -> ValueId {
    let ty = draft.tile(pointers);
    draft.apply(Op::Offset, &[pointers, by], ty, Attributes::default())
}

/// A row of pointers whose last is so far from a pointer.
fn row(draft: &mut Draft<'_>, pointer: ValueId, distance: ValueId) -> ValueId {
    let pointers = spread(draft, pointer);
    let distances = spread(draft, distance);
    let ty = draft.tile(distances);
    let back = draft.constant(ty.clone(), i64::from(ROW) - 1);
    let first = draft.apply(Op::Subi, &[distances, back], ty.clone(), Attributes::default());
    let places = draft.apply(Op::Iota, &[], ty.clone(), Attributes::default());
    let offsets = draft.apply(Op::Addi, &[first, places], ty, Attributes::default());
    moved(draft, pointers, offsets)
}

/// A scalar in every element of a row.
fn spread(draft: &mut Draft<'_>, scalar: ValueId) -> ValueId {
    let element = draft.tile(scalar).element;
    let one = TileType { shape: vec![1], element };
    let one = draft.apply(Op::Reshape, &[scalar], one, Attributes::default());
    let row = TileType { shape: vec![ROW], element };
    draft.apply(Op::Broadcast, &[one], row, Attributes::default())
}

/// A weak access, with a description.
fn access(draft: &mut Draft<'_>, pointers: ValueId, element: Scalar, is_load: bool) -> &'static str {
    let shape = draft.tile(pointers).shape;
    let ty = TileType { shape, element: Element::Scalar(element) };
    let weak = Attributes { memory_order: Some(MemoryOrder::Weak), ..Attributes::default() };
    if is_load {
        draft.emit(Op::LoadPtrTko, &[pointers], vec![Type::Tile(ty), Type::Token], weak);
        "a load"
    } else {
        let value = draft.constant(ty, 0);
        draft.emit(Op::StorePtrTko, &[pointers, value], vec![Type::Token], weak);
        "a store"
    }
}

/// An access of the kernel with one index, or with all pointers, moved away; how, in words.
fn again(op: &Operation, scope: &[ValueId], draft: &mut Draft<'_>, draw: &mut Draw) -> String {
    let token = op.token.filter(|token| scope.contains(token));
    let mut operands = op.operands.clone();
    let distance = *draw.one(&[-1, -FAR, FAR]);
    let change = if matches!(op.op, Op::LoadViewTko | Op::StoreViewTko) && !indices(op).is_empty() {
        let axis = draw.below(indices(op).len());
        let at = first_index(op) + axis;
        let ty = draft.tile(operands[at]);
        let is_near = ty == TileType::scalar(Scalar::I32) && draw.below(2) == 0;
        operands[at] = if is_near {
            extents(draft, operands[first_index(op) - 1], indices(op).len(), ty)[axis]
        } else {
            draft.constant(ty, distance)
        };
        let index = if is_near { "the number of tiles".to_owned() } else { distance.to_string() };
        format!("with index {axis} {index}")
    } else {
        let shape = draft.tile(operands[0]).shape;
        let ty = TileType { shape, element: Element::Scalar(Scalar::I64) };
        let by = draft.constant(ty, distance);
        operands[0] = moved(draft, operands[0], by);
        format!("moved by {distance}")
    };
    draft.repeat(op, &operands, token);
    change
}

/// How many tiles a view has along each axis.
fn extents(draft: &mut Draft<'_>, view: ValueId, rank: usize, ty: TileType) -> Vec<ValueId> {
    draft.emit(Op::GetIndexSpaceShape, &[view], vec![Type::Tile(ty); rank], Attributes::default())
}
