//! The symbolic domain: integers are terms, of floats bounds are known, what is required becomes an obligation.

use spec::domain::{
    Bool as _, Domain, FloatMode, Int, Number, greatest_signed, greatest_unsigned, least_signed,
};
use spec::rules::Rule;
use spec::syntax::types::Scalar;

use crate::budget::policy::Purpose;
use crate::smt::answer::Answer;
use crate::smt::solver::Solver;
use crate::terms::{Num, Truth, all_ones};
use crate::values::arithmetic::Arithmetic;
use crate::values::float::Real;

/// The reading over terms, for one application of an operation.
pub(crate) struct Symbolic<'s> {
    /// The requirements, in order.
    pub(crate) required: Vec<(Rule, Truth)>,
    /// When the result is undetermined whatever the operands are.
    pub(crate) undetermined: Truth,
    wraps: Wraps<'s>,
}

/// What was decided of the places where an operation may wrap, for all lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WrapDecisions {
    /// Nothing wraps, as far as invariants are proposed.
    Never,
    /// In the order in which an application of the operation comes to them: the width, and whether the result fits.
    At(Vec<(u32, bool)>),
}

impl Default for WrapDecisions {
    fn default() -> Self {
        WrapDecisions::At(Vec::new())
    }
}

impl WrapDecisions {
    /// Whether every result was decided to fit.
    pub(crate) fn all_fit(&self) -> bool {
        match self {
            WrapDecisions::Never => false,
            WrapDecisions::At(sites) => sites.iter().all(|(_, fits)| *fits),
        }
    }

    fn push(&mut self, bits: u32, fits: bool) {
        if let WrapDecisions::At(sites) = self {
            sites.push((bits, fits));
        }
    }

    /// Whether the result at a site fits. At an undecided site, or at a site of another width, the fit is unknown: the result
    /// is then reduced, which is always right.
    fn fits(&self, site: usize, bits: u32) -> bool {
        match self {
            WrapDecisions::Never => true,
            WrapDecisions::At(sites) => sites.get(site).is_some_and(|(width, fits)| *width == bits && *fits),
        }
    }
}

/// How it is decided whether a result may wrap.
enum Wraps<'s> {
    /// By the solver, under a path; the decisions are kept, in order.
    Decide { solver: &'s mut Solver, arithmetic: &'s mut Arithmetic, path: Truth, exact: WrapDecisions },
    /// As decided before.
    Replay { exact: &'s WrapDecisions, next: usize },
    /// Never: to propose candidates that are checked afterwards.
    Propose,
}

impl<'s> Symbolic<'s> {
    /// Decides wrapping with the solver.
    pub(crate) fn deciding(solver: &'s mut Solver, arithmetic: &'s mut Arithmetic, path: &Truth) -> Self {
        Symbolic {
            required: Vec::new(),
            undetermined: Truth::constant(false),
            wraps: Wraps::Decide { solver, arithmetic, path: *path, exact: WrapDecisions::default() },
        }
    }

    /// Takes the decisions of an earlier application of the same operation.
    pub(crate) fn replaying(exact: &'s WrapDecisions) -> Self {
        Symbolic {
            required: Vec::new(),
            undetermined: Truth::constant(false),
            wraps: Wraps::Replay { exact, next: 0 },
        }
    }

    /// Assumes that nothing wraps.
    pub(crate) fn proposing() -> Self {
        Symbolic { required: Vec::new(), undetermined: Truth::constant(false), wraps: Wraps::Propose }
    }

    /// The decisions, in order.
    pub(crate) fn decisions(self) -> WrapDecisions {
        match self.wraps {
            Wraps::Decide { exact, .. } => exact,
            Wraps::Replay { exact, .. } => exact.clone(),
            Wraps::Propose => WrapDecisions::Never,
        }
    }

    /// Whether the number is representable as signed, by its range or else by the solver. The operation's
    /// earlier requirements may be used: if one fails, the kernel is undefined anyway.
    fn exact(&mut self, bits: u32, number: &Num) -> bool {
        let in_range = number.lo() >= least_signed(bits) && number.hi() <= greatest_signed(bits);
        match &mut self.wraps {
            Wraps::Decide { solver, arithmetic, path, exact } => {
                // After the solver gave up on a number, its consequences are not queried again.
                let hopeless = !in_range && number.has_any(&arithmetic.gave_up);
                let fits = in_range
                    || !hopeless && {
                        let under = self.required.iter().fold(*path, |all, (_, holds)| all.and(holds));
                        let fits = spec::domain::fits_signed(number, bits);
                        let answer = solver.ask(&under.and(&fits.not()), Purpose::Simplification);
                        arithmetic.gives_up = answer == Answer::Unknown;
                        let proved = answer == Answer::Impossible;
                        if !proved {
                            arithmetic.note_natural(&under, &fits);
                        }
                        if arithmetic.assume_no_wrap && !proved {
                            arithmetic.doubts.push((under, fits));
                        }
                        proved || arithmetic.assume_no_wrap
                    };
                arithmetic.gives_up |= hopeless;
                exact.push(bits, fits);
                fits
            }
            Wraps::Replay { exact, next } => {
                *next += 1;
                in_range || exact.fits(*next - 1, bits)
            }
            Wraps::Propose => true,
        }
    }
}

impl Domain for Symbolic<'_> {
    type Bool = Truth;
    type Number = Num;
    type Int = SymbolicInt;
    type Float = Real;
    type Wide = Real;

    fn require(&mut self, rule: Rule, holds: Truth) {
        self.required.push((rule, holds));
    }

    fn determined_if(&mut self, holds: &Truth) {
        self.undetermined = self.undetermined.or(&holds.not());
    }

    fn wrap(&mut self, bits: u32, number: &Num) -> SymbolicInt {
        if bits == 1 {
            let two = Num::constant(2);
            return SymbolicInt::Bit(number.rem_floor(&two).equals(&Num::constant(1)));
        }
        if self.exact(bits, number) {
            return SymbolicInt::Number { bits, signed: *number };
        }
        // The representative of the residue class in the signed range; where the natural numbers hold it, without `mod`.
        let modulus = Num::constant(1 << bits);
        if number.lo() >= 0 && number.hi() <= greatest_unsigned(bits) {
            let high = Num::constant(greatest_signed(bits)).less(number);
            return SymbolicInt::Number { bits, signed: Num::choose(&high, &number.sub(&modulus), number) };
        }
        let half = Num::constant(1 << (bits - 1));
        let signed = number.add(&half).rem_floor(&modulus).sub(&half);
        if let Wraps::Decide { arithmetic, .. } = &mut self.wraps {
            arithmetic.give_up_on(&signed);
        }
        SymbolicInt::Number { bits, signed }
    }

    fn float_from_number(&mut self, number: &Num, _: FloatMode) -> Real {
        Real::integer(number)
    }

    fn float_from_wide(&mut self, wide: &Real, mode: FloatMode) -> Real {
        wide.flushed(mode.flush_to_zero)
    }

    fn is_nan(&mut self, wide: &Real) -> Truth {
        wide.is_nan()
    }

    fn number_from_wide(&mut self, wide: &Real) -> Num {
        wide.towards_zero()
    }

    fn float_power(&mut self, _: &Real, _: &Num) -> Real {
        Real::any()
    }
}

/// An integer of a width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SymbolicInt {
    /// A bit.
    Bit(Truth),
    /// Several bits, by their signed number.
    Number {
        /// The width.
        bits: u32,
        /// Between −2ᵇⁱᵗˢ⁻¹ and 2ᵇⁱᵗˢ⁻¹ − 1.
        signed: Num,
    },
}

impl SymbolicInt {
    /// A bitwise operation: exact on bits and with the constants that are masks, an arbitrary value of the range else.
    fn bitwise(&self, other: &Self, op: Bitwise) -> Self {
        match (self, other) {
            (SymbolicInt::Bit(a), SymbolicInt::Bit(b)) => SymbolicInt::Bit(match op {
                Bitwise::And => a.and(b),
                Bitwise::Or => a.or(b),
                Bitwise::Xor => Truth::choose(a, &b.not(), b),
            }),
            (SymbolicInt::Number { bits, signed: a }, SymbolicInt::Number { signed: b, .. }) => {
                let signed = match (a.value(), b.value()) {
                    (Some(x), Some(y)) => Some(Num::constant(op.of(x, y))),
                    (Some(mask), None) => masked(b, mask, op).or_else(|| as_bits(a, b, op)),
                    (None, Some(mask)) => masked(a, mask, op).or_else(|| as_bits(a, b, op)),
                    (None, None) if a.equals(b).value() == Some(true) => Some(op.of_equal(a)),
                    (None, None) => as_bits(a, b, op),
                };
                let signed = signed.unwrap_or_else(|| any_bits(a, b, *bits, op));
                SymbolicInt::Number { bits: *bits, signed }
            }
            // Widths agree in a valid kernel.
            (SymbolicInt::Bit(_), SymbolicInt::Number { .. })
            | (SymbolicInt::Number { .. }, SymbolicInt::Bit(_)) => *self,
        }
    }
}

/// A bitwise operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bitwise {
    And,
    Or,
    Xor,
}

impl Bitwise {
    fn of(self, a: i128, b: i128) -> i128 {
        match self {
            Bitwise::And => a & b,
            Bitwise::Or => a | b,
            Bitwise::Xor => a ^ b,
        }
    }

    /// The operation on one number twice.
    fn of_equal(self, number: &Num) -> Num {
        match self {
            Bitwise::And | Bitwise::Or => *number,
            Bitwise::Xor => Num::constant(0),
        }
    }
}

/// Bits against a constant where that is arithmetic: all ones, all zeros, and 2ᵏ − 1.
fn masked(value: &Num, mask: i128, op: Bitwise) -> Option<Num> {
    let minus_one = Num::constant(-1);
    match (op, mask) {
        (Bitwise::And, 0) => Some(Num::constant(0)),
        (Bitwise::And, -1) | (Bitwise::Or | Bitwise::Xor, 0) => Some(*value),
        (Bitwise::Or, -1) => Some(minus_one),
        (Bitwise::Xor, -1) => Some(minus_one.sub(value)),
        (Bitwise::And, mask) if mask > 0 && mask & mask.checked_add(1)? == 0 => {
            Some(value.rem_floor(&Num::constant(mask.checked_add(1)?)))
        }
        (Bitwise::And | Bitwise::Or | Bitwise::Xor, _) => None,
    }
}

/// Bitwise operations on two numbers that are 0 or 1: widened booleans.
fn as_bits(a: &Num, b: &Num, op: Bitwise) -> Option<Num> {
    let bit = |num: &Num| (num.lo() >= 0 && num.hi() <= 1).then(|| num.equals(&Num::constant(1)));
    let (a, b) = (bit(a)?, bit(b)?);
    let joined = match op {
        Bitwise::And => a.and(&b),
        Bitwise::Or => a.or(&b),
        Bitwise::Xor => Truth::choose(&a, &b.not(), &b),
    };
    Some(Num::choose(&joined, &Num::constant(1), &Num::constant(0)))
}

/// An arbitrary result, in the range that the operands' signs and sizes leave.
fn any_bits(a: &Num, b: &Num, bits: u32, op: Bitwise) -> Num {
    let natural = a.lo() >= 0 && b.lo() >= 0;
    let (lo, hi) = match op {
        Bitwise::And if a.lo() >= 0 && b.lo() >= 0 => (0, a.hi().min(b.hi())),
        Bitwise::And if a.lo() >= 0 => (0, a.hi()),
        Bitwise::And if b.lo() >= 0 => (0, b.hi()),
        Bitwise::Or | Bitwise::Xor if natural => (0, all_ones(a.hi().max(b.hi()))),
        Bitwise::And | Bitwise::Or | Bitwise::Xor => (least_signed(bits), greatest_signed(bits)),
    };
    Num::fresh("bits", lo.max(least_signed(bits)), hi.min(greatest_signed(bits)))
}

impl Int for SymbolicInt {
    type Bool = Truth;
    type Number = Num;

    fn bits(&self) -> u32 {
        match self {
            SymbolicInt::Bit(_) => 1,
            SymbolicInt::Number { bits, .. } => *bits,
        }
    }

    fn signed(&self) -> Num {
        match self {
            SymbolicInt::Bit(bit) => Num::choose(bit, &Num::constant(-1), &Num::constant(0)),
            SymbolicInt::Number { signed, .. } => *signed,
        }
    }

    fn unsigned(&self) -> Num {
        match self {
            SymbolicInt::Bit(bit) => Num::choose(bit, &Num::constant(1), &Num::constant(0)),
            SymbolicInt::Number { signed, .. } if signed.lo() >= 0 => *signed,
            SymbolicInt::Number { bits, signed } => {
                let modulus = Num::constant(greatest_unsigned(*bits) + 1);
                Num::choose(&signed.less(&Num::constant(0)), &signed.add(&modulus), signed)
            }
        }
    }

    fn and(&self, other: &Self) -> Self {
        self.bitwise(other, Bitwise::And)
    }

    fn or(&self, other: &Self) -> Self {
        self.bitwise(other, Bitwise::Or)
    }

    fn xor(&self, other: &Self) -> Self {
        self.bitwise(other, Bitwise::Xor)
    }
}

/// The least and greatest value that a scalar argument or an element has by its type.
pub(crate) fn type_range(scalar: Scalar, unsigned: bool) -> (i128, i128) {
    match (scalar, unsigned) {
        (Scalar::I1, _) => (0, 1),
        (_, true) => (0, greatest_unsigned(scalar.bits())),
        (_, false) => (least_signed(scalar.bits()), greatest_signed(scalar.bits())),
    }
}
