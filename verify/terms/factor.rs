//! Products in normal form taken apart: monomials, and what multiplies an atom.

use std::collections::BTreeMap;

use super::node::{Atom, AtomId, Num, Var};
use super::quotient::gcd;
use super::subst::Variables;

impl Num {
    /// A product of atoms.
    pub(crate) fn product(monomial: &[AtomId]) -> Self {
        Num::from_terms(BTreeMap::from([(monomial.to_vec(), 1)]))
    }

    /// The products of two or more atoms.
    pub(crate) fn products(&self) -> Vec<Vec<AtomId>> {
        let products = self.terms();
        products.iter().map(|(monomial, _)| monomial).filter(|monomial| monomial.len() > 1).cloned().collect()
    }

    /// Whether it has a product of two atoms or more.
    pub(crate) fn has_product(&self) -> bool {
        self.terms().iter().any(|(monomial, _)| monomial.len() > 1)
    }

    /// The cofactor of an atom: the sum of its terms, divided by the atom once.
    pub(crate) fn cofactor(&self, atom: AtomId) -> Self {
        let mut terms = BTreeMap::new();
        for (monomial, coefficient) in self.terms().iter() {
            if let Some(at) = monomial.iter().position(|other| *other == atom) {
                let mut rest = monomial.clone();
                rest.remove(at);
                terms.insert(rest, *coefficient);
            }
        }
        Num::from_terms(terms)
    }

    /// The factor of a variable and the rest, if the number is linear in the variable.
    pub(crate) fn linear_in(&self, var: Var) -> Option<(Self, Self)> {
        let (mut with, mut without) = (BTreeMap::new(), BTreeMap::new());
        for (monomial, coefficient) in self.terms().iter() {
            let is_it = |atom: &AtomId| atom.atom() == Atom::Var(var);
            let count = monomial.iter().filter(|atom| is_it(atom)).count();
            let others: Vec<_> = monomial.iter().copied().filter(|atom| !is_it(atom)).collect();
            let mut inside = Variables::default();
            inside.num(&Num::of_terms(BTreeMap::from([(others.clone(), *coefficient)])));
            if count > 1 || inside.nums.contains(&var) {
                return None;
            }
            let part = if count == 1 { &mut with } else { &mut without };
            part.insert(others, *coefficient);
        }
        Some((Num::of_terms(with), Num::of_terms(without)))
    }

    /// Divided by the common divisor of all coefficients.
    pub(crate) fn primitive(&self) -> Self {
        self.over(self.terms().iter().fold(0, |common, (_, coefficient)| gcd(common, *coefficient)))
    }

    /// With the last coefficient positive.
    pub(crate) fn upright(&self) -> Self {
        self.over(if self.terms().last().is_some_and(|(_, coefficient)| *coefficient < 0) { -1 } else { 1 })
    }

    /// Without the constant.
    pub(crate) fn homogeneous(&self) -> Self {
        let terms = self.terms();
        let kept = terms.iter().filter(|(monomial, _)| !monomial.is_empty());
        Num::from_terms(kept.cloned().collect())
    }

    /// Divided by what divides all coefficients; zero stays, and so does what does not fit.
    fn over(&self, by: i128) -> Self {
        let divided = |(monomial, coefficient): &(Vec<AtomId>, i128)| {
            Some((monomial.clone(), coefficient.checked_div(by)?))
        };
        self.terms().iter().map(divided).collect::<Option<_>>().map_or(*self, Num::from_terms)
    }
}
