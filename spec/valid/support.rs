//! What a well-formed kernel may say that has no meaning yet.

use crate::problem::Unsupported;
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::{Meaning, Op};
use crate::syntax::span::Place;
use crate::syntax::types::{Padding, Scalar, TiledView, Type};

/// The first thing in a kernel that has no meaning.
pub(super) fn kernel(kernel: &Kernel) -> Result<(), Unsupported> {
    values(kernel, &kernel.params, &kernel.at)?;
    block(kernel, &kernel.body, &kernel.at)
}

fn block(kernel: &Kernel, of: &Block, at: &Place) -> Result<(), Unsupported> {
    values(kernel, &of.params, at)?;
    for op in &of.ops {
        operation(kernel, op)?;
        values(kernel, &op.results, &op.at)?;
        op.regions.iter().try_for_each(|region| block(kernel, region, &op.at))?;
    }
    Ok(())
}

fn operation(kernel: &Kernel, op: &Operation) -> Result<(), Unsupported> {
    let refuse = |message: String| Err(Unsupported { message, at: op.at.clone() });
    if op.op.meaning() == Meaning::Unsupported {
        return refuse(format!("the operation `{}`", op.op.mnemonic()));
    }
    let halves = |of: &[ValueId]| of.iter().any(|id| points_to_halves(kernel.ty(*id)));
    if matches!(op.op, Op::Offset | Op::Alloca | Op::GetGlobal) && halves(&op.results) {
        return refuse(format!("`{}` of elements of f4E2M1FN", op.op.mnemonic()));
    }
    Ok(())
}

fn values(kernel: &Kernel, values: &[ValueId], at: &Place) -> Result<(), Unsupported> {
    values.iter().try_for_each(|value| kernel.ty(*value).tiled().map_or(Ok(()), |view| packed(&view, at)))
}

/// A tile of elements of which two share a byte has whole bytes, and what it is padded with is an element.
fn packed(view: &TiledView<'_>, at: &Place) -> Result<(), Unsupported> {
    let Some(axis) = view.tensor.packed_axis() else { return Ok(()) };
    let refuse = |message: &str| Err(Unsupported { message: message.to_owned(), at: at.clone() });
    if view.dim_map.iter().zip(view.tile).any(|(along, extent)| *along == axis && extent % 2 != 0) {
        return refuse("a view of f4E2M1FN whose tiles are half a byte wide");
    }
    match view.padding {
        None | Some(Padding::Zero) => Ok(()),
        Some(Padding::NegZero) => refuse("a view of f4E2M1FN that is padded with negative zero"),
        Some(Padding::Nan | Padding::PosInf | Padding::NegInf) => {
            refuse("a view of f4E2M1FN that is padded with what the type does not have")
        }
    }
}

/// Whether a type is that of pointers to elements of four bits.
fn points_to_halves(ty: &Type) -> bool {
    ty.tile().and_then(|tile| tile.element.pointee()) == Some(Scalar::F4E2m1fn)
}
