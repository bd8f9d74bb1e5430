//! The products and quotients of unknowns that a formula speaks of.

use std::collections::{BTreeSet, HashSet};

use spec::domain::Number;

use crate::terms::{Atom, Num, Truth, TruthNode, Var};

/// What is found in a formula, each once and in order.
#[derive(Debug, Default)]
pub(crate) struct Products {
    /// Polynomials with products of atoms, at any depth.
    pub(crate) polynomials: Vec<Num>,
    /// What the formula says to be at least zero somewhere, as long as it has an unknown.
    pub(crate) bounds: Vec<Num>,
    /// Dividends and divisors, where the divisor is unknown.
    pub(crate) quotients: Vec<(Num, Num)>,
    /// Variables that are factors or divisors.
    pub(crate) factors: BTreeSet<Var>,
    nums: HashSet<Num>,
    truths: HashSet<(Truth, bool)>,
}

impl Products {
    /// The products of a formula.
    pub(crate) fn of(formula: &Truth) -> Self {
        let mut products = Products::default();
        products.truth(formula, true);
        // They were needed to see everything once.
        (products.nums, products.truths) = Default::default();
        products
    }

    /// Whether the formula has no products of unknowns.
    pub(crate) fn is_linear(&self) -> bool {
        self.polynomials.is_empty() && self.quotients.is_empty()
    }

    fn truth(&mut self, truth: &Truth, positive: bool) {
        if !self.truths.insert((*truth, positive)) {
            return;
        }
        match truth.node() {
            TruthNode::Constant(_) | TruthNode::Var(_) => {}
            TruthNode::AtMostZero(num) => {
                // −n ≥ 0, or negated, n − 1 ≥ 0.
                let (zero, one) = (Num::constant(0), Num::constant(1));
                self.bounds.push(if positive { zero.sub(&num) } else { num.sub(&one) });
                self.num(&num);
            }
            TruthNode::Zero(num) => self.num(&num),
            TruthNode::Not(inner) => self.truth(&inner, !positive),
            TruthNode::And(parts) | TruthNode::Or(parts) => {
                parts.iter().for_each(|part| self.truth(part, positive));
            }
        }
    }

    fn num(&mut self, num: &Num) {
        if !self.nums.insert(*num) {
            return;
        }
        if num.has_product() {
            self.polynomials.push(*num);
        }
        for (monomial, _) in num.terms().iter() {
            for atom in monomial {
                match atom.atom() {
                    Atom::Var(var) if monomial.len() > 1 => {
                        self.factors.insert(var);
                    }
                    Atom::Var(_) => {}
                    Atom::Div(a, b) | Atom::Mod(a, b) => {
                        self.num(&a);
                        self.num(&b);
                        self.factors.extend(b.as_var());
                        if b.value().is_none() && !self.quotients.contains(&(a, b)) {
                            self.quotients.push((a, b));
                        }
                    }
                    Atom::Product(a, b) => {
                        self.num(&a);
                        self.num(&b);
                    }
                    Atom::Ite(condition, a, b) => {
                        self.truth(&condition, true);
                        self.num(&a);
                        self.num(&b);
                    }
                }
            }
        }
    }
}
