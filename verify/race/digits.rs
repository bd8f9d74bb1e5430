//! What two instances of a block have in common that meet at one place, where the place is a number in a mixed radix: with weights of
//! which each is more than all that is below it, two such numbers are equal only where all of their digits are (Knuth, *The Art of
//! Computer Programming* 2, 4.1). Digits are remainders and quotients by constants, as in the order of blocks by groups of rows, and
//! lanes; that they are small enough is read off their ranges.

use spec::domain::{Bool as _, Number};

use crate::fault_injection::Flaw;
use crate::smt::lower::conjuncts;
use crate::symbolic::machine::Machine;
use crate::terms::{Atom, AtomId, Num, Substitution, Truth, TruthNode, Variables, gcd};

/// The steps of a question whether two places are in one row.
const STEPS: u32 = 100_000;

/// A part of a sum: a number, and what it is multiplied by.
struct Digit {
    weight: i128,
    of: Num,
}

/// A number divided by a constant, and what the quotient is multiplied by.
struct Level {
    divisor: i128,
    num: Num,
    weight: i128,
}

/// A condition with what it implies: of each difference of two places that is bounded in it, that the digits are equal.
pub(super) fn equate_digits(machine: &mut Machine<'_>, race: &Truth, other: &mut Substitution) -> Truth {
    let parts = conjuncts(race);
    let mut known = *race;
    for (difference, (least, greatest)) in bounded(&parts) {
        let Some((own, apart)) = own_part(&difference, other) else { continue };
        let (least, greatest) = (least.saturating_sub(apart), greatest.saturating_sub(apart));
        let within = least.saturating_abs().max(greatest.saturating_abs());
        let Some(strided) = split_by_stride(&own) else {
            known = known.and(&equal_digits(machine, &own, within, other));
            continue;
        };
        let has_digits = has_quotient(&strided.rows) || has_quotient(&strided.rest);
        if has_digits && are_in_one_row(machine, &parts, &strided, (least, greatest), other) {
            let same = strided.rows.equals(&other.num(&strided.rows));
            let of_rows = equal_digits(machine, &strided.rows, 0, other);
            let of_rest = equal_digits(machine, &strided.rest, within, other);
            known = known.and(&same).and(&of_rows).and(&of_rest);
        }
    }
    known
}

/// Whether two places S·R + C and S·R′ + C′ whose difference has these bounds have R = R′: else S·(R − R′) is as far from zero as S is at least,
/// and what is left of the difference makes up for that. So neither has a product in it that the solver would have to look into.
fn are_in_one_row(
    machine: &mut Machine<'_>,
    parts: &[Truth],
    strided: &Strided,
    (least, greatest): (i128, i128),
    other: &mut Substitution,
) -> bool {
    let Strided { stride, rows, rest } = strided;
    if stride.lo() < 0 || other.num(stride) != *stride {
        return false;
    }
    let step = rows.homogeneous().terms().iter().fold(0, |common, (_, weight)| gcd(common, *weight));
    let step = stride.mul(&Num::constant(step));
    let left = rest.sub(&other.num(rest));
    let above = step.add(&left).at_most(&Num::constant(greatest));
    let below = Num::constant(least).at_most(&left.sub(&step));
    let is_linear = |part: &&Truth| {
        let mut variables = Variables::default();
        variables.truth(part);
        !variables.nonlinear
    };
    let linear = parts.iter().filter(is_linear).fold(Truth::constant(true), |all, part| all.and(part));
    [above, below].iter().all(|apart| machine.solver.excludes_closely(&linear.and(apart), STEPS))
}

/// The numbers that are bounded on both sides, each with its least and its greatest value.
fn bounded(parts: &[Truth]) -> Vec<(Num, (i128, i128))> {
    let mut all = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        match part.node() {
            TruthNode::Zero(num) => all.push((num, (0, 0))),
            TruthNode::AtMostZero(num) => {
                let opposite = parts[..at].iter().find_map(|before| {
                    let TruthNode::AtMostZero(before) = before.node() else { return None };
                    // num ≤ 0 and before ≤ 0, with num + before = k: num is between k and 0.
                    num.plus(&before, 1).value()
                });
                all.extend(opposite.map(|least| (num, (least, 0))));
            }
            TruthNode::Constant(_)
            | TruthNode::Var(_)
            | TruthNode::Not(_)
            | TruthNode::And(_)
            | TruthNode::Or(_) => {}
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

/// S·R + C, where one unknown multiplies.
struct Strided {
    stride: Num,
    rows: Num,
    rest: Num,
}

/// What is S·R + C with one unknown S that multiplies.
fn split_by_stride(own: &Num) -> Option<Strided> {
    let products = own.products();
    let mut common: Vec<AtomId> = products.first()?.clone();
    common.retain(|atom| products.iter().all(|product| product.contains(atom)));
    common.iter().find_map(|atom| {
        let (stride, rows) = (Num::product(&[*atom]), own.cofactor(*atom));
        let rest = own.sub(&stride.mul(&rows));
        (!rows.has_product() && !rest.has_product()).then_some(Strided { stride, rows, rest })
    })
}

fn has_quotient(num: &Num) -> bool {
    num.terms().iter().any(|(monomial, _)| monomial.iter().any(|atom| matches!(atom.atom(), Atom::Div(..))))
}

/// That the digits of a number are equal in both instances, from the greatest weight on as far as no lower ones make up for it, where the two
/// numbers are so far from each other at most.
fn equal_digits(machine: &Machine<'_>, own: &Num, within: i128, other: &mut Substitution) -> Truth {
    let mut equal = Truth::constant(true);
    // Without quotients the solver sees it.
    let Some(mut digits) = has_quotient(own).then(|| read_digits(own)).flatten() else { return equal };
    digits.sort_by_key(|digit| std::cmp::Reverse(digit.weight.saturating_abs()));
    for at in 0..digits.len() {
        let below = digits[at + 1..].iter().try_fold(within, |sum, digit| {
            let span = digit.of.hi().checked_sub(digit.of.lo())?;
            sum.checked_add(span.checked_mul(digit.weight.checked_abs()?)?)
        });
        let is_above = below.is_some_and(|below| below < digits[at].weight.saturating_abs());
        if !is_above && !machine.setup.has(Flaw::DigitsOverlap) {
            break;
        }
        equal = equal.and(&digits[at].of.equals(&other.num(&digits[at].of)));
    }
    equal
}

/// The digits of a sum: of quotients of one number by constants of which each divides the next, the remainders between them.
fn read_digits(own: &Num) -> Option<Vec<Digit>> {
    let mut families: Vec<(Num, Vec<Level>)> = Vec::new();
    let mut plain = Vec::new();
    for (monomial, weight) in own.terms().iter() {
        let [atom] = monomial[..] else {
            if monomial.is_empty() {
                continue;
            }
            return None;
        };
        let num = Num::product(&[atom]);
        match atom.atom() {
            Atom::Div(dividend, divisor) => {
                let divisor = divisor.value().filter(|divisor| *divisor > 1)?;
                let level = Level { divisor, num, weight: *weight };
                match families.iter_mut().find(|(known, _)| *known == dividend) {
                    Some((_, levels)) => levels.push(level),
                    None => families.push((dividend, vec![level])),
                }
            }
            Atom::Var(_) | Atom::Mod(..) | Atom::Ite(..) | Atom::Product(..) => plain.push((num, *weight)),
        }
    }
    let mut digits = Vec::new();
    for (dividend, mut levels) in families {
        if let Some(at) = plain.iter().position(|(num, _)| *num == dividend) {
            let (num, weight) = plain.remove(at);
            levels.push(Level { divisor: 1, num, weight });
        }
        levels.sort_by_key(|level| level.divisor);
        let mut carried = 0i128;
        for (at, level) in levels.iter().enumerate() {
            let weight = level.weight.checked_add(carried)?;
            let mut of = level.num;
            if let Some(above) = levels.get(at + 1) {
                let base =
                    Some(above.divisor / level.divisor).filter(|_| above.divisor % level.divisor == 0)?;
                carried = weight.checked_mul(base)?;
                of = of.plus(&above.num, base.checked_neg()?);
            }
            digits.push(Digit { weight, of });
        }
    }
    digits.extend(plain.into_iter().map(|(of, weight)| Digit { weight, of }));
    digits.retain(|digit| digit.weight != 0);
    Some(digits)
}
