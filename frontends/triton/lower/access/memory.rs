//! Loads, stores and atomic updates through pointers.

use spec::syntax::attributes::{Attributes, MemoryOrder, Rmw, Scope};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType, Type};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::read::syntax::Operation;
use crate::triton::read::types::TritonType;

/// The updates of `tt.atomic_rmw`.
const UPDATES: &[(&str, Rmw)] = &[
    ("add", Rmw::Add),
    ("and", Rmw::And),
    ("exch", Rmw::Xchg),
    ("fadd", Rmw::Addf),
    ("max", Rmw::Max),
    ("min", Rmw::Min),
    ("or", Rmw::Or),
    ("umax", Rmw::Umax),
    ("umin", Rmw::Umin),
    ("xor", Rmw::Xor),
];

/// The orders of atomic operations.
const ORDERS: &[(&str, MemoryOrder)] = &[
    ("relaxed", MemoryOrder::Relaxed),
    ("acquire", MemoryOrder::Acquire),
    ("release", MemoryOrder::Release),
    ("acq_rel", MemoryOrder::AcqRel),
];

/// The scopes of atomic operations.
const SCOPES: &[(&str, Scope)] = &[("cta", Scope::Block), ("gpu", Scope::Device), ("sys", Scope::System)];

impl<'t> Builder<'_, 't> {
    /// `tt.addptr %pointers, %offsets`: offsets count elements and are read as signed.
    pub(in crate::triton::lower) fn add_pointer(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let operands = [self.operand(op, 0)?, self.operand(op, 1)?];
        let id = self.same(Op::Offset, &operands)?;
        self.bind_tiles(op, &[id])
    }

    /// The type of what pointers point to.
    pub(in crate::triton::lower) fn pointee(&self, pointers: ValueId) -> Lowered<TileType> {
        let ty = self.ty(pointers);
        let pointee = ty.element.pointee().ok_or_else(|| self.wrong("an access goes through pointers"))?;
        Ok(TileType { shape: ty.shape, element: Element::Scalar(pointee) })
    }

    /// `tt.load %pointers, %mask, %other`
    pub(in crate::triton::lower) fn load(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let names = op.operands();
        let first = names.first().copied().ok_or_else(|| self.wrong("a load has pointers"))?;
        if matches!(self.bound(first)?.ty, TritonType::BlockPointer(_)) {
            return self.load_block(op);
        }
        let mut operands = names.iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        let shape = self.ty(operands[0]).shape;
        for operand in operands.iter_mut().skip(1) {
            *operand = self.broadcast(*operand, &shape)?;
        }
        let id = self.emit_load(&operands)?;
        self.bind_tiles(op, &[id])
    }

    /// The attributes of a load or a store at the current operation.
    fn weak(&self) -> Attributes {
        let layouts = self.layouts.at(self.place.offset);
        Attributes { memory_order: Some(MemoryOrder::Weak), layouts, ..Attributes::default() }
    }

    /// A weak load: pointers, mask and other.
    pub(in crate::triton::lower) fn emit_load(&mut self, operands: &[ValueId]) -> Lowered<ValueId> {
        let ty = self.pointee(operands[0])?;
        let attributes = self.weak();
        let types = vec![Type::Tile(ty), Type::Token];
        let made = self.emit(Op::LoadPtrTko, operands, self.awaited(), types, attributes, Vec::new())?;
        self.accessed(made[1]);
        Ok(made[0])
    }

    /// `tt.store %pointers, %values, %mask`
    pub(in crate::triton::lower) fn store(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let names = op.operands();
        let first = names.first().copied().ok_or_else(|| self.wrong("a store has pointers"))?;
        if matches!(self.bound(first)?.ty, TritonType::BlockPointer(_)) {
            return self.store_block(op);
        }
        let mut operands = names.iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        let shape = self.ty(operands[0]).shape;
        for operand in operands.iter_mut().skip(1) {
            *operand = self.broadcast(*operand, &shape)?;
        }
        self.emit_store(&operands)
    }

    /// A weak store: pointers, values and mask.
    pub(in crate::triton::lower) fn emit_store(&mut self, operands: &[ValueId]) -> Lowered<()> {
        let attributes = self.weak();
        let made =
            self.emit(Op::StorePtrTko, operands, self.awaited(), vec![Type::Token], attributes, Vec::new())?;
        self.accessed(made[0]);
        Ok(())
    }

    /// Order and scope of an atomic operation; by default `acq_rel` and `gpu`.
    fn manner(&self, op: &Operation<'t>) -> Lowered<(MemoryOrder, Scope)> {
        let is_known = |word: &str| {
            let mut names = UPDATES.iter().map(|row| row.0).chain(ORDERS.iter().map(|row| row.0));
            names.any(|name| name == word) || SCOPES.iter().any(|row| row.0 == word)
        };
        if let Some(word) = op.keywords().find(|word| !is_known(word)) {
            return Err(self.unsupported(format!("an atomic operation with `{word}`")));
        }
        let order = op.keywords().find_map(|word| ORDERS.iter().find(|(name, _)| *name == word));
        let scope = op.keywords().find_map(|word| SCOPES.iter().find(|(name, _)| *name == word));
        Ok((
            order.map_or(MemoryOrder::AcqRel, |(_, order)| *order),
            scope.map_or(Scope::Device, |(_, scope)| *scope),
        ))
    }

    /// `tt.atomic_rmw fadd, acq_rel, gpu, %pointers, %values, %mask`
    pub(in crate::triton::lower) fn atomic_update(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let operands = op.operands().iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        let kind = op.keywords().find_map(|word| UPDATES.iter().find(|(name, _)| *name == word));
        let (Some((_, rmw)), [pointers, _, ..]) = (kind, operands.as_slice()) else {
            return Err(self.wrong("an atomic update names what it does, pointers and values"));
        };
        let (order, scope) = self.manner(op)?;
        let scalar = self.pointee(*pointers)?.element.scalar();
        let word = matches!(scalar, Some(Scalar::I32 | Scalar::I64));
        let float = scalar.is_some_and(|scalar| !scalar.is_integer());
        if !(word || *rmw == Rmw::Addf || *rmw == Rmw::Xchg && float) {
            let name = scalar.map_or("a pointer", Scalar::name);
            return Err(self.unsupported(format!("an atomic update of {name}")));
        }
        let attributes = Attributes { rmw: Some(*rmw), ..Attributes::default() };
        let id = self.atomic((Op::AtomicRmwTko, op), &operands, order, scope, attributes)?;
        self.bind_tiles(op, &[id])
    }

    /// `tt.atomic_cas acq_rel, gpu, %pointers, %expected, %values`
    pub(in crate::triton::lower) fn atomic_exchange(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let operands = op.operands().iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        let [pointers, _, _] = operands.as_slice() else {
            return Err(self.wrong("a compare-and-exchange has pointers, expected values and new values"));
        };
        let scalar = self.pointee(*pointers)?.element.scalar();
        if !matches!(scalar, Some(Scalar::I32 | Scalar::I64 | Scalar::F32 | Scalar::F64)) {
            let name = scalar.map_or("a pointer", Scalar::name);
            return Err(self.unsupported(format!("a compare-and-exchange of {name}")));
        }
        let (order, scope) = self.manner(op)?;
        let id = self.atomic((Op::AtomicCasTko, op), &operands, order, scope, Attributes::default())?;
        self.bind_tiles(op, &[id])
    }

    /// An atomic operation. A release has a barrier before it, an acquire one after it.
    pub(in crate::triton::lower) fn atomic(
        &mut self,
        (kind, op): (Op, &Operation<'t>),
        operands: &[ValueId],
        order: MemoryOrder,
        scope: Scope,
        attributes: Attributes,
    ) -> Lowered<ValueId> {
        let awaited = self.released(op, matches!(order, MemoryOrder::Release | MemoryOrder::AcqRel))?;
        let ty = self.pointee(operands[0])?;
        let attributes = Attributes { memory_order: Some(order), scope: Some(scope), ..attributes };
        let types = vec![Type::Tile(ty), Type::Token];
        let made = self.emit(kind, operands, awaited, types, attributes, Vec::new())?;
        self.accessed(made[1]);
        self.acquired(matches!(order, MemoryOrder::Acquire | MemoryOrder::AcqRel))?;
        Ok(made[0])
    }
}
