//! How large a buffer must be for the views on it, in the words of a guard: what a contract without a size trusts.

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::pointer_origins;
use spec::syntax::types::{Scalar, TensorViewType, Type};

/// A tensor over a parameter, from its start.
pub(super) struct LaidView {
    /// The parameter.
    pub(super) position: usize,
    /// The bytes of an element.
    pub(super) bytes: u64,
    /// Extents and strides; `None` if one of them is not computed from the launch in a supported way.
    pub(super) geometry: Option<(Vec<Length>, Vec<Length>)>,
}

/// An extent or a stride.
#[derive(Debug, Clone, Copy)]
pub(super) enum Length {
    /// A number.
    Known(i64),
    /// A value of the kernel that [`Lengths::of`] knows.
    Value(ValueId),
}

/// The views of a kernel over its parameters. A view in a branch has an unknown geometry: a launch may not reach it.
pub(super) fn laid(kernel: &Kernel) -> Vec<LaidView> {
    let mut all = Vec::new();
    collect(kernel, &kernel.body, true, &mut all);
    all
}

fn collect(kernel: &Kernel, block: &Block, always: bool, all: &mut Vec<LaidView>) {
    for op in &block.ops {
        if op.op == Op::MakeTensorView
            && let Type::TensorView(ty) = kernel.ty(op.results[0])
            && let Some(position) = pointer_origins::parameter(kernel, op.operands[0])
        {
            let bytes = ty.element.scalar().unwrap_or(Scalar::I64).bytes();
            let geometry = if always && op.attributes.packed.is_none() { geometry(op, ty) } else { None };
            all.push(LaidView { position, bytes, geometry });
        }
        let always = always && op.op != Op::If;
        op.regions.iter().for_each(|region| collect(kernel, region, always, all));
    }
}

/// The extents and the strides of a tensor, in order.
fn geometry(op: &Operation, ty: &TensorViewType) -> Option<(Vec<Length>, Vec<Length>)> {
    let mut dynamic = op.operands[1..].iter();
    let mut number = |stated: &Option<i64>| match stated {
        Some(stated) => Some(Length::Known(*stated)),
        None => dynamic.next().copied().map(Length::Value),
    };
    let extents: Vec<_> = ty.shape.iter().map(&mut number).collect::<Option<_>>()?;
    let strides: Vec<_> = ty.strides.iter().map(&mut number).collect::<Option<_>>()?;
    Some((extents, strides))
}
