//! New operations of a kernel: numbers from polynomials, and views from plans.

use std::collections::HashMap;

use spec::syntax::attributes::{Attributes, Constant, Literal, Signedness};
use spec::syntax::count::{handle_from_usize, saturating_u32};
use spec::syntax::kernel::{Kernel, OpId, Operation, Value, ValueId};
use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::syntax::types::{
    Element, PartitionViewType, Scalar, StridedViewType, TensorViewType, TileType, Type,
};

use super::polynomial::{Atom, Polynomial};
use super::view_plan::ViewPlan;
use crate::analysis::divisibility;

/// Numbers that are known where new operations stand.
pub(super) type Available = HashMap<Polynomial, ValueId>;

/// A list of new operations.
pub(super) struct Emitted<'e> {
    /// The kernel, to which values are added.
    pub(super) kernel: &'e mut Kernel,
    pub(super) ops: Vec<Operation>,
    pub(super) available: &'e Available,
    /// Known divisors of numbers.
    pub(super) divisors: &'e HashMap<ValueId, u64>,
    pub(super) at: Place,
}

/// A view of tiles, and the indices of a tile.
pub(super) struct EmittedTile {
    pub(super) view: ValueId,
    pub(super) indices: Vec<ValueId>,
    pub(super) inbounds: Vec<bool>,
}

impl Emitted<'_> {
    fn push(&mut self, op: Op, operands: Vec<ValueId>, ty: Type, attributes: Attributes) -> ValueId {
        self.kernel.values.push(Value { name: "view".to_owned(), ty });
        let result = ValueId(handle_from_usize(self.kernel.values.len() - 1));
        let (results, at) = (vec![result], self.at.clone());
        let (id, token, regions) = (OpId::default(), None, Vec::new());
        self.ops.push(Operation { id, op, operands, token, results, attributes, regions, at });
        result
    }

    fn single(scalar: Scalar) -> Type {
        Type::Tile(TileType { shape: Vec::new(), element: Element::Scalar(scalar) })
    }

    fn constant(&mut self, scalar: Scalar, number: i64) -> ValueId {
        let bits = number.cast_unsigned() & (u64::MAX >> (64 - scalar.bits()));
        let constant = Some(Constant::Splat(Literal(bits)));
        self.push(
            Op::Constant,
            Vec::new(),
            Self::single(scalar),
            Attributes { constant, ..Attributes::default() },
        )
    }

    /// A number of 64 bits.
    fn widened(&mut self, value: ValueId) -> ValueId {
        let wide = Element::Scalar(Scalar::I64);
        if self.kernel.tile(value).element == wide {
            return value;
        }
        let attributes = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
        self.push(Op::Exti, vec![value], Self::single(Scalar::I64), attributes)
    }

    /// A value with the number of a polynomial: a known one, or one that is computed in 64 bits.
    pub(super) fn number(&mut self, number: &Polynomial) -> ValueId {
        if let Some(known) = self.available.get(number) {
            return *known;
        }
        let mut sum: Option<ValueId> = None;
        for (factors, coefficient) in number.terms() {
            let mut product =
                (coefficient != 1 || factors.is_empty()).then(|| self.constant(Scalar::I64, coefficient));
            for factor in factors {
                let Atom::Number(value) = factor else { continue };
                let value = self.widened(*value);
                product = Some(self.combined(Op::Muli, product, value));
            }
            if let Some(product) = product {
                sum = Some(self.combined(Op::Addi, sum, product));
            }
        }
        sum.unwrap_or_else(|| self.constant(Scalar::I64, 0))
    }

    fn combined(&mut self, op: Op, one: Option<ValueId>, other: ValueId) -> ValueId {
        match one {
            Some(one) => self.push(op, vec![one, other], Self::single(Scalar::I64), Attributes::default()),
            None => other,
        }
    }

    /// A power of two, at most a tile's extent, that divides an origin, and the quotient.
    fn index(&mut self, origin: &Polynomial, extent: u32) -> (i64, ValueId) {
        let of = |(factors, coefficient): (&[Atom], i64)| {
            let factor = |atom: &Atom| match atom {
                Atom::Number(value) => self.divisors.get(value).copied().unwrap_or(1),
                Atom::Lane(_) | Atom::Element(..) => 1,
            };
            let own = divisibility::power_of_two_dividing(coefficient);
            factors.iter().map(factor).fold(own, u64::saturating_mul)
        };
        let divisor = origin.terms().map(of).min().unwrap_or(divisibility::EVERYTHING);
        let step = i64::from(saturating_u32(divisor.min(extent.into())));
        if let Some(quotient) = origin.divided(step) {
            return (step, self.number(&quotient));
        }
        let origin = self.number(origin);
        let scalar = self.kernel.tile(origin).element.scalar().unwrap_or(Scalar::I64);
        let by = self.constant(scalar, step.trailing_zeros().into());
        let attributes = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
        (step, self.push(Op::Shri, vec![origin, by], Self::single(scalar), attributes))
    }

    /// The view of a plan, and the place of its tile.
    pub(super) fn tile(&mut self, plan: &ViewPlan) -> EmittedTile {
        let base = if plan.offset.value() == Some(0) {
            plan.base
        } else {
            let ty = self.kernel.ty(plan.base).clone();
            let offset = self.number(&plan.offset);
            self.push(Op::Offset, vec![plan.base, offset], ty, Attributes::default())
        };
        let mut operands = vec![base];
        let (mut shape, mut strides) = (Vec::new(), Vec::new());
        for (axis, extent) in plan.axes.iter().zip(&plan.tile) {
            let whole = Polynomial::constant((*extent).into());
            let extent = axis.extent.clone().unwrap_or(whole);
            shape.push(extent.value());
            operands.extend(extent.value().is_none().then(|| self.number(&extent)));
        }
        for axis in &plan.axes {
            strides.push(axis.stride.value());
            operands.extend(axis.stride.value().is_none().then(|| self.number(&axis.stride)));
        }
        let tensor = TensorViewType { element: Element::Scalar(plan.scalar), shape, strides };
        let made =
            self.push(Op::MakeTensorView, operands, Type::TensorView(tensor.clone()), Attributes::default());
        let (mut steps, mut indices) = (Vec::new(), Vec::new());
        for (axis, extent) in plan.axes.iter().zip(&plan.tile) {
            let (step, index) = self.index(&axis.origin, *extent);
            steps.push(step);
            indices.push(index);
        }
        let inbounds = plan.axes.iter().map(|axis| axis.extent.is_none()).collect();
        let dim_map = (0..plan.tile.len()).collect();
        let partition = PartitionViewType { tile: plan.tile.clone(), padding: plan.padding, tensor, dim_map };
        let is_partition = steps.iter().zip(&plan.tile).all(|(step, extent)| *step == i64::from(*extent));
        let (op, ty) = if is_partition {
            (Op::MakePartitionView, Type::PartitionView(partition))
        } else {
            let strided = StridedViewType { partition, traversal_strides: steps };
            (Op::MakeStridedView, Type::StridedView(strided))
        };
        EmittedTile { view: self.push(op, vec![made], ty, Attributes::default()), indices, inbounds }
    }
}
