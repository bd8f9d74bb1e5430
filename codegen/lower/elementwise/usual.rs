//! Usual operands: fewer instructions for a tile all of whose elements are in a range, and the general code otherwise. The lanes of a warp
//! test all their elements and branch together.
//!
//! Quotients by one divisor share its reciprocal (P. Markstein, "Computation of elementary functions on the IBM RISC System/6000
//! processor", IBM Journal of Research and Development 34, 1990). Let y be the rounded reciprocal, and q a quotient that errs by less
//! than a unit in the last place. Then q + y·(a − b·q) is the rounded quotient. The ranges keep reciprocals and quotients normal, and
//! the rest a − b·q exact.
//!
//! Powers of two have one version. The instruction that flushes subnormal results would save three others of the machine, but a test costs
//! as much. On an H200, attention (16 × 16384, head 64) runs at 403 TFLOP/s, and at 455 with flushed powers. With a test of each exponent
//! and without any branch it runs at 399. Two versions of the powers run at 329, and two versions of the rest of an iteration at 393 at
//! most. Powers that are computed again after the products run at 403.

use spec::syntax::attributes::Rounding;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Mode, Opcode, Operand, Reg, Round, Ty};

/// The fewest elements of a thread for which two versions are made.
const FEWEST: usize = 8;

/// Quotients that share a divisor in a thread, at least.
const SHARED: usize = 4;

/// The binary exponents of dividends, and of divisors: from the first one on, below the second one.
const DIVIDENDS: [i64; 2] = [-100, 100];
const DIVISORS: [i64; 2] = [-20, 20];

/// Bits of a fraction of binary32, and what is added to an exponent.
const FRACTION: u32 = 23;
const BIAS: i64 = 127;

/// The elements of an operation in two versions; `None` if it has one.
pub(super) fn lower(code: &mut Builder<'_>, op: &Operation, operands: &[Vec<Reg>]) -> Option<Vec<Reg>> {
    let is_single = code.kernel().tile(*op.operands.first()?).element == Element::Scalar(Scalar::F32);
    let first = operands.first().filter(|first| first.len() >= FEWEST)?;
    if !is_single || op.attributes.flush_to_zero {
        return None;
    }
    let is_nearest = matches!(op.attributes.rounding, None | Some(Rounding::NearestEven));
    let [_, by] = operands else { return None };
    let mut divisors = by.clone();
    divisors.sort_unstable();
    divisors.dedup();
    let is_shared = op.op == Op::Divf && is_nearest && divisors.len() * SHARED <= first.len();
    is_shared.then(|| quotients(code, [first, by], &divisors))
}

/// Quotients by so many divisors.
fn quotients(code: &mut Builder<'_>, [dividends, by]: [&[Reg]; 2], divisors: &[Reg]) -> Vec<Reg> {
    let small = are_within(code, divisors, DIVISORS);
    let large = are_within(code, dividends, DIVIDENDS);
    let are_usual = code.and(small, large);
    let shared: Vec<(Reg, Reg, Reg)> = divisors
        .iter()
        .map(|divisor| {
            let mode = Mode::round(Round::Rn);
            let reciprocal = code.op_with(Opcode::Rcp, Ty::F32, mode, Class::B32, &[(*divisor).into()]);
            let negative = code.op(Opcode::Neg, Ty::F32, Class::B32, &[(*divisor).into()]);
            (*divisor, reciprocal, negative)
        })
        .collect();
    let mut usual = |code: &mut Builder<'_>, at: usize, to: Reg| {
        let Some((_, y, minus)) = shared.iter().find(|(divisor, ..)| *divisor == by[at]) else {
            unreachable!("every divisor has a reciprocal")
        };
        let mode = Mode::round(Round::Rn);
        let fma = |code: &mut Builder<'_>, from: [Reg; 3]| {
            code.op_with(Opcode::Fma, Ty::F32, mode, Class::B32, &from.map(Operand::Reg))
        };
        let a = dividends[at];
        let first = code.op_with(Opcode::Mul, Ty::F32, mode, Class::B32, &[a.into(), (*y).into()]);
        let rest = fma(code, [*minus, first, a]);
        let second = fma(code, [rest, *y, first]);
        let rest = fma(code, [*minus, second, a]);
        compute(code, Opcode::Fma, mode, to, &[rest, *y, second]);
    };
    let mut any = |code: &mut Builder<'_>, at: usize, to: Reg| {
        compute(code, Opcode::Div, Mode::round(Round::Rn), to, &[dividends[at], by[at]]);
    };
    in_two_versions(code, (are_usual, dividends.len()), &mut usual, &mut any)
}

/// Whether the binary exponents of numbers are in a range; no zero is, and nothing without an exponent.
fn are_within(code: &mut Builder<'_>, numbers: &[Reg], [from, below]: [i64; 2]) -> Reg {
    // Twice the bits have no sign, and grow with the magnitude.
    let twice = |exponent: i64| (exponent + BIAS) << (FRACTION + 1);
    let above: Vec<Reg> = numbers
        .iter()
        .map(|number| {
            let from = [(*number).into(), Operand::Int(2), Operand::Int(-twice(from))];
            code.op(Opcode::MadLo, Ty::U32, Class::B32, &from)
        })
        .collect();
    let most =
        tree(code, &above, |code, a, b| code.op(Opcode::Max, Ty::U32, Class::B32, &[a.into(), b.into()]));
    code.compare(Compare::Lt, Ty::U32, most, twice(below) - twice(from))
}

/// Combines registers pair by pair.
fn tree(code: &mut Builder<'_>, regs: &[Reg], combine: impl Fn(&mut Builder<'_>, Reg, Reg) -> Reg) -> Reg {
    let mut rest = regs.to_vec();
    while rest.len() > 1 {
        let pairs = rest.chunks(2);
        rest = pairs.map(|pair| if let [a, b] = *pair { combine(code, a, b) } else { pair[0] }).collect();
    }
    rest[0]
}

/// Computes elements by the first version where the predicate holds in all lanes of the warp, else by the second.
fn in_two_versions(
    code: &mut Builder<'_>,
    (are_usual, count): (Reg, usize),
    usual: &mut dyn FnMut(&mut Builder<'_>, usize, Reg),
    any: &mut dyn FnMut(&mut Builder<'_>, usize, Reg),
) -> Vec<Reg> {
    let results: Vec<Reg> = (0..count).map(|_| code.reg(Class::B32)).collect();
    let all = code.reg(Class::Pred);
    code.push(Inst::Vote { to: all, from: are_usual });
    let (other, end) = (code.label(), code.label());
    code.branch_if(all, false, other);
    results.iter().enumerate().for_each(|(at, to)| usual(code, at, *to));
    code.push(Inst::Branch(end));
    code.place_label(other);
    results.iter().enumerate().for_each(|(at, to)| any(code, at, *to));
    code.place_label(end);
    results
}

/// An instruction on binary32 with a given result.
fn compute(code: &mut Builder<'_>, op: Opcode, mode: Mode, to: Reg, from: &[Reg]) {
    let from = from.iter().map(|reg| (*reg).into()).collect();
    code.push(Inst::Compute { op, ty: Ty::F32, mode, to, from });
}
