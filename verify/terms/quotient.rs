//! Exact quotients of polynomials, and divisors of a polynomial.

use std::collections::BTreeMap;

use spec::domain::Number;

use super::node::{Atom, AtomId, Num};
use crate::budget::effort;

/// The most terms of a quotient that are looked for.
const TERMS: usize = 32;

impl Num {
    /// The factor that gives the number when multiplied by `unit`, if the terms show it.
    pub(crate) fn quotient(&self, unit: &Num) -> Option<Num> {
        effort::walked();
        if self.value() == Some(0) {
            return Some(Num::constant(0));
        }
        let unit_terms = unit.terms();
        let (least, coefficient) = unit_terms.last()?;
        let (mut rest, mut found) = (*self, Num::constant(0));
        for _ in 0..TERMS {
            let Some((monomial, factor)) = rest.terms().last().cloned() else { break };
            let (taken, next) = match without(&monomial, least) {
                Some(left) if factor.checked_rem(*coefficient) == Some(0) => {
                    let next = product(left, factor / coefficient);
                    (next.mul(unit), next)
                }
                Some(_) | None => (product(monomial.clone(), factor), of_choice(&monomial, factor, unit)?),
            };
            rest = rest.sub(&taken);
            found = found.add(&next);
        }
        (rest.value() == Some(0)).then_some(found)
    }

    /// ⌊(⌊a / m⌋ + c) / n⌋ as one quotient, ⌊(a + c·m) / (m·n)⌋ (Graham, Knuth and Patashnik, *Concrete Mathematics*, 3.11). All digits
    /// of a number are then quotients of the number itself.
    pub(super) fn nested_quotient(&self, by: i128) -> Option<Num> {
        let (atom, 1, constant) = self.as_linear_atom()? else { return None };
        let Atom::Div(dividend, inner) = atom.atom() else { return None };
        let inner = inner.value().filter(|inner| *inner > 0)?;
        let moved = dividend.plus(&Num::constant(inner), constant);
        Some(moved.div_floor(&Num::constant(inner.checked_mul(by)?)))
    }

    /// The greatest number that divides every value, as far as the terms show; 0 of zero.
    pub(crate) fn content(&self) -> i128 {
        // Choices share parts, and each way to a part is gone.
        effort::walked();
        self.terms().iter().fold(0, |divisor, (monomial, factor)| {
            let inside = match monomial.as_slice() {
                [one] => match one.atom() {
                    Atom::Ite(_, then, otherwise) => gcd(then.content(), otherwise.content()),
                    Atom::Var(_) | Atom::Div(..) | Atom::Mod(..) | Atom::Product(..) => 1,
                },
                [] | [_, _, ..] => 1,
            };
            gcd(divisor, factor.saturating_mul(inside))
        })
    }

    /// `self − other`; a choice gives a choice of differences, so that common parts cancel.
    pub(crate) fn minus(&self, other: &Num) -> Num {
        effort::walked();
        let plain = self.sub(other);
        let Some((atom, 1, constant)) = self.as_linear_atom() else { return plain };
        let Atom::Ite(condition, then, otherwise) = atom.atom() else { return plain };
        if plain.value().is_some() {
            return plain;
        }
        let of = |branch: &Num| branch.add(&Num::constant(constant)).minus(other);
        Num::choose(&condition, &of(&then), &of(&otherwise))
    }

    /// The values of a nested choice, or the number itself.
    pub(crate) fn choices(&self) -> Vec<Num> {
        effort::walked();
        let Some((atom, factor, constant)) = self.as_linear_atom() else { return vec![*self] };
        let Atom::Ite(_, then, otherwise) = atom.atom() else { return vec![*self] };
        let all = [then, otherwise].into_iter().flat_map(|one| one.choices());
        all.map(|one| Num::constant(constant).plus(&one, factor)).collect()
    }
}

/// One of two is divided by dividing each.
fn of_choice(monomial: &[AtomId], factor: i128, unit: &Num) -> Option<Num> {
    let [one] = monomial else { return None };
    let Atom::Ite(condition, then, otherwise) = one.atom() else { return None };
    let of = |branch: &Num| Num::constant(0).plus(branch, factor).quotient(unit);
    Some(Num::choose(&condition, &of(&then)?, &of(&otherwise)?))
}

/// What is left of a product when the factors of another are taken out.
fn without(monomial: &[AtomId], factors: &[AtomId]) -> Option<Vec<AtomId>> {
    let mut left = monomial.to_vec();
    for factor in factors {
        let at = left.iter().position(|atom| atom == factor)?;
        left.remove(at);
    }
    Some(left)
}

fn product(monomial: Vec<AtomId>, factor: i128) -> Num {
    Num::from_terms(BTreeMap::from([(monomial, factor)]))
}

/// The greatest common divisor; half of it for two numbers whose only common divisor of that size is 2^127.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // The sign bit is set by 2^127 alone.
    let divisor = a.cast_signed();
    if divisor < 0 { 1 << 126 } else { divisor }
}
