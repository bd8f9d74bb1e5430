//! Ranges and terms at the ends of 128 bits: every function is total, and what it says of numbers that fit is right.

use proptest::prelude::*;
use spec::domain::{Bool as _, Int as _, Number};

use super::super::range::{Range, all_ones};
use super::super::{BoolVar, Num, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Values, Var};
use crate::values::domain::SymbolicInt;

/// Numbers near overflow, and any others.
fn number() -> impl Strategy<Value = i128> {
    let near = prop_oneof![
        Just(i128::MIN),
        Just(i128::MAX),
        Just(0),
        Just(1 << 63),
        Just(-(1 << 63)),
        Just(1 << 64),
        Just(1 << 120),
        Just(1 << 126),
        Just(-(1 << 126)),
    ];
    prop_oneof![4 => (near, -3i128..4).prop_map(|(near, by)| near.saturating_add(by)), 1 => any::<i128>()]
}

fn range() -> impl Strategy<Value = Range> {
    (number(), number()).prop_map(|(a, b)| Range::new(a.min(b), a.max(b)))
}

/// The numbers of a range among these and its ends. An end that is no number is none.
fn members(range: Range, others: [i128; 2]) -> Vec<i128> {
    let all = [range.lo, range.hi, 0, 1, -1].into_iter().chain(others);
    all.filter(|one| range.lo <= *one && *one <= range.hi).collect()
}

fn has(range: Range, number: Option<i128>) -> bool {
    number.is_none_or(|number| range.lo <= number && number <= range.hi)
}

struct At([(Var, i128); 2]);

impl Values for At {
    fn var(&self, var: Var) -> i128 {
        self.0.iter().find(|(other, _)| *other == var).map_or(0, |(_, value)| *value)
    }

    fn bool_var(&self, _: BoolVar) -> bool {
        false
    }
}

/// What can be made of two numbers.
fn results(x: &Num, y: &Num) -> Vec<Num> {
    let less = x.less(y);
    let mut all = vec![
        x.add(y),
        x.sub(y),
        x.mul(y),
        x.div_floor(y),
        x.rem_floor(y),
        x.over_power(y, 64),
        x.minus(y),
        x.plus(y, i128::MIN),
        Num::choose(&less, x, y),
        Num::choose(&x.equals(y).or(&x.at_most(y).not()), y, x),
    ];
    let scaled: Vec<Num> = [7, -1, i128::MAX, i128::MIN]
        .into_iter()
        .flat_map(|by| {
            [x.mul(&Num::constant(by)), x.div_floor(&Num::constant(by)), x.rem_floor(&Num::constant(by))]
        })
        .collect();
    all.extend(scaled);
    all
}

/// The expected result over plain integers; `None` if it does not fit.
fn exact(number: usize, x: i128, y: i128) -> Option<i128> {
    let floor = |a: i128, b: i128| match b {
        0 => Some(0),
        _ => {
            let quotient = a.checked_div(b)?;
            Some(if a.checked_rem(b)? != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
    };
    match number {
        0 => x.checked_add(y),
        1 => x.checked_sub(y),
        2 => x.checked_mul(y),
        3 => floor(x, y),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_range_has_the_results_of_its_numbers(a in range(), b in range(), other in number(), by in 1..i128::MAX) {
        for x in members(a, [other, by]) {
            prop_assert!(has(a.over(by), Some(x.div_euclid(by))));
            prop_assert!(a.or(b).lo <= x && x <= a.or(b).hi);
            for y in members(b, [by, other]) {
                prop_assert!(has(a.plus(b), x.checked_add(y)), "{x} + {y} in {:?}", a.plus(b));
                prop_assert!(has(a.times(b), x.checked_mul(y)), "{x} · {y} in {:?}", a.times(b));
                prop_assert!(has(a.magnitudes(b), x.checked_neg()));
            }
        }
    }

    #[test]
    fn a_result_stays_in_its_range(a in range(), b in range(), other in number()) {
        let (x, y) = (Num::fresh("x", a.lo, a.hi), Num::fresh("y", b.lo, b.hi));
        let all = results(&x, &y);
        for (p, q) in members(a, [other, 3]).into_iter().zip(members(b, [3, other])) {
            let at = At([x, y].map(|num| num.as_var().map_or((Var::numbered(u32::MAX), 0), |var| (var, if num == x { p } else { q }))));
            for (number, result) in all.iter().enumerate() {
                let Some(found) = Values::num(&at, result) else { continue };
                prop_assert!(has(result.range(), Some(found)), "{number}: {found} not in {:?}", result.range());
            }
        }
    }

    #[test]
    fn a_result_of_known_numbers_is_exact_or_open(x in number(), y in number()) {
        for (number, result) in results(&Num::constant(x), &Num::constant(y)).iter().enumerate() {
            if let (Some(found), Some(wanted)) = (result.value(), exact(number, x, y)) {
                prop_assert_eq!(found, wanted, "{}", number);
            }
        }
    }

    #[test]
    fn terms_are_taken_apart_whatever_their_coefficients_are(a in number(), b in number(), c in number()) {
        let (x, y) = (Num::fresh("x", UNBOUNDED_BELOW, UNBOUNDED_ABOVE), Num::fresh("y", 0, UNBOUNDED_ABOVE));
        let sum = Num::constant(0).plus(&x, a).plus(&y.mul(&x), b).add(&Num::constant(c));
        let _ = (sum.content(), sum.primitive(), sum.upright(), sum.homogeneous(), sum.choices(), sum.cases());
        for unit in [Num::constant(-1), Num::constant(b), x, sum] {
            let _ = sum.quotient(&unit);
        }
    }

    #[test]
    fn bits_of_numbers_without_ends_are_of_their_width(a in range(), b in range(), bits in 8u32..=64) {
        let int = |name: &str, of: Range| SymbolicInt::Number { bits, signed: Num::fresh(name, of.lo, of.hi) };
        let (x, y) = (int("x", a), int("y", b));
        for result in [x.and(&y), x.or(&y), x.xor(&y)] {
            let known = [a, b].iter().any(|range| range.lo == range.hi || (range.lo >= 0 && range.hi <= 1));
            let fits = result.signed().lo() >= -(1 << (bits - 1)) && result.signed().hi() < 1 << (bits - 1);
            prop_assert!(known || fits, "{:?}", result.signed().range());
        }
    }

    #[test]
    fn all_ones_are_the_least_that_are_no_less(most in number()) {
        let ones = all_ones(most);
        prop_assert!(ones >= most.max(0) && (ones == i128::MAX || (ones + 1).count_ones() == 1));
        prop_assert!(most <= 0 || ones / 2 < most);
    }
}

#[test]
fn a_high_power_of_a_sum_is_not_expanded() {
    let sum = (0..10).fold(Num::constant(1), |sum, _| sum.add(&Num::fresh("a", 0, 1)));
    let power = (0..20).fold(sum, |power, _| power.mul(&power));
    assert!(power.terms().len() < 5000);
    // The square of a short sum is.
    assert_eq!(sum.mul(&sum).terms().len(), 66);
    assert_eq!(sum.mul(&sum).degree(), 2);
}
