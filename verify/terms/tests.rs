//! Terms against plain integers: values, ranges, substitution, and what the solver makes of them.

mod extremes;

use proptest::prelude::*;
use spec::domain::{Bool as _, Number};

use super::{BoolVar, Num, Substitution, Truth, Values, Var};
use crate::budget::policy::Purpose;
use crate::smt::answer::Answer;
use crate::smt::canonical::Answers;
use crate::smt::solver::Solver;

/// An expression over two variables in [−8, 7].
#[derive(Debug, Clone)]
enum Expr {
    X,
    Y,
    Constant(i64),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Div(Box<Expr>, Box<Expr>),
    Rem(Box<Expr>, Box<Expr>),
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        3 => Just(Expr::X),
        3 => Just(Expr::Y),
        2 => (-9i64..10).prop_map(Expr::Constant),
        1 => prop_oneof![Just(16i64), Just(-16), Just(1 << 31), Just(-(1 << 31)), Just((1 << 32) - 1)].prop_map(Expr::Constant),
    ];
    leaf.prop_recursive(4, 20, 3, |inner| {
        let two = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            3 => two().prop_map(|(a, b)| Expr::Add(a, b)),
            2 => two().prop_map(|(a, b)| Expr::Sub(a, b)),
            2 => two().prop_map(|(a, b)| Expr::Mul(a, b)),
            2 => two().prop_map(|(a, b)| Expr::Div(a, b)),
            2 => two().prop_map(|(a, b)| Expr::Rem(a, b)),
            1 => (two(), inner.clone().prop_map(Box::new)).prop_map(|((a, b), c)| Expr::Choose(a, b, c)),
            1 => (two(), -2i64..3, any::<bool>()).prop_map(|((a, b), k, swap)| {
                // One of two by how they compare: the lesser, the greater, or nearly so.
                let distance = Expr::Sub(a.clone(), b.clone());
                let condition = Box::new(Expr::Add(Box::new(distance), Box::new(Expr::Constant(k))));
                if swap { Expr::Choose(condition, b, a) } else { Expr::Choose(condition, a, b) }
            }),
        ]
    })
}

/// The value over plain integers: an independent definition.
fn value(expr: &Expr, x: i128, y: i128) -> Option<i128> {
    let floor = |a: i128, b: i128| {
        let quotient = a / b;
        if a % b != 0 && ((a % b < 0) != (b < 0)) { quotient - 1 } else { quotient }
    };
    Some(match expr {
        Expr::X => x,
        Expr::Y => y,
        Expr::Constant(value) => (*value).into(),
        Expr::Add(a, b) => value(a, x, y)?.checked_add(value(b, x, y)?)?,
        Expr::Sub(a, b) => value(a, x, y)?.checked_sub(value(b, x, y)?)?,
        Expr::Mul(a, b) => value(a, x, y)?.checked_mul(value(b, x, y)?)?,
        Expr::Div(a, b) => match (value(a, x, y)?, value(b, x, y)?) {
            (_, 0) => 0,
            (a, b) => floor(a, b),
        },
        Expr::Rem(a, b) => match (value(a, x, y)?, value(b, x, y)?) {
            (a, 0) => a,
            (a, b) => a - floor(a, b) * b,
        },
        Expr::Choose(a, b, c) => {
            if value(a, x, y)? <= 0 {
                value(b, x, y)?
            } else {
                value(c, x, y)?
            }
        }
    })
}

fn term(expr: &Expr, x: &Num, y: &Num) -> Num {
    let of = |expr: &Expr| term(expr, x, y);
    match expr {
        Expr::X => *x,
        Expr::Y => *y,
        Expr::Constant(value) => Num::constant((*value).into()),
        Expr::Add(a, b) => of(a).add(&of(b)),
        Expr::Sub(a, b) => of(a).sub(&of(b)),
        Expr::Mul(a, b) => of(a).mul(&of(b)),
        Expr::Div(a, b) => of(a).div_floor(&of(b)),
        Expr::Rem(a, b) => of(a).rem_floor(&of(b)),
        Expr::Choose(a, b, c) => Num::choose(&of(a).at_most(&Num::constant(0)), &of(b), &of(c)),
    }
}

struct Pair {
    x: (Var, i128),
    y: (Var, i128),
}

impl Values for Pair {
    fn var(&self, var: Var) -> i128 {
        if var == self.x.0 { self.x.1 } else { self.y.1 }
    }

    fn bool_var(&self, _: BoolVar) -> bool {
        false
    }
}

fn variables() -> (Num, Num) {
    (Num::fresh("x", -8, 7), Num::fresh("y", -8, 7))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_term_has_the_value_of_its_expression_and_stays_in_its_range(expr in expr()) {
        let (x, y) = variables();
        let num = term(&expr, &x, &y);
        for (a, b) in [(-8, -8), (-8, 7), (-3, 2), (-1, 0), (0, 0), (0, -1), (1, 5), (7, -8), (7, 7), (2, -3)] {
            let at = Pair { x: (x.as_var().expect("a variable"), a), y: (y.as_var().expect("a variable"), b) };
            let Some(expected) = value(&expr, a, b) else { continue };
            let found = Values::num(&at, &num).expect("as small as the expression");
            prop_assert_eq!(found, expected);
            let in_range = num.lo() <= found && found <= num.hi();
            prop_assert!(in_range, "{} not in [{}, {}]", found, num.lo(), num.hi());
        }
    }

    #[test]
    fn a_formula_stays_what_it_is_where_choices_are_made(one in expr(), other in expr(), k in -3i128..4) {
        let (x, y) = variables();
        let (one, other) = (term(&one, &x, &y), term(&other, &x, &y));
        let kept = one.less(&Num::constant(k)).and(&Num::choose(&x.less(&y), &other, &Num::constant(k)).less(&Num::constant(k)));
        let made = kept.with_choices_made();
        for (a, b) in [(-8, -8), (-8, 7), (-3, 2), (-1, 0), (0, 0), (0, -1), (1, 5), (7, -8), (7, 7), (2, -3)] {
            let at = Pair { x: (x.as_var().expect("a variable"), a), y: (y.as_var().expect("a variable"), b) };
            prop_assert_eq!(Values::truth(&at, &kept), Values::truth(&at, &made));
        }
    }

    #[test]
    fn substituting_values_evaluates(expr in expr(), a in -8i128..8, b in -8i128..8) {
        let (x, y) = variables();
        let num = term(&expr, &x, &y);
        let mut values = Substitution::default();
        values.nums.insert(x.as_var().expect("a variable"), Num::constant(a));
        values.nums.insert(y.as_var().expect("a variable"), Num::constant(b));
        if let Some(expected) = value(&expr, a, b) {
            prop_assert_eq!(values.num(&num).value(), Some(expected));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_solver_computes_what_the_expression_says(expr in expr(), a in -8i128..8, b in -8i128..8) {
        let (x, y) = variables();
        let num = term(&expr, &x, &y);
        let Some(expected) = value(&expr, a, b) else { return Ok(()) };
        let mut solver = Solver::new(20_000_000, Answers::default());
        let at = x.equals(&Num::constant(a)).and(&y.equals(&Num::constant(b)));
        let same = num.equals(&Num::constant(expected));
        prop_assert_eq!(solver.ask(&at.and(&same), Purpose::Requirement), Answer::Possible);
        prop_assert_eq!(solver.ask(&at.and(&same.not()), Purpose::Requirement), Answer::Impossible);
    }
}

#[test]
fn a_row_and_a_column_less_are_a_product_less() {
    let (x, y) = variables();
    let one = Num::constant(1);
    let span = x.sub(&one).mul(&y).add(&y.sub(&one)).add(&one);
    assert_eq!(span, x.mul(&y));
}

#[test]
fn a_contradiction_is_false_and_a_tautology_true() {
    let (x, _) = variables();
    let below = x.less(&Num::constant(3));
    assert_eq!(below.and(&below.not()), Truth::constant(false));
    assert_eq!(below.or(&below.not()), Truth::constant(true));
    assert_eq!(x.less(&Num::constant(8)), Truth::constant(true));
}

#[test]
fn an_index_that_is_the_extent_under_a_mask_is_the_index_where_it_is_less() {
    let (x, y) = variables();
    let wanted = x.less(&Num::constant(3));
    let masked = Num::choose(&wanted, &x.add(&y), &y);
    let made = masked.less(&y).and(&x.less(&y)).with_choices_made();
    assert_eq!(made, x.add(&y).less(&y).and(&x.less(&y)).and(&wanted));
}

#[test]
fn a_quotient_is_exact_or_none() {
    let (x, y) = variables();
    let number = Num::constant;
    let choice = Num::choose(&x.less(&y), &number(8), &number(4));
    let sum = x.mul(&number(12)).add(&choice);
    assert_eq!(sum.content(), 4);
    let quotient = sum.quotient(&number(4)).expect("every term is divisible");
    assert_eq!(quotient, x.mul(&number(3)).add(&Num::choose(&x.less(&y), &number(2), &number(1))));
    assert_eq!(sum.quotient(&number(8)), None);
    assert_eq!(x.mul(&y).add(&y).quotient(&y), Some(x.add(&number(1))));
    assert_eq!(x.mul(&y).add(&x).quotient(&y), None);
    let unit = x.mul(&number(4)).sub(&y);
    assert_eq!(unit.mul(&y).sub(&unit.mul(&number(3))).quotient(&unit), Some(y.sub(&number(3))));
}

#[test]
fn the_content_divides_every_value() {
    let (x, y) = variables();
    let sum = x.mul(&y).mul(&Num::constant(6)).add(&Num::constant(9));
    assert_eq!((sum.content(), Num::constant(0).content(), x.content()), (3, 0, 1));
}

#[test]
fn what_a_quotient_leaves_has_the_range_of_a_remainder() {
    let x = Num::fresh("x", 0, 1000);
    let number = Num::constant;
    let left = |sum: Num| sum.sub(&sum.div_floor(&number(4)).mul(&number(4)));
    let ends = |num: Num| (num.lo(), num.hi());
    assert_eq!(ends(left(x)), (0, 3));
    assert_eq!(ends(left(x.add(&number(1)))), (0, 3));
    assert_eq!(ends(left(x).mul(&number(-2)).add(&number(5))), (-1, 5));
    // The range shifts by the constant.
    assert_eq!(ends(left(x.add(&number(1))).sub(&number(1))), (-1, 2));
    // Of another number, or another multiple, it is no remainder.
    let quotient = x.div_floor(&number(4)).mul(&number(4));
    assert_eq!(ends(x.mul(&number(2)).sub(&quotient)), (-1000, 2000));
}

#[test]
fn a_quotient_of_a_quotient_is_a_quotient_of_the_number() {
    let x = Num::fresh("x", -1000, 1000);
    let number = |of: i128| Num::constant(of);
    let nested = x.div_floor(&number(4)).add(&number(3)).div_floor(&number(5));
    assert_eq!(nested, x.add(&number(12)).div_floor(&number(20)));
    for of in -200_i128..200 {
        assert_eq!((of.div_euclid(4) + 3).div_euclid(5), (of + 12).div_euclid(20), "{of}");
    }
}

#[test]
fn what_two_quotients_of_one_number_leave_is_a_digit() {
    use super::range::Range;
    let x = Num::fresh("x", -1000, 1000);
    let over = |by: i128| x.div_floor(&Num::constant(by));
    // ⌊x / 4⌋ mod 8, three times, beside a remainder.
    let digit = over(4).plus(&over(32), -8);
    assert_eq!(digit.range(), Range::new(0, 7));
    let both = x.plus(&over(2), -2).plus(&digit, 3);
    assert_eq!(both.range(), Range::new(0, 22));
    assert_eq!(Num::constant(0).plus(&digit, -3).range(), Range::new(-21, 0));
    for value in [-1000, -33, -1, 0, 31, 32, 999] {
        assert!((0..=7).contains(&(i128::div_euclid(value, 4) - 8 * i128::div_euclid(value, 32))));
    }
    // Of another number, or another multiple, it is none.
    assert!(over(4).plus(&over(32), -7).range().hi > 7);
    assert!(over(4).plus(&over(30), -8).range().hi > 7);
}
