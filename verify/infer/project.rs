//! Fourier–Motzkin elimination: linear constraints are projected by pairing what bounds a variable from below and from above
//! (Fourier, 1826; Motzkin, 1936), with coefficients that may be unknowns of known sign.

use std::collections::{BTreeSet, HashMap, HashSet};

use spec::domain::Number;

use crate::terms::{AtomId, Num, Var, Variables};

/// The most constraints that are kept while variables are eliminated.
const CONSTRAINTS: usize = 160;

/// The consequences for the kept variables of numbers that are all at most zero; `None` for a contradiction.
/// `known` numbers are at most zero too, and only tell signs of coefficients.
pub(super) fn project(constraints: &[Num], keep: &dyn Fn(Var) -> bool, known: &[Num]) -> Option<Vec<Num>> {
    let known = Tightest::of(known);
    let mut constraints = tidy(constraints.to_vec(), keep)?;
    loop {
        let signs = [&Tightest::of(&constraints), &known];
        let mentioned: Vec<BTreeSet<Var>> = constraints.iter().map(variables).collect();
        let gone: BTreeSet<Var> = mentioned.iter().flatten().filter(|var| !keep(**var)).copied().collect();
        let about = |var: Var| {
            let both = constraints.iter().zip(&mentioned);
            both.filter(move |(_, mentioned)| mentioned.contains(&var)).map(|(num, _)| *num)
        };
        let cost = |var: &Var| {
            let (lower, upper) = bounds(about(*var), *var, signs);
            lower.len() * upper.len()
        };
        let Some(var) = gone.into_iter().min_by_key(cost) else { return Some(constraints) };
        let (lower, upper) = bounds(about(var), var, signs);
        let mut rest: Vec<Num> = (constraints.iter().zip(&mentioned))
            .filter(|(_, mentioned)| !mentioned.contains(&var))
            .map(|(num, _)| *num)
            .collect();
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

/// The greatest constant of the constraints that are equal but for their constants: of these only the tightest says something.
struct Tightest(HashMap<Num, i128>);

impl Tightest {
    fn of(constraints: &[Num]) -> Self {
        let mut all = HashMap::new();
        for num in constraints {
            let (rest, constant) = num.apart();
            let greatest = all.entry(rest).or_insert(constant);
            *greatest = constant.max(*greatest);
        }
        Tightest(all)
    }

    /// Whether one of the constraints says that a number is at most zero.
    fn implies(&self, num: &Num) -> bool {
        let (rest, constant) = num.apart();
        self.0.get(&rest).is_some_and(|greatest| *greatest >= constant)
    }

    fn has(&self, num: &Num) -> bool {
        let (rest, constant) = num.apart();
        self.0.get(&rest) == Some(&constant)
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

/// The lower bounds and upper bounds of a variable. Constraints with a coefficient of unknown sign are left out.
fn bounds(
    constraints: impl Iterator<Item = Num>,
    var: Var,
    signs: [&Tightest; 2],
) -> (Vec<Bound>, Vec<Bound>) {
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for num in constraints {
        let Some((a, b)) = num.linear_in(var) else { continue };
        let opposite = Num::constant(0).sub(&a);
        if is_natural(&a, &opposite, signs) {
            upper.push((a, b));
        } else if is_natural(&opposite, &a, signs) {
            lower.push((a, b));
        }
    }
    (lower, upper)
}

/// Whether a number is seen to be at least zero: by its range, or by a constraint on its opposite.
fn is_natural(num: &Num, opposite: &Num, signs: [&Tightest; 2]) -> bool {
    match num.value() {
        Some(value) => value >= 0,
        None => num.lo() >= 0 || signs.iter().any(|known| known.implies(opposite)),
    }
}

/// The constraints without tautologies and repetitions, divided by the common divisor of their coefficients; `None`
/// if one never holds.
fn tidy(constraints: Vec<Num>, keep: &dyn Fn(Var) -> bool) -> Option<Vec<Num>> {
    let (mut kept, mut seen) = (Vec::new(), HashSet::new());
    for num in constraints {
        let num = reduced(&num);
        if num.lo() > 0 {
            return None;
        }
        // A variable's own range is combined with the other constraints until the variable is eliminated.
        let says_something = num.hi() > 0 || variables(&num).into_iter().any(|var| !keep(var));
        if says_something && seen.insert(num) {
            kept.push(num);
        }
    }
    let tightest = Tightest::of(&kept);
    kept.retain(|num| tightest.has(num));
    Some(kept)
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
