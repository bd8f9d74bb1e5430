//! Block pointers (up to Triton 3.8) and tensor descriptors: a base with extents, strides and offsets. An access
//! computes pointers and a mask from them, as Triton does without TMA.

use spec::syntax::attributes::{Assumption, Attributes, Comparison, MemoryOrder, Rmw, Scope, Signedness};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::lower::scope::Bound;
use crate::triton::read::syntax::{Kind, Operation, Word};
use crate::triton::read::types::{TritonType, is_unsigned_descriptor};

/// Bytes that TMA requires the base and the strides of a descriptor to be multiples of.
const DESCRIPTOR_ALIGNMENT: u64 = 16;

/// A block of a tensor: the tensor and the position of the block.
struct BlockOf {
    base: ValueId,
    extents: Vec<ValueId>,
    strides: Vec<ValueId>,
    offsets: Vec<ValueId>,
    /// What a load through a descriptor gives for elements outside.
    fill: Option<ValueId>,
    tile: TileType,
}

impl<'t> Builder<'_, 't> {
    /// The values of the lists `[%a, %b]` of an operation, one list after the other.
    fn lists(&self, op: &Operation<'t>) -> Vec<Vec<&'t str>> {
        let list = |word: &Word<'t>| match &word.kind {
            Kind::List(words) => Some(words.iter().filter_map(Word::value).collect()),
            Kind::Value(_)
            | Kind::Name(_)
            | Kind::Text(_)
            | Kind::Number(_)
            | Kind::Mark(_)
            | Kind::Block(_)
            | Kind::Dictionary(_)
            | Kind::Group(_)
            | Kind::Region(_)
            | Kind::Location(_) => None,
        };
        op.front().iter().filter_map(list).collect()
    }

    /// A scalar integer in 64 bits.
    fn sign_extend(&mut self, id: ValueId) -> Lowered<ValueId> {
        if self.scalar(id)? == Scalar::I64 {
            return Ok(id);
        }
        let attributes = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
        let ty = TileType { element: Element::Scalar(Scalar::I64), ..self.ty(id) };
        self.tile_op(Op::Exti, &[id], ty, attributes)
    }

    fn all_in_64_bits(&mut self, names: &[&'t str]) -> Lowered<Vec<ValueId>> {
        let ids = names.iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        ids.into_iter().map(|id| self.sign_extend(id)).collect()
    }

    /// The type that `: <tensor<64x32xf16>>` or `: !tt.ptr<tensor<…>>` names.
    fn described(&self, op: &Operation<'t>) -> Lowered<TileType> {
        let text = op.types().last().copied().unwrap_or_default();
        let inner =
            text.strip_prefix("!tt.ptr").or_else(|| text.strip_prefix("!tt.tensordesc")).unwrap_or(text);
        let inner = inner.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(inner);
        let named = format!("!tt.tensordesc<{inner}>");
        match self.parse_type(&named)? {
            TritonType::Descriptor(tile) => Ok(tile),
            TritonType::Tile(_) | TritonType::BlockPointer(_) | TritonType::Unordered(_) => {
                Err(self.wrong(format!("`{text}` is not a block of elements")))
            }
        }
    }

    /// `tt.make_tensor_ptr %base, [%m, %n], [%s, %t], [%i, %j] {order = …} : <tensor<64x32xf16>>`
    pub(in crate::triton::lower) fn make_block_pointer(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let tile = self.described(op)?;
        let base = self.operand(op, 0)?;
        let lists = self.lists(op);
        let [extents, strides, offsets] = lists.as_slice() else {
            return Err(self.wrong("a block pointer has extents, strides and offsets"));
        };
        if [extents, strides, offsets].iter().any(|list| list.len() != tile.shape.len()) {
            return Err(self.wrong("a block pointer has an extent, a stride and an offset for each axis"));
        }
        let mut ids = vec![base];
        for list in [extents, strides, offsets] {
            ids.extend(self.all_in_64_bits(list)?);
        }
        self.bind(op, vec![Bound { ids, ty: TritonType::BlockPointer(tile) }])
    }

    /// `tt.advance %pointer, [%i, %j]`
    pub(in crate::triton::lower) fn advance(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let name = op.operands().first().copied().unwrap_or_default();
        let bound = self.bound(name)?;
        let TritonType::BlockPointer(tile) = &bound.ty else {
            return Err(self.wrong("a block pointer is advanced"));
        };
        let rank = tile.shape.len();
        let steps = self.lists(op).into_iter().next().unwrap_or_default();
        if steps.len() != rank {
            return Err(self.wrong("a block pointer is advanced by a number for each axis"));
        }
        let mut ids = bound.ids.clone();
        for (axis, step) in self.all_in_64_bits(&steps)?.into_iter().enumerate() {
            let at = 1 + 2 * rank + axis;
            ids[at] = self.same(Op::Addi, &[ids[at], step])?;
        }
        self.bind(op, vec![Bound { ids, ty: bound.ty }])
    }

    /// `tt.make_tensor_descriptor %base, [%m, %n], [%s, %t] : !tt.ptr<f16>, !tt.tensordesc<64x32xf16>`
    pub(in crate::triton::lower) fn make_descriptor(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let tile = self.described(op)?;
        let base = self.operand(op, 0)?;
        let lists = self.lists(op);
        let [extents, strides] = lists.as_slice() else {
            return Err(self.wrong("a descriptor has extents and strides"));
        };
        let bytes = tile.element.scalar().map_or(1, Scalar::bytes);
        let base = self.multiple(base, DESCRIPTOR_ALIGNMENT)?;
        let (extents, mut strides) = (self.all_in_64_bits(extents)?, self.all_in_64_bits(strides)?);
        let rank = tile.shape.len();
        if extents.len() != rank || strides.len() != rank {
            return Err(self.wrong("a descriptor has an extent and a stride for each axis"));
        }
        for stride in strides.iter_mut().take(rank - 1) {
            *stride = self.multiple(*stride, (DESCRIPTOR_ALIGNMENT / bytes).max(1))?;
        }
        let fill = match (op.atom("padding"), self.scalar_of(&tile)?.is_integer()) {
            (Some("1") | None, true) => "0",
            (Some("1") | None, false) => "0.0",
            (Some("2"), false) => "nan",
            (Some(other), _) => {
                return Err(self.unsupported(format!("a descriptor with the padding {other}")));
            }
        };
        let fill = self.number(TileType { shape: Vec::new(), element: tile.element }, fill)?;
        let ids = [vec![base], extents, strides, vec![fill]].concat();
        self.bind(op, vec![Bound { ids, ty: TritonType::Descriptor(tile) }])
    }

    /// A value that must be a multiple.
    fn multiple(&mut self, id: ValueId, divisor: u64) -> Lowered<ValueId> {
        let assumption = Some(Assumption::DivBy { divisor, every: None });
        let ty = self.ty(id);
        self.tile_op(Op::Assume, &[id], ty, Attributes { assumption, ..Attributes::default() })
    }

    /// The block that a block pointer names.
    fn block_of(&self, name: &'t str) -> Lowered<BlockOf> {
        let bound = self.bound(name)?;
        let TritonType::BlockPointer(tile) = &bound.ty else {
            return Err(self.wrong(format!("`%{name}` is not a block pointer")));
        };
        let rank = tile.shape.len();
        let part = |number: usize| bound.ids[1 + number * rank..1 + (number + 1) * rank].to_vec();
        Ok(BlockOf {
            base: bound.ids[0],
            extents: part(0),
            strides: part(1),
            offsets: part(2),
            fill: None,
            tile: tile.clone(),
        })
    }

    /// The block of a descriptor at some coordinates.
    fn described_block(&mut self, op: &Operation<'t>, name: &'t str) -> Lowered<BlockOf> {
        let bound = self.bound(name)?;
        let TritonType::Descriptor(tile) = &bound.ty else {
            return Err(self.wrong(format!("`%{name}` is not a tensor descriptor")));
        };
        let rank = tile.shape.len();
        let offsets = self.lists(op).into_iter().next().unwrap_or_default();
        if offsets.len() != rank {
            return Err(self.wrong("an access through a descriptor has an index for each axis"));
        }
        let offsets = self.all_in_64_bits(&offsets)?;
        Ok(BlockOf {
            base: bound.ids[0],
            extents: bound.ids[1..=rank].to_vec(),
            strides: bound.ids[1 + rank..=2 * rank].to_vec(),
            offsets,
            fill: bound.ids.get(1 + 2 * rank).copied(),
            tile: tile.clone(),
        })
    }

    /// The pointers of a block, and the mask of the axes that are checked.
    fn pointers(&mut self, block: &BlockOf, checked: &[usize]) -> Lowered<(ValueId, Option<ValueId>)> {
        let shape = block.tile.shape.clone();
        let pointee = block.tile.element.scalar().unwrap_or(Scalar::I8);
        let ty = TileType { shape: shape.clone(), element: Element::Scalar(Scalar::I64) };
        let base = self.ty(block.base);
        if base.element != Element::Pointer(pointee) {
            return Err(self.wrong("a block has the elements of its base"));
        }
        let mut pointers = self.broadcast(block.base, &shape)?;
        let mut mask = None;
        for axis in 0..shape.len() {
            let line = TileType { shape: vec![shape[axis]], element: ty.element };
            let line = self.tile_op(Op::Iota, &[], line, Attributes::default())?;
            let first = self.broadcast(block.offsets[axis], &[shape[axis]])?;
            let line = self.same(Op::Addi, &[line, first])?;
            let mut column = vec![1; shape.len()];
            column[axis] = shape[axis];
            let line = self.reshape(line, column)?;
            let places = self.broadcast(line, &shape)?;
            let stride = self.broadcast(block.strides[axis], &shape)?;
            let offset = self.same(Op::Muli, &[places, stride])?;
            pointers = self.same(Op::Offset, &[pointers, offset])?;
            if checked.contains(&axis) {
                let zero = self.number(ty.clone(), "0")?;
                let extent = self.broadcast(block.extents[axis], &shape)?;
                let low = self.compare_signed(Comparison::GreaterThanOrEqual, places, zero)?;
                let high = self.compare_signed(Comparison::LessThan, places, extent)?;
                let inside = self.same(Op::Andi, &[low, high])?;
                mask = Some(match mask {
                    None => inside,
                    Some(mask) => self.same(Op::Andi, &[mask, inside])?,
                });
            }
        }
        Ok((pointers, mask))
    }

    fn compare_signed(&mut self, comparison: Comparison, a: ValueId, b: ValueId) -> Lowered<ValueId> {
        let attributes = Attributes {
            comparison: Some(comparison),
            signedness: Some(Signedness::Signed),
            ..Attributes::default()
        };
        let ty = TileType { element: Element::Scalar(Scalar::I1), ..self.ty(a) };
        self.tile_op(Op::Cmpi, &[a, b], ty, attributes)
    }

    /// The axes that `boundaryCheck` names.
    fn checked(&self, op: &Operation<'t>) -> Vec<usize> {
        let axes = op.numbers("boundaryCheck").unwrap_or_default();
        axes.into_iter().filter_map(|axis| usize::try_from(axis).ok()).collect()
    }

    /// `tt.load %block {boundaryCheck = array<i32: 0>, padding = 1 : i32}`: without a padding, elements outside are undetermined.
    pub(in crate::triton::lower) fn load_block(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let block = self.block_of(op.operands().first().copied().unwrap_or_default())?;
        let (pointers, mask) = self.pointers(&block, &self.checked(op))?;
        let mut operands = vec![pointers];
        operands.extend(mask);
        let fill = match op.atom("padding") {
            Some("1" | "zero" | "PAD_ZERO") => Some("0"),
            Some("2" | "nan" | "PAD_NAN") => Some("nan"),
            Some(_) | None => None,
        };
        if let (Some(fill), Some(_)) = (fill, mask) {
            let float = !self.scalar_of(&block.tile)?.is_integer();
            let fill = if float && fill == "0" { "0.0" } else { fill };
            operands.push(self.number(block.tile.clone(), fill)?);
        }
        let id = self.emit_load(&operands)?;
        self.bind_tiles(op, &[id])
    }

    fn scalar_of(&self, tile: &TileType) -> Lowered<Scalar> {
        tile.element.scalar().ok_or_else(|| self.wrong("a block has numbers"))
    }

    /// `tt.store %block, %value {boundaryCheck = array<i32: 0>}`
    pub(in crate::triton::lower) fn store_block(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let block = self.block_of(op.operands().first().copied().unwrap_or_default())?;
        let value = self.operand(op, 1)?;
        let (pointers, mask) = self.pointers(&block, &self.checked(op))?;
        let mut operands = vec![pointers, value];
        operands.extend(mask);
        self.emit_store(&operands)
    }

    /// The pointers, the mask and the elements of an access through a descriptor: what lies outside is masked.
    fn through_descriptor(&mut self, op: &Operation<'t>) -> Lowered<(BlockOf, ValueId, ValueId)> {
        let name = op.operands().first().copied().unwrap_or_default();
        let block = self.described_block(op, name)?;
        let all: Vec<usize> = (0..block.tile.shape.len()).collect();
        let (pointers, mask) = self.pointers(&block, &all)?;
        let mask = mask.ok_or_else(|| self.wrong("a descriptor has at least one axis"))?;
        Ok((block, pointers, mask))
    }

    /// `tt.descriptor_load %descriptor[%i, %j]`: elements outside have the padding of the descriptor, by default zero.
    pub(in crate::triton::lower) fn descriptor_load(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let (block, pointers, mask) = self.through_descriptor(op)?;
        let mut operands = vec![pointers, mask];
        if let Some(fill) = block.fill {
            operands.push(self.broadcast(fill, &block.tile.shape)?);
        }
        let id = self.emit_load(&operands)?;
        let shape = self.result_type(op)?.shape;
        let id = self.reshape(id, shape)?;
        self.bind_tiles(op, &[id])
    }

    /// The values that are stored through a descriptor, in the shape of its block.
    fn stored(&mut self, op: &Operation<'t>, block: &BlockOf) -> Lowered<ValueId> {
        let lists: usize = self.lists(op).iter().map(Vec::len).sum();
        let names = op.operands();
        // The values stand behind the indices, or up to 3.2 in front of the descriptor's.
        let name = names.get(lists + 1).or_else(|| names.last()).copied().unwrap_or_default();
        let id = self.tile(name)?;
        self.reshape(id, block.tile.shape.clone())
    }

    /// `tt.descriptor_store %descriptor[%i, %j], %value`: elements outside are left alone.
    pub(in crate::triton::lower) fn descriptor_store(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let (block, pointers, mask) = self.through_descriptor(op)?;
        let value = self.stored(op, &block)?;
        self.emit_store(&[pointers, value, mask])
    }

    /// `tt.descriptor_reduce add, %descriptor[%i, %j], %value`
    pub(in crate::triton::lower) fn descriptor_update(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let (block, pointers, mask) = self.through_descriptor(op)?;
        let value = self.stored(op, &block)?;
        let float = !self.scalar_of(&block.tile)?.is_integer();
        let unsigned = op.types().iter().any(|text| is_unsigned_descriptor(text));
        let rmw = match op.keywords().next() {
            Some("add") if float => Rmw::Addf,
            Some("add") => Rmw::Add,
            Some("min") if unsigned => Rmw::Umin,
            Some("max") if unsigned => Rmw::Umax,
            Some("min") if !float => Rmw::Min,
            Some("max") if !float => Rmw::Max,
            Some("and") => Rmw::And,
            Some("or") => Rmw::Or,
            Some("xor") => Rmw::Xor,
            Some(other) => return Err(self.unsupported(format!("the update `{other}` through a descriptor"))),
            None => return Err(self.wrong("an update names what it does")),
        };
        let attributes = Attributes { rmw: Some(rmw), ..Attributes::default() };
        let operands = [pointers, value, mask];
        self.atomic((Op::AtomicRmwTko, op), &operands, MemoryOrder::Relaxed, Scope::Device, attributes)
            .map(|_| ())
    }
}
