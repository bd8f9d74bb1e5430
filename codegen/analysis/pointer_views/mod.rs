//! Views from pointers: a load or a store by a tile of pointers becomes an access to a tile of a view. The pointers and the mask must be affine
//! functions of places in the tile. So kernels of Triton get the vectors, tensor maps and pipelines of views.
//!
//! A view accesses the same elements under these conditions, each of them proved (`spec::proof::IntegerFacts`), or known from the contract:
//!
//! - Sums and products behind the offsets and the mask are exact, so they are polynomials. Addresses have 64 bits in both forms, and wrap alike.
//! - Each mask is i < rest for places i along one axis. The view's extent is the tile's origin plus `rest`, so the view leaves out the same elements.
//! - Origins, extents and strides are not negative. Otherwise a view counts from the wrong end.
//! - What stands for masked elements is a padding of views, or nothing is known of it.
//! - A remainder by a length, as of rows taken modulo their number, is its dividend for elements below the length, if no other elements matter (`demanded`).
//!
//! Accesses keep their tokens, so their order stays.

mod affine;
mod dead_code;
mod demanded;
mod emitted;
mod polynomial;
mod view_plan;

use std::collections::{HashMap, HashSet};

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Meaning, Op};
use spec::syntax::types::Scalar;

use self::affine::AffineValues;
use self::demanded::Demanded;
use self::emitted::{Available, Emitted};
use self::polynomial::{Atom, Polynomial};
use self::view_plan::ViewPlan;
use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::divisibility;
use crate::analysis::parameters::ParameterFacts;

/// The kernel of Triton with views in place of tiles of pointers.
pub(crate) fn with_views(kernel: Kernel, parameters: &ParameterFacts) -> Kernel {
    match kernel.language {
        Language::TileIr => return kernel,
        Language::Triton { .. } => {}
    }
    let mut made = kernel.clone();
    let body = std::mem::take(&mut made.body);
    let definitions = Definitions::of(&kernel);
    let divisors = divisibility::analyze(&kernel, &parameters.divisors);
    let mut values = AffineValues::new(&kernel, &definitions, &parameters.integers);
    let demanded = Demanded::of(&kernel, &mut values);
    let available = Available::new();
    let mut rewriting = Rewriting {
        kernel: &kernel,
        definitions: &definitions,
        parameters,
        divisors,
        values,
        demanded,
        made,
        available,
        count: 0,
    };
    kernel.params.iter().for_each(|param| rewriting.make_available(*param));
    let body = rewriting.block(body);
    if rewriting.count == 0 {
        return kernel;
    }
    let mut made = rewriting.made;
    made.body = body;
    dead_code::remove_unused(made)
}

struct Rewriting<'k> {
    kernel: &'k Kernel,
    definitions: &'k Definitions<'k>,
    parameters: &'k ParameterFacts,
    divisors: HashMap<ValueId, u64>,
    values: AffineValues<'k>,
    demanded: Demanded,
    /// The kernel without its body; values are added.
    made: Kernel,
    available: Available,
    /// How many accesses were rewritten.
    count: usize,
}

impl Rewriting<'_> {
    fn block(&mut self, block: Block) -> Block {
        let outside = self.available.clone();
        block.params.iter().for_each(|param| self.make_available(*param));
        let mut ops = Vec::with_capacity(block.ops.len());
        for mut op in block.ops {
            op.regions = std::mem::take(&mut op.regions).into_iter().map(|it| self.block(it)).collect();
            ops.extend(self.hoisted(&mut op));
            self.access(op, &mut ops);
            if let Some(last) = ops.last() {
                last.results.clone().into_iter().for_each(|result| self.make_available(result));
            }
        }
        self.available = outside;
        Block { params: block.params, ops }
    }

    /// New operations of a `for` that are equal in all iterations, to stand in front of it. They have no effect, and nothing of them is undefined.
    fn hoisted(&self, op: &mut Operation) -> Vec<Operation> {
        let mut hoisted = Vec::new();
        if op.op.meaning() != Meaning::Control(Control::For) {
            return hoisted;
        }
        for region in &mut op.regions {
            let mut inside: HashSet<ValueId> = region.params.iter().copied().collect();
            for inner in std::mem::take(&mut region.ops) {
                let is_new = inner.results.first().is_some_and(|one| one.index() >= self.kernel.values.len());
                if is_new && inner.operands.iter().all(|operand| !inside.contains(operand)) {
                    hoisted.push(inner);
                } else {
                    inside.extend(&inner.results);
                    region.ops.push(inner);
                }
            }
        }
        hoisted
    }

    /// Notes a single integer, which may serve as a number of a view from here on.
    fn make_available(&mut self, value: ValueId) {
        let is_own = value.index() < self.kernel.values.len();
        let tile = is_own.then(|| self.kernel.ty(value).tile()).flatten();
        let is_integer = |scalar: Scalar| scalar.is_integer() && scalar.bits() >= 32;
        let is_number =
            tile.is_some_and(|tile| tile.shape.is_empty() && tile.element.scalar().is_some_and(is_integer));
        if let (true, Some(number)) = (is_number, self.values.number(value)) {
            self.available.entry(number).or_insert(value);
        }
    }

    /// An access in the form of a view, if it has one; any other operation as it is.
    fn access(&mut self, op: Operation, ops: &mut Vec<Operation>) {
        let demanded = op.results.first().map(|result| self.demanded_here(*result)).unwrap_or_default();
        let plan = ViewPlan::of(self.kernel, self.definitions, &mut self.values, &op, &demanded);
        let Some(plan) = plan.filter(|plan| self.is_natural_plan(plan)) else {
            ops.push(op);
            return;
        };
        self.count += 1;
        let mut emitted = Emitted {
            kernel: &mut self.made,
            ops: Vec::new(),
            available: &self.available,
            divisors: &self.divisors,
            at: op.at.clone(),
        };
        let tile = emitted.tile(&plan);
        ops.extend(emitted.ops);
        let stored = (op.op == Op::StorePtrTko).then(|| op.operands[1]);
        let operands = stored.into_iter().chain([tile.view]).chain(tile.indices).collect();
        let kind = if stored.is_some() { Op::StoreViewTko } else { Op::LoadViewTko };
        let attributes = Attributes { inbounds: tile.inbounds, ..op.attributes.clone() };
        ops.push(Operation { op: kind, operands, attributes, ..op });
    }

    /// The bounds of the elements of a tile that matter, with only numbers that are known here.
    fn demanded_here(&self, tile: ValueId) -> Vec<Polynomial> {
        let is_visible =
            |number: ValueId| self.available.contains_key(&Polynomial::atom(Atom::Number(number)));
        let bounds = self.demanded.bounds(tile).iter();
        bounds.filter(|bound| bound.numbers().all(is_visible)).cloned().collect()
    }

    fn is_natural_plan(&self, plan: &ViewPlan) -> bool {
        let others = plan.natural.iter().all(|number| self.is_natural(number));
        others
            && plan.axes.iter().all(|axis| {
                let extent = axis.extent.as_ref().is_none_or(|extent| self.is_natural(extent));
                extent && self.is_natural(&axis.origin) && self.is_natural(&axis.stride)
            })
    }

    /// Whether a number is never negative: a value that is known so, or a sum of products of such values.
    fn is_natural(&self, number: &Polynomial) -> bool {
        let is_known = self.available.get(number).is_some_and(|value| self.is_natural_value(*value));
        let is_product = |(factors, coefficient): (&[Atom], i64)| {
            let is_factor = |atom: &Atom| match atom {
                Atom::Number(value) => self.is_natural_value(*value),
                Atom::Lane(_) | Atom::Element(..) => false,
            };
            coefficient >= 0 && factors.iter().all(is_factor)
        };
        is_known || number.terms().all(is_product)
    }

    fn is_natural_value(&self, value: ValueId) -> bool {
        if self.parameters.integers.natural.contains(&value) {
            return true;
        }
        match self.definitions.get(value) {
            Some(Definition::Result(op, _)) => {
                matches!(op.op, Op::GetTileBlockId | Op::GetNumTileBlocks)
                    || matches!(op.op, Op::Exti | Op::Assume) && self.is_natural_value(op.operands[0])
                    || self.values.constant(value).is_some_and(|number| number >= 0)
            }
            // A loop counts up from its first number.
            Some(Definition::Region(op, 0)) => {
                op.op.meaning() == Meaning::Control(Control::For)
                    && !op.attributes.unsigned_compare
                    && self.is_natural_value(op.operands[0])
            }
            Some(Definition::Parameter(_) | Definition::Region(..)) | None => false,
        }
    }
}
