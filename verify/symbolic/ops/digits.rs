//! Common facts of two instances of a block that meet at one place, for places in a mixed radix. If each weight exceeds the total of all
//! smaller terms, two numbers are equal only if all digits are (Knuth, *The Art of Computer Programming* 2, 4.1). Digits are lanes, and
//! remainders and quotients by constants, as in a grouped block order. Ranges bound the digits.

mod spread;

use std::collections::BTreeSet;

use spec::domain::{Bool as _, Number};

use self::spread::{Bound, free_digits, spread};
use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::smt::lower::conjuncts;
use crate::symbolic::machine::Machine;
use crate::terms::{Atom, AtomId, Num, Substitution, Truth, TruthNode, Variables, gcd};

/// The most strides of one place that are tried as the greatest.
const STRIDES: usize = 4;

/// A condition with its consequences: for each bounded difference of two places, their digits are equal. The digits replace a
/// difference that they decide, so that the query has fewer products.
pub(crate) fn equate_digits(machine: &mut Machine<'_>, race: &Truth, other: &mut Substitution) -> Truth {
    let parts = conjuncts(race);
    let (mut known, mut decided) = (Truth::constant(true), BTreeSet::new());
    for Bounded { num: difference, range: (least, greatest), at } in bounded(&parts) {
        let Some((own, apart)) = own_part(&difference, other) else { continue };
        if is_easy(machine, &own, other) {
            continue;
        }
        let bounds = (least.saturating_sub(apart), greatest.saturating_sub(apart));
        let equal = equate_places(machine, &parts, &own, bounds, other);
        known = known.and(&equal.digits);
        // Two equal places differ by the constant alone.
        decided.extend(at.into_iter().filter(|_| equal.all && bounds.0 <= 0 && 0 <= bounds.1));
    }
    if decided.is_empty() {
        return race.and(&known);
    }
    let rest = parts.iter().enumerate().filter(|(at, _)| !decided.contains(at));
    rest.fold(known, |all, (_, part)| all.and(part))
}

/// Whether the solver handles a place itself: one with a single stride, and without quotients.
fn is_easy(machine: &mut Machine<'_>, own: &Num, other: &mut Substitution) -> bool {
    let products = own.products();
    !products.is_empty()
        && !has_quotient(own)
        && products.iter().all(|product| product.len() < 3)
        && (products.len() < 2 || split_by_strides(machine, own, other).len() < 2)
}

/// Equal digits of two places.
struct Equal {
    digits: Truth,
    /// Whether the places have no other digits.
    all: bool,
}

/// The equalities of two places with a bounded difference: row by row for unknown strides, then digit by digit.
fn equate_places(
    machine: &mut Machine<'_>,
    parts: &[Truth],
    own: &Num,
    (least, greatest): (i128, i128),
    other: &mut Substitution,
) -> Equal {
    if !own.has_product() {
        let within = least.saturating_abs().max(greatest.saturating_abs());
        return equal_digits(machine, own, within, other);
    }
    let mut strides = split_by_strides(machine, own, other).into_iter();
    let Some(strided) =
        strides.find(|strided| are_in_one_row(machine, parts, strided, (least, greatest), other))
    else {
        return Equal { digits: Truth::constant(true), all: false };
    };
    let same = strided.rows.equals(&other.num(&strided.rows));
    let of_rows = equate_places(machine, parts, &strided.rows, (0, 0), other);
    let of_rest = equate_places(machine, parts, &strided.rest, (least, greatest), other);
    Equal { digits: same.and(&of_rows.digits).and(&of_rest.digits), all: of_rest.all }
}

/// Whether two places S·R + C and S·R′ + C′ with bounded difference have R = R′. Otherwise S·(R − R′) is at least S away from zero,
/// and the rest of the difference would have to compensate. This avoids products in the query.
fn are_in_one_row(
    machine: &mut Machine<'_>,
    parts: &[Truth],
    strided: &Strided,
    (least, greatest): (i128, i128),
    other: &mut Substitution,
) -> bool {
    let Strided { stride, rows, rest } = strided;
    let step = rows.homogeneous().terms().iter().fold(0, |common, (_, weight)| gcd(common, *weight));
    let step = stride.mul(&Num::constant(step));
    let is_linear = |part: &&Truth| {
        let mut variables = Variables::default();
        variables.truth(part);
        !variables.nonlinear
    };
    let linear = parts.iter().filter(is_linear).fold(Truth::constant(true), |all, part| all.and(part));
    let is_excluded = |machine: &mut Machine<'_>, left: &Num, width: &Num| {
        let above = step.add(left).sub(width).at_most(&Num::constant(greatest));
        let below = Num::constant(least).at_most(&left.add(width).sub(&step));
        [above, below].iter().all(|apart| {
            let together = linear.and(apart);
            together.value() == Some(false) || machine.solver.excludes(&together, Purpose::SameDigits)
        })
    };
    let exact = Num::constant(0);
    // The digits of a block's number often suffice, without the number.
    free_digits(rest, other).is_some_and(|left| is_excluded(machine, &left, &exact))
        || [Bound::Range, Bound::Grid, Bound::Extent].into_iter().any(|by| {
            spread(machine, (rest, parts), by, other)
                .is_some_and(|width| is_excluded(machine, &exact, &width))
        })
        || is_excluded(machine, &rest.sub(&other.num(rest)), &exact)
}

/// A number with bounds on both sides.
struct Bounded {
    num: Num,
    /// The least and the greatest value.
    range: (i128, i128),
    /// The places of the bounds among the parts of a condition.
    at: Vec<usize>,
}

/// The numbers with bounds on both sides.
fn bounded(parts: &[Truth]) -> Vec<Bounded> {
    let mut all = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        match part.as_comparison() {
            Some((num, true)) => all.push(Bounded { num, range: (0, 0), at: vec![at] }),
            Some((num, false)) => {
                let opposite = parts[..at].iter().enumerate().find_map(|(earlier, before)| {
                    let TruthNode::AtMostZero(before) = before.node() else { return None };
                    // num ≤ 0 and before ≤ 0, with num + before = k: num is between k and 0.
                    Some((earlier, num.plus(&before, 1).value()?))
                });
                all.extend(opposite.map(|(earlier, least)| Bounded {
                    num,
                    range: (least, 0),
                    at: vec![earlier, at],
                }));
            }
            None => {}
        }
    }
    all
}

/// The part E of a difference E − E′ + k that is of the first instance, and k.
fn own_part(difference: &Num, other: &mut Substitution) -> Option<(Num, i128)> {
    let is_own = |monomial: &[AtomId]| {
        let mut variables = Variables::default();
        variables.num(&Num::product(monomial));
        variables.nums.iter().any(|var| other.nums.contains_key(var))
    };
    let terms = difference.terms();
    let own = Num::of_terms(terms.iter().filter(|(monomial, _)| is_own(monomial)).cloned().collect());
    let rest = difference.sub(&own.sub(&other.num(&own)));
    Some((own, rest.value()?))
}

/// S·R + C with an unknown factor S.
struct Strided {
    stride: Num,
    rows: Num,
    rest: Num,
}

/// The parts of S·R + C for each unknown factor S that is nonnegative and equal in both instances. A factor of all products comes
/// first; of several strides, each may be the greatest.
fn split_by_strides(machine: &mut Machine<'_>, own: &Num, other: &mut Substitution) -> Vec<Strided> {
    let mut atoms: Vec<AtomId> = own.products().into_iter().flatten().collect();
    atoms.sort_unstable();
    atoms.dedup();
    let split = |atom: AtomId| {
        let stride = Num::product(&[atom]);
        let rows = own.cofactor(atom);
        let rest = own.sub(&stride.mul(&rows));
        let is_shared = other.num(&stride) == stride;
        let mut is_natural = || {
            stride.lo() >= 0 || machine.solver.excludes(&stride.less(&Num::constant(0)), Purpose::SameDigits)
        };
        (is_shared && is_natural()).then_some(Strided { stride, rows, rest })
    };
    let mut all: Vec<Strided> = atoms.into_iter().filter_map(split).collect();
    all.sort_by_key(|strided| strided.rest.has_product());
    all.truncate(STRIDES);
    all
}

fn has_quotient(num: &Num) -> bool {
    num.terms()
        .iter()
        .any(|(monomial, _)| monomial.iter().any(|atom| matches!(atom.atom(), Atom::Div(..) | Atom::Mod(..))))
}

/// The equality of digits in both instances, from the greatest weight down, for numbers within a maximum distance. Digits that smaller terms
/// may compensate stay together with the next ones: of 512·c + 512·i + 128·j with j below 4, c + i is one digit.
fn equal_digits(machine: &Machine<'_>, own: &Num, within: i128, other: &mut Substitution) -> Equal {
    let mut equal = Equal { digits: Truth::constant(true), all: false };
    let Some(mut digits) = own.digits() else { return equal };
    digits.sort_by_key(|digit| std::cmp::Reverse(digit.weight.saturating_abs()));
    let mut begin = 0;
    for end in 1..=digits.len() {
        let below = digits[end..].iter().try_fold(within, |sum, digit| {
            let both = digit.of.range().or(other.num(&digit.of).range());
            let span = both.hi.checked_sub(both.lo).filter(|_| both.is_bounded())?;
            sum.checked_add(span.checked_mul(digit.weight.checked_abs()?)?)
        });
        let unit = digits[begin..end].iter().fold(0, |common, digit| gcd(common, digit.weight));
        if below.is_some_and(|below| below < unit) || machine.setup.has(Flaw::DigitsOverlap) {
            let whole = digits[begin..end].iter();
            let whole = whole.fold(Num::constant(0), |sum, one| sum.plus(&one.of, one.weight / unit));
            equal.digits = equal.digits.and(&whole.equals(&other.num(&whole)));
            begin = end;
        }
    }
    equal.all = begin == digits.len();
    equal
}
