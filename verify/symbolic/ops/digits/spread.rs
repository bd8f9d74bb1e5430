//! How far two instances of a place are apart at most, by the bounds of their digits.

use spec::domain::Number;

use super::{Strided, split_by_strides};
use crate::fault_injection::Flaw;
use crate::symbolic::machine::Machine;
use crate::terms::{Atom, AtomId, Digit, Num, Range, Substitution, Truth, TruthNode};

/// What bounds a sum of digits without products.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The range of each digit.
    Range,
    /// The same, but the number of a block is less than the extent of its axis.
    Grid,
    /// The extent that the sum is compared with, as masks do.
    Extent,
}

/// A bound of how far two instances of a sum S1·D1 + S2·D2 + … are apart, where every digit is as far from its copy as its bound allows. So the
/// bound has no product of two digits.
pub(super) fn spread(
    machine: &mut Machine<'_>,
    (rest, parts): (&Num, &[Truth]),
    by: Bound,
    other: &mut Substitution,
) -> Option<Num> {
    if rest.has_product() {
        return split_by_strides(machine, rest, other).into_iter().find_map(
            |Strided { stride, rows, rest }| {
                let of_rows = Some(rows).filter(|rows| !rows.has_product());
                let of_rows = spread(machine, (&of_rows?, parts), by, other)?;
                let of_rest = spread(machine, (&rest, parts), by, other)?;
                Some(stride.mul(&of_rows).add(&of_rest))
            },
        );
    }
    let mut width = Num::constant(0);
    if machine.setup.has(Flaw::DigitsAreClose) {
        return Some(width);
    }
    let mut rest = *rest;
    if by == Bound::Extent {
        (rest, width) = extents(parts, &rest, other);
    }
    for Digit { weight, of, .. } in rest.digits()? {
        let of_grid = machine.setup.quotient_of_block(&of).filter(|_| by == Bound::Grid);
        let apart = if let Some((axis, by)) = of_grid {
            machine.setup.grid[axis].sub(&Num::constant(1)).div_floor(&by)
        } else {
            let range = range_under(parts, &of).or(range_under(parts, &other.num(&of)));
            Num::constant(range.hi.checked_sub(range.lo).filter(|_| range.is_bounded())?)
        };
        width = width.plus(&apart, weight.checked_abs()?);
    }
    Some(width)
}

/// How far two instances of parts of a sum are apart where masks compare these parts with numbers that the instances share, and the rest of the sum.
fn extents(parts: &[Truth], sum: &Num, other: &mut Substitution) -> (Num, Num) {
    let (mut width, mut rest) = (Num::constant(0), *sum);
    for part in parts {
        let TruthNode::AtMostZero(over) = part.node() else { continue };
        let terms = over.terms();
        let own = terms.iter().filter(|(monomial, _)| {
            let num = Num::product(monomial);
            other.num(&num) != num
        });
        let own = Num::of_terms(own.cloned().collect());
        let (most, copy) = (own.sub(&over), other.num(&own));
        let least = own.range().or(copy.range()).lo;
        let is_common = parts.contains(&Truth::at_most_zero(&copy.sub(&most)));
        let factor = multiple(&rest, &own).filter(|_| is_common && least > Range::ALL.lo);
        if let Some((factor, size)) = factor.and_then(|factor| Some((factor, factor.checked_abs()?))) {
            width = width.plus(&most.sub(&Num::constant(least)), size);
            rest = rest.plus(&own, -factor);
        }
    }
    (rest, width)
}

/// How often a sum without products is a part of another.
fn multiple(sum: &Num, part: &Num) -> Option<i128> {
    let (terms, of) = (sum.terms(), part.terms());
    let weight =
        |monomial: &[AtomId]| terms.iter().find(|(own, _)| own == monomial).map(|(_, weight)| *weight);
    let (first, by) = of.first()?;
    let factor = weight(first)?.checked_div(*by)?;
    let is_part = |(monomial, by): &(Vec<AtomId>, i128)| weight(monomial) == by.checked_mul(factor);
    (!part.has_product() && of.iter().all(is_part)).then_some(factor)
}

/// The difference of two sums with any number of its range in the place of each digit that is no variable; `None` without such digits.
pub(super) fn free_digits(rest: &Num, other: &mut Substitution) -> Option<Num> {
    let digits = rest.digits()?;
    let is_free = |digit: &Digit| digit.of.as_var().is_none();
    if !digits.iter().any(is_free) || !digits.iter().all(|digit| digit.of.range().is_bounded()) {
        return None;
    }
    let any = |of: &Num| Num::fresh("digit", of.range().lo, of.range().hi);
    Some(digits.iter().fold(Num::constant(0), |sum, digit| {
        let copy = other.num(&digit.of);
        let apart = if is_free(digit) { any(&digit.of).sub(&any(&copy)) } else { digit.of.sub(&copy) };
        sum.plus(&apart, digit.weight)
    }))
}

/// The range of a number where these conditions hold, as far as one of them compares the number, or the dividend of a quotient, with a constant.
fn range_under(parts: &[Truth], num: &Num) -> Range {
    let mut range = num.range();
    for part in parts {
        let TruthNode::AtMostZero(least) = part.node() else { continue };
        if let Some(more) = least.sub(num).value() {
            range.hi = range.hi.min(more.saturating_neg());
        }
        if let Some(less) = least.add(num).value() {
            range.lo = range.lo.max(less);
        }
    }
    if let Some((atom, 1, 0)) = num.as_linear_atom()
        && let Atom::Div(dividend, divisor) = atom.atom()
        && let Some(divisor @ 1..) = divisor.value()
    {
        let of = range_under(parts, &dividend);
        if of.is_bounded() {
            range.lo = range.lo.max(of.lo.div_euclid(divisor));
            range.hi = range.hi.min(of.hi.div_euclid(divisor));
        }
    }
    range
}
