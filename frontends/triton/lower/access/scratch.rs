//! Gathers and histograms: through an array that only the program sees, as Triton's shared memory.

use spec::syntax::attributes::{Attributes, Comparison, MemoryOrder, Rmw, Scope, Signedness};
use spec::syntax::count::{handle_from_usize, u64_from_usize};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType, Type};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::read::syntax::Operation;

impl<'t> Builder<'_, 't> {
    /// An array of so many elements: the pointer to its first.
    fn scratch(&mut self, element: Scalar, elements: u64) -> Lowered<ValueId> {
        let attributes =
            Attributes { elements: Some(elements), alignment: Some(16), ..Attributes::default() };
        let ty = TileType { shape: Vec::new(), element: Element::Pointer(element) };
        self.tile_op(Op::Alloca, &[], ty, attributes)
    }

    /// The pointers at places of an array.
    fn places(&mut self, base: ValueId, places: ValueId) -> Lowered<ValueId> {
        let shape = self.ty(places).shape;
        let base = self.broadcast(base, &shape)?;
        self.same(Op::Offset, &[base, places])
    }

    /// The row-major place of each element of a tile of this shape, where axis `along` counts by `index` instead.
    fn row_major(
        &mut self,
        shape: &[u32],
        extents: &[u32],
        along: usize,
        index: ValueId,
    ) -> Lowered<ValueId> {
        let ty = TileType { shape: shape.to_vec(), element: Element::Scalar(Scalar::I32) };
        let mut sum = None;
        for axis in 0..shape.len() {
            let place = if axis == along {
                index
            } else {
                let line = TileType { shape: vec![shape[axis]], element: ty.element };
                let line = self.tile_op(Op::Iota, &[], line, Attributes::default())?;
                let mut column = vec![1; shape.len()];
                column[axis] = shape[axis];
                let line = self.reshape(line, column)?;
                self.broadcast(line, shape)?
            };
            let stride: u64 = extents[axis + 1..].iter().map(|extent| u64::from(*extent)).product();
            let stride = self.number(ty.clone(), &stride.to_string())?;
            let term = self.same(Op::Muli, &[place, stride])?;
            sum = Some(match sum {
                None => term,
                Some(sum) => self.same(Op::Addi, &[sum, term])?,
            });
        }
        sum.ok_or_else(|| self.wrong("a gather has at least one axis"))
    }

    /// `tt.gather %source[%indices] {axis = 0 : i32}`
    pub(in crate::triton::lower) fn gather(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let [source, index] = [self.operand(op, 0)?, self.operand(op, 1)?];
        let (from, to) = (self.ty(source), self.ty(index));
        let axis = op.atom("axis").and_then(|text| text.parse::<usize>().ok());
        let axis = axis.filter(|axis| *axis < from.shape.len() && from.shape.len() == to.shape.len());
        let axis = axis.ok_or_else(|| self.wrong("a gather goes along an axis of both tensors"))?;
        let element = self.scalar(source)?;
        // An index outside of the axis must not reach a neighboring row: places are counted from the checked index.
        let checked = self.bounded(index, from.shape[axis])?;
        let base = self.scratch(element, u64_from_usize(from.len()))?;
        let line = TileType { shape: vec![from.shape[axis]], element: Element::Scalar(Scalar::I32) };
        let line = self.tile_op(Op::Iota, &[], line, Attributes::default())?;
        let mut column = vec![1; from.shape.len()];
        column[axis] = from.shape[axis];
        let own = self.reshape(line, column)?;
        let own = self.broadcast(own, &from.shape)?;
        let places = self.row_major(&from.shape, &from.shape, axis, own)?;
        let pointers = self.places(base, places)?;
        let weak = || Attributes { memory_order: Some(MemoryOrder::Weak), ..Attributes::default() };
        let awaited = self.awaited_in_scratch();
        let types = vec![Type::Token];
        let stored = self.emit(Op::StorePtrTko, &[pointers, source], awaited, types, weak(), Vec::new())?[0];
        let places = self.row_major(&to.shape, &from.shape, axis, checked)?;
        let pointers = self.places(base, places)?;
        let types = vec![Type::Tile(TileType { shape: to.shape, element: from.element }), Type::Token];
        let made = self.emit(Op::LoadPtrTko, &[pointers], Some(stored), types, weak(), Vec::new())?;
        self.accessed_scratch(made[1]);
        self.bind_tiles(op, &made[..1])
    }

    /// The same indices in 32 bits where they lie inside an axis, else one that lies outside of every array. A wide index is compared
    /// before it is cut off.
    fn bounded(&mut self, index: ValueId, extent: u32) -> Lowered<ValueId> {
        let index = self.in_32_bits(index, |bits| bits < 32)?;
        let ty = self.ty(index);
        let most = self.number(ty.clone(), &extent.to_string())?;
        let attributes = Attributes {
            comparison: Some(Comparison::LessThan),
            signedness: Some(Signedness::Unsigned),
            ..Attributes::default()
        };
        let truth = TileType { element: Element::Scalar(Scalar::I1), ..ty.clone() };
        let inside = self.tile_op(Op::Cmpi, &[index, most], truth, attributes)?;
        let outside = self.number(ty.clone(), "-16777216")?;
        let checked = self.tile_op(Op::Select, &[inside, index, outside], ty, Attributes::default())?;
        self.in_32_bits(checked, |bits| bits > 32)
    }

    /// The same integers in 32 bits, if they have such a width; narrow ones are read as signed.
    fn in_32_bits(&mut self, id: ValueId, is_it: impl Fn(u32) -> bool) -> Lowered<ValueId> {
        let bits = self.scalar(id)?.bits();
        if !is_it(bits) {
            return Ok(id);
        }
        let target = TileType { element: Element::Scalar(Scalar::I32), ..self.ty(id) };
        if bits > 32 {
            return self.tile_op(Op::Trunci, &[id], target, Attributes::default());
        }
        let attributes = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
        self.tile_op(Op::Exti, &[id], target, attributes)
    }

    /// `tt.histogram %values, %mask`: how often each number from zero on occurs.
    pub(in crate::triton::lower) fn histogram(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let names = op.operands();
        let values = self.operand(op, 0)?;
        let ty = self.result_type(op)?;
        let values = self.bounded(values, handle_from_usize(ty.len()))?;
        let base = self.scratch(Scalar::I32, u64_from_usize(ty.len()))?;
        let bins = self.tile_op(Op::Iota, &[], ty.clone(), Attributes::default())?;
        let bins = self.places(base, bins)?;
        let zeros = self.number(ty.clone(), "0")?;
        let weak = || Attributes { memory_order: Some(MemoryOrder::Weak), ..Attributes::default() };
        let awaited = self.awaited_in_scratch();
        let types = vec![Type::Token];
        let cleared = self.emit(Op::StorePtrTko, &[bins, zeros], awaited, types, weak(), Vec::new())?[0];
        let pointers = self.places(base, values)?;
        let ones = self.number(self.ty(values), "1")?;
        let mut operands = vec![pointers, ones];
        if let Some(mask) = names.get(1) {
            operands.push(self.tile(mask)?);
        }
        let attributes = Attributes {
            rmw: Some(Rmw::Add),
            memory_order: Some(MemoryOrder::Relaxed),
            scope: Some(Scope::Block),
            ..Attributes::default()
        };
        let types = vec![Type::Tile(self.ty(values)), Type::Token];
        let counted =
            self.emit(Op::AtomicRmwTko, &operands, Some(cleared), types, attributes, Vec::new())?[1];
        let types = vec![Type::Tile(ty), Type::Token];
        let made = self.emit(Op::LoadPtrTko, &[bins], Some(counted), types, weak(), Vec::new())?;
        self.accessed_scratch(made[1]);
        self.bind_tiles(op, &made[..1])
    }
}
