//! Selection of lemmas for a query: lemmas about the products in it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use spec::domain::Number;

use super::Lemma;
use super::products::Products;
use crate::terms::{AtomId, Num, Range, Truth};

/// How many cofactors of one atom are looked at.
const COFACTORS: usize = 8;
/// How many of them may differ by a constant only.
const PARALLEL: usize = 3;
/// How many facts a question is given.
const FACTS: usize = 128;

/// The facts known without products.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Lemmas about the products.
    pub(crate) facts: Vec<Truth>,
    /// Products and quotients, with their ranges.
    pub(crate) unknowns: Vec<Num>,
}

/// Finds instances; remembers the products of formulas.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    seen: HashMap<Truth, Rc<Products>>,
}

impl Instances {
    /// The products of a formula.
    pub(crate) fn products(&mut self, formula: &Truth) -> Rc<Products> {
        if let Some(seen) = self.seen.get(formula) {
            return Rc::clone(seen);
        }
        let products = Rc::new(Products::of(formula));
        self.seen.insert(*formula, Rc::clone(&products));
        products
    }

    /// The lemmas about the products of a question and of the facts beside it.
    pub(crate) fn of(&mut self, question: &Truth, facts: &[Truth]) -> Known {
        let question = self.products(question);
        let facts: Vec<Rc<Products>> = facts.iter().map(|fact| self.products(fact)).collect();
        let mut found = Found::default();
        for (a, b) in question.quotients.iter().chain(facts.iter().flat_map(|fact| &fact.quotients)) {
            found.quotient(a, b);
        }
        found.factors(&question.polynomials, true);
        found.factors(&found.quotients.clone(), true);
        for fact in &facts {
            found.factors(&fact.polynomials, false);
        }
        found.compare();
        let bounds = question.bounds.iter().chain(facts.iter().flat_map(|fact| &fact.bounds));
        found.signs(&bounds.cloned().collect::<Vec<_>>());
        found.boxes();
        let products = found.products.keys().map(|product| Num::product(product));
        Known { unknowns: products.chain(found.parts).collect(), facts: found.facts }
    }
}

/// A cofactor of an atom, and whether it occurs in the query itself.
#[derive(Debug, Clone, Copy)]
struct Cofactor {
    num: Num,
    asked: bool,
}

#[derive(Default)]
struct Found {
    facts: Vec<Truth>,
    /// Polynomials from quotients.
    quotients: Vec<Num>,
    /// Quotients and remainders.
    parts: Vec<Num>,
    cofactors: BTreeMap<AtomId, Vec<Cofactor>>,
    /// Products of atoms that occur, and whether in the question.
    products: BTreeMap<Vec<AtomId>, bool>,
}

impl Found {
    fn state(&mut self, lemma: Lemma, of: &[Num]) {
        let fact = lemma.state(of).holds();
        if spec::domain::Bool::not(&fact).value() != Some(false)
            && self.facts.len() < FACTS
            && !self.facts.contains(&fact)
        {
            self.facts.push(fact);
        }
    }

    /// The quotient of two unknowns.
    fn quotient(&mut self, a: &Num, b: &Num) {
        self.state(Lemma::Quotient, &[*a, *b]);
        let (whole, rest) = (a.div_floor(b), a.rem_floor(b));
        self.quotients.push(a.sub(&whole.mul(b)));
        self.parts.extend([whole, rest]);
    }

    /// Remembers the cofactors of each atom in each product.
    fn factors(&mut self, polynomials: &[Num], asked: bool) {
        let mut open: Vec<Num> = polynomials.to_vec();
        while let Some(polynomial) = open.pop() {
            let polynomial = polynomial.primitive();
            let mut atoms: BTreeSet<AtomId> = BTreeSet::new();
            for product in polynomial.products() {
                *self.products.entry(product.to_vec()).or_insert(false) |= asked;
                atoms.extend(product);
            }
            for atom in atoms {
                let cofactor = polynomial.cofactor(atom);
                let known = self.cofactors.entry(atom).or_default();
                for num in [cofactor.homogeneous().primitive().upright(), cofactor.upright()] {
                    let like = known.iter().filter(|other| parallel(&other.num, &num)).count();
                    if known.len() < COFACTORS
                        && like < PARALLEL
                        && !known.iter().any(|other| other.num == num)
                    {
                        known.push(Cofactor { num, asked });
                    }
                }
                // Products of three or more factors are split one by one.
                if cofactor.has_product() {
                    open.push(cofactor);
                }
            }
        }
    }

    /// Compares the products of one atom by their cofactors.
    fn compare(&mut self) {
        for (atom, cofactors) in self.cofactors.clone() {
            let factor = Num::product(&[atom]);
            let range @ Range { lo, hi } = atom.range();
            for (at, one) in cofactors.iter().enumerate() {
                if !one.asked {
                    continue;
                }
                self.state(Lemma::Multiple, &[one.num, factor]);
                if range.is_bounded() {
                    let (lo, hi) = (Num::constant(lo), Num::constant(hi));
                    self.state(Lemma::Scaled, &[lo, factor, hi, one.num]);
                    if one.num.lo() < 0 {
                        let negative = Num::constant(0).sub(&one.num);
                        self.state(Lemma::Scaled, &[lo, factor, hi, negative]);
                    }
                }
                for (other_at, other) in cofactors.iter().enumerate() {
                    if other_at == at || other.asked && other_at < at {
                        continue;
                    }
                    // What differs by a constant only is compared already.
                    if !parallel(&one.num, &other.num) {
                        for between in [one.num.sub(&other.num), one.num.add(&other.num)] {
                            self.state(Lemma::Multiple, &[between, factor]);
                        }
                    }
                }
            }
        }
    }

    /// Multiplies a nonnegative number by a cofactor of several terms, if only occurring products result.
    fn signs(&mut self, bounds: &[Num]) {
        let cofactors: Vec<Num> = self
            .cofactors
            .values()
            .flatten()
            .filter(|cofactor| cofactor.asked && cofactor.num.terms().len() > 1)
            .map(|cofactor| cofactor.num)
            .collect();
        for cofactor in cofactors {
            for bound in bounds {
                let occurs = |a: &[AtomId], b: &[AtomId]| {
                    let mut product = [a, b].concat();
                    product.sort_unstable();
                    product.len() < 2 || self.products.contains_key(&product)
                };
                let fits =
                    bound.terms().iter().all(|(a, _)| cofactor.terms().iter().all(|(b, _)| occurs(a, b)));
                if fits && bound.value().is_none() {
                    for sided in [cofactor, Num::constant(0).sub(&cofactor)] {
                        self.state(Lemma::Sign, &[*bound, sided]);
                    }
                }
            }
        }
    }

    /// Compares products that have no factor in common.
    fn boxes(&mut self) {
        let pairs: Vec<(Vec<AtomId>, bool)> = self
            .products
            .iter()
            .filter(|(product, _)| product.len() == 2)
            .map(|(p, a)| (p.clone(), *a))
            .collect();
        for (small, _) in pairs.iter().filter(|(_, asked)| *asked) {
            for (large, _) in &pairs {
                if small.iter().any(|atom| large.contains(atom)) {
                    continue;
                }
                let [x, y] = [0, 1].map(|at| Num::product(&small[at..=at]));
                let [a, b] = [0, 1].map(|at| Num::product(&large[at..=at]));
                self.state(Lemma::Within, &[x, a, y, b]);
                self.state(Lemma::Within, &[x, b, y, a]);
            }
        }
    }
}

/// Whether two integers differ, or add up, to a constant.
fn parallel(a: &Num, b: &Num) -> bool {
    a.sub(b).value().is_some() || a.add(b).value().is_some()
}
