//! Loops that do more than multiply, such as attention. If a load serves only as a factor, the producer copies the tile to shared
//! memory ahead of time, and warpgroup instructions read the copy. The rest of such a loop is lowered as usual (T. Dao and others,
//! "FlashAttention-3: Fast and accurate attention with asynchrony and low-precision", NeurIPS 2024).

use std::collections::{HashMap, HashSet};

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Core, Meaning, Memory, Op};
use spec::syntax::types::Scalar;

use crate::analysis::effects::writes_memory;
use crate::lower::mma::pipeline::plan::{LoadedFactor, PipelinePlan, PipelinedLoad, place_terms, turned};
use crate::lower::mma::product_kind::ProductKind;

/// A product whose right factor is in a stage of a ring, and the left one too or in registers.
#[derive(Debug, Clone)]
pub(crate) struct StagedProduct<'o> {
    /// The operation.
    pub(crate) op: &'o Operation,
    /// The positions of the factors among the loads; `None` for a left factor in registers.
    pub(crate) left: Option<usize>,
    pub(crate) right: usize,
    /// The types and shape of the product.
    pub(crate) kind: ProductKind,
    /// Whether a left factor in registers is the same in all iterations.
    pub(crate) keeps_left: bool,
}

/// A loop.
#[derive(Debug, Default)]
pub(crate) struct StagedLoop<'o> {
    /// What is copied to stages, in the order of the loop.
    pub(crate) loads: Vec<PipelinedLoad<'o>>,
    /// The products of staged factors.
    pub(crate) products: Vec<StagedProduct<'o>>,
    /// Tiles in stages, as loaded and as permuted.
    pub(crate) staged: HashSet<ValueId>,
}

impl<'o> StagedLoop<'o> {
    /// Of a `for`, if some of its loads can be staged, and it is no loop of products alone.
    pub(crate) fn of(kernel: &Kernel, op: &'o Operation) -> Option<Self> {
        let (last, ops) = op.regions.first()?.ops.split_last()?;
        let is_loop = op.op == Op::For && last.op == Op::Continue;
        if !is_loop || !ops.iter().all(runs_through) || PipelinePlan::of(kernel, op).is_some() {
            return None;
        }
        let mut search = Search { kernel, loads: Vec::new(), factors: HashMap::new(), uses: HashMap::new() };
        search.count_uses(&op.regions[0]);
        ops.iter().for_each(|op| search.load(op));
        let body = Body { values: values_of(&op.regions[0]), varying: varying_of(&op.regions[0]) };
        let products = ops.iter().filter_map(|op| search.product(&body, op)).collect();
        search.keep(products)
    }

    /// The tokens that staged loads wait for.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = ValueId> {
        self.loads.iter().filter_map(|load| load.op.token)
    }
}

/// Whether control goes through an operation, with no write of memory, and comes out behind it.
fn runs_through(op: &Operation) -> bool {
    let inside = |op: &Operation| op.regions.iter().flat_map(|region| &region.ops).all(runs_through);
    match op.op.meaning() {
        Meaning::Elementwise | Meaning::Control(Control::Yield) => true,
        Meaning::Core(_) | Meaning::Control(Control::If) => inside(op),
        Meaning::Memory(Memory::PrintTko | Memory::Assert) | Meaning::Unsupported => false,
        Meaning::Memory(_) => !writes_memory(op.op),
        Meaning::Control(
            Control::For | Control::Loop | Control::Return | Control::Break | Control::Continue,
        ) => false,
    }
}

/// All values defined in a region.
fn values_of(region: &Block) -> HashSet<ValueId> {
    let inside = region.ops.iter().flat_map(|op| &op.regions).flat_map(values_of);
    let own = region.ops.iter().flat_map(|op| &op.results).chain(&region.params).copied();
    own.chain(inside).collect()
}

/// The values of a loop's body that may change between iterations: carried values, and computations or loads that depend on them.
fn varying_of(region: &Block) -> HashSet<ValueId> {
    let mut varying: HashSet<ValueId> = region.params.iter().copied().collect();
    for op in &region.ops {
        if reads_any(op, &varying) {
            varying.extend(&op.results);
        }
    }
    varying
}

/// Whether an operation, or a nested operation, uses any of these values.
fn reads_any(op: &Operation, values: &HashSet<ValueId>) -> bool {
    let inside = |region: &Block| region.ops.iter().any(|op| reads_any(op, values));
    op.operands.iter().any(|operand| values.contains(operand)) || op.regions.iter().any(inside)
}

/// The values defined in a loop's body, and those that may change between iterations.
struct Body {
    values: HashSet<ValueId>,
    varying: HashSet<ValueId>,
}

/// A loop under analysis.
struct Search<'k, 'o> {
    kernel: &'k Kernel,
    loads: Vec<PipelinedLoad<'o>>,
    /// Tiles of loads that are used once.
    factors: HashMap<ValueId, LoadedFactor>,
    uses: HashMap<ValueId, usize>,
}

impl<'o> Search<'_, 'o> {
    fn count_uses(&mut self, region: &Block) {
        for op in &region.ops {
            for value in &op.operands {
                *self.uses.entry(*value).or_default() += 1;
            }
            op.regions.iter().for_each(|region| self.count_uses(region));
        }
    }

    fn is_used_once(&self, value: ValueId) -> bool {
        self.uses.get(&value) == Some(&1)
    }

    /// A load that may be staged, or a permutation of the loaded tile.
    fn load(&mut self, op: &'o Operation) {
        if !op.results.first().is_some_and(|result| self.is_used_once(*result)) {
            return;
        }
        let factor = match op.op.meaning() {
            Meaning::Memory(Memory::LoadViewTko) => PipelinedLoad::of(self.kernel, op).map(|load| {
                self.loads.push(load);
                (self.loads.len() - 1, false)
            }),
            Meaning::Core(Core::Permute | Core::Reshape) => {
                let factor = self.factors.get(&op.operands[0]).copied();
                factor.and_then(|factor| turned(self.kernel, op, factor))
            }
            Meaning::Core(_)
            | Meaning::Memory(_)
            | Meaning::Elementwise
            | Meaning::Control(_)
            | Meaning::Unsupported => None,
        };
        self.factors.extend(factor.map(|factor| (op.results[0], factor)));
    }

    /// A product of loaded tiles.
    fn product(&mut self, body: &Body, op: &'o Operation) -> Option<StagedProduct<'o>> {
        if !matches!(op.op, Op::Mmaf | Op::Mmai) {
            return None;
        }
        let kind = ProductKind::of(self.kernel, op)?;
        let [left, right] = [0, 1].map(|side| self.factors.get(&op.operands[side]).copied());
        // Registers are the fragment's of elements of two bytes.
        let keeps_left = left.is_none() && !body.values.contains(&op.operands[0]);
        // What the body computes and is the same in all iterations the assembler may compute in front of the loop, and then it does
        // not keep it (`staged_product.rs::prepare`).
        let is_new = keeps_left || body.varying.contains(&op.operands[0]);
        let has_left = left.is_some() || matches!(kind.factors, Scalar::F16 | Scalar::Bf16) && is_new;
        if !has_left || !place_terms(&mut self.loads, [left, right], &kind).is_empty() {
            return None;
        }
        let left = left.map(|(at, _)| at);
        Some(StagedProduct { op, left, right: right?.0, kind, keeps_left })
    }

    /// The loop with these products and their loads.
    fn keep(self, mut products: Vec<StagedProduct<'o>>) -> Option<StagedLoop<'o>> {
        let used: HashSet<usize> =
            products.iter().flat_map(|product| product.left.into_iter().chain([product.right])).collect();
        let mut loads = Vec::new();
        let mut places = HashMap::new();
        for (at, load) in self.loads.into_iter().enumerate().filter(|(at, _)| used.contains(at)) {
            places.insert(at, loads.len());
            loads.push(load);
        }
        for product in &mut products {
            product.right = *places.get(&product.right)?;
            product.left = product.left.and_then(|left| places.get(&left).copied());
        }
        let staged =
            self.factors.into_iter().filter(|(_, (at, _))| used.contains(at)).map(|(value, _)| value);
        let staged = staged.collect();
        (!products.is_empty()).then_some(StagedLoop { loads, products, staged })
    }
}
