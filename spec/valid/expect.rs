//! Errors with their places; and the types of counted operands and results.

use crate::problem::IllFormed;
use crate::syntax::kernel::{Kernel, Operation, ValueId};
use crate::syntax::types::{Element, Scalar, TileType, Type};

/// A problem with an operation.
pub(super) fn wrong(op: &Operation, message: impl AsRef<str>) -> IllFormed {
    let message = format!("{}: {}", op.op.mnemonic(), message.as_ref());
    IllFormed::new(message, &op.at)
}

/// A condition of an operation; the message says what must hold.
pub(super) fn require(holds: bool, op: &Operation, message: impl AsRef<str>) -> Result<(), IllFormed> {
    if holds { Ok(()) } else { Err(wrong(op, message)) }
}

/// The tile type of an operand.
pub(super) fn operand<'k>(
    kernel: &'k Kernel,
    op: &Operation,
    position: usize,
) -> Result<&'k TileType, IllFormed> {
    let id = op.operands.get(position).copied();
    let id = id.ok_or_else(|| wrong(op, format!("operand {position} is missing")))?;
    tile(kernel, op, id)
}

/// The tile type of a result.
pub(super) fn result<'k>(
    kernel: &'k Kernel,
    op: &Operation,
    position: usize,
) -> Result<&'k TileType, IllFormed> {
    let id = op.results.get(position).copied();
    let id = id.ok_or_else(|| wrong(op, format!("result {position} is missing")))?;
    tile(kernel, op, id)
}

/// The type of a value that must be a tile.
pub(super) fn tile<'k>(kernel: &'k Kernel, op: &Operation, id: ValueId) -> Result<&'k TileType, IllFormed> {
    let not = || wrong(op, format!("{} is {}, where a tile is needed", kernel.name(id), kernel.ty(id)));
    kernel.ty(id).tile().ok_or_else(not)
}

/// The integer type of a tile's elements.
pub(super) fn integer(op: &Operation, tile: &TileType) -> Result<Scalar, IllFormed> {
    let scalar = tile.element.scalar().filter(|scalar| scalar.is_integer());
    scalar.ok_or_else(|| wrong(op, format!("integers are needed, not {tile}")))
}

/// Whether it is a tile of truth values.
pub(super) fn is_truth(tile: &TileType) -> bool {
    tile.element == Element::Scalar(Scalar::I1)
}

/// The elements that a tile of pointers points to.
pub(super) fn pointee(op: &Operation, tile: &TileType) -> Result<Scalar, IllFormed> {
    match tile.element {
        Element::Pointer(scalar) => Ok(scalar),
        Element::Scalar(_) => Err(wrong(op, format!("pointers are needed, not {tile}"))),
    }
}

/// Whether it is a tile or a token: what loops may carry and branches may give.
pub(super) fn is_carried(ty: &Type) -> bool {
    match ty {
        Type::Tile(_) | Type::Token => true,
        Type::TensorView(_) | Type::PartitionView(_) | Type::StridedView(_) | Type::GatherScatterView(_) => {
            false
        }
    }
}
