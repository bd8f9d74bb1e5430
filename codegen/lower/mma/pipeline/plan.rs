//! Recognition of loops that can be software pipelines: products of tiles that are loaded in every iteration, told by the loop's
//! operations alone.
//!
//! Of such a loop the loads of later iterations can be made early. The loop writes no memory, so an early load passes only
//! other loads. Its token waits for loads of the loop, or for accesses before the loop.

use std::collections::{BTreeSet, HashMap, HashSet};

use spec::syntax::attributes::MemoryOrder;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Memory, Op};
use spec::syntax::types::{Padding, Scalar, TiledView, Type};

use crate::ir::numbers::log2_of;
use crate::layout::swizzled_lines::LONGEST_LINE;
use crate::lower::mma::pipeline::tensor::mapped::copies_round_as;
use crate::lower::mma::product_kind::{ProductKind, RowOrder};

/// Bytes that the lines of a factor begin at multiples of, for the swizzle.
pub(crate) const STAGE_ALIGNMENT: u64 = 1 << 10;

/// A matrix that is loaded in every iteration: a tile with two axes of more than one element.
#[derive(Debug, Clone)]
pub(crate) struct PipelinedLoad<'o> {
    /// The operation.
    pub(crate) op: &'o Operation,
    /// The tile's axes that the matrix has. Other axes have one element, for example the number of a batch.
    pub(crate) axes: [usize; 2],
    /// The axis of the matrix along which elements are neighbours in memory.
    pub(crate) unit: usize,
    /// The axis of the matrix that the terms run along.
    pub(crate) terms: usize,
    /// The operations that permute the tile and compute the factor, in order.
    pub(crate) path: Vec<&'o Operation>,
    /// The operation that rounds the loaded tile to `tf32`: bulk copies round exactly as the operation does.
    pub(crate) rounded: Option<&'o Operation>,
    /// Whether the factor goes through registers: it is computed, or lies as no instruction reads it.
    pub(crate) through_registers: bool,
}

/// A product, in every iteration.
#[derive(Debug, Clone)]
pub(crate) struct PipelinedProduct {
    /// The positions of its factors among the loads.
    pub(crate) factors: [usize; 2],
    /// The sum's position among the carried values.
    pub(crate) sum: usize,
    /// The types and shape of the product.
    pub(crate) kind: ProductKind,
}

/// A loop.
#[derive(Debug, Clone, Default)]
pub(crate) struct PipelinePlan<'o> {
    /// The invariant operations: views and numbers.
    pub(crate) invariant: Vec<&'o Operation>,
    /// The numbers that vary.
    pub(crate) varying: Vec<&'o Operation>,
    /// The loads.
    pub(crate) loads: Vec<PipelinedLoad<'o>>,
    /// The products.
    pub(crate) products: Vec<PipelinedProduct>,
    /// Tokens from before the loop that the loads may wait for.
    pub(crate) tokens: Vec<ValueId>,
    /// Values that change from iteration to iteration.
    pub(crate) changing: HashSet<ValueId>,
}

/// A factor's load, and whether its axes are transposed.
pub(super) type LoadedFactor = (usize, bool);

/// A plan in the making.
struct PlanSearch<'k, 'o> {
    kernel: &'k Kernel,
    plan: PipelinePlan<'o>,
    /// Values that are tiles of loads.
    factors: HashMap<ValueId, LoadedFactor>,
    /// Partial sums, by carried value.
    sums: HashMap<ValueId, usize>,
    /// How often each value is used.
    uses: HashMap<ValueId, usize>,
}

impl<'o> PipelinePlan<'o> {
    /// Whether a factor goes through registers.
    pub(crate) fn computes_factors(&self) -> bool {
        self.loads.iter().any(|load| load.through_registers)
    }

    /// Whether only loops do this whose tiles a producer copies in bulk: the copies round, or factors go through registers.
    pub(crate) fn needs_producer(&self) -> bool {
        self.computes_factors() || self.loads.iter().any(|load| load.rounded.is_some())
    }

    /// The log2 of the number of parts of an iteration's tiles, each with some of the terms. Lines of terms have 128 bytes, the unit of one
    /// read by the matrix instructions, and smaller stages are filled sooner.
    pub(crate) fn log2_parts(&self) -> usize {
        let lines = |product: &PipelinedProduct| {
            let ProductKind { bits, factors, .. } = &product.kind;
            (bits[2] + log2_of(factors.bytes())).saturating_sub(LONGEST_LINE)
        };
        if self.computes_factors() { 0 } else { self.products.iter().map(lines).min().unwrap_or(0) }
    }

    /// The plan of one of 2^`log2_parts` parts of an iteration.
    pub(crate) fn of_part(mut self, log2_parts: usize) -> Self {
        self.products.iter_mut().for_each(|product| product.kind.bits[2] -= log2_parts);
        self
    }

    /// The plan of a `for` of this form.
    pub(crate) fn of(kernel: &Kernel, op: &'o Operation) -> Option<PipelinePlan<'o>> {
        let region = &op.regions[0];
        let (last, ops) = region.ops.split_last()?;
        if op.op != Op::For || last.op != Op::Continue {
            return None;
        }
        let mut uses = HashMap::new();
        region.ops.iter().flat_map(values_used).for_each(|value| *uses.entry(value).or_insert(0) += 1);
        let mut search = PlanSearch {
            kernel,
            plan: PipelinePlan::default(),
            factors: HashMap::new(),
            sums: HashMap::new(),
            uses,
        };
        search.plan.changing.insert(region.params[0]);
        for (at, param) in region.params[1..].iter().enumerate() {
            match kernel.ty(*param) {
                // A carried tile can only be a sum.
                Type::Tile(_) => drop(search.sums.insert(*param, at)),
                Type::Token => {}
                Type::TensorView(_)
                | Type::PartitionView(_)
                | Type::StridedView(_)
                | Type::GatherScatterView(_) => return None,
            }
        }
        ops.iter().try_for_each(|op| search.operation(op))?;
        let carried = last.operands.iter().enumerate();
        let keeps = |(at, value): (usize, &ValueId)| search.sums.get(value).is_none_or(|sum| *sum == at);
        let tiles = last.operands.iter().filter(|value| kernel.ty(**value).tile().is_some());
        // Sums must come back in their own place, and nothing else may be carried as a tile.
        let whole = carried.clone().all(keeps) && tiles.clone().all(|value| search.sums.contains_key(value));
        // Every sum is used once, by the product after it or by the end of the iteration; every tile by one product.
        let mut single = search.sums.keys().chain(search.factors.keys());
        let once = single.all(|value| search.uses.get(value) == Some(&1));
        let products = &search.plan.products;
        // Each product has its own two factors, both loaded in this iteration.
        let summed = |at: usize| products.iter().any(|product| product.sum == at);
        let all_summed = region.params[1..]
            .iter()
            .enumerate()
            .all(|(at, param)| kernel.ty(*param).tile().is_none() || summed(at));
        let multiplied = 2 * products.len();
        if !whole || !once || !all_summed || multiplied != search.plan.loads.len() || multiplied == 0 {
            return None;
        }
        // Tokens from before the loop are waited for before it.
        let inside: HashSet<ValueId> =
            region.params.iter().chain(ops.iter().flat_map(|op| &op.results)).copied().collect();
        let outside = op.operands[3..].iter().copied().chain(region.ops.iter().flat_map(values_used));
        let is_token = |value: &ValueId| *kernel.ty(*value) == Type::Token && !inside.contains(value);
        search.plan.tokens = outside.filter(is_token).collect();
        search.plan.orient(kernel);
        Some(search.plan)
    }
}

impl PipelinePlan<'_> {
    /// Chooses how the instructions take the products, alike for all that add to one sum. A factor in registers goes left, since right factors
    /// are read from shared memory alone.
    fn orient(&mut self, kernel: &Kernel) {
        let sums: BTreeSet<usize> = self.products.iter().map(|product| product.sum).collect();
        for sum in sums {
            let loads = &self.loads;
            let is_right = |product: &PipelinedProduct| {
                let [left, right] = product.factors.map(|at| loads[at].through_registers);
                right && !left && product.kind.transposed().is_some()
            };
            let mut products: Vec<&mut PipelinedProduct> =
                self.products.iter_mut().filter(|product| product.sum == sum).collect();
            if products.iter().all(|product| is_right(product)) {
                products.iter_mut().for_each(|product| product.transpose());
            }
            let has_row_lines = |product: &&mut PipelinedProduct| {
                let left = &loads[product.factors[0]];
                let loaded = kernel.tile(left.op.results[0]).element.scalar();
                let mut scalars = [loaded, Some(product.kind.factors)].into_iter().flatten();
                left.through_registers && left.terms != left.unit && scalars.all(|scalar| scalar.bytes() == 4)
            };
            if products.iter().all(has_row_lines) {
                products.iter_mut().for_each(|product| product.kind.rows = RowOrder::InLines);
            }
        }
    }
}

impl PipelinedProduct {
    /// Exchanges rows and columns, if the instructions can multiply so.
    fn transpose(&mut self) {
        if let Some(kind) = self.kind.transposed() {
            self.kind = kind;
            self.factors.reverse();
        }
    }
}

/// The values that an operation uses.
fn values_used(op: &Operation) -> impl Iterator<Item = ValueId> {
    op.operands.iter().chain(&op.token).copied()
}

impl<'o> PlanSearch<'_, 'o> {
    fn operation(&mut self, op: &'o Operation) -> Option<()> {
        match op.op.meaning() {
            Meaning::Memory(Memory::LoadViewTko) => self.load(op),
            Meaning::Core(Core::Mmaf | Core::Mmai) => self.product(op),
            Meaning::Core(Core::Permute) => self.turned(op),
            // Axes of one element come and go.
            Meaning::Core(Core::Reshape) if self.factors.contains_key(&op.operands[0]) => self.turned(op),
            Meaning::Memory(Memory::MakeToken | Memory::JoinTokens) => Some(()),
            Meaning::Elementwise if self.factors.contains_key(&op.operands[0]) => self.computed(op),
            Meaning::Elementwise
            | Meaning::Core(
                Core::Constant | Core::GetTileBlockId | Core::GetNumTileBlocks | Core::Select | Core::Assume,
            )
            | Meaning::Core(Core::Reshape | Core::Offset)
            | Meaning::Memory(
                Memory::MakeTensorView
                | Memory::MakePartitionView
                | Memory::MakeStridedView
                | Memory::GetTensorShape
                | Memory::GetIndexSpaceShape,
            ) => self.number(op),
            Meaning::Core(_) | Meaning::Memory(_) | Meaning::Control(_) | Meaning::Unsupported => None,
        }
    }

    /// A number or a view.
    fn number(&mut self, op: &'o Operation) -> Option<()> {
        let single = |value: &ValueId| self.kernel.ty(*value).tile().is_none_or(|tile| tile.shape.is_empty());
        let carried = |value: &ValueId| self.sums.contains_key(value);
        if !op.results.iter().chain(&op.operands).all(single) || op.operands.iter().any(carried) {
            return None;
        }
        // Loop-invariant code is made once, in front of the loop.
        if !op.operands.iter().any(|value| self.plan.changing.contains(value)) {
            self.plan.invariant.push(op);
            return Some(());
        }
        // A view that varies would change its addresses in every iteration.
        let numbers = op.results.iter().all(|value| self.kernel.ty(*value).tile().is_some());
        self.plan.changing.extend(&op.results);
        self.plan.varying.push(op);
        numbers.then_some(())
    }

    fn turned(&mut self, op: &'o Operation) -> Option<()> {
        let factor = turned(self.kernel, op, *self.factors.get(&op.operands[0])?)?;
        self.plan.loads[factor.0].path.push(op);
        self.factors.insert(op.results[0], factor);
        Some(())
    }

    /// A factor that is computed from a loaded tile alone, element by element.
    fn computed(&mut self, op: &'o Operation) -> Option<()> {
        let [operand] = op.operands[..] else { return None };
        let factor = *self.factors.get(&operand)?;
        let load = &mut self.plan.loads[factor.0];
        load.path.push(op);
        if load.is_loaded(self.kernel, operand) && copies_round_as(self.kernel, op) {
            load.rounded = Some(op);
        } else {
            load.through_registers = true;
        }
        self.factors.insert(op.results[0], factor);
        Some(())
    }

    fn load(&mut self, op: &'o Operation) -> Option<()> {
        let load = PipelinedLoad::of(self.kernel, op)?;
        let axes = 0..op.operands.len() - 1;
        let stays =
            |axis: usize| load.axes.contains(&axis) || !self.plan.changing.contains(&op.operands[1 + axis]);
        if !axes.into_iter().all(stays) {
            return None;
        }
        self.factors.insert(op.results[0], (self.plan.loads.len(), false));
        self.plan.loads.push(load);
        Some(())
    }

    fn product(&mut self, op: &Operation) -> Option<()> {
        let [lhs, rhs] = [self.factors.get(&op.operands[0])?, self.factors.get(&op.operands[1])?].map(|f| *f);
        let sum = self.sums.get(&op.operands[2]).copied()?;
        let kind = ProductKind::of(self.kernel, op)?;
        if lhs.0 == rhs.0 {
            return None;
        }
        for at in place_terms(&mut self.plan.loads, [lhs, rhs].map(Some), &kind) {
            self.plan.loads[at].through_registers = true;
        }
        self.plan.products.push(PipelinedProduct { factors: [lhs.0, rhs.0], sum, kind });
        self.sums.insert(op.results[0], sum);
        Some(())
    }
}

impl<'o> PipelinedLoad<'o> {
    /// Of a load of a matrix that can be copied to shared memory; along which axis terms run its product says.
    pub(super) fn of(kernel: &Kernel, op: &'o Operation) -> Option<Self> {
        let view = kernel.ty(op.operands[0]).tiled()?;
        let scalar = view.tensor.element.scalar()?;
        let weak = op.attributes.memory_order.is_none_or(|order| order == MemoryOrder::Weak);
        let promised = &op.attributes.inbounds;
        let inside = promised.len() == view.tile.len() && promised.iter().all(|inside| *inside);
        // `cp.async` pads with zeros and nothing else.
        let zero = inside || view.padding.is_none_or(|padding| padding == Padding::Zero);
        let known = can_be_copied(scalar) && view.sparse.is_none();
        let axes = matrix_axes(view.tile)?;
        let unit = unit(&view, axes)?;
        (weak && zero && known).then_some(PipelinedLoad {
            op,
            axes,
            unit,
            terms: 0,
            path: Vec::new(),
            rounded: None,
            through_registers: false,
        })
    }

    /// Whether a value on the path has the loaded numbers, before anything is computed of them.
    fn is_loaded(&self, kernel: &Kernel, value: ValueId) -> bool {
        self.rounded.is_none()
            && !self.through_registers
            && kernel.tile(value).element == kernel.tile(self.op.results[0]).element
    }
}

/// Says of loads along which axis the terms of a product run: the second of a left factor and the first of a right one.
/// Returns the positions of loads in an order that no instruction reads: except for two-byte elements, the terms must
/// be neighbors.
pub(super) fn place_terms(
    loads: &mut [PipelinedLoad<'_>],
    factors: [Option<LoadedFactor>; 2],
    kind: &ProductKind,
) -> Vec<usize> {
    let mut unread = Vec::new();
    for (side, factor) in factors.into_iter().enumerate() {
        let Some((at, transposed)) = factor else { continue };
        loads[at].terms = usize::from(transposed ^ (side == 0));
        if kind.factors.bytes() != 2 && loads[at].terms != loads[at].unit {
            unread.push(at);
        }
    }
    unread
}

/// A factor behind a `permute`, or a `reshape` by which axes of one element come and go.
pub(super) fn turned(
    kernel: &Kernel,
    op: &Operation,
    (load, transposed): LoadedFactor,
) -> Option<LoadedFactor> {
    let [from, to] = [op.operands[0], op.results[0]].map(|value| kernel.tile(value));
    if op.op == Op::Permute {
        let [first, second] = matrix_axes(&from.shape)?;
        let place = |axis: usize| op.attributes.permutation.iter().position(|from| *from == axis);
        return Some((load, transposed ^ (place(first) > place(second))));
    }
    let long = |shape: &[u32]| shape.iter().copied().filter(|extent| *extent > 1).collect::<Vec<_>>();
    (long(&from.shape) == long(&to.shape)).then_some((load, transposed))
}

/// Whether tiles of a type are copied as they are, and read element by element.
fn can_be_copied(scalar: Scalar) -> bool {
    match scalar {
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::F16 | Scalar::Bf16 | Scalar::F32 => true,
        Scalar::Tf32 | Scalar::F8E4m3fn | Scalar::F8E5m2 => true,
        Scalar::I1 | Scalar::I4 | Scalar::I64 | Scalar::F64 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => false,
    }
}

/// The two axes of a tile with more than one element, if there are at most two.
pub(super) fn matrix_axes(shape: &[u32]) -> Option<[usize; 2]> {
    let long: Vec<usize> = (0..shape.len()).filter(|axis| shape[*axis] > 1).collect();
    long.try_into().ok()
}

/// The axis of the matrix along which elements are neighbours.
fn unit(view: &TiledView<'_>, axes: [usize; 2]) -> Option<usize> {
    (0..2).rev().find(|axis| view.tensor.strides[view.dim_map[axes[*axis]]] == Some(1))
}
