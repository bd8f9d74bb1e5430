//! Fourier–Motzkin elimination: linear constraints are projected by pairing what bounds a variable from below and from above
//! (Fourier, 1826; Motzkin, 1936), with coefficients that may be unknowns of known sign.

use std::collections::BTreeSet;

use spec::domain::Number;

use crate::terms::{AtomId, Num, Var, Variables};

/// The most constraints that are kept while variables are eliminated.
const CONSTRAINTS: usize = 160;

/// The consequences for the kept variables of numbers that are all at most zero; `None` for a contradiction.
/// `known` numbers are at most zero too, and only tell signs of coefficients.
pub(super) fn project(constraints: &[Num], keep: &dyn Fn(Var) -> bool, known: &[Num]) -> Option<Vec<Num>> {
    let mut constraints = tidy(constraints.to_vec(), keep)?;
    loop {
        let mut gone: BTreeSet<Var> = BTreeSet::new();
        for num in &constraints {
            gone.extend(variables(num).into_iter().filter(|var| !keep(*var)));
        }
        let cost = |var: &Var| {
            let (lower, upper, _) = bounds(&constraints, *var, known);
            lower.len() * upper.len()
        };
        let Some(var) = gone.into_iter().min_by_key(cost) else { return Some(constraints) };
        let (lower, upper, mut rest) = bounds(&constraints, var, known);
        for (a, b) in &lower {
            for (c, d) in &upper {
                // a·v + b ≤ 0 with a ≤ 0, and c·v + d ≤ 0 with c ≥ 0.
                let zero = Num::constant(0);
                rest.push(c.mul(b).add(&zero.sub(a).mul(d)));
            }
        }
        constraints = tidy(rest, keep)?;
        if constraints.len() > CONSTRAINTS {
            constraints.sort_by_key(|num| num.terms().len());
            constraints.truncate(CONSTRAINTS);
        }
    }
}

/// The variables of a number.
pub(super) fn variables(num: &Num) -> BTreeSet<Var> {
    let mut variables = Variables::default();
    variables.num(num);
    variables.nums
}

/// A linear constraint on a variable: coefficient and rest.
type Bound = (Num, Num);

/// The lower bounds and upper bounds of a variable, and the constraints without the variable. Other constraints on
/// the variable are left out.
fn bounds(constraints: &[Num], var: Var, known: &[Num]) -> (Vec<Bound>, Vec<Bound>, Vec<Num>) {
    let (mut lower, mut upper, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for num in constraints {
        if !variables(num).contains(&var) {
            rest.push(*num);
            continue;
        }
        match num.linear_in(var) {
            Some((a, b)) if natural(&a, constraints, known) => upper.push((a, b)),
            Some((a, b)) if natural(&Num::constant(0).sub(&a), constraints, known) => lower.push((a, b)),
            Some(_) | None => {}
        }
    }
    (lower, upper, rest)
}

/// Whether a number is seen to be at least zero: by its range, or by one of the constraints.
fn natural(num: &Num, constraints: &[Num], known: &[Num]) -> bool {
    let opposite = Num::constant(0).sub(num);
    let above = |other: &Num| other.distance(&opposite).is_some_and(|sum| sum >= 0);
    num.lo() >= 0 || constraints.iter().chain(known).any(above)
}

/// The constraints without tautologies and repetitions, divided by the common divisor of their coefficients; `None`
/// if one never holds.
fn tidy(constraints: Vec<Num>, keep: &dyn Fn(Var) -> bool) -> Option<Vec<Num>> {
    let mut kept: Vec<Num> = Vec::new();
    for num in constraints {
        let num = reduced(&num);
        if num.lo() > 0 {
            return None;
        }
        // A variable's own range is combined with the other constraints until the variable is eliminated.
        let says_something = num.hi() > 0 || variables(&num).into_iter().any(|var| !keep(var));
        if says_something && !kept.contains(&num) {
            kept.push(num);
        }
    }
    // Of constraints that differ by a number only the tightest says something.
    let loose = |num: &Num| kept.iter().any(|other| num.distance(other).is_some_and(|distance| distance < 0));
    Some(kept.iter().filter(|num| !loose(num)).cloned().collect())
}

/// Divides by the greatest common divisor of the coefficients: c·x + k ≤ 0 is x + ⌈k/c⌉ ≤ 0.
fn reduced(num: &Num) -> Num {
    let num = &without_common_factor(num);
    let terms = num.terms();
    let parts = terms.iter().filter(|(monomial, _)| !monomial.is_empty());
    let divisor = parts.fold(0i128, |divisor, (_, coefficient)| gcd(divisor, *coefficient));
    if divisor <= 1 {
        return *num;
    }
    let terms = num.terms();
    let terms = terms.iter().map(|(monomial, coefficient)| {
        // A constant may be as far below zero as a number goes, so that it has no opposite.
        let up = coefficient.div_euclid(divisor) + i128::from(coefficient.rem_euclid(divisor) != 0);
        (monomial.clone(), if monomial.is_empty() { up } else { coefficient / divisor })
    });
    Num::of_terms(terms.collect())
}

/// Of a natural number v, v·x + k ≤ 0 is x + 1 ≤ 0 where 0 < k ≤ v, and x ≤ 0 where −v < k ≤ 0.
fn without_common_factor(num: &Num) -> Num {
    let mut constant = 0;
    let mut common: Option<BTreeSet<AtomId>> = None;
    for (monomial, coefficient) in num.terms().iter() {
        if monomial.is_empty() {
            constant = *coefficient;
            continue;
        }
        let atoms: BTreeSet<AtomId> = monomial.iter().copied().collect();
        common = Some(common.map_or(atoms.clone(), |common| &common & &atoms));
    }
    let factor = common.into_iter().flatten().find(|atom| {
        let least = atom.range().lo;
        least >= 1 && -least < constant && constant <= least
    });
    let Some(factor) = factor else { return *num };
    if num.terms().iter().all(|(monomial, _)| monomial.len() < 2) {
        return *num;
    }
    num.cofactor(factor).add(&Num::constant(i128::from(constant > 0)))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::in_own_arena;

    #[test]
    fn two_blocks_along_an_axis_need_an_axis_of_two() {
        in_own_arena(|| {
            let grid = Num::shared("grid", 1, 1 << 24);
            let (a, b) = (Num::fresh("a", 0, 1 << 24), Num::fresh("b", 0, 1 << 24));
            let (zero, one) = (Num::constant(0), Num::constant(1));
            let constraints = [
                a.sub(&b).add(&one),
                b.sub(&grid).add(&one),
                a.sub(&grid).add(&one),
                zero.sub(&a),
                zero.sub(&b),
            ];
            let kept = grid.as_var();
            let left = project(&constraints, &|var| Some(var) == kept, &[]).expect("possible");
            assert_eq!(left, [Num::constant(2).sub(&grid)]);
        });
    }

    #[test]
    fn a_constant_is_rounded_up() {
        in_own_arena(|| {
            let a = Num::fresh("a", 0, 1 << 24);
            let twice = a.mul(&Num::constant(2));
            for (constant, up) in [(-3, -1), (3, 2), (4, 2), (i128::MIN, i128::MIN / 2)] {
                assert_eq!(reduced(&twice.add(&Num::constant(constant))), a.add(&Num::constant(up)));
            }
        });
    }
}
