//! `finite`: values stored to an array are neither NaN nor infinite and exist in its format, if loaded values are finite. Bounds of every
//! value come from abstract interpretation (Cousot and Cousot, "Abstract Interpretation", POPL 1977). Relations help where bounds fail: an
//! element minus the greatest of its line is at most zero, and zero for one element ([`value`]). Loops are iterated until nothing changes;
//! a carried sum grows at most once per iteration ([`loops`]).

mod contents;
mod counts;
mod error;
mod eval;
mod integers;
mod loops;
mod mean;
mod partition;
mod relations;
mod value;
mod weights;

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use spec::contract::Bound;
use spec::memory::access::Access;
use spec::origins::{Origins, Region};
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar};

pub use self::contents::float_bounds;
use self::contents::{bounds_of, bounds_of_argument};
use self::value::{Range, Value, Which};
use crate::fault_injection::Flaw;
use crate::properties::ensured::Ensured;
use crate::symbolic::setup::Setup;
use crate::values::float::bounds::{ANY, Bounds};

/// The most operations to analyze, counted once per round of their loops.
const STEPS: u64 = 400_000;

/// The analysis of a kernel.
pub(crate) struct Analysis<'a> {
    kernel: &'a Kernel,
    bound: &'a Bound<'a>,
    origins: Origins,
    /// The operation that makes a value.
    definitions: HashMap<ValueId, &'a Operation>,
    values: HashMap<ValueId, Value>,
    /// The ranges of integers, by value and by set of elements.
    integers: HashMap<(ValueId, Which), Range>,
    /// The most blocks along each axis.
    most_blocks: [i128; 3],
    /// The current case: a choice, and one of its two sides.
    case: Cell<Option<(ValueId, usize)>>,
    /// How many operations were looked at.
    steps: u64,
    /// The stored bounds, by array.
    stored: BTreeMap<usize, Bounds>,
    flaw: Option<Flaw>,
}

/// Whether all that is stored to an array is finite. Terms are made in the arena of the calling check.
pub(crate) fn decide_finite(kernel: &Kernel, bound: &Bound<'_>, array: &str, flaw: Option<Flaw>) -> Ensured {
    let origins = bound.origins();
    let setup = Setup::new(bound.clone(), &origins, flaw, &[]);
    let made = kernel.operations().flat_map(|op| op.results.iter().map(move |result| (*result, op)));
    let mut analysis = Analysis {
        kernel,
        bound,
        origins,
        definitions: made.collect(),
        values: HashMap::new(),
        integers: HashMap::new(),
        most_blocks: [1; 3],
        case: Cell::new(None),
        steps: 0,
        stored: BTreeMap::new(),
        flaw,
    };
    analysis.set_ranges(&setup);
    analysis.parameters();
    analysis.block(&kernel.body);
    let Some(position) = bound.position(array) else {
        return Ensured::unknown(format!("the kernel has no parameter {array}"));
    };
    if analysis.is_spent() {
        return Ensured::unknown(
            "the kernel has too many loops inside of loops for bounds to be followed".to_owned(),
        );
    }
    match analysis.stored.get(&position) {
        Some(bounds) if bounds.is_finite() => Ensured::Proved,
        None => Ensured::Proved,
        Some(bounds) => Ensured::unknown(describe(bounds)),
    }
}

/// The possible problem of stored values, in a sentence.
fn describe(bounds: &Bounds) -> String {
    let end = |end: f64| if end.is_finite() { format!("{end:e}") } else { end.to_string() };
    let nan = if bounds.nan { "may be NaN or too large for its format, and " } else { "" };
    format!(
        "as far as bounds are followed, a stored value {nan}lies between {} and {}",
        end(bounds.lo),
        end(bounds.hi)
    )
}

impl<'a> Analysis<'a> {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    /// Whether more operations were looked at than any kernel needs that is followed.
    fn is_spent(&self) -> bool {
        self.steps > STEPS
    }

    /// The facts about a value in the current case.
    fn value(&self, id: ValueId) -> Value {
        let Some(value) = self.values.get(&id) else { return Value::any() };
        match (self.case.get(), &value.cases) {
            (Some((greater, side)), Some(cases)) if cases.greater == greater => cases.sides[side].clone(),
            (Some(_), _) => value.without_cases(),
            (None, _) => value.clone(),
        }
    }

    /// The format of a value, if it is a tile of floats.
    fn format(&self, id: ValueId) -> Option<Scalar> {
        match self.kernel.ty(id).tile()?.element {
            Element::Scalar(scalar) => Some(scalar).filter(|scalar| !scalar.is_integer()),
            Element::Pointer(_) => None,
        }
    }

    /// The bounds of float arguments: finite, and within the bounds of the contract.
    fn parameters(&mut self) {
        for (position, id) in self.kernel.params.iter().enumerate() {
            if let Some(format) = self.format(*id) {
                let of = if self.has(Flaw::OneBoundsAll) { self.first_bounded() } else { position };
                self.values.insert(*id, Value::plain(bounds_of_argument(self.bound, of, format)));
            }
        }
    }

    /// The first argument that is a float with bounds.
    fn first_bounded(&self) -> usize {
        let mut all = 0..self.kernel.params.len();
        all.find(|position| self.bound.float_interval(*position).is_some()).unwrap_or(0)
    }

    /// The operations of a block, in order.
    fn block(&mut self, block: &'a Block) {
        for op in &block.ops {
            self.operation(op);
        }
    }

    fn operation(&mut self, op: &'a Operation) {
        self.steps += 1;
        if self.is_spent() {
            return;
        }
        self.store(op);
        if op.op == Op::For || op.op == Op::Loop {
            return self.looped(op);
        }
        if op.op == Op::If {
            return self.branch(op);
        }
        if op.op == Op::LoadViewTko || op.op == Op::LoadPtrTko {
            if let Some(format) = self.format(op.results[0]) {
                let value = self.loaded(op, format);
                self.values.insert(op.results[0], value);
            }
            return;
        }
        for (position, result) in op.results.iter().enumerate() {
            if let Some(format) = self.format(*result) {
                let value = if position == 0 && op.results.len() == 1 {
                    self.evaluate_in_cases(op, format)
                } else {
                    Value::any()
                };
                self.values.insert(*result, value);
            } else if position == 0 {
                self.arithmetic(op);
            }
        }
    }

    /// Both sides of a branch.
    fn branch(&mut self, op: &'a Operation) {
        let mut yields = Vec::new();
        for region in &op.regions {
            self.block(region);
            yields.extend(region.ops.last().filter(|last| last.op == Op::Yield));
        }
        for (position, result) in op.results.iter().enumerate() {
            if self.format(*result).is_some() {
                let sides = yields.iter().map(|one| self.value(one.operands[position]));
                let either = sides.reduce(|a, b| a.join(&b)).unwrap_or_else(Value::any);
                self.values.insert(*result, Value { cases: None, ..either });
            }
        }
    }

    /// The bounds of a load: the launch contents, or unknown values if the kernel stores to the array.
    fn loaded(&self, op: &Operation, format: Scalar) -> Value {
        let footprint = self.origins.footprint(op);
        let given = |array: usize| {
            let written = self.bound.touches(&self.origins.written, Region::At(array));
            let known =
                bounds_of(self.bound, array).filter(|_| !written || self.has(Flaw::NothingIsOverwritten));
            let same = self.bound.pointee(array) == Some(format) && self.keeps_elements_apart(format);
            known.filter(|_| same).unwrap_or(ANY)
        };
        let known = footprint.positions().map(given).reduce(|a, b| a.or(&b)).filter(|_| !footprint.anywhere);
        let known = known.unwrap_or(ANY);
        if op.op == Op::LoadPtrTko {
            let (mask, padding) = self.kernel.mask_and_padding(op);
            let other = padding.map_or(ANY, |padding| self.value(padding).bounds);
            return Value::plain(if mask.is_some() { known.or(&other) } else { known });
        }
        let Some(view) = self.kernel.ty(op.operands[0]).tiled() else { return Value::any() };
        let inside = |axis: usize| op.attributes.inbounds.get(axis) == Some(&true);
        if (0..view.tile.len()).all(inside) {
            return Value::plain(known);
        }
        let other = view.padding.and_then(|padding| padding.bits(format));
        let other = other.map_or(ANY, |bits| Bounds::of_bits(bits, format));
        // The first element of a tile is inside: where a line goes through it, the line has a number.
        let single = |axis: usize| view.tile[axis] == 1 || inside(axis);
        let whole = |axis: &usize| {
            view.sparse.is_none() && (0..view.tile.len()).all(|other| other == *axis || single(other))
        };
        let peaks = (0..view.tile.len()).filter(whole).map(|axis| (axis, known.lo)).filter(|_| !known.nan);
        Value { peaks: peaks.collect(), ..Value::plain(known.or(&other)) }
    }

    /// Whether an access of the type is to one whole element: arrays start aligned to their elements.
    fn keeps_elements_apart(&self, format: Scalar) -> bool {
        self.bound.contract.aligns.iter().all(|(_, alignment)| alignment.is_multiple_of(format.bytes()))
    }

    /// The values of a store.
    fn store(&mut self, op: &Operation) {
        let Some(access) = Access::of(self.kernel, op).filter(|access| access.manner.writes) else { return };
        // An update adds to what nobody has bounds of.
        let of = access.value.filter(|_| !access.is_update());
        let footprint = self.origins.footprint(op);
        let may_be_to = |other: &usize| {
            footprint.regions.is_empty() || self.bound.touches(&footprint, Region::At(*other))
        };
        for other in (0..self.kernel.params.len()).filter(may_be_to).collect::<Vec<_>>() {
            // Bits that are stored as another type are no float of the array's.
            let apart = self.bound.pointee(other).is_some_and(|format| self.keeps_elements_apart(format));
            let same = of.filter(|of| apart && self.format(*of) == self.bound.pointee(other));
            let value = same.map_or(ANY, |of| self.value(of).bounds);
            let known = self.stored.get(&other).map_or(value, |known| known.or(&value));
            self.stored.insert(other, known);
        }
    }
}
