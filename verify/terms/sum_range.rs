//! Ranges of sums. A dividend minus its quotient is a remainder or a digit, narrower than the interval sum of its terms: the dependency
//! problem of interval arithmetic (Moore, *Interval Analysis*, 1966).

use super::node::{Atom, AtomId, Monomial, Num};
use super::num::with_constant;
use super::range::Range;

impl Num {
    /// Between what a sum of products lies.
    pub(super) fn range_of(terms: &[(Monomial, i128)]) -> Range {
        let plain = Num::range_of_sum(terms.iter());
        let ranges = terms.iter().filter_map(|term| Num::range_of_part(terms, term));
        ranges.fold(plain, |range, other| Range::new(range.lo.max(other.lo), range.hi.min(other.hi)))
    }

    /// The range of a sum with a remainder or a digit as a part, if a term is subtracted.
    fn range_of_part(terms: &[(Monomial, i128)], of: &(Monomial, i128)) -> Option<Range> {
        let (part, taken) = Num::remainder(terms, of).or_else(|| Num::digit(terms, of))?;
        let rest: Vec<_> = terms.iter().filter(|term| !taken.contains(term)).cloned().collect();
        // The remaining terms may contain further remainders or digits.
        let others = rest.iter().find_map(|term| Num::range_of_part(&rest, term));
        Some(part.plus(others.unwrap_or_else(|| Num::range_of_sum(rest.iter()))))
    }

    /// If a term is −k·d·⌊a / d⌋ and others are k·a, their sum is k times a remainder: its range, and the terms.
    fn remainder<'t>(
        terms: &'t [(Monomial, i128)],
        of: &'t (Monomial, i128),
    ) -> Option<(Range, Vec<&'t (Monomial, i128)>)> {
        let (dividend, divisor) = quotient_by_constant(&of.0)?;
        let times = of.1.checked_neg().filter(|times| times % divisor == 0)? / divisor;
        let dividend = dividend.terms();
        let (constant, dividend) = with_constant(&dividend);
        let mut taken = vec![of];
        for (monomial, factor) in dividend {
            let wanted = factor.checked_mul(times)?;
            taken
                .push(terms.iter().find(|(other, coefficient)| other == monomial && *coefficient == wanted)?);
        }
        // Without its constant, the remainder is smaller by the constant.
        let remainder = Range::new(0, divisor - 1).plus(Range::of(constant.checked_neg()?));
        Some((remainder.times(Range::of(times)), taken))
    }

    /// Where a term is −k·n·⌊a / (d·n)⌋ and another k·⌊a / d⌋, their sum is k times a digit to the base n: its range, and those terms.
    fn digit<'t>(
        terms: &'t [(Monomial, i128)],
        of: &'t (Monomial, i128),
    ) -> Option<(Range, Vec<&'t (Monomial, i128)>)> {
        let (dividend, divisor) = quotient_by_constant(&of.0)?;
        let negated = of.1.checked_neg()?;
        terms.iter().find_map(|other| {
            let (same, by) = quotient_by_constant(&other.0)?;
            let base = Some(divisor / by).filter(|base| *base > 1 && divisor % by == 0)?;
            let is_digit = same == dividend && other.1.checked_mul(base) == Some(negated);
            is_digit.then(|| (Range::new(0, base - 1).times(Range::of(other.1)), vec![of, other]))
        })
    }

    fn range_of_sum<'t>(terms: impl Iterator<Item = &'t (Monomial, i128)>) -> Range {
        let mut range = Range::of(0);
        for (monomial, coefficient) in terms {
            let product = monomial.iter().fold(Range::of(1), |range, atom| range.times(atom.bounds()));
            // A square is no less than zero, which the product of ranges does not see.
            let square = monomial.len() == 2 && monomial[0] == monomial[1];
            let product = if square { Range::new(product.lo.max(0), product.hi) } else { product };
            range = range.plus(product.times(Range::of(*coefficient)));
        }
        range
    }
}

/// The dividend and the positive divisor, if a product is a single such quotient.
fn quotient_by_constant(monomial: &[AtomId]) -> Option<(Num, i128)> {
    let [atom] = monomial else { return None };
    let Atom::Div(dividend, divisor) = atom.atom() else { return None };
    Some((dividend, divisor.value().filter(|divisor| *divisor > 0)?))
}
