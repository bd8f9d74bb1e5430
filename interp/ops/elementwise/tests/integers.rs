//! Integer operations against arithmetic in 128 bits.

use proptest::prelude::*;
use proptest::sample::select;
use spec::rules::Rule;
use spec::syntax::attributes::{Attributes, Comparison, Overflow, Rounding, Signedness};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::{on, undetermined};

const TYPES: &[Scalar] = &[Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];

fn modulo(value: i128, bits: u32) -> u64 {
    value.rem_euclid(1 << bits) as u64
}

/// The signed and the unsigned reading.
fn readings(word: u64, bits: u32) -> (i128, i128) {
    let natural = i128::from(word);
    (if natural >> (bits - 1) == 1 { natural - (1 << bits) } else { natural }, natural)
}

fn in_signed(value: i128, bits: u32) -> bool {
    (-(1 << (bits - 1))..1 << (bits - 1)).contains(&value)
}

fn in_unsigned(value: i128, bits: u32) -> bool {
    (0..1 << bits).contains(&value)
}

/// Words of a type, the extreme ones often.
fn word(bits: u32) -> impl Strategy<Value = u64> {
    let extreme = [0, 1, 2, 1 << (bits - 1), (1 << (bits - 1)) - 1, (1 << (bits - 1)) + 1];
    let words: Vec<i128> = extreme.iter().flat_map(|word: &i128| [*word, -*word]).collect();
    let words: Vec<u64> = words.into_iter().map(|word| modulo(word, bits)).collect();
    prop_oneof![any::<u64>().prop_map(move |word| modulo(word.into(), bits)), select(words)]
}

fn operands() -> impl Strategy<Value = (Scalar, u64, u64)> {
    select(TYPES).prop_flat_map(|scalar| (Just(scalar), word(scalar.bits()), word(scalar.bits())))
}

fn promises() -> impl Strategy<Value = Overflow> {
    any::<(bool, bool)>()
        .prop_map(|(no_signed_wrap, no_unsigned_wrap)| Overflow { no_signed_wrap, no_unsigned_wrap })
}

fn with(overflow: Overflow) -> Attributes {
    Attributes { overflow, ..Attributes::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn sums_differences_products((scalar, a, b) in operands(), overflow in promises()) {
        let bits = scalar.bits();
        let ((sa, ua), (sb, ub)) = (readings(a, bits), readings(b, bits));
        // A product of two unsigned 64-bit words may leave 127 bits: it is out of range all the same.
        let product = ua.checked_mul(ub).unwrap_or(i128::MAX);
        for (op, signed, unsigned) in
            [(Op::Addi, sa + sb, ua + ub), (Op::Subi, sa - sb, ua - ub), (Op::Muli, sa * sb, product)]
        {
            let expected = if overflow.no_signed_wrap && !in_signed(signed, bits) {
                Err(Rule::SignedOverflow)
            } else if overflow.no_unsigned_wrap && !in_unsigned(unsigned, bits) {
                Err(Rule::UnsignedOverflow)
            } else {
                Ok(modulo(signed, bits))
            };
            prop_assert_eq!(on(op, &with(overflow), scalar, scalar, &[a, b]), expected);
        }
    }

    #[test]
    fn one_operand((scalar, a, _) in operands(), no_signed_wrap: bool) {
        let (bits, overflow) = (scalar.bits(), Overflow { no_signed_wrap, no_unsigned_wrap: false });
        let (signed, _) = readings(a, bits);
        let negated = if no_signed_wrap && !in_signed(-signed, bits) {
            Err(Rule::SignedOverflow)
        } else {
            Ok(modulo(-signed, bits))
        };
        prop_assert_eq!(on(Op::Negi, &with(overflow), scalar, scalar, &[a]), negated);
        let magnitude = Ok(modulo(signed.abs(), bits));
        prop_assert_eq!(on(Op::Absi, &Attributes::default(), scalar, scalar, &[a]), magnitude);
    }

    #[test]
    fn quotients((scalar, a, b) in operands(), unsigned: bool, rounding in 0..3usize) {
        let bits = scalar.bits();
        let ((sa, ua), (sb, ub)) = (readings(a, bits), readings(b, bits));
        let (x, y) = if unsigned { (ua, ub) } else { (sa, sb) };
        let signedness = Some(if unsigned { Signedness::Unsigned } else { Signedness::Signed });
        let broken = if y == 0 {
            Some(Rule::DivisionByZero)
        } else if !unsigned && sa == -(1 << (bits - 1)) && sb == -1 {
            Some(Rule::DivisionOverflow)
        } else {
            None
        };
        let way = [None, Some(Rounding::NegativeInf), Some(Rounding::PositiveInf)][rounding];
        let quotient = |x: i128, y: i128| {
            let towards_zero = x / y;
            let exact = towards_zero * y == x;
            let positive = (x < 0) == (y < 0);
            match rounding {
                1 if !exact && !positive => towards_zero - 1,
                2 if !exact && positive => towards_zero + 1,
                _ => towards_zero,
            }
        };
        let at = Attributes { signedness, rounding: way, ..Attributes::default() };
        let expected = broken.map_or_else(|| Ok(modulo(quotient(x, y), bits)), Err);
        prop_assert_eq!(on(Op::Divi, &at, scalar, scalar, &[a, b]), expected);
        let at = Attributes { signedness, ..Attributes::default() };
        let expected = broken.map_or_else(|| Ok(modulo(x % y, bits)), Err);
        prop_assert_eq!(on(Op::Remi, &at, scalar, scalar, &[a, b]), expected);
    }

    #[test]
    fn shifts((scalar, a, b) in operands(), near in 0..70u64, unsigned: bool, overflow in promises()) {
        let bits = scalar.bits();
        for by in [b, near.min(u64::MAX >> (64 - bits))] {
            let ((signed, natural), fits) = (readings(a, bits), by < bits.into());
            let exact = |number: i128| if fits { number << by } else { 0 };
            let left = if overflow.no_signed_wrap && !in_signed(exact(signed), bits) {
                Err(Rule::SignedOverflow)
            } else if overflow.no_unsigned_wrap && !in_unsigned(exact(natural), bits) {
                Err(Rule::UnsignedOverflow)
            } else {
                Ok(modulo(exact(signed), bits))
            };
            let signedness = Some(if unsigned { Signedness::Unsigned } else { Signedness::Signed });
            let right = Attributes { signedness, ..Attributes::default() };
            let number = if unsigned { natural } else { signed };
            if fits {
                let shifted = Ok(modulo(number >> by, bits));
                prop_assert_eq!(on(Op::Shri, &right, scalar, scalar, &[a, by]), shifted);
                prop_assert_eq!(on(Op::Shli, &with(overflow), scalar, scalar, &[a, by]), left);
            }
            prop_assert_eq!(undetermined(Op::Shri, &right, scalar, &[a, by]), !fits);
            prop_assert_eq!(undetermined(Op::Shli, &Attributes::default(), scalar, &[a, by]), !fits);
        }
    }

    #[test]
    fn high_halves((scalar, a, b) in operands()) {
        let high = ((u128::from(a) * u128::from(b)) >> scalar.bits()) as u64;
        prop_assert_eq!(on(Op::Mulhii, &Attributes::default(), scalar, scalar, &[a, b]), Ok(high));
    }

    #[test]
    fn orders_and_bits((scalar, a, b) in operands(), unsigned: bool) {
        let bits = scalar.bits();
        let ((sa, ua), (sb, ub)) = (readings(a, bits), readings(b, bits));
        let (x, y) = if unsigned { (ua, ub) } else { (sa, sb) };
        let signedness = Some(if unsigned { Signedness::Unsigned } else { Signedness::Signed });
        let at = Attributes { signedness, ..Attributes::default() };
        prop_assert_eq!(on(Op::Mini, &at, scalar, scalar, &[a, b]), Ok(modulo(x.min(y), bits)));
        prop_assert_eq!(on(Op::Maxi, &at, scalar, scalar, &[a, b]), Ok(modulo(x.max(y), bits)));
        prop_assert_eq!(on(Op::Andi, &at, scalar, scalar, &[a, b]), Ok(a & b));
        prop_assert_eq!(on(Op::Ori, &at, scalar, scalar, &[a, b]), Ok(a | b));
        prop_assert_eq!(on(Op::Xori, &at, scalar, scalar, &[a, b]), Ok(a ^ b));
        let holds = [
            (Comparison::Equal, x == y),
            (Comparison::NotEqual, x != y),
            (Comparison::LessThan, x < y),
            (Comparison::LessThanOrEqual, x <= y),
            (Comparison::GreaterThan, x > y),
            (Comparison::GreaterThanOrEqual, x >= y),
        ];
        for (comparison, holds) in holds {
            let at = Attributes { comparison: Some(comparison), ..at.clone() };
            prop_assert_eq!(on(Op::Cmpi, &at, scalar, Scalar::I1, &[a, b]), Ok(holds.into()));
        }
    }

    #[test]
    fn widths((from, a, _) in operands(), to in select(TYPES), unsigned: bool, overflow in promises()) {
        let (signed, natural) = readings(a, from.bits());
        if to.bits() > from.bits() {
            let signedness = Some(if unsigned { Signedness::Unsigned } else { Signedness::Signed });
            let at = Attributes { signedness, ..Attributes::default() };
            let expected = modulo(if unsigned { natural } else { signed }, to.bits());
            prop_assert_eq!(on(Op::Exti, &at, from, to, &[a]), Ok(expected));
        } else if to.bits() < from.bits() {
            // A boolean is both −1 and 1 where it is true: either reading keeps the promise (chapter on conversions).
            let keeps = in_signed(signed, to.bits()) || (to == Scalar::I1 && signed == 1);
            let expected = if overflow.no_signed_wrap && !keeps {
                Err(Rule::TruncationSigned)
            } else if overflow.no_unsigned_wrap && !in_unsigned(natural, to.bits()) {
                Err(Rule::TruncationUnsigned)
            } else {
                Ok(modulo(signed, to.bits()))
            };
            prop_assert_eq!(on(Op::Trunci, &with(overflow), from, to, &[a]), expected);
        }
    }
}

/// A true `i1` reads as −1 when signed, and 1 keeps the promise all the same. Random draws meet this case rarely.
#[test]
fn one_as_a_truth_value_keeps_the_promise() {
    let promise = Overflow { no_signed_wrap: true, no_unsigned_wrap: false };
    assert_eq!(on(Op::Trunci, &with(promise), Scalar::I8, Scalar::I1, &[1]), Ok(1));
}
