//! What operations make of bounds: the exact result, then how far off it may be, then the format.

use spec::domain::Function;
use spec::ops::accuracy::{self, Accuracy, least_normal};
use spec::ops::reduce;
use spec::syntax::attributes::{Constant, Rounding};
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::Analysis;
use super::bounds::{ANY, Bounds};
use super::value::{Greatest, Scaled, Uniform, Value};
use super::weights::Means;
use crate::fault_injection::Flaw;

/// The functions of one float.
pub(super) const FUNCTIONS: &[(Op, Function)] = &[
    (Op::Absf, Function::Abs),
    (Op::Ceil, Function::Ceil),
    (Op::Floor, Function::Floor),
    (Op::Exp, Function::Exp),
    (Op::Exp2, Function::Exp2),
    (Op::Log, Function::Log),
    (Op::Log2, Function::Log2),
    (Op::Sqrt, Function::Sqrt),
    (Op::Rsqrt, Function::Rsqrt),
    (Op::Sin, Function::Sin),
    (Op::Cos, Function::Cos),
    (Op::Tan, Function::Tan),
    (Op::Sinh, Function::Sinh),
    (Op::Cosh, Function::Cosh),
    (Op::Tanh, Function::Tanh),
];

/// How far a function may be off, in parts of its result; more than any row of the accuracies permits.
const OFF_NARROW: f64 = 1.0 / 64.0;
const OFF: f64 = 1.0 / 32768.0;

/// The error of a function or a quotient with a subnormal result, in units in the last place.
const SUBNORMAL_UNITS: f64 = 16.0;

/// The number of parts for a device that keeps thirteen bits of the largest term.
const NARROW_PARTS: f64 = 4096.0;

/// The parts of one that a step of a sum may be off, by how many bits a format's numbers have.
pub(super) fn parts(format: Scalar) -> f64 {
    match format {
        Scalar::F64 => 2f64.powi(52),
        Scalar::F32 => 2f64.powi(23),
        Scalar::F16 | Scalar::Tf32 => 2f64.powi(10),
        Scalar::Bf16 => 2f64.powi(7),
        Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F4E2m1fn
        | Scalar::F8E8m0fnu
        | Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64 => 1.0,
    }
}

/// The abstract effect of an operation on its operands.
type Transfer = fn(&Analysis<'_>, &Operation, Scalar) -> Value;

/// The operations with followed results; others may give anything.
const FOLLOWED: &[(Op, Transfer)] = &[
    (Op::Constant, |_, op, format| {
        let uniform = match op.attributes.constant {
            Some(Constant::Splat(literal)) => Some(Uniform::Bits(literal.0)),
            Some(Constant::Dense(_)) | None => None,
        };
        Value { uniform, ..Value::plain(literals(op.attributes.constant.as_ref(), format)) }
    }),
    (Op::Addf, |known, op, format| known.sum(op, format)),
    (Op::Subf, |known, op, format| known.difference(op, format)),
    (Op::Mulf, |known, op, format| known.scaled(op, format)),
    (Op::Divf, |known, op, format| known.quotient(op, format)),
    (Op::Negf, |known, op, format| {
        let negated = Some(op.operands[0]).filter(|_| !op.attributes.flush_to_zero);
        Value { negated, ..rounded(op, known.bounds(op, 0).neg(), format) }
    }),
    (Op::Fma, |known, op, format| known.fused(op, format)),
    (Op::Maxf, |known, op, format| known.greater(op, format)),
    (Op::Minf, |known, op, format| {
        let least = known.bounds(op, 0).min(&known.bounds(op, 1), op.attributes.propagate_nan);
        rounded(op, least, format)
    }),
    (Op::Itof, |known, op, format| {
        rounded(op, known.integer(op.operands[0], op.attributes.signedness), format)
    }),
    (Op::Ftof, |known, op, format| rounded(op, known.bounds(op, 0), format)),
    (Op::Mmaf, |known, op, format| known.multiplied(op, format)),
    (Op::Reshape, |known, op, _| known.reshaped(op)),
    (Op::Broadcast, |known, op, _| known.reshaped(op)),
    (Op::Permute, |known, op, _| Value::plain(known.bounds(op, 0))),
    (Op::Extract, |known, op, _| Value::plain(known.bounds(op, 0))),
    (Op::Cat, |known, op, _| Value::plain(known.bounds(op, 0).or(&known.bounds(op, 1)))),
    (Op::Insert, |known, op, _| Value::plain(known.bounds(op, 0).or(&known.bounds(op, 1)))),
    (Op::Select, |known, op, _| known.selected(op)),
    (Op::Assume, |known, op, _| known.value(op.operands[0])),
    (Op::Reduce, |known, op, format| known.reduced(op, format)),
];

/// How far a function or a quotient may be off, in parts of it.
fn off(format: Scalar) -> f64 {
    if format.bits() < 32 { OFF_NARROW } else { OFF }
}

/// The relative error of a function: for exponentials, which loops multiply repeatedly, twice the permitted error.
fn off_of(known: &Analysis<'_>, op: &Operation, format: Scalar) -> f64 {
    let is_power = matches!(op.op, Op::Exp | Op::Exp2) && op.attributes.rounding.is_none();
    let row = accuracy::of(known.kernel, op).filter(|_| is_power && format.bits() >= 32);
    match row.map(|row| row.accuracy) {
        Some(Accuracy::Ulps(ulps)) => off(format).min(2.0 * f64::from(ulps) / parts(format)),
        Some(Accuracy::Exact | Accuracy::Terms { .. } | Accuracy::Power | Accuracy::Any) | None => {
            off(format)
        }
    }
}

/// Adds the units in the last place of a subnormal result, which a relative error does not cover.
fn near_zero(bounds: Bounds, format: Scalar) -> Bounds {
    let least = least_normal(format);
    bounds.near_zero(least, SUBNORMAL_UNITS * least / parts(format))
}

/// Whether a sum is rounded to the nearest: then it is off by no more than what is added.
pub(super) fn is_nearest(op: &Operation) -> bool {
    matches!(op.attributes.rounding, None | Some(Rounding::NearestEven))
}

pub(super) fn rounded(op: &Operation, exact: Bounds, format: Scalar) -> Value {
    Value::plain(exact.rounded(format, op.attributes.flush_to_zero))
}

impl Analysis<'_> {
    /// The bounds of an operation with a float result outside of control flow.
    pub(super) fn evaluate(&self, op: &Operation, format: Scalar) -> Value {
        if let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == op.op) {
            return self.function(op, *function, format);
        }
        let transfer = FOLLOWED.iter().find(|(known, _)| *known == op.op);
        let value = transfer.map_or_else(Value::any, |(_, transfer)| transfer(self, op, format));
        if op.op == Op::Reduce { value } else { Value { means: self.means(op, format), ..value } }
    }

    /// Bounds of an operand, as the operation takes it.
    pub(super) fn bounds(&self, op: &Operation, position: usize) -> Bounds {
        self.value(op.operands[position]).bounds.flushed(op.attributes.flush_to_zero)
    }

    fn function(&self, op: &Operation, function: Function, format: Scalar) -> Value {
        let operand = self.value(op.operands[0]);
        let exact = matches!(function, Function::Abs | Function::Ceil | Function::Floor);
        let off = if exact { 0.0 } else { off_of(self, op, format) };
        let of = |bounds: Bounds| {
            let near = bounds.of(function).near(off);
            let near = if exact { near } else { near_zero(near, format) };
            near.rounded(format, op.attributes.flush_to_zero)
        };
        let rises = matches!(function, Function::Exp | Function::Exp2 | Function::Tanh);
        let flushes = op.attributes.flush_to_zero;
        let peak =
            |(axis, least): &(usize, f64)| (*axis, of(Bounds::new(*least, *least).flushed(flushes)).lo);
        let peaks = if rises { operand.peaks.iter().map(peak).collect() } else { Vec::new() };
        Value { peaks, ..Value::plain(of(self.bounds(op, 0))) }
    }

    pub(super) fn product(&self, op: &Operation) -> Bounds {
        if op.operands[0] == op.operands[1] {
            return self.bounds(op, 0).square();
        }
        self.bounds(op, 0).mul(&self.bounds(op, 1))
    }

    fn parts_of_product(&self, op: &Operation, format: Scalar) -> f64 {
        let narrow = self.format(op.operands[0]).is_none_or(|format| format.bits() <= 8);
        if narrow { parts(format).min(NARROW_PARTS) } else { parts(format) }
    }

    /// How far a product of matrices may be off, in parts of the magnitudes of its terms.
    pub(super) fn drift_of_product(&self, op: &Operation, format: Scalar) -> f64 {
        let depth = self.kernel.tile(op.operands[0]).shape.last().copied().unwrap_or(0);
        4.0 * (f64::from(depth) + 1.0) / self.parts_of_product(op, format)
    }

    /// A product of matrices with its addend. A device adds groups of products with few digits: of eight bits and less it keeps
    /// thirteen (K-38).
    fn multiplied(&self, op: &Operation, format: Scalar) -> Value {
        let shape = &self.kernel.tile(op.operands[0]).shape;
        let depth = f64::from(shape.last().copied().unwrap_or(0));
        let parts = self.parts_of_product(op, format);
        let sum = self.bounds(op, 0).mul(&self.bounds(op, 1)).times(depth, parts);
        let (before, drift) = (self.bounds(op, 2), self.drift_of_product(op, format));
        let off = drift * (sum.magnitude() + before.magnitude());
        let exact = sum.add(&before);
        let exact = if off.is_finite() { exact.within_distance(off) } else { exact };
        let plus = self.value(op.operands[2]).plus.map(|all| all.with(&sum, drift));
        Value { plus, ..Value::plain(exact.rounded(format, op.attributes.flush_to_zero).of_parts()) }
    }

    /// `a - b`: at most zero if a is at most b. If b is the greatest along an axis, some element is zero; if b is a, all are.
    fn difference(&self, op: &Operation, format: Scalar) -> Value {
        let [a, b] = [self.value(op.operands[0]), self.value(op.operands[1])];
        let mut exact = self.bounds(op, 0).sub(&self.bounds(op, 1));
        let mut peaks = Vec::new();
        let names = self.names(op.operands[0]);
        if b.same == Some(op.operands[0]) && a.bounds.is_finite() {
            exact = Bounds::new(0.0, 0.0);
        }
        if b.above.iter().any(|one| names.contains(one)) {
            exact.hi = exact.hi.min(0.0);
            let greatest = b.greatest.filter(|one| one.is_element && names.contains(&one.of));
            let is_number = !a.bounds.nan && b.bounds.lo.is_finite() && b.bounds.hi.is_finite();
            let attained = is_number || self.has(Flaw::RowsAreNeverMasked);
            peaks.extend(greatest.filter(|_| attained).map(|one| (one.axis, 0.0)));
        }
        if self.has(Flaw::RowsAreNeverMasked) {
            exact.nan = a.bounds.nan;
        }
        Value { peaks, ..Value::plain(exact.rounded(format, op.attributes.flush_to_zero)) }
    }

    /// `a / b`: at most one if a is nonnegative and at most b.
    fn quotient(&self, op: &Operation, format: Scalar) -> Value {
        let b = self.value(op.operands[1]);
        let (dividend, divisor) = (self.bounds(op, 0), self.bounds(op, 1));
        let mut exact = dividend.div(&divisor);
        let names = self.names(op.operands[0]);
        if b.above.iter().any(|one| names.contains(one)) && dividend.lo >= 0.0 && divisor.lo > 0.0 {
            exact.hi = exact.hi.min(1.0);
        }
        if let Some(mean) = self.quotient_of_ratio(op) {
            exact = Bounds { nan: exact.nan, ..exact.within(&mean) };
        }
        if let Some(mean) = self.mean_of_counted(op) {
            exact = Bounds { nan: exact.nan, ..exact.within(&mean) };
        }
        let near = exact.near(off(format));
        let is_exact = !matches!(op.attributes.rounding, Some(Rounding::Approx | Rounding::Full));
        let result = rounded(op, if is_exact { near } else { near_zero(near, format) }, format);
        if op.attributes.rounding != Some(Rounding::Approx) || self.has(Flaw::ApproximatesAnyDivisor) {
            return result;
        }
        if divisor.least_magnitude() < *accuracy::APPROX_DIVISORS.start() {
            return Value::any();
        }
        if divisor.magnitude() <= *accuracy::APPROX_DIVISORS.end() {
            return result;
        }
        // The reciprocal of such a divisor counts as zero, so an infinite dividend gives a NaN.
        let bounds = result.bounds.with_zero();
        Value::plain(Bounds { nan: bounds.nan || dividend.has_infinity(), ..bounds })
    }

    fn greater(&self, op: &Operation, format: Scalar) -> Value {
        let [a, b] = [self.value(op.operands[0]), self.value(op.operands[1])];
        let propagates = op.attributes.propagate_nan;
        let bounds = self.bounds(op, 0).max(&self.bounds(op, 1), propagates);
        // Flushing to zero may decrease a value.
        let keeps = !op.attributes.flush_to_zero;
        // If a NaN operand is passed over, the lower tiles are forgotten.
        let passes_on = |side: &Value| keeps && (propagates || !side.bounds.nan);
        let names = op.operands[..2].iter().flat_map(|id| self.names(*id));
        let mut above: Vec<Scaled> = names.filter(|_| keeps).collect();
        for side in [&a, &b].into_iter().filter(|side| passes_on(side)) {
            above.extend(&side.above);
        }
        let greatest = a.greatest.filter(|_| passes_on(&a)).or(b.greatest.filter(|_| passes_on(&b)));
        let greatest = greatest.map(|one| Greatest { is_element: false, ..one });
        Value { above, greatest, ..Value::plain(bounds.rounded(format, op.attributes.flush_to_zero)) }
    }

    fn reduced(&self, op: &Operation, format: Scalar) -> Value {
        let Some(inner) = reduce::plain(op) else { return Value::any() };
        let neutral = reduce::is_neutral(self.kernel, op, inner);
        let (of, axis) = (op.operands[0], op.attributes.axis());
        let (operand, flushes) = (self.value(of), inner.attributes.flush_to_zero);
        let count = self.kernel.tile(of).shape.get(axis).copied().unwrap_or(0);
        let identities = op.attributes.identities.iter().map(|literal| Bounds::of_bits(literal.0, format));
        let identity = identities.reduce(|a, b| a.or(&b)).unwrap_or(ANY);
        let all = operand.bounds.flushed(flushes);
        let peak = operand.peak(axis);
        let least = Bounds::new(peak, peak).flushed(flushes).lo;
        // What is not neutral may come in any number of times.
        if inner.op == Op::Addf && neutral {
            let mut bounds = all.times(f64::from(count), parts(format)).rounded(format, flushes).of_parts();
            let mut greatest = None;
            if all.lo >= 0.0 {
                // In any order, nonnegative terms never decrease a sum.
                bounds.lo = bounds.lo.max(least);
                let one =
                    Greatest { of: Scaled { of, by: None }, axis, is_element: false, keeps_axis: false };
                greatest = Some(one).filter(|_| !flushes && !all.nan);
            }
            let means = if flushes { Means::default() } else { self.sum_of_weights(op, axis, format) };
            return Value { greatest, means, ..Value::plain(bounds) };
        }
        let propagates = inner.attributes.propagate_nan;
        let nan = all.nan || identity.nan;
        if inner.op == Op::Maxf {
            let mut bounds = all.max(&identity, propagates).rounded(format, flushes);
            bounds.lo = if all.nan { bounds.lo } else { bounds.lo.max(least) };
            let bounds = if neutral { bounds } else { bounds.or(&all) };
            let is_element = identity.hi <= peak;
            let of = Scaled { of, by: None };
            let greatest = Greatest { of, axis, is_element, keeps_axis: false };
            let greatest = Some(greatest).filter(|_| !flushes);
            return Value { greatest, ..Value::plain(Bounds { nan, ..bounds }) };
        }
        if inner.op == Op::Minf {
            let bounds = all.min(&identity, propagates).rounded(format, flushes);
            let bounds = if neutral { bounds } else { bounds.or(&all) };
            return Value::plain(Bounds { nan, ..bounds });
        }
        Value::any()
    }
}

/// The literals of a constant.
pub(super) fn literals(constant: Option<&Constant>, format: Scalar) -> Bounds {
    match constant {
        Some(Constant::Splat(literal)) => Bounds::of_bits(literal.0, format),
        Some(Constant::Dense(all)) => {
            let all = all.iter().map(|literal| Bounds::of_bits(literal.0, format));
            all.reduce(|a, b| a.or(&b)).unwrap_or(ANY)
        }
        None => ANY,
    }
}
