//! Interval arithmetic (R. Moore, "Interval Analysis", 1966) on tiles of integers, while the kernel runs: the least and the greatest
//! element, as far as they follow from numbers that all threads share.

use spec::syntax::attributes::Overflow;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Opcode, Operand, Reg, Ty};
use crate::layout::linear::BitSource;
use crate::lower::rematerialize::definition;

/// No bound of an interval is farther from zero, so that sums of two are numbers of 64 bits.
const FARTHEST: i128 = 1 << 61;

/// Operations that an interval is found through at most.
const DEEPEST: usize = 16;

/// Bounds of a tile's elements, in registers of 64 bits.
#[derive(Debug, Clone)]
pub(super) struct Interval {
    pub(super) least: Reg,
    pub(super) greatest: Reg,
    /// Predicates for sums without wraparound.
    pub(super) unless_wrapped: Vec<Reg>,
    /// Neither bound is farther from zero, whatever the launch is.
    farthest: i128,
}

/// The interval of a tile of signed integers; `None` where it is not made of `iota` and of shared numbers by sums alone.
pub(super) fn of(code: &mut Builder<'_>, value: ValueId) -> Option<Interval> {
    of_depth(code, value, 0)
}

fn of_depth(code: &mut Builder<'_>, value: ValueId, depth: usize) -> Option<Interval> {
    let Element::Scalar(scalar) = code.kernel().tile(value).element else { return None };
    if !scalar.is_integer() || scalar == Scalar::I1 || depth > DEEPEST {
        return None;
    }
    if let Some(shared) = shared_register(code, value) {
        let wide = code.widen(shared);
        let farthest = 1i128 << (scalar.bits() - 1);
        return bounded(Interval { least: wide, greatest: wide, unless_wrapped: Vec::new(), farthest });
    }
    let op = definition(code, value)?;
    let keeps = [Op::Reshape, Op::Broadcast, Op::Permute, Op::Assume];
    let widens = op.op == Op::Exti && crate::lower::arith::integer::is_signed(op);
    if keeps.contains(&op.op) || widens {
        // A truth value has different bounds.
        return of_depth(code, op.operands[0], depth + 1);
    }
    if op.op == Op::Iota {
        return iota(code, op, scalar);
    }
    if !matches!(op.op, Op::Addi | Op::Subi) {
        return None;
    }
    let a = of_depth(code, op.operands[0], depth + 1)?;
    let b = of_depth(code, op.operands[1], depth + 1)?;
    sum(code, (op, scalar), a, b)
}

/// The elements of `iota` are 0, 1, …, which a narrow type may not hold.
fn iota(code: &mut Builder<'_>, op: &Operation, scalar: Scalar) -> Option<Interval> {
    let count = i64::from(*code.kernel().tile(op.results[0]).shape.first()?);
    if i128::from(count) > 1i128 << (scalar.bits() - 1) {
        return None;
    }
    let [least, greatest] = [0, count - 1].map(|bound| code.mov(Class::B64, bound));
    bounded(Interval { least, greatest, unless_wrapped: Vec::new(), farthest: i128::from(count) })
}

/// Of a sum or a difference.
fn sum(
    code: &mut Builder<'_>,
    (op, scalar): (&Operation, Scalar),
    a: Interval,
    b: Interval,
) -> Option<Interval> {
    let (opcode, least_with, greatest_with) = if op.op == Op::Subi {
        (Opcode::Sub, b.greatest, b.least)
    } else {
        (Opcode::Add, b.least, b.greatest)
    };
    let least = code.int(opcode, a.least, least_with);
    let greatest = code.int(opcode, a.greatest, greatest_with);
    let mut unless_wrapped = a.unless_wrapped;
    unless_wrapped.extend(b.unless_wrapped);
    let made = bounded(Interval { least, greatest, unless_wrapped, farthest: a.farthest + b.farthest })?;
    let Overflow { no_signed_wrap, .. } = op.attributes.overflow;
    Some(if no_signed_wrap { made } else { without_wrap(code, scalar, made) })
}

/// Where the sum may wrap around, the interval holds if both bounds are numbers of the type.
fn without_wrap(code: &mut Builder<'_>, scalar: Scalar, mut made: Interval) -> Interval {
    let end = 1i128 << (scalar.bits() - 1);
    if made.farthest < end {
        return made;
    }
    // Types of 64 bits hold whatever is bounded.
    let Ok(end) = i64::try_from(end) else { return made };
    let low = code.compare(Compare::Ge, Ty::S64, made.least, Operand::Int(-end));
    let high = code.compare(Compare::Lt, Ty::S64, made.greatest, Operand::Int(end));
    made.unless_wrapped.extend([low, high]);
    made
}

fn bounded(interval: Interval) -> Option<Interval> {
    (interval.farthest <= FARTHEST).then_some(interval)
}

/// The register of a tile with a single value, equal in all threads.
pub(super) fn shared_register(code: &Builder<'_>, value: ValueId) -> Option<Reg> {
    let tile = code.tile(value);
    let is_shared = tile.layout.bits.iter().all(|place| *place == BitSource::Broadcast);
    is_shared.then(|| tile.regs[0])
}
