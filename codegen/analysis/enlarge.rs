//! Larger tiles: several neighboring tile blocks become one with a tile of all their elements (thread coarsening: A. Magni, C. Dubach,
//! M. O'Boyle, "A large-scale cross-architecture evaluation of thread-coarsening", SC 2013; here of whole tile blocks).
//!
//! Tile blocks are neighbors along an axis of the grid. The number of a tile block may only say which tile of a partition it loads or stores. Then
//! the tiles of neighbors lie side by side, and every operation between them works along this axis element by element. Each element of the larger
//! tile is computed as before. Accesses of the tile blocks commute, since a conflict between them would be a race, which the proof excludes.
//!
//! Axes of values are in classes: an operation that works element by element along axes puts them into one class (unification: J. A. Robinson,
//! J. ACM 12, 1965). A class grows if the number of the tile block says which tile it is of. A class that an operation treats in any other way is fixed.

use std::collections::{HashMap, HashSet};

use spec::syntax::attributes::{Constant, MemoryOrder};
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Core, Meaning, Memory, Op};
use spec::syntax::types::Type;

/// An axis of a value.
type Axis = (ValueId, usize);

/// The kernel whose tile blocks each do the work of two neighbors along an axis of the grid; `None` where they do more than share out tiles.
pub(crate) fn enlarge(kernel: &Kernel, grid_axis: usize) -> Option<Kernel> {
    let numbers = numbers(kernel, grid_axis)?;
    let mut classes =
        Classes { kernel, numbers, parents: HashMap::new(), fixed: Vec::new(), told: Vec::new() };
    kernel.body.ops.iter().try_for_each(|op| classes.add(op))?;
    let grown = classes.grown()?;
    let mut enlarged = kernel.clone();
    for (value, axis) in grown {
        let extent = match &mut enlarged.values[value.index()].ty {
            Type::Tile(tile) => &mut tile.shape[axis],
            Type::PartitionView(view) => &mut view.tile[axis],
            Type::Token | Type::TensorView(_) | Type::StridedView(_) | Type::GatherScatterView(_) => {
                return None;
            }
        };
        *extent = extent.checked_mul(2)?;
    }
    Some(enlarged)
}

/// The values equal to the number of the tile block along an axis of the grid; `None` with other uses than accesses of tiles. Uses of the grid's
/// extent along the axis give `None`, too.
fn numbers(kernel: &Kernel, grid_axis: usize) -> Option<HashSet<ValueId>> {
    let of =
        |wanted: Op| kernel.operations().filter(move |op| op.op == wanted).map(|op| op.results[grid_axis]);
    let mut numbers: HashSet<ValueId> = of(Op::GetTileBlockId).collect();
    let extents: HashSet<ValueId> = of(Op::GetNumTileBlocks).collect();
    for op in kernel.operations() {
        let uses = |values: &HashSet<ValueId>| op.operands.iter().any(|operand| values.contains(operand));
        if uses(&extents) {
            return None;
        }
        if uses(&numbers) {
            if op.op == Op::Assume {
                numbers.extend(&op.results);
            } else if ![Op::LoadViewTko, Op::StoreViewTko].contains(&op.op) {
                return None;
            }
        }
    }
    Some(numbers)
}

/// Classes of axes of values.
struct Classes<'k> {
    kernel: &'k Kernel,
    numbers: HashSet<ValueId>,
    /// The union-find forest.
    parents: HashMap<Axis, Axis>,
    fixed: Vec<Axis>,
    /// Axes of views with whether the number of the tile block says which tile is accessed.
    told: Vec<(Axis, bool)>,
}

impl Classes<'_> {
    /// Looks at an operation; `None` if no tile block with such an operation can grow.
    fn add(&mut self, op: &Operation) -> Option<()> {
        match op.op.meaning() {
            Meaning::Elementwise => self.unify_all(op),
            Meaning::Core(core) => self.add_core(op, core),
            Meaning::Memory(memory) => return self.add_memory(op, memory),
            Meaning::Control(Control::Return) => {}
            Meaning::Control(Control::For) => return self.add_loop(op),
            Meaning::Control(
                Control::If | Control::Loop | Control::Yield | Control::Break | Control::Continue,
            )
            | Meaning::Unsupported => return None,
        }
        Some(())
    }

    fn add_core(&mut self, op: &Operation, core: Core) {
        match core {
            Core::Select | Core::Bitcast => self.unify_all(op),
            Core::Constant if matches!(op.attributes.constant, Some(Constant::Splat(_))) => {}
            Core::GetTileBlockId | Core::GetNumTileBlocks => {}
            Core::Reshape => self.add_reshape(op),
            Core::Broadcast => {
                for axis in self.equal_axes(op.operands[0], op.results[0]) {
                    self.unify((op.operands[0], axis), (op.results[0], axis));
                }
            }
            Core::Permute => {
                for (to, from) in op.attributes.permutation.iter().enumerate() {
                    self.unify((op.operands[0], *from), (op.results[0], to));
                }
            }
            Core::Mmaf | Core::Mmai => self.add_product(op),
            Core::Constant
            | Core::Assume
            | Core::Iota
            | Core::Offset
            | Core::Pack
            | Core::Unpack
            | Core::IntToPtr
            | Core::PtrToInt
            | Core::PtrToPtr
            | Core::Cat
            | Core::Extract
            | Core::Insert
            | Core::Reduce
            | Core::Scan
            | Core::MmafScaled => self.fix_all(op),
        }
    }

    fn add_memory(&mut self, op: &Operation, memory: Memory) -> Option<()> {
        match memory {
            Memory::MakeToken | Memory::JoinTokens | Memory::MakeTensorView | Memory::GetTensorShape => {}
            Memory::MakePartitionView => {}
            Memory::LoadViewTko => self.add_access(op, op.results[0], op.operands[0], &op.operands[1..])?,
            Memory::StoreViewTko => {
                self.add_access(op, op.operands[0], op.operands[1], &op.operands[2..])?;
                // A store that all neighbors make would be made once.
                op.operands[2..].iter().any(|index| self.numbers.contains(index)).then_some(())?;
            }
            Memory::Assert
            | Memory::GetGlobal
            | Memory::Alloca
            | Memory::MemoryFenceAliasTko
            | Memory::MakeStridedView
            | Memory::MakeGatherScatterView
            | Memory::GetIndexSpaceShape
            | Memory::LoadPtrTko
            | Memory::StorePtrTko
            | Memory::AtomicRmwTko
            | Memory::AtomicCasTko
            | Memory::AtomicRedViewTko
            | Memory::PrintTko
            | Memory::GdcWaitTko
            | Memory::GdcLaunchDependentsTko => return None,
        }
        Some(())
    }

    /// An access of a tile of a view, by indices.
    fn add_access(
        &mut self,
        op: &Operation,
        tile: ValueId,
        view: ValueId,
        indices: &[ValueId],
    ) -> Option<()> {
        let is_weak = op.attributes.memory_order.is_none_or(|order| order == MemoryOrder::Weak);
        let is_partition = matches!(self.kernel.ty(view), Type::PartitionView(_));
        (is_weak && is_partition && op.attributes.packed.is_none()).then_some(())?;
        for (axis, index) in indices.iter().enumerate() {
            self.unify((tile, axis), (view, axis));
            self.told.push(((view, axis), self.numbers.contains(index)));
        }
        Some(())
    }

    fn add_loop(&mut self, op: &Operation) -> Option<()> {
        let region = op.regions.first()?;
        let (last, ops) = region.ops.split_last()?;
        (last.op == Op::Continue).then_some(())?;
        let carried = op.operands[3..].iter().zip(&region.params[1..]).zip(&last.operands).zip(&op.results);
        for (((initial, param), next), result) in carried {
            for axis in 0..self.rank(*initial) {
                for other in [param, next, result] {
                    self.unify((*initial, axis), (*other, axis));
                }
            }
        }
        ops.iter().try_for_each(|op| self.add(op))
    }

    /// Axes of one element come and go; other reshapes fix all axes.
    fn add_reshape(&mut self, op: &Operation) {
        let (from, to) = (op.operands[0], op.results[0]);
        let [long_from, long_to] = [from, to].map(|value| self.long_axes(value));
        let extents = |axes: &[usize], value: ValueId| {
            axes.iter().map(|axis| self.kernel.tile(value).shape[*axis]).collect::<Vec<_>>()
        };
        if extents(&long_from, from) != extents(&long_to, to) {
            return self.fix_all(op);
        }
        for (left, right) in long_from.into_iter().zip(long_to) {
            self.unify((from, left), (to, right));
        }
    }

    /// Rows are those of the left factor, columns those of the right one, and terms stay.
    fn add_product(&mut self, op: &Operation) {
        let [left, right, sums] = [0, 1, 2].map(|at| op.operands[at]);
        if self.rank(sums) != 2 {
            return self.fix_all(op);
        }
        for axis in 0..2 {
            self.unify((sums, axis), (op.results[0], axis));
        }
        self.unify((left, 0), (sums, 0));
        self.unify((right, 1), (sums, 1));
        self.fixed.extend([(left, 1), (right, 0)]);
    }

    fn rank(&self, value: ValueId) -> usize {
        self.kernel.ty(value).tile().map_or(0, |tile| tile.shape.len())
    }

    fn long_axes(&self, value: ValueId) -> Vec<usize> {
        (0..self.rank(value)).filter(|axis| self.kernel.tile(value).shape[*axis] > 1).collect()
    }

    /// Axes along which two tiles have the same extent.
    fn equal_axes(&self, left: ValueId, right: ValueId) -> Vec<usize> {
        let [left, right] = [left, right].map(|value| &self.kernel.tile(value).shape);
        (0..left.len()).filter(|axis| left[*axis] == right[*axis]).collect()
    }

    /// Of an operation that works element by element.
    fn unify_all(&mut self, op: &Operation) {
        let Some(first) = op.results.first() else { return };
        for value in op.operands.iter().chain(&op.results) {
            for axis in 0..self.rank(*value) {
                self.unify((*first, axis), (*value, axis));
            }
        }
    }

    fn fix_all(&mut self, op: &Operation) {
        for value in op.operands.iter().chain(&op.results) {
            self.fixed.extend((0..self.rank(*value)).map(|axis| (*value, axis)));
        }
    }

    fn root(&self, axis: Axis) -> Axis {
        let mut root = axis;
        while let Some(parent) = self.parents.get(&root).filter(|parent| **parent != root) {
            root = *parent;
        }
        root
    }

    fn unify(&mut self, left: Axis, right: Axis) {
        self.parents.entry(left).or_insert(left);
        self.parents.entry(right).or_insert(right);
        let [left, right] = [left, right].map(|axis| self.root(axis));
        if left != right {
            self.parents.insert(left, right);
        }
    }

    /// All axes of classes that grow; `None` if one of them is fixed, has one element, or is of another tile as well, or if none grows.
    fn grown(&self) -> Option<Vec<Axis>> {
        let roots = |told: bool| {
            let axes = self.told.iter().filter(move |(_, by_number)| *by_number == told);
            axes.map(|(axis, _)| self.root(*axis)).collect::<HashSet<Axis>>()
        };
        let (grown, others) = (roots(true), roots(false));
        let is_fixed = self.fixed.iter().any(|axis| grown.contains(&self.root(*axis)));
        if grown.is_empty() || is_fixed || !grown.is_disjoint(&others) {
            return None;
        }
        let axes = self.parents.keys().copied().filter(|axis| grown.contains(&self.root(*axis)));
        let axes: Vec<Axis> = axes.collect();
        axes.iter().all(|axis| self.extent(*axis) > 1).then_some(axes)
    }

    fn extent(&self, (value, axis): Axis) -> u32 {
        match self.kernel.ty(value) {
            Type::Tile(tile) => tile.shape[axis],
            Type::PartitionView(view) => view.tile[axis],
            Type::Token | Type::TensorView(_) | Type::StridedView(_) | Type::GatherScatterView(_) => 1,
        }
    }
}
