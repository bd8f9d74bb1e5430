//! What operations make of bounds: the exact result, then how far off it may be, then the format.

use spec::domain::Function;
use spec::ops::reduce;
use spec::syntax::attributes::Constant;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::Analysis;
use super::bounds::{ANY, Bounds};
use super::value::{Greatest, Value};
use crate::fault_injection::Flaw;

/// The functions of one float.
const FUNCTIONS: &[(Op, Function)] = &[
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
const OFF: f64 = 1e-5;

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

/// What an operation makes of what is known of its operands.
type Transfer = fn(&Analysis<'_>, &Operation, Scalar) -> Value;

/// The operations whose results are followed; others may give anything.
const FOLLOWED: &[(Op, Transfer)] = &[
    (Op::Constant, |_, op, format| Value::plain(literals(op.attributes.constant.as_ref(), format))),
    (Op::Addf, |known, op, format| {
        let exact = known.bounds(op, 0).add(&known.bounds(op, 1));
        Value { plus: known.added(op), ..rounded(op, exact, format) }
    }),
    (Op::Subf, |known, op, format| known.difference(op, format)),
    (Op::Mulf, |known, op, format| rounded(op, known.product(op), format)),
    (Op::Divf, |known, op, format| known.quotient(op, format)),
    (Op::Negf, |known, op, format| rounded(op, known.bounds(op, 0).neg(), format)),
    (Op::Fma, |known, op, format| {
        let product = known.product(op);
        let carried = known.value(op.operands[2]).plus.map(|(of, sum)| (of, sum.add(&product)));
        Value { plus: carried, ..rounded(op, product.add(&known.bounds(op, 2)), format) }
    }),
    (Op::Maxf, |known, op, format| known.greater(op, format)),
    (Op::Minf, |known, op, format| {
        let least = known.bounds(op, 0).min(&known.bounds(op, 1), op.attributes.propagate_nan);
        rounded(op, least, format)
    }),
    (Op::Itof, |known, op, format| {
        rounded(op, known.integer(op.operands[0], op.attributes.signedness), format)
    }),
    (Op::Ftof, |known, op, format| rounded(op, known.bounds(op, 0), format)),
    (Op::Mmaf, |known, op, format| {
        let depth = known.kernel.tile(op.operands[0]).shape.last().copied().unwrap_or(0);
        let sum = known.bounds(op, 0).mul(&known.bounds(op, 1)).times(f64::from(depth), parts(format));
        let carried = known.value(op.operands[2]).plus.map(|(of, before)| (of, before.add(&sum)));
        Value { plus: carried, ..rounded(op, sum.add(&known.bounds(op, 2)), format) }
    }),
    (Op::Reshape, |known, op, _| known.reshaped(op)),
    (Op::Broadcast, |known, op, _| known.reshaped(op)),
    (Op::Permute, |known, op, _| Value::plain(known.bounds(op, 0))),
    (Op::Extract, |known, op, _| Value::plain(known.bounds(op, 0))),
    (Op::Cat, |known, op, _| Value::plain(known.bounds(op, 0).or(&known.bounds(op, 1)))),
    (Op::Insert, |known, op, _| Value::plain(known.bounds(op, 0).or(&known.bounds(op, 1)))),
    (Op::Select, |known, op, _| Value::plain(known.bounds(op, 1).or(&known.bounds(op, 2)))),
    (Op::Assume, |known, op, _| known.value(op.operands[0])),
    (Op::Reduce, |known, op, format| known.reduced(op, format)),
];

/// How far a function or a quotient may be off, in parts of it.
fn off(format: Scalar) -> f64 {
    if format.bits() < 32 { OFF_NARROW } else { OFF }
}

fn rounded(op: &Operation, exact: Bounds, format: Scalar) -> Value {
    Value::plain(exact.rounded(format, op.attributes.flush_to_zero))
}

impl Analysis<'_> {
    /// What an operation gives that has floats for a result, and does not decide what runs next.
    pub(super) fn evaluate(&self, op: &Operation, format: Scalar) -> Value {
        if let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == op.op) {
            return self.function(op, *function, format);
        }
        let transfer = FOLLOWED.iter().find(|(known, _)| *known == op.op);
        transfer.map_or_else(Value::any, |(_, transfer)| transfer(self, op, format))
    }

    fn bounds(&self, op: &Operation, position: usize) -> Bounds {
        self.value(op.operands[position]).bounds
    }

    fn function(&self, op: &Operation, function: Function, format: Scalar) -> Value {
        let operand = self.value(op.operands[0]);
        let exact = matches!(function, Function::Abs | Function::Ceil | Function::Floor);
        let off = if exact { 0.0 } else { off(format) };
        let of = |bounds: Bounds| bounds.of(function).near(off).rounded(format, op.attributes.flush_to_zero);
        let rises = matches!(function, Function::Exp | Function::Exp2 | Function::Tanh);
        let peak = |(axis, least): &(usize, f64)| (*axis, of(Bounds::new(*least, *least)).lo);
        let peaks = if rises { operand.peaks.iter().map(peak).collect() } else { Vec::new() };
        Value { peaks, ..Value::plain(of(operand.bounds)) }
    }

    fn product(&self, op: &Operation) -> Bounds {
        if op.operands[0] == op.operands[1] {
            return self.value(op.operands[0]).bounds.square();
        }
        self.value(op.operands[0]).bounds.mul(&self.value(op.operands[1]).bounds)
    }

    /// What is added to what a loop carries, where one of two is that.
    fn added(&self, op: &Operation) -> Option<(ValueId, Bounds)> {
        let [a, b] = [self.value(op.operands[0]), self.value(op.operands[1])];
        let with =
            |carried: &Value, other: &Value| carried.plus.map(|(of, sum)| (of, sum.add(&other.bounds)));
        with(&a, &b).or_else(|| with(&b, &a))
    }

    /// `a - b`: of what is no more than b it is no more than zero, and where b is the greatest along an axis some element is zero.
    fn difference(&self, op: &Operation, format: Scalar) -> Value {
        let [a, b] = [self.value(op.operands[0]), self.value(op.operands[1])];
        let mut exact = a.bounds.sub(&b.bounds);
        let mut peaks = Vec::new();
        if b.above.contains(&op.operands[0]) {
            exact.hi = exact.hi.min(0.0);
            let greatest = b.greatest.filter(|one| one.is_element && one.of == op.operands[0]);
            let is_number = !a.bounds.nan && b.bounds.lo.is_finite() && b.bounds.hi.is_finite();
            let attained = is_number || self.has(Flaw::RowsAreNeverMasked);
            peaks.extend(greatest.filter(|_| attained).map(|one| (one.axis, 0.0)));
        }
        if self.has(Flaw::RowsAreNeverMasked) {
            exact.nan = a.bounds.nan;
        }
        Value { peaks, ..Value::plain(exact.rounded(format, op.attributes.flush_to_zero)) }
    }

    /// `a / b`: of what is no more than b, and not negative, it is no more than one.
    fn quotient(&self, op: &Operation, format: Scalar) -> Value {
        let [a, b] = [self.value(op.operands[0]), self.value(op.operands[1])];
        let mut exact = a.bounds.div(&b.bounds);
        if b.above.contains(&op.operands[0]) && a.bounds.lo >= 0.0 && b.bounds.lo > 0.0 {
            exact.hi = exact.hi.min(1.0);
        }
        rounded(op, exact.near(off(format)), format)
    }

    fn greater(&self, op: &Operation, format: Scalar) -> Value {
        let [a, b] = [self.value(op.operands[0]), self.value(op.operands[1])];
        let bounds = a.bounds.max(&b.bounds, op.attributes.propagate_nan);
        // What is flushed to zero may be less than it was.
        let keeps = !op.attributes.flush_to_zero;
        let above = if keeps { [&op.operands[..2], &a.above, &b.above].concat() } else { Vec::new() };
        let greatest = a.greatest.or(b.greatest).filter(|_| keeps);
        let greatest = greatest.map(|one| Greatest { is_element: false, ..one });
        Value { above, greatest, ..Value::plain(bounds.rounded(format, op.attributes.flush_to_zero)) }
    }

    /// The same elements in another shape, or one of them in many places.
    fn reshaped(&self, op: &Operation) -> Value {
        let operand = self.value(op.operands[0]);
        let shape = &self.kernel.tile(op.results[0]).shape;
        let mut value = Value { plus: operand.plus, ..Value::plain(operand.bounds) };
        let Some(one) = operand.greatest else { return value };
        let whole = &self.kernel.tile(one.of).shape;
        let mut kept = whole.clone();
        kept[one.axis] = 1;
        if *shape == kept && (op.op == Op::Reshape || one.keeps_axis) {
            value.greatest = Some(Greatest { keeps_axis: true, ..one });
        } else if shape == whole && one.keeps_axis && op.op == Op::Broadcast {
            value.greatest = Some(one);
            value.above = vec![one.of];
        }
        value
    }

    fn reduced(&self, op: &Operation, format: Scalar) -> Value {
        let Some(inner) = reduce::plain(op) else { return Value::any() };
        let (of, axis) = (op.operands[0], usize::try_from(op.attributes.dim.unwrap_or(0)).unwrap_or(0));
        let operand = self.value(of);
        let count = self.kernel.tile(of).shape.get(axis).copied().unwrap_or(0);
        let identities = op.attributes.identities.iter().map(|literal| Bounds::of_bits(literal.0, format));
        let identity = identities.reduce(|a, b| a.or(&b)).unwrap_or(ANY);
        let flushes = inner.attributes.flush_to_zero;
        if inner.op == Op::Addf {
            let sum = operand.bounds.times(f64::from(count), parts(format));
            let mut bounds = sum.add(&identity).rounded(format, flushes);
            let mut greatest = None;
            if operand.bounds.lo >= 0.0 && identity.lo >= 0.0 {
                // Whatever the order is, adding what is not negative takes nothing away.
                bounds.lo = bounds.lo.max(operand.peak(axis));
                let one = Greatest { of, axis, is_element: false, keeps_axis: false };
                greatest = Some(one).filter(|_| !flushes && !operand.bounds.nan);
            }
            return Value { greatest, ..Value::plain(bounds) };
        }
        if inner.op == Op::Maxf {
            let propagates = inner.attributes.propagate_nan;
            let mut bounds = operand.bounds.max(&identity, propagates).rounded(format, flushes);
            bounds.lo = if operand.bounds.nan { bounds.lo } else { bounds.lo.max(operand.peak(axis)) };
            bounds.nan = operand.bounds.nan || identity.nan;
            let is_element = identity.hi <= operand.peak(axis);
            let greatest = Greatest { of, axis, is_element, keeps_axis: false };
            return Value { greatest: Some(greatest).filter(|_| !flushes), ..Value::plain(bounds) };
        }
        if inner.op == Op::Minf {
            let all = operand.bounds.min(&identity, inner.attributes.propagate_nan).rounded(format, flushes);
            return Value::plain(Bounds { nan: operand.bounds.nan || identity.nan, ..all });
        }
        Value::any()
    }
}

/// The literals of a constant.
fn literals(constant: Option<&Constant>, format: Scalar) -> Bounds {
    match constant {
        Some(Constant::Splat(literal)) => Bounds::of_bits(literal.0, format),
        Some(Constant::Dense(all)) => {
            let all = all.iter().map(|literal| Bounds::of_bits(literal.0, format));
            all.reduce(|a, b| a.or(&b)).unwrap_or(ANY)
        }
        None => ANY,
    }
}
