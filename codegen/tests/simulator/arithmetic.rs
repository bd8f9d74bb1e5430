//! The results of instructions, on bits.

use crate::ir::ptx::{Compare, Mode, Opcode, Round, Ty};

/// Bytes of a type.
pub(crate) fn width(ty: Ty) -> usize {
    match ty {
        Ty::Pred | Ty::B8 | Ty::U8 | Ty::S8 => 1,
        Ty::B16 | Ty::U16 | Ty::S16 | Ty::F16 | Ty::Bf16 | Ty::E4m3x2 | Ty::E5m2x2 => 2,
        Ty::B32 | Ty::U32 | Ty::S32 | Ty::F32 | Ty::Tf32 | Ty::F16x2 | Ty::Bf16x2 => 4,
        Ty::B64 | Ty::U64 | Ty::S64 | Ty::F64 => 8,
    }
}

fn is_float(ty: Ty) -> bool {
    matches!(ty, Ty::F16 | Ty::Bf16 | Ty::F32 | Ty::F64 | Ty::Tf32)
}

/// Bits as a number of a type.
pub(crate) fn number(ty: Ty, bits: u64) -> i128 {
    let shift = 64 - 8 * width(ty);
    let low = bits << shift;
    if matches!(ty, Ty::S8 | Ty::S16 | Ty::S32 | Ty::S64) {
        i128::from(low.cast_signed() >> shift)
    } else {
        i128::from(low >> shift)
    }
}

/// Bits as a float.
pub(crate) fn float(ty: Ty, bits: u64) -> f64 {
    match ty {
        Ty::F32 => f64::from(f32::from_bits(bits as u32)),
        Ty::F64 => f64::from_bits(bits),
        Ty::Bf16 => f64::from(f32::from_bits((bits as u32) << 16)),
        Ty::F16 => {
            let (sign, exponent, digits) = (bits >> 15 & 1, bits >> 10 & 31, (bits & 1023) as f64);
            let size = match exponent {
                0 => digits * 2f64.powi(-24),
                31 if digits > 0.0 => f64::NAN,
                31 => f64::INFINITY,
                _ => (1024.0 + digits) * 2f64.powi(exponent as i32 - 25),
            };
            if sign == 1 { -size } else { size }
        }
        _ => panic!("{ty} is no float"),
    }
}

/// A float as bits, rounded to the nearest.
pub(crate) fn rounded(ty: Ty, value: f64) -> u64 {
    match ty {
        Ty::F32 => u64::from((value as f32).to_bits()),
        Ty::F64 => value.to_bits(),
        Ty::Tf32 => spec::syntax::format::nearest(value, spec::syntax::types::Scalar::Tf32).expect("a float"),
        Ty::F16 | Ty::Bf16 => {
            // Of all bits the nearest: tests have few of these.
            let sign = u64::from(value.is_sign_negative()) << 15;
            if value.is_nan() {
                return 0x7fff;
            }
            let infinite = if ty == Ty::F16 { 0x7c00 } else { 0x7f80 };
            let (mut low, mut high) = (0, infinite);
            while high - low > 1 {
                let middle = (low + high) / 2;
                if float(ty, middle) <= value.abs() { low = middle } else { high = middle }
            }
            let step = float(ty, low) - if low > 0 { float(ty, low - 1) } else { 0.0 };
            let next = if high == infinite { float(ty, low) + step } else { float(ty, high) };
            let half = f64::midpoint(float(ty, low), next);
            let up = value.abs() > half || value.abs() == half && low & 1 == 1;
            sign | if up { high } else { low }
        }
        _ => panic!("{ty} is no float"),
    }
}

/// The type of an update, by its name.
pub(crate) fn named(name: &str) -> Ty {
    let all =
        [Ty::B16, Ty::B32, Ty::B64, Ty::U32, Ty::U64, Ty::S32, Ty::S64, Ty::F16, Ty::Bf16, Ty::F32, Ty::F64];
    all.into_iter().find(|ty| ty.to_string() == name).unwrap_or_else(|| panic!("{name} is not known here"))
}

/// The result of an update.
pub(crate) fn updated(op: &str, ty: Ty, old: u64, values: &[u64]) -> u64 {
    let by = |op: Opcode| computed(op, ty, Mode::default(), &[old, values[0]]);
    match op {
        "add" | "add.noftz" => by(Opcode::Add),
        "min" => by(Opcode::Min),
        "max" => by(Opcode::Max),
        "and" => by(Opcode::And),
        "or" => by(Opcode::Or),
        "xor" => by(Opcode::Xor),
        "exch" => values[0],
        "cas" if number(ty, old) == number(ty, values[0]) => values[1],
        "cas" => old,
        other => panic!("{other} is not known here"),
    }
}

pub(crate) fn computed(op: Opcode, ty: Ty, mode: Mode, from: &[u64]) -> u64 {
    if op == Opcode::Selp {
        return if from[2] & 1 == 1 { from[0] } else { from[1] };
    }
    if is_float(ty) {
        return float_computed(op, ty, mode, from);
    }
    let bits = 8 * width(ty) as u32;
    let n = |at: usize| number(ty, from[at]);
    // Bits are extracted at a place of 32 bits, whatever the type is.
    let small = |at: usize| number(Ty::U32, from[at]) as u32;
    let value = match op {
        Opcode::Mov => n(0),
        Opcode::Add => n(0) + n(1),
        Opcode::Sub => n(0) - n(1),
        Opcode::MulLo | Opcode::MulWide => n(0).wrapping_mul(n(1)),
        Opcode::MulHi => (n(0) * n(1)) >> bits,
        Opcode::MadLo => n(0).wrapping_mul(n(1)).wrapping_add(n(2)),
        Opcode::MadWide => n(0) * n(1) + i128::from(from[2]),
        Opcode::Div => n(0) / n(1),
        Opcode::Rem => n(0) % n(1),
        Opcode::Neg => -n(0),
        Opcode::Abs => n(0).abs(),
        Opcode::Min => n(0).min(n(1)),
        Opcode::Max => n(0).max(n(1)),
        Opcode::And => n(0) & n(1),
        Opcode::Or => n(0) | n(1),
        Opcode::Xor => n(0) ^ n(1),
        Opcode::Not => !n(0),
        Opcode::Shl => {
            if small(1) < bits {
                n(0) << small(1)
            } else {
                0
            }
        }
        Opcode::Shr => n(0) >> small(1).min(bits),
        Opcode::Bfe => {
            let low = number(Ty::U64, from[0]) >> small(1) & ((1 << small(2)) - 1);
            let negative = ty == Ty::S32 && low >> (small(2) - 1) & 1 == 1;
            if negative { low - (1 << small(2)) } else { low }
        }
        Opcode::Bfi => {
            let mask = ((1i128 << small(3)) - 1) << small(2);
            n(1) & !mask | n(0) << small(2) & mask
        }
        Opcode::Clz => (number(Ty::U64, from[0]) as u64).leading_zeros().saturating_sub(64 - bits).into(),
        Opcode::Popc => number(Ty::U64, from[0]).count_ones().into(),
        other => panic!("`{other}.{ty}` is not known here"),
    };
    value as u64
}

fn float_computed(op: Opcode, ty: Ty, mode: Mode, from: &[u64]) -> u64 {
    // The machine's results of these are approximations.
    let is_near = matches!(op, Opcode::Ex2 | Opcode::Lg2 | Opcode::Sqrt)
        || op == Opcode::Div && mode.round == Some(Round::Full);
    let is_known = matches!(mode.round, None | Some(Round::Rn)) && !mode.ftz;
    assert!(is_known || is_near, "a rounding of `{op}` that is not known here");
    let x = |at: usize| float(ty, from[at]);
    // A product of two binary32 is exact in binary64; a sum of more is rounded twice, which tests do not see.
    let value = match op {
        Opcode::Add => x(0) + x(1),
        Opcode::Sub => x(0) - x(1),
        Opcode::Mul => x(0) * x(1),
        Opcode::Fma if ty == Ty::F32 => {
            let [a, b, c] = [0, 1, 2].map(|at| f32::from_bits(from[at] as u32));
            f64::from(a.mul_add(b, c))
        }
        Opcode::Fma => x(0).mul_add(x(1), x(2)),
        Opcode::Neg => -x(0),
        Opcode::Abs => x(0).abs(),
        Opcode::Max => x(0).max(x(1)),
        Opcode::Min => x(0).min(x(1)),
        Opcode::Div => x(0) / x(1),
        Opcode::Rcp => x(0).recip(),
        Opcode::Ex2 => x(0).exp2(),
        Opcode::Lg2 => x(0).log2(),
        Opcode::Sqrt => x(0).sqrt(),
        other => panic!("`{other}.{ty}` is not known here"),
    };
    let result = rounded(ty, value);
    let is_subnormal = float(ty, result).abs() < f64::from(f32::MIN_POSITIVE);
    if mode.ftz && ty == Ty::F32 && is_subnormal { result & 1 << 31 } else { result }
}

pub(crate) fn converted(to: Ty, from: Ty, mode: Mode, bits: u64) -> u64 {
    match (is_float(to), is_float(from)) {
        (true, true) => {
            assert!(matches!(mode.round, None | Some(Round::Rn)));
            rounded(to, float(from, bits))
        }
        (true, false) => rounded(to, number(from, bits) as f64),
        (false, true) => panic!("no float becomes an integer here"),
        (false, false) => number(to, number(from, bits) as u64) as u64,
    }
}

pub(crate) fn compared(compare: Compare, ty: Ty, a: u64, b: u64) -> bool {
    let order = if is_float(ty) {
        float(ty, a).partial_cmp(&float(ty, b))
    } else {
        Some(number(ty, a).cmp(&number(ty, b)))
    };
    match compare {
        Compare::Eq => order.is_some_and(std::cmp::Ordering::is_eq),
        Compare::Ne => order.is_some_and(std::cmp::Ordering::is_ne),
        Compare::Lt => order.is_some_and(std::cmp::Ordering::is_lt),
        Compare::Le => order.is_some_and(std::cmp::Ordering::is_le),
        Compare::Gt => order.is_some_and(std::cmp::Ordering::is_gt),
        Compare::Ge => order.is_some_and(std::cmp::Ordering::is_ge),
        Compare::Equ => order.is_none_or(std::cmp::Ordering::is_eq),
        Compare::Neu => order.is_none_or(std::cmp::Ordering::is_ne),
        Compare::Ltu => order.is_none_or(std::cmp::Ordering::is_lt),
        Compare::Leu => order.is_none_or(std::cmp::Ordering::is_le),
        Compare::Gtu => order.is_none_or(std::cmp::Ordering::is_gt),
        Compare::Geu => order.is_none_or(std::cmp::Ordering::is_ge),
        Compare::Num => order.is_some(),
        Compare::Nan => order.is_none(),
    }
}
