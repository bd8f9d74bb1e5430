//! Operations that move elements: splat, broadcast, reshape, transpose, join, split, cat.

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, TileType};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::lower::scope::Bound;
use crate::triton::read::syntax::Operation;
use crate::triton::read::types::TritonType;

impl<'t> Builder<'_, 't> {
    /// The type at the end of an operation.
    pub(in crate::triton::lower) fn result_type(&self, op: &Operation<'t>) -> Lowered<TileType> {
        let ty =
            op.types().last().copied().ok_or_else(|| self.wrong(format!("`{}` has no type", op.name)))?;
        self.tile_type(ty)
    }

    /// `tt.splat`, `tt.broadcast`
    pub(in crate::triton::lower) fn stretch(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let (id, ty) = (self.operand(op, 0)?, self.result_type(op)?);
        let id = self.broadcast(id, &ty.shape)?;
        self.bind_tiles(op, &[id])
    }

    /// `tt.reshape`, `tt.expand_dims`, `tt.unsplat`: the same elements in row-major order. With `allow_reorder`, the order is open.
    pub(in crate::triton::lower) fn change_shape(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let is_unordered =
            op.keywords().any(|word| word == "allow_reorder") || op.attribute("allow_reorder").is_some();
        let id = self.operand(op, 0)?;
        let shape = if op.name == "tt.unsplat" { Vec::new() } else { self.result_type(op)?.shape };
        let id = self.reshape(id, shape)?;
        if is_unordered {
            return self.bind(op, vec![Bound { ids: vec![id], ty: TritonType::Unordered(self.ty(id)) }]);
        }
        self.bind_tiles(op, &[id])
    }

    /// `tt.trans %x {order = array<i32: 1, 0>}`
    pub(in crate::triton::lower) fn transpose(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let (id, ty) = (self.operand(op, 0)?, self.result_type(op)?);
        let order = op.numbers("order").unwrap_or_else(|| vec![1, 0]);
        let permutation: Option<Vec<usize>> = order.iter().map(|axis| usize::try_from(*axis).ok()).collect();
        let permutation = permutation.filter(|all| all.len() == ty.shape.len());
        let permutation = permutation.ok_or_else(|| self.wrong("`order` names every axis once"))?;
        let attributes = Attributes { permutation, ..Attributes::default() };
        let id = if ty.shape.len() < 2 { id } else { self.tile_op(Op::Permute, &[id], ty, attributes)? };
        self.bind_tiles(op, &[id])
    }

    /// `tt.join %a, %b`: a new last axis of two.
    pub(in crate::triton::lower) fn join(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let both = [self.operand(op, 0)?, self.operand(op, 1)?];
        let mut shape = self.ty(both[0]).shape;
        let axis = shape.len();
        shape.push(1);
        let both = [self.reshape(both[0], shape.clone())?, self.reshape(both[1], shape)?];
        let id = self.concatenate(&both, axis)?;
        self.bind_tiles(op, &[id])
    }

    /// Two tiles of one type side by side along an axis.
    fn concatenate(&mut self, both: &[ValueId; 2], axis: usize) -> Lowered<ValueId> {
        let mut ty = self.ty(both[0]);
        if ty != self.ty(both[1]) {
            return Err(self.wrong("two tensors that are joined have one type"));
        }
        ty.shape[axis] = ty.shape[axis].saturating_mul(2);
        let attributes = Attributes { dim: u32::try_from(axis).ok(), ..Attributes::default() };
        self.tile_op(Op::Cat, both, ty, attributes)
    }

    /// `tt.split %x`: the two halves of the last axis.
    pub(in crate::triton::lower) fn split(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let id = self.operand(op, 0)?;
        let ty = self.ty(id);
        let Some((2, rest)) = ty.shape.split_last().map(|(last, rest)| (*last, rest.to_vec())) else {
            return Err(self.wrong("a tensor that is split has a last axis of two"));
        };
        let half = TileType { shape: [rest.clone(), vec![1]].concat(), element: ty.element };
        let zero = self.number(TileType::scalar(Scalar::I32), "0")?;
        let one = self.number(TileType::scalar(Scalar::I32), "1")?;
        let mut halves = Vec::new();
        for index in [zero, one] {
            let mut operands = vec![id];
            operands.extend(vec![zero; rest.len()]);
            operands.push(index);
            let part = self.tile_op(Op::Extract, &operands, half.clone(), Attributes::default())?;
            halves.push(self.reshape(part, rest.clone())?);
        }
        self.bind_tiles(op, &halves)
    }

    /// `tt.cat %a, %b`: Triton may put the elements into any order, and no operation of ours leaves the order open.
    pub(in crate::triton::lower) fn cat(&self) -> Lowered<()> {
        Err(self.unsupported("`tt.cat`: Triton may put its elements into any order"))
    }
}
