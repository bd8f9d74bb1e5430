//! A builder for arithmetic on floats of one type, short to write: what conversions and functions are put together from.

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Mode, Opcode, Operand, Reg, Round, Ty};

/// A code builder for one float type. Every result is rounded to the nearest, ties to even.
pub(crate) struct FloatBuilder<'c, 'k> {
    code: &'c mut Builder<'k>,
    ty: Ty,
}

/// A register, or a number of the type.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Arg {
    /// A register.
    Reg(Reg),
    /// A number.
    Number(f64),
}

impl From<Reg> for Arg {
    fn from(reg: Reg) -> Self {
        Arg::Reg(reg)
    }
}

impl From<f64> for Arg {
    fn from(number: f64) -> Self {
        Arg::Number(number)
    }
}

/// 2ᵏ of a normal number.
pub(crate) const fn exp2_const(exponent: i64) -> f64 {
    f64::from_bits((exponent + 1023).cast_unsigned() << 52)
}

/// A number as the nearest binary32.
#[expect(clippy::as_conversions, reason = "the one conversion that rounds to the nearest")]
pub(crate) const fn round_to_f32(number: f64) -> f32 {
    number as f32
}

impl<'c, 'k> FloatBuilder<'c, 'k> {
    /// In binary32.
    pub(crate) const fn f32(code: &'c mut Builder<'k>) -> Self {
        FloatBuilder { code, ty: Ty::F32 }
    }

    /// In binary64.
    pub(crate) const fn f64(code: &'c mut Builder<'k>) -> Self {
        FloatBuilder { code, ty: Ty::F64 }
    }

    /// The underlying builder.
    pub(crate) fn builder(&mut self) -> &mut Builder<'k> {
        self.code
    }

    fn class(&self) -> Class {
        if self.ty == Ty::F64 { Class::B64 } else { Class::B32 }
    }

    fn operand(&self, arg: impl Into<Arg>) -> Operand {
        match (arg.into(), self.ty) {
            (Arg::Reg(reg), _) => reg.into(),
            (Arg::Number(number), Ty::F64) => number.into(),
            (Arg::Number(number), _) => round_to_f32(number).into(),
        }
    }

    /// An instruction of the type, as it is.
    pub(crate) fn emit(&mut self, opcode: Opcode, mode: Mode, from: &[Operand]) -> Reg {
        let class = self.class();
        self.code.op_with(opcode, self.ty, mode, class, from)
    }

    fn emit_rounded(&mut self, opcode: Opcode, from: &[Operand]) -> Reg {
        self.emit(opcode, Mode::round(Round::Rn), from)
    }

    /// a + b
    pub(crate) fn add(&mut self, a: impl Into<Arg>, b: impl Into<Arg>) -> Reg {
        let from = [self.operand(a), self.operand(b)];
        self.emit_rounded(Opcode::Add, &from)
    }

    /// a − b
    pub(crate) fn sub(&mut self, a: impl Into<Arg>, b: impl Into<Arg>) -> Reg {
        let from = [self.operand(a), self.operand(b)];
        self.emit_rounded(Opcode::Sub, &from)
    }

    /// a·b
    pub(crate) fn mul(&mut self, a: impl Into<Arg>, b: impl Into<Arg>) -> Reg {
        let from = [self.operand(a), self.operand(b)];
        self.emit_rounded(Opcode::Mul, &from)
    }

    /// a ÷ b
    pub(crate) fn div(&mut self, a: impl Into<Arg>, b: impl Into<Arg>) -> Reg {
        let from = [self.operand(a), self.operand(b)];
        self.emit_rounded(Opcode::Div, &from)
    }

    /// a·b + c, rounded once.
    pub(crate) fn fma(&mut self, a: impl Into<Arg>, b: impl Into<Arg>, c: impl Into<Arg>) -> Reg {
        let from = [self.operand(a), self.operand(b), self.operand(c)];
        self.emit_rounded(Opcode::Fma, &from)
    }

    /// √a
    pub(crate) fn sqrt(&mut self, a: impl Into<Arg>) -> Reg {
        let from = [self.operand(a)];
        self.emit_rounded(Opcode::Sqrt, &from)
    }

    /// The lesser; NaN loses.
    pub(crate) fn min(&mut self, a: impl Into<Arg>, b: impl Into<Arg>) -> Reg {
        let from = [self.operand(a), self.operand(b)];
        self.emit(Opcode::Min, Mode::default(), &from)
    }

    /// The greater; NaN loses.
    pub(crate) fn max(&mut self, a: impl Into<Arg>, b: impl Into<Arg>) -> Reg {
        let from = [self.operand(a), self.operand(b)];
        self.emit(Opcode::Max, Mode::default(), &from)
    }

    /// −a
    pub(crate) fn neg(&mut self, a: Reg) -> Reg {
        self.emit(Opcode::Neg, Mode::default(), &[a.into()])
    }

    /// |a|
    pub(crate) fn abs(&mut self, a: Reg) -> Reg {
        self.emit(Opcode::Abs, Mode::default(), &[a.into()])
    }

    /// The nearest integer, ties to even.
    pub(crate) fn round_to_integer(&mut self, a: Reg) -> Reg {
        let (ty, class) = (self.ty, self.class());
        self.code.convert(ty, ty, Mode::round(Round::Rni), class, a)
    }

    /// An approximate instruction of binary32 that takes subnormal numbers for zeros.
    pub(crate) fn approximate(&mut self, opcode: Opcode, a: Reg) -> Reg {
        let mode = Mode { ftz: true, ..Mode::round(Round::Approx) };
        self.emit(opcode, mode, &[a.into()])
    }

    /// Whether the comparison holds.
    pub(crate) fn compare(&mut self, a: impl Into<Arg>, compare: Compare, b: impl Into<Arg>) -> Reg {
        let (a, b, ty) = (self.operand(a), self.operand(b), self.ty);
        self.code.compare(compare, ty, a, b)
    }

    /// The first where the truth value is true, else the second.
    pub(crate) fn select(&mut self, truth: Reg, yes: impl Into<Arg>, no: impl Into<Arg>) -> Reg {
        let (yes, no, class) = (self.operand(yes), self.operand(no), self.class());
        self.code.op(Opcode::Selp, class.ty(), class, &[yes, no, truth.into()])
    }

    /// A polynomial; the coefficient of the highest power comes first.
    pub(crate) fn poly(&mut self, x: Reg, coefficients: &[f64]) -> Reg {
        let mut sum = Arg::Number(coefficients[0]);
        for coefficient in &coefficients[1..] {
            sum = self.fma(sum, x, *coefficient).into();
        }
        match sum {
            Arg::Reg(reg) => reg,
            Arg::Number(number) => self.add(number, 0.0),
        }
    }

    /// An operation on the bits.
    pub(crate) fn bit_op(&mut self, opcode: Opcode, a: Reg, b: impl Into<Operand>) -> Reg {
        let class = self.class();
        self.code.op(opcode, class.ty(), class, &[a.into(), b.into()])
    }

    /// The sign bit of a number, and nothing else.
    pub(crate) fn sign_bit(&mut self, a: Reg) -> Reg {
        let top = if self.ty == Ty::F64 { i64::MIN } else { 1 << 31 };
        self.bit_op(Opcode::And, a, top)
    }

    /// Sets the sign bit of a magnitude; a signed magnitude gets the product of signs.
    pub(crate) fn with_sign(&mut self, magnitude: Reg, sign: Reg) -> Reg {
        self.bit_op(Opcode::Xor, magnitude, sign)
    }

    /// A single as a double.
    pub(crate) fn widen(&mut self, a: Reg) -> Reg {
        self.code.convert(Ty::F64, Ty::F32, Mode::default(), Class::B64, a)
    }

    /// A double as the nearest single.
    pub(crate) fn narrow(&mut self, a: Reg) -> Reg {
        self.code.convert(Ty::F32, Ty::F64, Mode::round(Round::Rn), Class::B32, a)
    }
}
