//! Small scopes: most questions that have an answer have a small one ("small scope hypothesis": Jackson, "Software Abstractions",
//! 2006). In each product, all factors but one get small values that satisfy the facts without products; the rest is linear.

use std::collections::{BTreeMap, BTreeSet};

use super::Solver;
use crate::budget::policy::{BRIEF, SMALL};
use crate::smt::answer::Answer;
use crate::smt::facts::{Known, relevant};
use crate::smt::model::Model;
use crate::terms::{Atom, AtomId, Num, Truth, TruthNode, Var, Variables};
use rustc_hash::FxHashSet;
use spec::domain::{Bool as _, Number as _};

/// The greatest values of factors: at first all that are small, then of some hundred tiles.
const SCOPES: [i128; 2] = [256, 16_384];

impl Solver {
    /// From now on questions are small, and asked in the ways that cost little.
    pub(crate) fn curtail(&mut self) {
        self.is_brief = true;
        self.rlimit = self.rlimit.min(2 * BRIEF);
    }

    /// Values that satisfy a formula and its relevant facts, if found with little work.
    pub(super) fn find_example(&mut self, formula: &Truth) -> Option<Model> {
        let mut variables = Variables::default();
        variables.truth(formula);
        let chosen = relevant(&self.facts, &mut variables);
        let keeps = |model: &&Model| {
            model.keeps(formula) && chosen.iter().all(|index| model.keeps(&self.facts[*index].holds))
        };
        if let Some(known) = self.models.iter().find(keeps) {
            return Some(known.clone());
        }
        if let Some(small) = self.find_small(formula, &chosen, &variables) {
            return Some(small);
        }
        self.solve(formula, &chosen, &variables, BRIEF).1
    }

    /// Whether values satisfy a formula and its relevant facts: ways that only exclude are not tried.
    pub(super) fn check_by_values(&mut self, formula: &Truth) -> Answer {
        let key = (*formula, self.version);
        if let Some((answer, script, steps)) = self.decided.get(&key).copied()
            && (answer != Answer::Unknown || steps >= self.rlimit)
        {
            self.set_latest(script);
            return answer;
        }
        if formula.value() == Some(false) {
            return Answer::Impossible;
        }
        let mut variables = Variables::default();
        variables.truth(formula);
        let chosen = relevant(&self.facts, &mut variables);
        let (quick, _) = self.decide_quickly(formula, &chosen, &variables);
        if quick != Answer::Unknown {
            return quick;
        }
        self.solve(formula, &chosen, &variables, self.rlimit).0
    }

    /// Values of which a question is true and the factors are small.
    pub(super) fn find_small(
        &mut self,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
    ) -> Option<Model> {
        let (simple, factors) = self.factors_of(formula, chosen);
        if factors.is_empty() {
            return None;
        }
        let about = if variables.nonlinear { Truth::constant(true) } else { *formula };
        SCOPES.into_iter().find_map(|scope| {
            let values = self.value_factors((&about, &simple, &factors), scope)?;
            self.complete(formula, chosen, variables, factors.iter().zip(&values))
        })
    }

    /// The facts that say nothing of products, and the factors without whose values a question has products.
    fn factors_of(&self, formula: &Truth, chosen: &[usize]) -> (Vec<usize>, BTreeSet<Var>) {
        let (simple, hard): (Vec<usize>, Vec<usize>) =
            chosen.iter().partition(|index| !self.facts[**index].nonlinear);
        let mut products = Products::default();
        hard.iter().for_each(|index| products.truth(&self.facts[*index].holds));
        products.truth(formula);
        // A number bounded by a product is as large as required, and stays free.
        let factors =
            products.cover(|var| (!products.bounded.contains(&var), mentions(&self.facts, &simple, var)));
        (simple, factors)
    }

    /// Values of factors up to a greatest one that satisfy the simple facts.
    fn value_factors(
        &mut self,
        (about, simple, factors): (&Truth, &[usize], &BTreeSet<Var>),
        scope: i128,
    ) -> Option<Vec<Option<i128>>> {
        let small = factors.iter().fold(*about, |all, var| {
            let (num, most) = (Num::var(*var), Num::constant(scope));
            all.and(&num.at_most(&most)).and(&Num::constant(-scope).at_most(&num))
        });
        let mut variables = Variables::default();
        variables.truth(&small);
        simple.iter().for_each(|index| self.facts[*index].add_to(&mut variables));
        let model = self.solve(&small, simple, &variables, SMALL).1?;
        Some(factors.iter().map(|var| model.nums.get(var).copied()).collect())
    }
}

/// The number of facts that relate a variable to others: a variable with many dependents gets its value
/// first.
fn mentions(facts: &[Known], chosen: &[usize], var: Var) -> usize {
    chosen.iter().filter(|index| facts[**index].relates(var)).count()
}

/// The products of terms.
#[derive(Default)]
struct Products {
    /// The variables of each factor of each product.
    products: Vec<Vec<BTreeSet<Var>>>,
    /// Numbers that are compared with a product without being its factor.
    bounded: BTreeSet<Var>,
    seen: BTreeSet<AtomId>,
    /// What formulas share is looked at once.
    seen_truths: FxHashSet<Truth>,
}

impl Products {
    fn truth(&mut self, truth: &Truth) {
        if !self.seen_truths.insert(*truth) {
            return;
        }
        match truth.node() {
            TruthNode::Constant(_) | TruthNode::Var(_) => {}
            TruthNode::AtMostZero(num) | TruthNode::Zero(num) => self.num(&num),
            TruthNode::Not(inner) => self.truth(&inner),
            TruthNode::And(parts) | TruthNode::Or(parts) => parts.iter().for_each(|part| self.truth(part)),
        }
    }

    fn num(&mut self, num: &Num) {
        if num.terms().iter().any(|(monomial, _)| monomial.len() > 1) {
            for (monomial, _) in num.terms().iter().filter(|(monomial, _)| monomial.len() == 1) {
                if let Atom::Var(var) = monomial[0].atom() {
                    self.bounded.insert(var);
                }
            }
        }
        for (monomial, _) in num.terms().iter() {
            if monomial.len() > 1 {
                self.products
                    .push(monomial.iter().map(|atom| variables_of_num(&Num::product(&[*atom]))).collect());
            }
            for atom in monomial {
                if self.seen.insert(*atom) {
                    self.atom(*atom);
                }
            }
        }
    }

    fn atom(&mut self, atom: AtomId) {
        match atom.atom() {
            Atom::Var(_) => {}
            Atom::Ite(condition, then, otherwise) => {
                self.truth(&condition);
                self.num(&then);
                self.num(&otherwise);
            }
            Atom::Div(a, b) | Atom::Mod(a, b) => {
                let divisor = variables_of_num(&b);
                if !divisor.is_empty() {
                    // A divisor is a factor beside nothing that could have a value later.
                    self.products.push(vec![divisor, BTreeSet::new()]);
                }
                self.num(&a);
                self.num(&b);
            }
            Atom::Product(a, b) => {
                self.products.push(vec![variables_of_num(&a), variables_of_num(&b)]);
                self.num(&a);
                self.num(&b);
            }
        }
    }

    /// Variables that leave at most one factor in each product.
    fn cover(&self, weight: impl Fn(Var) -> (bool, usize)) -> BTreeSet<Var> {
        let mut weights: BTreeMap<Var, (bool, usize)> = BTreeMap::new();
        for var in self.products.iter().flatten().flatten() {
            weights.entry(*var).or_insert_with(|| weight(*var));
        }
        let mut covered: BTreeSet<Var> = BTreeSet::new();
        for product in &self.products {
            let mut open: Vec<&BTreeSet<Var>> =
                product.iter().filter(|factor| factor.is_empty() || !factor.is_subset(&covered)).collect();
            // The factor that least depends on stays.
            open.sort_by_key(|factor| factor.iter().map(|var| weights[var]).max());
            open.into_iter().skip(1).for_each(|factor| covered.extend(factor));
        }
        covered
    }
}

fn variables_of_num(num: &Num) -> BTreeSet<Var> {
    let mut variables = Variables::default();
    variables.num(num);
    variables.nums
}
