//! How large a buffer must be for the views on it, in the words of a guard: what a contract without a size trusts.

use spec::contract::Bound;
use spec::syntax::attributes::{Constant, Signedness};
use spec::syntax::contract::Binary;
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

/// How numbers of a kernel follow from its parameters.
pub(super) struct Lengths<'a> {
    kernel: &'a Kernel,
    bound: &'a Bound<'a>,
}

/// An integer of a kernel, in terms of its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Number {
    /// A constant.
    Known(i64),
    /// A parameter.
    Parameter(usize),
    /// A sum, a difference or a product.
    Of(Binary, Box<Number>, Box<Number>),
}

impl<'a> Lengths<'a> {
    /// Of a kernel with the values of the contract's.
    pub(super) fn new(bound: &'a Bound<'a>, kernel: &'a Kernel) -> Self {
        Lengths { kernel, bound }
    }

    /// A value as a number of a guard; `None` where it may wrap around, or is made of something else.
    pub(super) fn of(&self, value: ValueId) -> Option<Number> {
        if let Some(position) = self.kernel.params.iter().position(|param| *param == value) {
            return self.bound.scalar(position).map(|_| Number::Parameter(position));
        }
        let op = self.kernel.operations().find(|op| op.results.first() == Some(&value))?;
        let two = |sign| {
            let [a, b] = [op.operands[0], op.operands[1]].map(|operand| self.of(operand));
            let exact = op.attributes.overflow.no_signed_wrap;
            Some(Number::Of(sign, a?.into(), b?.into())).filter(|_| exact)
        };
        if matches!(op.op, Op::Assume | Op::Reshape) {
            self.of(op.operands[0])
        } else if op.op == Op::Exti {
            self.extended(op)
        } else if op.op == Op::Constant {
            known(self.kernel, op).map(Number::Known)
        } else if op.op == Op::Muli {
            two(Binary::Mul)
        } else if op.op == Op::Addi {
            two(Binary::Add)
        } else if op.op == Op::Subi {
            two(Binary::Sub)
        } else {
            None
        }
    }

    /// A wider integer is equal if both are read alike.
    fn extended(&self, op: &Operation) -> Option<Number> {
        let number = self.of(op.operands[0])?;
        let unsigned = op.attributes.signedness == Some(Signedness::Unsigned);
        let same = match number {
            Number::Parameter(position) => self.bound.is_unsigned(position) == unsigned,
            Number::Known(known) => known >= 0,
            Number::Of(..) => !unsigned,
        };
        Some(number).filter(|_| same)
    }
}

/// The number of a constant.
fn known(kernel: &Kernel, op: &Operation) -> Option<i64> {
    let Some(Constant::Splat(literal)) = &op.attributes.constant else { return None };
    let scalar = kernel.tile(op.results[0]).element.scalar().filter(|scalar| scalar.is_integer())?;
    let shift = 64 - scalar.bits();
    Some((literal.0 << shift).cast_signed() >> shift)
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
