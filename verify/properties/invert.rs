//! Guesses the writer of an element. Equations between the access (in terms of block, iterations and lanes) and the place are
//! solved digit by digit (mixed radix), through quotients and remainders. A later proof checks the guess, so nothing depends on it.

use std::collections::{BTreeMap, HashMap, HashSet};

use spec::domain::Number;

use crate::terms::{Atom, AtomId, Num, Substitution, Var, Variables};

/// How deep terms are taken apart.
const DEPTH: usize = 24;

/// A quotient and a remainder of one division, as far as known.
#[derive(Debug, Clone)]
pub(crate) struct Division {
    pub(crate) dividend: Num,
    pub(crate) divisor: Num,
    pub(crate) quotient: Num,
    pub(crate) remainder: Num,
}

/// Equations under solution.
pub(super) struct Inversion {
    unknowns: HashSet<Var>,
    /// The solved unknowns.
    pub(super) found: BTreeMap<Var, Num>,
    /// The divisions taken apart so far, in order.
    pub(super) divisions: Vec<Division>,
    /// Atoms with a known value.
    atoms: HashMap<AtomId, Num>,
    /// Dividends and divisors of which a quotient or a remainder is known.
    pending: Vec<(Num, Num, Option<Num>, Option<Num>)>,
}

/// A coefficient, the other factors, and the atom with unknowns.
type Part = (i128, Vec<AtomId>, AtomId);

impl Inversion {
    /// An inversion for these unknowns.
    pub(super) fn new(unknowns: HashSet<Var>) -> Self {
        Inversion {
            unknowns,
            found: BTreeMap::new(),
            divisions: Vec::new(),
            atoms: HashMap::new(),
            pending: Vec::new(),
        }
    }

    /// Adds the equation that a number is to be another; terms in it have no definitions left.
    pub(super) fn equate(&mut self, num: &Num, target: &Num) {
        self.solve(num, target, DEPTH);
    }

    /// Solves the remaining divisions.
    pub(super) fn settle(&mut self) {
        for _ in 0..DEPTH {
            // Divisions with known quotient and remainder come first; other divisors may need their results.
            let both = self.pending.iter().position(|(_, _, q, r)| q.is_some() && r.is_some());
            let Some(at) = both.or_else(|| (!self.pending.is_empty()).then_some(0)) else { return };
            let (dividend, divisor, quotient, remainder) = self.pending.remove(at);
            let zero = Num::constant(0);
            let (quotient, remainder) = (quotient.unwrap_or(zero), remainder.unwrap_or(zero));
            let by = self.replaced(&divisor);
            let value = by.mul(&quotient).add(&remainder);
            self.divisions.push(Division { dividend, divisor, quotient, remainder });
            self.solve(&dividend, &value, DEPTH);
        }
    }

    /// Whether a term has unknowns, at any depth.
    pub(super) fn is_open(&self, num: &Num) -> bool {
        let mut variables = Variables::default();
        variables.num(num);
        !variables.nums.is_disjoint(&self.unknowns.iter().copied().collect())
    }

    /// A term with what is known in the place of atoms and unknowns.
    fn replaced(&self, num: &Num) -> Num {
        let mut with = Substitution::default();
        with.atoms.extend(&self.atoms);
        with.nums.extend(self.found.iter().map(|(var, value)| (*var, *value)));
        with.num(num)
    }

    fn solve(&mut self, num: &Num, target: &Num, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let (mut parts, mut rest): (Vec<Part>, BTreeMap<Vec<AtomId>, i128>) = (Vec::new(), BTreeMap::new());
        for (monomial, coefficient) in num.terms().iter() {
            let open: Vec<usize> =
                (0..monomial.len()).filter(|at| self.is_open(&Num::product(&[monomial[*at]]))).collect();
            match open.as_slice() {
                [] => {
                    rest.insert(monomial.clone(), *coefficient);
                }
                [at] => {
                    let mut others = monomial.clone();
                    let atom = others.remove(*at);
                    parts.push((*coefficient, others, atom));
                }
                [..] => return,
            }
        }
        let mut left = target.sub(&Num::of_terms(rest));
        if parts.iter().all(|(coefficient, ..)| *coefficient < 0) {
            parts.iter_mut().for_each(|part| part.0 = part.0.saturating_neg());
            left = Num::constant(0).sub(&left);
        }
        parts.sort_by_key(|(coefficient, others, _)| (others.len(), *coefficient));
        while let Some((coefficient, others, atom)) = parts.pop() {
            if coefficient < 0 {
                return;
            }
            let (quotient, remainder) = divide(&left, coefficient, &others);
            self.assign(atom, &quotient, depth);
            left = remainder;
        }
    }

    fn assign(&mut self, atom: AtomId, value: &Num, depth: usize) {
        self.atoms.entry(atom).or_insert(*value);
        match atom.atom() {
            Atom::Var(var) => {
                if self.unknowns.contains(&var) {
                    self.found.entry(var).or_insert(*value);
                }
            }
            Atom::Div(a, b) => self.divide_later(&a, &b).2 = Some(*value),
            Atom::Mod(a, b) => self.divide_later(&a, &b).3 = Some(*value),
            Atom::Ite(_, a, b) => {
                // What is read as signed, or not, is nearly always the plain number, which stands last.
                let branch = if self.is_open(&b) { b } else { a };
                self.solve(&branch, value, depth);
            }
            Atom::Product(..) => {}
        }
    }

    fn divide_later(&mut self, a: &Num, b: &Num) -> &mut (Num, Num, Option<Num>, Option<Num>) {
        let known = self.pending.iter().position(|(dividend, divisor, ..)| (dividend, divisor) == (a, b));
        let at = known.unwrap_or_else(|| {
            self.pending.push((*a, *b, None, None));
            self.pending.len() - 1
        });
        &mut self.pending[at]
    }
}

/// The quotient by a coefficient and factors, and the remainder: terms with the factors form the quotient.
fn divide(num: &Num, coefficient: i128, factors: &[AtomId]) -> (Num, Num) {
    let (mut with, mut without) = (BTreeMap::new(), BTreeMap::new());
    for (monomial, times) in num.terms().iter() {
        let mut left = monomial.clone();
        let has_all = factors.iter().all(|factor| {
            let at = left.iter().position(|atom| atom == factor);
            at.map(|at| left.remove(at)).is_some()
        });
        if has_all {
            with.insert(left, *times);
        } else {
            without.insert(monomial.clone(), *times);
        }
    }
    let divisor = Num::of_terms(BTreeMap::from([(factors.to_vec(), coefficient)]));
    if with.is_empty() {
        return (num.div_floor(&divisor), num.rem_floor(&divisor));
    }
    let (with, without) = (Num::of_terms(with), Num::of_terms(without));
    let by = Num::constant(coefficient);
    let quotient = with.div_floor(&by);
    let factors = Num::of_terms(BTreeMap::from([(factors.to_vec(), 1)]));
    (quotient, with.rem_floor(&by).mul(&factors).add(&without))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::in_own_arena;

    #[test]
    fn blocks_and_lanes_are_digits() {
        in_own_arena(|| {
            let (block, lane) = (Num::instance("bid", 0, 1000), Num::instance("lane", 0, 127));
            let element = Num::shared("e", 0, 1 << 40);
            let unknowns: HashSet<Var> = [block, lane].iter().filter_map(Num::as_var).collect();
            let mut inversion = Inversion::new(unknowns);
            inversion.equate(&block.mul(&Num::constant(128)).add(&lane), &element);
            let of = |num: &Num| inversion.found[&num.as_var().expect("it is a variable")];
            assert_eq!(of(&block), element.div_floor(&Num::constant(128)));
            assert_eq!(of(&lane), element.rem_floor(&Num::constant(128)));
        });
    }

    #[test]
    fn a_quotient_and_a_remainder_make_the_number() {
        in_own_arena(|| {
            let block = Num::instance("bid", 0, 1000);
            let (n, row, column) =
                (Num::shared("n", 1, 1000), Num::shared("r", 0, 99), Num::shared("c", 0, 99));
            let unknowns: HashSet<Var> = [block].iter().filter_map(Num::as_var).collect();
            let mut inversion = Inversion::new(unknowns);
            inversion.equate(&block.div_floor(&n), &row);
            inversion.equate(&block.rem_floor(&n), &column);
            inversion.settle();
            let found = inversion.found[&block.as_var().expect("it is a variable")];
            assert_eq!(found, n.mul(&row).add(&column));
        });
    }
}
