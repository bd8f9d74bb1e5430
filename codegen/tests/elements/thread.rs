//! A machine for the computations of one thread: PTX with registers and constant memory, as the manual defines.
//!
//! The manual promises only approximate results of `approx` instructions. Here the result is the nearest float, or a float
//! above or below the exact value ([`Machine::skew`]), so tests see whether an algorithm tolerates such errors.

use std::collections::HashMap;

use rustc_apfloat::Float as _;
use rustc_apfloat::Round as Soft;
use rustc_apfloat::ieee::{Double, Half, Single};

use super::rounding::{arithmetic, encode, flush, integer, is_float, mask, number, root, shape, soft};
use crate::ir::ptx::{Base, Class, Compare, Inst, Line, Mode, Opcode, Operand, Reg, Round, Ty};

/// A thread's registers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Machine {
    /// What each holds, in the low bits, by class.
    regs: [Vec<Option<u64>>; 4],
    /// Constant memory: arrays of 64-bit words by name.
    constants: HashMap<String, Vec<u64>>,
    /// Whether an approximate instruction errs away from zero (1), towards zero (−1), or as little as it can (0).
    skew: i64,
}

const fn width(class: Class) -> u32 {
    match class {
        Class::Pred => 1,
        Class::B16 => 16,
        Class::B32 => 32,
        Class::B64 => 64,
    }
}

impl Machine {
    /// Registers without values.
    pub(crate) fn new(constants: &HashMap<String, Vec<u64>>, skew: i64) -> Self {
        Machine { constants: constants.clone(), skew, ..Machine::default() }
    }

    fn value(&self, operand: Operand, ty: Ty) -> u64 {
        let bits = match operand {
            Operand::Reg(reg) => self.get(reg),
            Operand::Int(value) => value.cast_unsigned(),
            Operand::F32(bits) => bits.into(),
            Operand::F64(bits) => bits,
        };
        bits & mask(shape(ty).0)
    }

    /// The content of a register.
    pub(crate) fn get(&self, reg: Reg) -> u64 {
        let held = self.regs[reg.class as usize].get(reg.number as usize).copied().flatten();
        held.unwrap_or_else(|| panic!("{reg} was not written"))
    }

    /// Writes a register.
    pub(crate) fn set(&mut self, reg: Reg, bits: u64) {
        let (all, at) = (&mut self.regs[reg.class as usize], reg.number as usize);
        if all.len() <= at {
            all.resize(at + 1, None);
        }
        all[at] = Some(bits & mask(width(reg.class)));
    }

    /// Runs to the end of the code.
    pub(crate) fn run(&mut self, lines: &[Line]) {
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            at += 1;
            if line.guard.is_some_and(|guard| (self.get(guard.pred) == 1) != guard.when) {
                continue;
            }
            match &line.inst {
                Inst::Branch(label) => {
                    let here = |line: &Line| line.inst == Inst::Label(*label);
                    at = lines.iter().position(here).expect("the label is somewhere");
                }
                inst => self.step(inst),
            }
        }
    }

    fn step(&mut self, inst: &Inst) {
        match inst {
            Inst::Label(_) => {}
            Inst::Special { to, .. } => self.set(*to, 0),
            Inst::Compute { op, ty, mode, to, from } => {
                let result = self.compute(*op, *ty, *mode, from);
                self.set(*to, result);
            }
            Inst::Convert { to_ty, from_ty, mode, to, from } => {
                let from = self.value(from[0], *from_ty);
                // A narrow integer is extended to its register.
                let result = convert(*to_ty, *from_ty, *mode, from);
                self.set(*to, result);
            }
            Inst::Compare { compare, ty, ftz, to, from } => {
                let [a, b] = [0, 1].map(|at| self.value(from[at], *ty));
                let holds = if is_float(*ty) {
                    let [a, b] = [a, b].map(|bits| number(flush(bits, *ty, *ftz), *ty));
                    float_holds(*compare, a, b)
                } else {
                    let [a, b] = [a, b].map(|bits| integer(bits, *ty));
                    integer_holds(*compare, a, b)
                };
                self.set(*to, holds.into());
            }
            Inst::Pack { to, from } => {
                let each = width(from[0].class);
                let bits = from.iter().rev().fold(0, |all, reg| all << each | self.get(*reg));
                self.set(*to, bits);
            }
            Inst::Unpack { to, from } => {
                let (bits, each) = (self.get(*from), width(to[0].class));
                for (at, reg) in (0..).zip(to) {
                    self.set(*reg, bits >> (at * each));
                }
            }
            Inst::AddressOf { to, name } => {
                assert!(self.constants.contains_key(name), "no array {name}");
                self.set(*to, 0);
            }
            Inst::Load { from, to, .. } => {
                // The only array is at address 0.
                let Base::Reg(base) = from.base else { panic!("a load from a name") };
                let words = self.constants.values().next().expect("an array");
                let first =
                    usize::try_from(self.get(base) + from.offset.cast_unsigned()).expect("an address") / 8;
                let loaded: Vec<u64> = (0..to.len()).map(|at| words[first + at]).collect();
                to.iter().zip(loaded).for_each(|(reg, word)| self.set(*reg, word));
            }
            other => panic!("{other} is not computed in one thread"),
        }
    }

    fn compute(&self, op: Opcode, ty: Ty, mode: Mode, from: &[Operand]) -> u64 {
        if op == Opcode::Selp {
            let chosen = if self.value(from[2], Ty::Pred) == 1 { from[0] } else { from[1] };
            return self.value(chosen, ty);
        }
        let values: Vec<u64> = from.iter().map(|operand| self.value(*operand, ty)).collect();
        if is_float(ty) {
            let flushed: Vec<u64> = values.iter().map(|bits| flush(*bits, ty, mode.ftz)).collect();
            let result = self.float(op, ty, mode, &flushed);
            return flush(result, ty, mode.ftz);
        }
        // The amount of a shift is 32 bits whatever is shifted.
        if matches!(op, Opcode::Shl | Opcode::Shr) {
            return shifted(op, ty, values[0], self.value(from[1], Ty::U32));
        }
        integer_operation(op, ty, &values)
    }

    /// An approximate result: one of the two floats around the exact one, or the nearest.
    fn near(&self, value: f64, ty: Ty) -> u64 {
        let greatest = if ty == Ty::F64 { f64::MAX } else { f32::MAX.into() };
        let round = match self.skew {
            _ if value.abs() > greatest => Soft::NearestTiesToEven,
            0 => Soft::NearestTiesToEven,
            skew => {
                if (skew > 0) == (value > 0.0) {
                    Soft::TowardPositive
                } else {
                    Soft::TowardNegative
                }
            }
        };
        encode(value, ty, round)
    }

    fn float(&self, op: Opcode, ty: Ty, mode: Mode, from: &[u64]) -> u64 {
        let round = soft(mode.round);
        let value = |at: usize| number(from[at], ty);
        let approx = matches!(mode.round, Some(Round::Approx | Round::Full));
        match op {
            Opcode::Mov => from[0],
            Opcode::Neg => from[0] ^ 1 << (shape(ty).0 - 1),
            Opcode::Abs => from[0] & mask(shape(ty).0 - 1),
            Opcode::Min | Opcode::Max => extreme(op == Opcode::Max, ty, mode.nan, from[0], from[1]),
            Opcode::Div if approx => {
                let divisor = value(1).abs();
                let zero =
                    mode.round == Some(Round::Approx) && divisor > 2f64.powi(126) && divisor.is_finite();
                if zero {
                    encode(value(0) * value(1).signum() * 0.0, ty, round)
                } else {
                    self.near(value(0) / value(1), ty)
                }
            }
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Div | Opcode::Fma => {
                arithmetic(op, ty, round, from)
            }
            Opcode::Sqrt if approx => self.near(value(0).sqrt(), ty),
            Opcode::Sqrt => root(value(0), ty, round),
            Opcode::Rcp if approx => self.near(1.0 / value(0), ty),
            Opcode::Rcp => arithmetic(Opcode::Div, ty, round, &[encode(1.0, ty, round), from[0]]),
            Opcode::Rsqrt => self.near(1.0 / value(0).sqrt(), ty),
            Opcode::Ex2 => self.near(value(0).exp2(), ty),
            Opcode::Lg2 => self.near(value(0).log2(), ty),
            Opcode::Sin => self.near(value(0).sin(), ty),
            Opcode::Cos => self.near(value(0).cos(), ty),
            Opcode::Tanh => self.near(value(0).tanh(), ty),
            other => panic!("{other} of floats"),
        }
    }
}

/// PTX `min`, `max`: NaN loses, or wins; the zeros are ordered.
fn extreme(greater: bool, ty: Ty, propagates: bool, a: u64, b: u64) -> u64 {
    let (x, y) = (number(a, ty), number(b, ty));
    if x.is_nan() && y.is_nan() || propagates && (x.is_nan() || y.is_nan()) {
        return encode(f64::NAN, ty, Soft::NearestTiesToEven);
    }
    if x.is_nan() || y.is_nan() {
        return if x.is_nan() { b } else { a };
    }
    let first = if x == y { x.is_sign_positive() == greater } else { (x > y) == greater };
    if first { a } else { b }
}

fn shifted(op: Opcode, ty: Ty, value: u64, amount: u64) -> u64 {
    let (width, _) = shape(ty);
    let amount = amount.min(u64::from(width)) as u32;
    match op {
        Opcode::Shl => (u128::from(value) << amount) as u64,
        _ => (integer(value, ty) >> amount) as u64,
    }
}

fn integer_operation(op: Opcode, ty: Ty, from: &[u64]) -> u64 {
    let (width, _) = shape(ty);
    let value = |at: usize| integer(from[at], ty);
    let result = match op {
        Opcode::Mov => value(0),
        Opcode::Add => value(0) + value(1),
        Opcode::Sub => value(0) - value(1),
        Opcode::Mul | Opcode::MulLo | Opcode::MulWide => value(0).wrapping_mul(value(1)),
        Opcode::MulHi => {
            if shape(ty).1 {
                (value(0) * value(1)) >> width
            } else {
                ((value(0) as u128).wrapping_mul(value(1) as u128) >> width) as i128
            }
        }
        Opcode::MadWide => value(0) * value(1) + i128::from(from[2]),
        Opcode::MadLo => value(0).wrapping_mul(value(1)).wrapping_add(value(2)),
        Opcode::Div => value(0) / value(1),
        Opcode::Rem => value(0) % value(1),
        Opcode::Neg => -value(0),
        Opcode::Abs => value(0).abs(),
        Opcode::Min => value(0).min(value(1)),
        Opcode::Max => value(0).max(value(1)),
        Opcode::And => value(0) & value(1),
        Opcode::Or => value(0) | value(1),
        Opcode::Xor => value(0) ^ value(1),
        Opcode::Not => !value(0),
        Opcode::Clz => i128::from((from[0] << (64 - width)).leading_zeros().min(width)),
        Opcode::Popc => i128::from(from[0].count_ones()),
        Opcode::Bfe => {
            let (at, count) = (from[1] as u32, from[2] as u32);
            let field = from[0] >> at & mask(count);
            let fill = shape(ty).1 && count > 0 && field >> (count - 1) & 1 == 1;
            i128::from(if fill { field | !mask(count) } else { field })
        }
        other => panic!("{other} of integers"),
    };
    result as u64
}

fn float_holds(compare: Compare, a: f64, b: f64) -> bool {
    let nan = a.is_nan() || b.is_nan();
    match compare {
        Compare::Eq => a == b,
        Compare::Ne => !nan && a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
        Compare::Equ => nan || a == b,
        Compare::Neu => nan || a != b,
        Compare::Ltu => nan || a < b,
        Compare::Leu => nan || a <= b,
        Compare::Gtu => nan || a > b,
        Compare::Geu => nan || a >= b,
        Compare::Num => !nan,
        Compare::Nan => nan,
    }
}

fn integer_holds(compare: Compare, a: i128, b: i128) -> bool {
    match compare {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
        other => panic!("{other} of integers"),
    }
}

/// `cvt`.
fn convert(to: Ty, from: Ty, mode: Mode, bits: u64) -> u64 {
    let round = soft(mode.round);
    match (is_float(from), is_float(to)) {
        (false, false) => integer(bits, from) as u64,
        (false, true) => {
            let whole = integer(bits, from);
            match to {
                Ty::F64 => Double::from_i128_r(whole, round).value.to_bits() as u64,
                Ty::F32 => Single::from_i128_r(whole, round).value.to_bits() as u64,
                Ty::F16 => Half::from_i128_r(whole, round).value.to_bits() as u64,
                other => panic!("no cvt to {other}"),
            }
        }
        (true, false) => {
            let (value, (width, signed)) = (number(bits, from), shape(to));
            assert_eq!(mode.round, Some(Round::Rzi), "towards zero");
            if value.is_nan() {
                return if from == Ty::F64 || width == 64 { 1 << (width - 1) } else { 0 };
            }
            let (least, greatest) = if signed {
                (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
            } else {
                (0, (1i128 << width) - 1)
            };
            (value as i128).clamp(least, greatest) as u64
        }
        (true, true) => {
            let value = number(flush(bits, from, mode.ftz), from);
            let value = match mode.round {
                Some(Round::Rni) => value.round_ties_even(),
                Some(Round::Rzi) => value.trunc(),
                Some(Round::Rmi) => value.floor(),
                Some(Round::Rpi) => value.ceil(),
                _ => value,
            };
            flush(encode(value, to, round), to, mode.ftz)
        }
    }
}
