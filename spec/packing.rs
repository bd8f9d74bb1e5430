//! Elements of four bits in memory, two per byte: a kernel with views of such elements means a kernel with views of bytes.
//!
//! Along the axis of stride 1, two elements are one byte, so its extent is halved, and so are the other strides; the rule `view.packed`
//! requires them to be even. Loads unpack and stores pack along this axis. A store never changes one of two elements alone, and the halves
//! of a byte are one place.

use std::sync::Arc;

use crate::syntax::attributes::{Attributes, Packed};
use crate::syntax::count::handle_from_usize;
use crate::syntax::kernel::{Block, Kernel, OpId, Operation, Value, ValueId};
use crate::syntax::op::Op;
use crate::syntax::types::{
    Element, GatherScatterViewType, PartitionViewType, Scalar, StridedViewType, TensorViewType, TileType,
    TiledView, Type,
};

const HALVES: Element = Element::Scalar(Scalar::F4E2m1fn);
const BYTES: Element = Element::Scalar(Scalar::I8);

/// A well-formed kernel with views of bytes; `None` where it has no view of `f4E2M1FN`. Every operation has the place of
/// its original.
pub(crate) fn in_bytes(kernel: &Arc<Kernel>) -> Option<Kernel> {
    kernel.values.iter().find_map(|value| view(&value.ty))?;
    let mut made = Kernel::clone(kernel);
    for value in &mut made.values {
        if let Some(ty) = view(&value.ty) {
            value.ty = ty;
        }
    }
    let mut rewriter = Rewriter { written: kernel, made };
    let body = rewriter.block(&kernel.body);
    rewriter.made.body = body;
    Some(rewriter.made)
}

/// The type of the bytes of a view; `None` of anything else.
fn view(ty: &Type) -> Option<Type> {
    match ty {
        Type::Tile(_) | Type::Token => None,
        Type::TensorView(view) => tensor(view).map(Type::TensorView),
        Type::PartitionView(view) => partition(view).map(Type::PartitionView),
        Type::StridedView(view) => {
            let along = packed_tile_axis(&ty.tiled()?);
            let mut traversal_strides = view.traversal_strides.clone();
            if let Some(step) = along.and_then(|axis| traversal_strides.get_mut(axis)) {
                // An odd step is doubled, because the indices are halved.
                *step = if *step % 2 == 0 { *step / 2 } else { *step };
            }
            let partition = partition(&view.partition)?;
            Some(Type::StridedView(StridedViewType { partition, traversal_strides }))
        }
        Type::GatherScatterView(view) => {
            let tile = halve(&view.tile, packed_tile_axis(&ty.tiled()?));
            let tensor = tensor(&view.tensor)?;
            Some(Type::GatherScatterView(GatherScatterViewType { tile, tensor, ..view.clone() }))
        }
    }
}

fn tensor(of: &TensorViewType) -> Option<TensorViewType> {
    if of.element != HALVES {
        return None;
    }
    let mut bytes = TensorViewType { element: BYTES, ..of.clone() };
    // Through a view without such an axis nothing is accessed.
    if let Some(packed) = of.packed_axis() {
        let halve = |number: &mut Option<i64>| *number = number.map(|number| number - number / 2);
        halve(&mut bytes.shape[packed]);
        let others = bytes.strides.iter_mut().enumerate().filter(|(axis, _)| *axis != packed);
        others.for_each(|(_, stride)| halve(stride));
    }
    Some(bytes)
}

fn partition(of: &PartitionViewType) -> Option<PartitionViewType> {
    let along = of.tensor.packed_axis().and_then(|packed| of.dim_map.iter().position(|axis| *axis == packed));
    Some(PartitionViewType { tile: halve(&of.tile, along), tensor: tensor(&of.tensor)?, ..of.clone() })
}

/// The axis of the tile along which two elements share a byte.
fn packed_tile_axis(view: &TiledView<'_>) -> Option<usize> {
    let packed = view.tensor.packed_axis()?;
    view.dim_map.iter().position(|axis| *axis == packed)
}

fn halve(shape: &[u32], along: Option<usize>) -> Vec<u32> {
    let halve = |(axis, extent): (usize, &u32)| if Some(axis) == along { extent / 2 } else { *extent };
    shape.iter().enumerate().map(halve).collect()
}

struct Rewriter<'k> {
    written: &'k Kernel,
    /// The kernel with views of bytes; the values of the source come first, then new ones.
    made: Kernel,
}

impl Rewriter<'_> {
    fn block(&mut self, block: &Block) -> Block {
        let mut ops = Vec::with_capacity(block.ops.len());
        for op in &block.ops {
            let regions = op.regions.iter().map(|region| self.block(region)).collect();
            self.operation(Operation { regions, ..op.clone() }, &mut ops);
        }
        Block { params: block.params.clone(), ops }
    }

    fn operation(&mut self, op: Operation, ops: &mut Vec<Operation>) {
        let mut op = op;
        let Some(ty) = spoken_of(&op).map(|view| self.written.ty(view)) else {
            ops.push(op);
            return;
        };
        op.attributes.packed = find_packing(ty);
        // The pointer still counts elements, and a view of bytes needs a pointer to bytes.
        if op.op == Op::MakeTensorView && view(ty).is_some() {
            let ty = TileType { shape: Vec::new(), element: Element::Pointer(Scalar::I8) };
            op.operands[0] = self.step(ops, &op, (Op::PtrToPtr, Attributes::default()), op.operands[0], ty);
        }
        let along = ty.tiled().and_then(|view| packed_tile_axis(&view));
        match along {
            Some(axis) if op.op == Op::LoadViewTko => {
                let element = op.results[0];
                let shape = self.written.tile(element).shape.clone();
                let ty = TileType { shape: halve(&shape, along), element: BYTES };
                op.results[0] = self.value(element, ty);
                let (bytes, like) = (op.results[0], op.clone());
                ops.push(op);
                self.repack(ops, &like, Op::Unpack, bytes, &TileType { shape, element: HALVES }, axis);
                // The last new operation defines the load's result.
                if let Some(last) = ops.last_mut() {
                    self.made.values.pop();
                    last.results = vec![element];
                }
            }
            Some(axis) if op.op == Op::StoreViewTko => {
                let shape = halve(&self.written.tile(op.operands[0]).shape, along);
                let ty = TileType { shape, element: BYTES };
                op.operands[0] = self.repack(ops, &op, Op::Pack, op.operands[0], &ty, axis);
                ops.push(op);
            }
            Some(_) | None => ops.push(op),
        }
    }

    /// `pack` or `unpack` along an axis: the operations take tiles of one axis, so the axis becomes the last and
    /// all axes are merged.
    fn repack(
        &mut self,
        ops: &mut Vec<Operation>,
        like: &Operation,
        how: Op,
        from: ValueId,
        to: &TileType,
        axis: usize,
    ) -> ValueId {
        let rank = to.shape.len();
        let before = self.made.tile(from).clone();
        let order: Vec<usize> = (0..rank).filter(|other| *other != axis).chain([axis]).collect();
        let back: Vec<usize> =
            (0..rank).map(|axis| order.iter().position(|a| *a == axis).unwrap_or(axis)).collect();
        let turned =
            |ty: &TileType| TileType { shape: order.iter().map(|axis| ty.shape[*axis]).collect(), ..*ty };
        let flat = |ty: &TileType| TileType { shape: vec![ty.shape.iter().product()], ..*ty };
        let permute = |permutation: &[usize]| {
            let permutation = permutation.to_vec();
            (Op::Permute, Attributes { permutation, ..Attributes::default() })
        };
        let plain = |op| (op, Attributes::default());
        // `pack` combines neighbors along the last axis, so that axis needs no permutation.
        let turns = axis + 1 < rank;
        let mut value = from;
        if turns {
            value = self.step(ops, like, permute(&order), value, turned(&before));
        }
        if rank > 1 {
            value = self.step(ops, like, plain(Op::Reshape), value, flat(&before));
        }
        value = self.step(ops, like, plain(how), value, flat(to));
        if rank > 1 {
            value = self.step(ops, like, plain(Op::Reshape), value, turned(to));
        }
        if turns {
            value = self.step(ops, like, permute(&back), value, to.clone());
        }
        value
    }

    /// Emits an operation with one result, at the place of another operation.
    fn step(
        &mut self,
        ops: &mut Vec<Operation>,
        like: &Operation,
        (op, attributes): (Op, Attributes),
        of: ValueId,
        ty: TileType,
    ) -> ValueId {
        let result = self.value(of, ty);
        ops.push(Operation {
            id: OpId::default(),
            op,
            operands: vec![of],
            token: None,
            results: vec![result],
            attributes,
            regions: Vec::new(),
            at: like.at.clone(),
        });
        result
    }

    /// A value with the name of another.
    fn value(&mut self, like: ValueId, ty: TileType) -> ValueId {
        let name = self.made.values[like.index()].name.clone();
        let id = ValueId(handle_from_usize(self.made.values.len()));
        self.made.values.push(Value { name, ty: Type::Tile(ty) });
        id
    }
}

/// The view whose elements an operation speaks of.
fn spoken_of(op: &Operation) -> Option<ValueId> {
    if op.op == Op::MakeTensorView {
        return op.results.first().copied();
    }
    let first = matches!(op.op, Op::LoadViewTko | Op::GetTensorShape | Op::GetIndexSpaceShape);
    let place = if op.op == Op::StoreViewTko { Some(1) } else { first.then_some(0) };
    op.operands.get(place?).copied()
}

/// The packing of a view's elements.
fn find_packing(ty: &Type) -> Option<Packed> {
    let tiled = ty.tiled();
    let tensor = match (ty, &tiled) {
        (Type::TensorView(tensor), _) => tensor,
        (_, Some(tiled)) => tiled.tensor,
        (_, None) => return None,
    };
    let odd = tiled.as_ref().and_then(|view| Some(view.steps[packed_tile_axis(view)?] % 2 != 0));
    Some(Packed { tensor: tensor.clone(), axis: tensor.packed_axis()?, odd: odd.unwrap_or(false) })
}
