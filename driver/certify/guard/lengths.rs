//! Numbers of a kernel as formulas of its parameters and its grid: extents and strides of views, of which a guard and a launcher speak.

use spec::contract::Bound;
use spec::syntax::attributes::{Constant, Rounding, Signedness};
use spec::syntax::contract::Binary;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

/// How numbers of a kernel follow from its parameters.
pub(crate) struct Lengths<'a> {
    kernel: &'a Kernel,
    bound: &'a Bound<'a>,
}

/// An integer of a kernel, in terms of its launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Number {
    /// A constant.
    Known(i128),
    /// A parameter, as the contract reads it.
    Parameter(usize),
    /// The extent of the grid along an axis.
    Grid(usize),
    /// An operator of a contract with two numbers.
    Of(Binary, Box<Number>, Box<Number>),
}

impl Number {
    fn two(op: Binary, a: Number, b: Number) -> Self {
        if let (Number::Known(a), Number::Known(b)) = (&a, &b)
            && let Some(known) = evaluate(op, *a, *b)
        {
            return Number::Known(known);
        }
        match (op, &a, &b) {
            (Binary::Add, Number::Known(0), _) | (Binary::Mul, Number::Known(1), _) => b,
            (Binary::Add | Binary::Sub, _, Number::Known(0)) | (Binary::Mul, _, Number::Known(1)) => a,
            _ => Number::Of(op, a.into(), b.into()),
        }
    }

    /// The signed integer of this width with the same lowest bits.
    fn wrapped(self, bits: u32) -> Self {
        let half = || Number::Known(1 << (bits - 1));
        let shifted = Number::two(Binary::Add, self, half());
        let lowest = Number::two(Binary::Rem, shifted, Number::Known(1 << bits));
        Number::two(Binary::Sub, lowest, half())
    }

    /// The natural number of this width with the same lowest bits.
    fn natural(self, bits: u32) -> Self {
        Number::two(Binary::Rem, self, Number::Known(1 << bits))
    }
}

/// The result of an operator on constants; `None` if another operator would be needed, or the result has more than 127 bits.
fn evaluate(op: Binary, a: i128, b: i128) -> Option<i128> {
    match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div if b > 0 => Some(a.div_euclid(b)),
        Binary::Rem if b > 0 => Some(a.rem_euclid(b)),
        Binary::Min => Some(a.min(b)),
        Binary::Max => Some(a.max(b)),
        Binary::Div
        | Binary::Rem
        | Binary::Cdiv
        | Binary::Eq
        | Binary::Ne
        | Binary::Lt
        | Binary::Le
        | Binary::Gt
        | Binary::Ge
        | Binary::And
        | Binary::Or => None,
    }
}

impl<'a> Lengths<'a> {
    /// Of a kernel with the values of the contract's.
    pub(crate) fn new(bound: &'a Bound<'a>, kernel: &'a Kernel) -> Self {
        Lengths { kernel, bound }
    }

    /// A value as a number: a parameter as the contract reads it, any other value as a signed integer. `None` for an operation without a
    /// formula.
    pub(crate) fn of(&self, value: ValueId) -> Option<Number> {
        if let Some(position) = self.kernel.params.iter().position(|param| *param == value) {
            return self.bound.scalar(position).map(|_| Number::Parameter(position));
        }
        let op = self.kernel.operations().find(|op| op.results.contains(&value))?;
        if op.op == Op::GetNumTileBlocks {
            return op.results.iter().position(|result| *result == value).map(Number::Grid);
        }
        let bits = self.bits(value)?;
        let (signed, unsigned) =
            (op.attributes.signedness != Some(Signedness::Unsigned), op.operands.first());
        let of = |at: usize| op.operands.get(at).and_then(|operand| self.signed(*operand));
        if matches!(op.op, Op::Assume | Op::Reshape) {
            self.of(*unsigned?)
        } else if op.op == Op::Exti {
            if signed { of(0) } else { self.unsigned(*unsigned?) }
        } else if op.op == Op::Trunci {
            of(0).map(|number| number.wrapped(bits))
        } else if op.op == Op::Constant {
            known(self.kernel, op).map(|known| Number::Known(known.into()))
        } else if op.op == Op::Divi && signed {
            quotient(op.attributes.rounding, of(0)?, of(1)?)
        } else {
            let sign = self.operator(op).filter(|sign| signed || arithmetic(*sign))?;
            let exact = op.attributes.overflow.no_signed_wrap || !arithmetic(sign);
            let number = Number::two(sign, of(0)?, of(1)?);
            Some(if exact { number } else { number.wrapped(bits) })
        }
    }

    /// The operator of a contract that an operation is, but for wrapping.
    fn operator(&self, op: &Operation) -> Option<Binary> {
        let all = [
            (Op::Addi, Binary::Add),
            (Op::Subi, Binary::Sub),
            (Op::Muli, Binary::Mul),
            (Op::Mini, Binary::Min),
            (Op::Maxi, Binary::Max),
        ];
        all.into_iter().find(|(known, _)| *known == op.op).map(|(_, sign)| sign)
    }

    fn bits(&self, value: ValueId) -> Option<u32> {
        let scalar = self.kernel.ty(value).tile()?.element.scalar()?;
        scalar.is_integer().then(|| scalar.bits())
    }

    /// A value as a signed integer.
    pub(crate) fn signed(&self, value: ValueId) -> Option<Number> {
        let (number, bits) = (self.of(value)?, self.bits(value)?);
        // A wider value holds an unsigned parameter of fewer bits as it is.
        let is_unsigned = |position| {
            self.bound.is_unsigned(position)
                && self.bound.scalar(position).is_some_and(|one| one.bits() == bits)
        };
        Some(match number {
            Number::Parameter(position) if is_unsigned(position) => number.wrapped(bits),
            Number::Known(_) | Number::Parameter(_) | Number::Grid(_) | Number::Of(..) => number,
        })
    }

    /// A value as a natural number.
    fn unsigned(&self, value: ValueId) -> Option<Number> {
        let (number, bits) = (self.of(value)?, self.bits(value)?);
        Some(match number {
            Number::Parameter(position) if self.bound.is_unsigned(position) => number,
            Number::Known(known) if known >= 0 => number,
            Number::Grid(_) => number,
            Number::Known(_) | Number::Parameter(_) | Number::Of(..) => number.natural(bits),
        })
    }
}

/// Whether the result of an operator may need more bits than its operands.
fn arithmetic(sign: Binary) -> bool {
    matches!(sign, Binary::Add | Binary::Sub | Binary::Mul)
}

/// A signed quotient by a positive constant. A proved kernel has no other quotient that overflows.
fn quotient(rounding: Option<Rounding>, number: Number, by: Number) -> Option<Number> {
    let (Number::Known(1..), rounding) = (&by, rounding.unwrap_or(Rounding::Zero)) else { return None };
    match rounding {
        Rounding::NegativeInf => Some(Number::two(Binary::Div, number, by)),
        Rounding::PositiveInf => Some(Number::two(Binary::Cdiv, number, by)),
        Rounding::Zero => {
            // Towards zero: the floor of a natural number, the ceiling of a negative one.
            let (zero, least) =
                (Number::Known(0), Number::two(Binary::Min, number.clone(), Number::Known(0)));
            let floor = Number::two(Binary::Div, Number::two(Binary::Max, number, zero), by.clone());
            Some(Number::two(Binary::Add, floor, Number::two(Binary::Cdiv, least, by)))
        }
        Rounding::NearestEven
        | Rounding::NearestAway
        | Rounding::Approx
        | Rounding::Full
        | Rounding::NearestIntToZero => None,
    }
}

/// The number that a constant is.
fn known(kernel: &Kernel, op: &Operation) -> Option<i64> {
    let Some(Constant::Splat(literal)) = &op.attributes.constant else { return None };
    let scalar = kernel.tile(op.results[0]).element.scalar().filter(|scalar| scalar.is_integer())?;
    let shift = 64 - scalar.bits();
    Some((literal.0 << shift).cast_signed() >> shift)
}
