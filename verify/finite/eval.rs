//! What operations make of bounds: the exact result, then how far off it may be, then the format.

use spec::ops::accuracy;
use spec::ops::reduce;
use spec::syntax::attributes::{Constant, Rounding};
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::Analysis;
use super::error::{LEAST_UNITS, near_zero, off_quotient, parts, with_error};
use super::value::{Greatest, Scaled, Uniform, Value, Which};
use super::weights::Means;
use crate::fault_injection::Flaw;
use crate::values::apply::apply_with;
use crate::values::domain::{Symbolic, WrapDecisions};
use crate::values::element::{Element, Value as ElementValue};
use crate::values::float::Real;
use crate::values::float::bounds::{ANY, Bounds};

/// The number of parts for a device that keeps thirteen bits of the largest term.
const NARROW_PARTS: f64 = 4096.0;

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
        let transfer = FOLLOWED.iter().find(|(known, _)| *known == op.op);
        let value = match transfer {
            Some((_, transfer)) => transfer(self, op, format),
            None => self.defined_float(op),
        };
        if op.op == Op::Reduce { value } else { Value { means: self.means(op, format), ..value } }
    }

    /// Bounds of an operand, as the operation takes it.
    pub(super) fn bounds(&self, op: &Operation, position: usize) -> Bounds {
        self.value(op.operands[position]).bounds.flushed(op.attributes.flush_to_zero)
    }

    /// The result of an element-wise operation, by its definition, with the error of a device. A function that never falls takes the
    /// number in a line along.
    fn defined_float(&self, op: &Operation) -> Value {
        let args: Option<Vec<Element>> = op.operands.iter().map(|id| self.element(*id, Which::All)).collect();
        let bounds = args
            .and_then(|args| self.applied(op, &args))
            .and_then(|result| Some(result.as_float()?.bounds()));
        let rises = matches!(op.op, Op::Exp | Op::Exp2 | Op::Tanh);
        let peaks = if rises { self.value(op.operands[0]).peaks } else { Vec::new() };
        let peak = |(axis, least): (usize, f64)| {
            let format = self.format(op.operands[0])?;
            let least = Real::within(Bounds::new(least, least), format);
            let result = self.applied(op, &[Element::known(ElementValue::Float(least))])?;
            Some((axis, result.as_float()?.bounds().lo))
        };
        let peaks = peaks.into_iter().filter_map(peak).collect();
        Value { peaks, ..Value::plain(bounds.unwrap_or(ANY)) }
    }

    /// An element-wise operation applied to elements, with the error of a device; `None` of another operation.
    pub(super) fn applied(&self, op: &Operation, args: &[Element]) -> Option<Element> {
        let to = self.kernel.ty(op.results[0]).tile()?.element.scalar()?;
        let decisions = WrapDecisions::default();
        let mut domain = Symbolic::replaying(&decisions);
        let flushes = op.attributes.flush_to_zero;
        let error = |exact: Real| Real::within(with_error(op, exact.bounds(), to).flushed(flushes), to);
        apply_with(op.op, &op.attributes, &mut domain, args, to, error)
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
        let near = exact.near(off_quotient(format));
        let is_exact = !matches!(op.attributes.rounding, Some(Rounding::Approx | Rounding::Full));
        let result = rounded(op, if is_exact { near } else { near_zero(near, LEAST_UNITS, format) }, format);
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
