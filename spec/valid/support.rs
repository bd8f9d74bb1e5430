//! Well-formed constructs without a meaning yet.

use crate::problem::Unsupported;
use crate::syntax::kernel::{Block, FunctionKind, Kernel, Operation, ValueId};
use crate::syntax::op::{Meaning, Op};
use crate::syntax::span::Place;
use crate::syntax::types::{Padding, Scalar, TiledView, Type};

/// The first thing in a kernel that has no meaning.
pub(super) fn check_kernel(kernel: &Kernel) -> Result<(), Unsupported> {
    kernel.unsupported.clone().map_or(Ok(()), Err)?;
    if kernel.kind != FunctionKind::Entry {
        let message = "a function of the dialect's own tests, which is never launched".to_owned();
        return Err(Unsupported { message, at: kernel.at.clone() });
    }
    if let Some(param) = kernel.params.iter().find(|param| kernel.ty(**param).tile().is_none()) {
        let (name, ty) = (kernel.name(*param), kernel.ty(*param));
        let message = format!("the parameter {name} of type {ty}, which no launch passes");
        return Err(Unsupported { message, at: kernel.at.clone() });
    }
    check_values(kernel, &kernel.params, &kernel.at)?;
    check_block(kernel, &kernel.body, &kernel.at)
}

fn check_block(kernel: &Kernel, of: &Block, at: &Place) -> Result<(), Unsupported> {
    check_values(kernel, &of.params, at)?;
    for op in &of.ops {
        check_operation(kernel, op)?;
        check_values(kernel, &op.results, &op.at)?;
        op.regions.iter().try_for_each(|region| check_block(kernel, region, &op.at))?;
    }
    Ok(())
}

fn check_operation(kernel: &Kernel, op: &Operation) -> Result<(), Unsupported> {
    let refuse = |message: String| Err(Unsupported { message, at: op.at.clone() });
    if op.op.meaning() == Meaning::Unsupported {
        return refuse(format!("the operation `{}`: {}", op.op.mnemonic(), op.op.lack()));
    }
    let halves = |of: &[ValueId]| of.iter().any(|id| points_to_halves(kernel.ty(*id)));
    if matches!(op.op, Op::Offset | Op::Alloca | Op::GetGlobal) && halves(&op.results) {
        return refuse(format!("`{}` of elements of f4E2M1FN", op.op.mnemonic()));
    }
    Ok(())
}

fn check_values(kernel: &Kernel, values: &[ValueId], at: &Place) -> Result<(), Unsupported> {
    values.iter().try_for_each(|value| {
        let Some(view) = kernel.ty(*value).tiled() else { return Ok(()) };
        check_packed(&view, at)?;
        check_padded(&view, at)
    })
}

/// What a tile is padded with is an element.
fn check_padded(view: &TiledView<'_>, at: &Place) -> Result<(), Unsupported> {
    let (Some(padding), Some(scalar)) = (view.padding, view.tensor.element.scalar()) else { return Ok(()) };
    if padding.is_of(scalar) {
        return Ok(());
    }
    let known = Padding::NAMES.iter().find(|(of, _)| *of == padding);
    let name = known.map_or("such a padding", |(_, name)| name);
    let message = format!("a view of {scalar} that is padded with {name}, which the type does not have");
    Err(Unsupported { message, at: at.clone() })
}

/// A tile of elements of which two share a byte has whole bytes.
fn check_packed(view: &TiledView<'_>, at: &Place) -> Result<(), Unsupported> {
    let Some(axis) = view.tensor.packed_axis() else { return Ok(()) };
    let refuse = |message: &str| Err(Unsupported { message: message.to_owned(), at: at.clone() });
    if view.dim_map.iter().zip(view.tile).any(|(along, extent)| *along == axis && extent % 2 != 0) {
        return refuse("a view of f4E2M1FN whose tiles are half a byte wide");
    }
    if view.padding == Some(Padding::NegZero) {
        return refuse("a view of f4E2M1FN that is padded with negative zero");
    }
    Ok(())
}

/// Whether a type is that of pointers to elements of four bits.
fn points_to_halves(ty: &Type) -> bool {
    ty.tile().and_then(|tile| tile.element.pointee()) == Some(Scalar::F4E2m1fn)
}
