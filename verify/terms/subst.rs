//! Walking terms: variables replaced, variables collected, terms evaluated.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use spec::domain::{Bool, Number};

use super::node::{Atom, AtomId, BoolVar, Num, Truth, TruthNode, Var};
use super::num::{floor_div, floor_rem};

/// Variables and what stands in their place.
#[derive(Debug, Default)]
pub(crate) struct Substitution {
    /// Integers.
    pub(crate) nums: FxHashMap<Var, Num>,
    /// Truth values.
    pub(crate) bools: FxHashMap<BoolVar, Truth>,
    /// Whole atoms.
    pub(crate) atoms: FxHashMap<AtomId, Num>,
    seen_nums: FxHashMap<Num, Num>,
    seen_truths: FxHashMap<Truth, Truth>,
}

impl Substitution {
    /// The integer with the variables replaced.
    pub(crate) fn num(&mut self, num: &Num) -> Num {
        if let Some(done) = self.seen_nums.get(num) {
            return *done;
        }
        let mut sum = Num::constant(0);
        for (monomial, coefficient) in num.terms().iter() {
            let mut product = Num::constant(1);
            for atom in monomial {
                if let Some(replaced) = self.atoms.get(atom) {
                    product = product.mul(replaced);
                    continue;
                }
                let replaced = match atom.atom() {
                    Atom::Var(var) => self.nums.get(&var).cloned().unwrap_or_else(|| Num::var(var)),
                    Atom::Div(a, b) => self.num(&a).div_floor(&self.num(&b)),
                    Atom::Mod(a, b) => self.num(&a).rem_floor(&self.num(&b)),
                    Atom::Product(a, b) => self.num(&a).mul(&self.num(&b)),
                    Atom::Ite(c, a, b) => Num::choose(&self.truth(&c), &self.num(&a), &self.num(&b)),
                };
                product = product.mul(&replaced);
            }
            sum = sum.plus(&product, *coefficient);
        }
        self.seen_nums.insert(*num, sum);
        sum
    }

    /// The formula with the variables replaced.
    pub(crate) fn truth(&mut self, truth: &Truth) -> Truth {
        if let Some(done) = self.seen_truths.get(truth) {
            return *done;
        }
        let done = match truth.node() {
            TruthNode::Constant(_) => *truth,
            TruthNode::Var(var) => self.bools.get(&var).cloned().unwrap_or(*truth),
            TruthNode::AtMostZero(num) => Truth::at_most_zero(&self.num(&num)),
            TruthNode::Zero(num) => Truth::is_zero(&self.num(&num)),
            TruthNode::Not(inner) => self.truth(&inner).not(),
            TruthNode::And(parts) => {
                parts.iter().fold(Bool::constant(true), |all: Truth, part| all.and(&self.truth(part)))
            }
            TruthNode::Or(parts) => {
                parts.iter().fold(Bool::constant(false), |any: Truth, part| any.or(&self.truth(part)))
            }
        };
        self.seen_truths.insert(*truth, done);
        done
    }
}

/// The variables of a term.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    pub(crate) nums: BTreeSet<Var>,
    pub(crate) bools: BTreeSet<BoolVar>,
    /// Whether unknowns are multiplied, or divided by unknowns.
    pub(crate) nonlinear: bool,
    /// Whether arithmetic wraps.
    pub(crate) wraps: bool,
    /// What terms share is looked at once.
    seen: FxHashSet<AtomId>,
    seen_truths: FxHashSet<Truth>,
}

impl Variables {
    /// Adds the variables of an integer.
    pub(crate) fn num(&mut self, num: &Num) {
        for (monomial, _) in num.terms().iter() {
            self.nonlinear |= monomial.len() > 1;
            for atom in monomial {
                if !self.seen.insert(*atom) {
                    continue;
                }
                match atom.atom() {
                    Atom::Var(var) => {
                        self.nums.insert(var);
                    }
                    Atom::Div(a, b) | Atom::Mod(a, b) | Atom::Product(a, b) => {
                        self.nonlinear |= matches!(atom.atom(), Atom::Product(..)) || b.value().is_none();
                        self.wraps |= atom.atom().is_wrap();
                        self.num(&a);
                        self.num(&b);
                    }
                    Atom::Ite(c, a, b) => {
                        self.truth(&c);
                        self.num(&a);
                        self.num(&b);
                    }
                }
            }
        }
    }

    /// Adds the variables of a formula.
    pub(crate) fn truth(&mut self, truth: &Truth) {
        if !self.seen_truths.insert(*truth) {
            return;
        }
        match truth.node() {
            TruthNode::Constant(_) => {}
            TruthNode::Var(var) => {
                self.bools.insert(var);
            }
            TruthNode::AtMostZero(num) | TruthNode::Zero(num) => self.num(&num),
            TruthNode::Not(inner) => self.truth(&inner),
            TruthNode::And(parts) | TruthNode::Or(parts) => parts.iter().for_each(|part| self.truth(part)),
        }
    }
}

/// Values of variables, to evaluate terms under.
pub(crate) trait Values {
    /// The value of an integer variable.
    fn var(&self, var: Var) -> i128;
    /// The value of a truth variable.
    fn bool_var(&self, var: BoolVar) -> bool;

    /// The value of an integer; `None` if beyond 128 bits.
    fn num(&self, num: &Num) -> Option<i128> {
        Evaluation::new(self).num(num)
    }

    /// The value of a formula; `None` where an integer in it does not fit 128 bits.
    fn truth(&self, truth: &Truth) -> Option<bool> {
        Evaluation::new(self).truth(truth)
    }
}

/// An evaluation that computes shared terms once.
struct Evaluation<'a, V: ?Sized> {
    values: &'a V,
    seen: FxHashMap<AtomId, Option<i128>>,
    seen_truths: FxHashMap<Truth, Option<bool>>,
}

impl<'a, V: Values + ?Sized> Evaluation<'a, V> {
    fn new(values: &'a V) -> Self {
        Evaluation { values, seen: FxHashMap::default(), seen_truths: FxHashMap::default() }
    }

    fn num(&mut self, num: &Num) -> Option<i128> {
        num.terms().iter().try_fold(0i128, |sum, (monomial, coefficient)| {
            let product = monomial
                .iter()
                .try_fold(*coefficient, |product, atom| product.checked_mul(self.known_atom(*atom)?))?;
            sum.checked_add(product)
        })
    }

    fn known_atom(&mut self, id: AtomId) -> Option<i128> {
        if let Some(known) = self.seen.get(&id) {
            return *known;
        }
        let value = self.atom(id);
        self.seen.insert(id, value);
        value
    }

    fn atom(&mut self, id: AtomId) -> Option<i128> {
        Some(match id.atom() {
            Atom::Var(var) => self.values.var(var),
            Atom::Div(a, b) => match (self.num(&a)?, self.num(&b)?) {
                (_, 0) => 0,
                (a, b) => floor_div(a, b)?,
            },
            Atom::Mod(a, b) => match (self.num(&a)?, self.num(&b)?) {
                (a, 0) => a,
                (a, b) => floor_rem(a, b),
            },
            Atom::Product(a, b) => self.num(&a)?.checked_mul(self.num(&b)?)?,
            Atom::Ite(c, a, b) => {
                let chosen = if self.truth(&c)? { &a } else { &b };
                self.num(chosen)?
            }
        })
    }

    fn truth(&mut self, truth: &Truth) -> Option<bool> {
        if let Some(known) = self.seen_truths.get(truth) {
            return *known;
        }
        let value = self.node(&truth.node());
        self.seen_truths.insert(*truth, value);
        value
    }

    fn node(&mut self, node: &TruthNode) -> Option<bool> {
        Some(match node {
            TruthNode::Constant(value) => *value,
            TruthNode::Var(var) => self.values.bool_var(*var),
            TruthNode::AtMostZero(num) => self.num(num)? <= 0,
            TruthNode::Zero(num) => self.num(num)? == 0,
            TruthNode::Not(inner) => !self.truth(inner)?,
            TruthNode::And(parts) => {
                parts.iter().try_fold(true, |all, part| Some(all && self.truth(part)?))?
            }
            TruthNode::Or(parts) => {
                parts.iter().try_fold(false, |any, part| Some(any || self.truth(part)?))?
            }
        })
    }
}

impl Num {
    /// Whether a variable is in it, at any depth.
    pub(crate) fn mentions(&self, var: Var) -> bool {
        let mut within = Variables::default();
        within.num(self);
        within.nums.contains(&var)
    }

    /// Whether any of some atoms occurs, at any depth.
    pub(crate) fn has_any(&self, atoms: &FxHashSet<AtomId>) -> bool {
        let mut within = Variables::default();
        within.num(self);
        !atoms.is_disjoint(&within.seen)
    }
}
