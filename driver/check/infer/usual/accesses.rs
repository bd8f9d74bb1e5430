//! The tiles of tensors that a kernel names: the arguments behind extents and strides, and the terms of an index.

use std::collections::{BTreeSet, HashMap, HashSet};

use spec::origins;
use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, TensorViewType, Type};

use crate::scalar;

/// An extent or a stride.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Size {
    /// Of the type.
    Number(i64),
    /// The argument at a position.
    Argument(usize),
    /// A stride computed by the kernel, as for an array of contiguous elements.
    Computed,
}

/// The tile of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) enum Index {
    /// A constant.
    Constant(u32),
    /// That of the block along an axis of the grid.
    Block(usize),
    /// Any other number.
    Value(ValueId),
}

/// An axis of a tensor that is cut into tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) extent: Size,
    pub(super) stride: Size,
    pub(super) tile: u32,
    pub(super) index: Index,
}

/// An axis whose extent is an argument, divided into tiles by an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) struct TiledAxis {
    /// The parameter of the extent.
    pub(in crate::check) extent: usize,
    /// The elements of a tile.
    pub(in crate::check) tile: u32,
    pub(in crate::check) index: Index,
    /// The number of tiles per block.
    pub(in crate::check) every: u32,
    /// The only axis of the grid in the index.
    pub(in crate::check) along: Option<usize>,
    /// The parameter of the index array, if an element is the index.
    pub(in crate::check) indexed_by: Option<usize>,
    /// The parameter that ends the loop whose counter, from 0 in steps of 1, is the index.
    pub(in crate::check) ended_by: Option<usize>,
    /// Whether the access stores.
    pub(in crate::check) stores: bool,
}

/// The axes of all accesses through views.
pub(in crate::check) fn tiled_axes(kernel: &Kernel) -> Vec<TiledAxis> {
    let definitions = Definitions::new(kernel);
    let mut found = Vec::new();
    for access in definitions.accesses() {
        for axis in access.axes {
            let (Size::Argument(extent), Axis { tile, index, .. }) = (axis.extent, axis) else { continue };
            let (every, along) = (definitions.tiles_of_a_block(index), definitions.grid_axis(index));
            let (indexed_by, ended_by) = (definitions.loaded_from(index), definitions.loop_end(index));
            let stores = access.stores;
            found.push(TiledAxis { extent, tile, index, every, along, indexed_by, ended_by, stores });
        }
    }
    found
}

/// The numbers of tiles that blocks along an axis of the grid count, where the compiler knows the extent.
pub(in crate::check) fn known_counts(kernel: &Kernel, along: usize) -> BTreeSet<i64> {
    let axes = Definitions::new(kernel).accesses().into_iter().flat_map(|access| access.axes);
    let known = axes.filter_map(|axis| match (axis.extent, axis.index) {
        (Size::Number(extent), Index::Block(own)) if own == along => {
            Some(extent.div_euclid(axis.tile.into()) + i64::from(extent % i64::from(axis.tile) != 0))
        }
        (Size::Number(_) | Size::Argument(_) | Size::Computed, _) => None,
    });
    known.collect()
}

/// An operation with a tile.
#[derive(Clone)]
pub(super) struct Access {
    pub(super) stores: bool,
    /// Whether elements outside of the tensor get numbers.
    pub(super) padded: bool,
    /// In the order of the tensor.
    pub(super) axes: Vec<Axis>,
    /// The parameter at the start of an array accessed by pointers.
    pub(super) gathered: Option<usize>,
}

/// The definition of each value of a kernel.
pub(in crate::check) struct Definitions<'k> {
    kernel: &'k Kernel,
    /// The operation that has the value as a result, or as an argument of a region.
    makers: HashMap<ValueId, &'k Operation>,
}

impl<'k> Definitions<'k> {
    pub(in crate::check) fn new(kernel: &'k Kernel) -> Self {
        let mut makers = HashMap::new();
        for op in kernel.operations() {
            makers.extend(op.results.iter().map(|result| (*result, op)));
            let params = op.regions.iter().flat_map(|region| &region.params);
            makers.extend(params.map(|param| (*param, op)));
        }
        Definitions { kernel, makers }
    }

    /// The accesses through views of tensors that begin at a parameter and have extents and strides that are arguments or
    /// constants.
    pub(super) fn accesses(&self) -> Vec<Access> {
        self.kernel.operations().filter_map(|op| self.access(op)).collect()
    }

    fn access(&self, op: &Operation) -> Option<Access> {
        let stores = op.op == Op::StoreViewTko;
        if !stores && op.op != Op::LoadViewTko {
            return None;
        }
        // The stored value stands before the view.
        let (view, index) = op.operands.get(usize::from(stores)..)?.split_first()?;
        let Type::PartitionView(ty) = self.kernel.ty(*view) else { return None };
        let tensor = self.makers.get(view)?.operands.first()?;
        let sizes = self.sizes(self.makers.get(tensor)?, &ty.tensor)?;
        let mut axes: Vec<Option<Axis>> = vec![None; sizes.len()];
        for ((along, tile), index) in ty.dim_map.iter().zip(&ty.tile).zip(index) {
            let (extent, stride) = *sizes.get(*along)?;
            axes[*along] = Some(Axis { extent, stride, tile: *tile, index: self.index(*index) });
        }
        let axes = axes.into_iter().collect::<Option<_>>()?;
        let element = ty.tensor.element.scalar();
        // A type that has no zero gives nothing for a padding of zero.
        let padded =
            ty.padding.zip(element).is_some_and(|(padding, element)| padding.bits(element).is_some());
        Some(Access { stores, padded, axes, gathered: None })
    }

    /// The axis of a view, or of its tensor, of which a value is the extent: in tiles, or in elements.
    pub(super) fn shape(&self, maker: &Operation, value: ValueId) -> Option<(Size, u32)> {
        let axis = maker.results.iter().position(|result| *result == value)?;
        let view = *maker.operands.first()?;
        let (tensor, ty, along, tile) = match self.kernel.ty(view) {
            Type::TensorView(ty) => (view, ty, axis, 1),
            Type::PartitionView(ty) => {
                let tensor = *self.makers.get(&view)?.operands.first()?;
                (tensor, &ty.tensor, *ty.dim_map.get(axis)?, *ty.tile.get(axis)?)
            }
            Type::Tile(_) | Type::Token | Type::StridedView(_) | Type::GatherScatterView(_) => return None,
        };
        let (extent, _) = *self.sizes(self.makers.get(&tensor)?, ty)?.get(along)?;
        Some((extent, tile))
    }

    /// The parameter at the start of the array of an integer load.
    pub(super) fn array(&self, load: &Operation) -> Option<usize> {
        let is_number = |value: ValueId| {
            let element = self.kernel.ty(value).tile().and_then(|tile| tile.element.scalar());
            element.is_some_and(Scalar::is_integer)
        };
        load.results.first().filter(|result| is_number(**result))?;
        self.array_of_any(load)
    }

    /// The array of a load, of integers or floats.
    pub(super) fn array_of_any(&self, load: &Operation) -> Option<usize> {
        let mut place = self.spread(*load.operands.first()?);
        while let Some(made) = self.makers.get(&place)
            && matches!(made.op, Op::Offset | Op::MakeTensorView | Op::MakePartitionView)
        {
            place = self.spread(*made.operands.first()?);
        }
        self.parameter(place)
    }

    /// The parameter behind a pointer.
    pub(super) fn parameter(&self, pointer: ValueId) -> Option<usize> {
        origins::parameter_by(self.kernel, pointer, |value| self.maker(value))
    }

    /// The operation that makes a value.
    pub(in crate::check) fn maker(&self, value: ValueId) -> Option<&'k Operation> {
        self.makers.get(&value).copied()
    }

    /// The kernel.
    pub(super) fn kernel(&self) -> &'k Kernel {
        self.kernel
    }

    /// The extent and the stride of each axis.
    fn sizes(&self, made: &Operation, ty: &TensorViewType) -> Option<Vec<(Size, Size)>> {
        let of_parameter = self.parameter(*made.operands.first()?).is_some();
        if made.op != Op::MakeTensorView || made.attributes.packed.is_some() || !of_parameter {
            return None;
        }
        let mut dynamic = made.operands[1..].iter();
        let mut take = |known: &Option<i64>| match known {
            Some(known) => Some(Size::Number(*known)),
            None => {
                let size = *dynamic.next()?;
                let number = || self.constant(size).and_then(|number| i64::try_from(number).ok());
                self.argument(size).map(Size::Argument).or_else(|| number().map(Size::Number))
            }
        };
        let extents: Option<Vec<Size>> = ty.shape.iter().map(&mut take).collect();
        let extents = extents?;
        let mut computed = |known: &Option<i64>| match known {
            Some(known) => Some(Size::Number(*known)),
            None => {
                dynamic.next().map(|stride| self.argument(*stride).map_or(Size::Computed, Size::Argument))
            }
        };
        let strides: Option<Vec<Size>> = ty.strides.iter().map(&mut computed).collect();
        Some(extents.into_iter().zip(strides?).collect())
    }

    /// The array of integers with the index, as loaded.
    fn loaded_from(&self, index: Index) -> Option<usize> {
        let Index::Value(value) = index else { return None };
        let mut value = self.spread(value);
        while let Some(maker) = self.makers.get(&value).filter(|maker| maker.op == Op::Extract) {
            value = self.spread(*maker.operands.first()?);
        }
        let maker = self.makers.get(&value)?;
        [Op::LoadViewTko, Op::LoadPtrTko].contains(&maker.op).then(|| self.array(maker)).flatten()
    }

    /// The parameter that ends the loop with an index as its counter.
    fn loop_end(&self, index: Index) -> Option<usize> {
        let Index::Value(value) = index else { return None };
        let made = self.makers.get(&value).filter(|maker| maker.op == Op::For)?;
        let [first, end, step, ..] = made.operands[..] else { return None };
        let is_counter = made.regions.first().is_some_and(|region| region.params.first() == Some(&value));
        let is_simple = self.constant(first) == Some(0) && self.constant(step) == Some(1);
        self.argument(end).filter(|_| is_counter && is_simple)
    }

    /// The parameter behind a number, unchanged or in another width.
    pub(super) fn argument(&self, value: ValueId) -> Option<usize> {
        let same = self.same(value);
        self.kernel.params.iter().position(|param| *param == same)
    }

    pub(super) fn index(&self, value: ValueId) -> Index {
        let value = self.same(value);
        match self.block_axis(value) {
            Some(axis) => Index::Block(axis),
            None => match self.constant(value).and_then(|number| u32::try_from(number).ok()) {
                Some(number) => Index::Constant(number),
                None => Index::Value(value),
            },
        }
    }

    /// The axis along which a value is the number of the block.
    pub(in crate::check) fn block_axis(&self, value: ValueId) -> Option<usize> {
        let maker = self.makers.get(&value).filter(|maker| maker.op == Op::GetTileBlockId)?;
        maker.results.iter().position(|result| *result == value)
    }

    /// The parameter that every element of a tile is.
    pub(super) fn spread_argument(&self, value: ValueId) -> Option<usize> {
        self.argument(self.spread(value))
    }

    /// The number that every element of a tile is.
    pub(in crate::check) fn spread(&self, value: ValueId) -> ValueId {
        let mut value = self.same(value);
        while let Some(maker) = self.makers.get(&value)
            && matches!(maker.op, Op::Reshape | Op::Broadcast)
        {
            value = self.same(maker.operands[0]);
        }
        value
    }

    /// The axis of the grid along which a number grows with the number of the block, and by how much.
    pub(super) fn step_of_blocks(&self, value: ValueId) -> Option<(usize, u32)> {
        let (mut seen, mut open) = (HashSet::new(), vec![value]);
        while let Some(value) = open.pop() {
            let Some(maker) = self.makers.get(&value).filter(|_| seen.insert(value)) else { continue };
            if let (Op::Muli, [lhs, rhs]) = (maker.op, &maker.operands[..]) {
                for (block, by) in [(*lhs, *rhs), (*rhs, *lhs)] {
                    if let (Some(axis), Some(by)) = (self.block_axis(self.spread(block)), self.number(by)) {
                        return Some((axis, by));
                    }
                }
            }
            open.extend(&maker.operands);
        }
        None
    }

    /// The number of lanes of a tile of places along one axis, if they are equal in every block.
    pub(super) fn lanes(&self, place: ValueId) -> Option<u32> {
        let shape = &self.kernel.ty(place).tile()?.shape;
        let lanes: u32 = shape.iter().copied().try_fold(1u32, u32::checked_mul)?;
        let counts = lanes > 1 && shape.contains(&lanes) && self.dependence(place).is_empty();
        (counts && self.made_of(place, Op::Iota)).then_some(lanes)
    }

    /// Whether an operation of that kind goes into a value.
    fn made_of(&self, value: ValueId, op: Op) -> bool {
        let (mut seen, mut open) = (HashSet::new(), vec![value]);
        while let Some(value) = open.pop() {
            let Some(maker) = self.makers.get(&value).filter(|_| seen.insert(value)) else { continue };
            if maker.op == op {
                return true;
            }
            open.extend(&maker.operands);
        }
        false
    }

    /// The positive number of a constant.
    fn number(&self, value: ValueId) -> Option<u32> {
        self.constant(value).and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0)
    }

    /// The number that every element of a constant is.
    pub(in crate::check) fn constant(&self, value: ValueId) -> Option<i128> {
        let value = self.spread(value);
        let maker = self.makers.get(&value).filter(|maker| maker.op == Op::Constant)?;
        let Some(Constant::Splat(Literal(bits))) = maker.attributes.constant else { return None };
        let element = self.kernel.ty(value).tile()?.element.scalar().filter(|scalar| scalar.is_integer())?;
        Some(scalar::integer(element, bits, false))
    }

    /// How many tiles along an axis each block has, where its index is a multiple of the block's number.
    pub(super) fn tiles_of_a_block(&self, index: Index) -> u32 {
        match index {
            Index::Constant(_) | Index::Block(_) => 1,
            Index::Value(value) => self.multiple_of_block(value).unwrap_or(1),
        }
    }

    fn multiple_of_block(&self, value: ValueId) -> Option<u32> {
        let maker = self.makers.get(&self.same(value))?;
        let (Op::Muli | Op::Addi, [lhs, rhs]) = (maker.op, &maker.operands[..]) else { return None };
        let pairs = [(*lhs, *rhs), (*rhs, *lhs)];
        if maker.op == Op::Muli {
            let of = |(block, by): (ValueId, ValueId)| {
                self.block_axis(self.spread(block)).and_then(|_| self.number(by))
            };
            return pairs.into_iter().find_map(of);
        }
        pairs.into_iter().find_map(|(part, _)| self.multiple_of_block(part))
    }

    /// The only axis of the grid whose block number decides an index.
    pub(super) fn grid_axis(&self, index: Index) -> Option<usize> {
        match index {
            Index::Constant(_) => None,
            Index::Block(axis) => Some(axis),
            Index::Value(value) => {
                let axes = self.dependence(value);
                axes.first().copied().filter(|_| axes.len() == 1)
            }
        }
    }

    /// The axes of the grid whose block numbers affect a value.
    fn dependence(&self, value: ValueId) -> BTreeSet<usize> {
        let (mut found, mut seen, mut open) = (BTreeSet::new(), HashSet::new(), vec![value]);
        while let Some(value) = open.pop() {
            found.extend(self.block_axis(value));
            if let Some(maker) = self.makers.get(&value).filter(|_| seen.insert(value)) {
                open.extend(&maker.operands);
            }
        }
        found
    }
}
