//! Lowering: terms as z3's own.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

use z3::ast::{Bool, Int};

use crate::terms::{
    Atom, AtomId, BoolVar, MOST_FACTORS, Num, Truth, TruthNode, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Var,
    var_info,
};

/// The z3 term of each term. Terms are released in the deterministic order of the check. z3's numbering of later terms depends on this
/// order, and its search on the numbering.
type Made<K, V> = HashMap<K, V, BuildHasherDefault<DefaultHasher>>;

/// The lowered terms.
#[derive(Debug, Default)]
pub(crate) struct Lowered {
    /// Whether nothing is taken from the ranges of terms: divisors that are no numbers have any sign.
    from_definitions: bool,
    /// Whether products and quotients of unknowns become unknowns.
    opaque: bool,
    /// Products of many factors, each of which has a name instead of its definition.
    named: Vec<AtomId>,
    nums: Made<Num, Int>,
    truths: Made<Truth, Bool>,
    atoms: Made<AtomId, Int>,
}

/// A number of any size.
pub(crate) fn number(value: i128) -> Int {
    match i64::try_from(value) {
        Ok(small) => Int::from_i64(small),
        Err(_) => Int::from_i128(value),
    }
}

/// The bounds of a term from its range. An end that ranges cannot name is open, and says nothing.
pub(crate) fn in_range(term: &Int, num: &Num) -> Bool {
    let above = (num.lo() != UNBOUNDED_BELOW).then(|| term.ge(number(num.lo())));
    let below = (num.hi() != UNBOUNDED_ABOVE).then(|| term.le(number(num.hi())));
    match (above, below) {
        (Some(above), Some(below)) => Bool::and(&[above, below]),
        (Some(bound), None) | (None, Some(bound)) => bound,
        (None, None) => Bool::from_bool(true),
    }
}

/// A variable, by its number and name.
pub(crate) fn variable(var: Var) -> Int {
    Int::new_const(format!("{}!{}", var_info(var).name, var.0))
}

/// A product of atoms as an unknown.
pub(crate) fn product(atoms: &[AtomId]) -> Int {
    let names: Vec<String> = atoms.iter().map(|atom| atom.0.to_string()).collect();
    Int::new_const(format!("!product!{}", names.join("*")))
}

/// A truth variable.
pub(crate) fn bool_variable(var: BoolVar) -> Bool {
    Bool::new_const(format!("any!{}", var.0))
}

impl Lowered {
    /// Lowers to terms without products of unknowns.
    pub(crate) fn opaque() -> Self {
        Lowered { opaque: true, ..Lowered::default() }
    }

    /// Lowers to definitions alone, so that ranges of terms can be claims about them.
    pub(crate) fn from_definitions() -> Self {
        Lowered { from_definitions: true, ..Lowered::default() }
    }

    /// The products that have had a name since the last call.
    pub(super) fn take_named(&mut self) -> Vec<AtomId> {
        std::mem::take(&mut self.named)
    }

    /// An integer.
    pub(crate) fn num(&mut self, num: &Num) -> Int {
        if let Some(value) = num.value() {
            return number(value);
        }
        if let Some(done) = self.nums.get(num) {
            return done.clone();
        }
        let mut summands = Vec::new();
        for (monomial, coefficient) in num.terms().iter() {
            let mut factors: Vec<Int> = Vec::new();
            if *coefficient != 1 || monomial.is_empty() {
                factors.push(number(*coefficient));
            }
            if self.opaque && monomial.len() > 1 {
                factors.push(product(monomial));
            } else {
                factors.extend(monomial.iter().map(|atom| self.atom(*atom)));
            }
            summands.push(if factors.len() == 1 { factors.remove(0) } else { Int::mul(&factors) });
        }
        let sum = if summands.len() == 1 { summands.remove(0) } else { Int::add(&summands) };
        self.nums.insert(*num, sum.clone());
        sum
    }

    /// Whether a divisor is above zero, as far as that may be taken for known.
    fn is_positive(&self, divisor: &Num) -> bool {
        if self.from_definitions { divisor.value().is_some_and(|value| value > 0) } else { divisor.lo() > 0 }
    }

    /// The definition of an atom.
    pub(crate) fn atom(&mut self, id: AtomId) -> Int {
        if let Some(done) = self.atoms.get(&id) {
            return done.clone();
        }
        let done = match id.atom() {
            Atom::Var(var) => variable(var),
            Atom::Product(_, _) if self.opaque => product(&[id]),
            Atom::Product(_, _) if id.degree() > MOST_FACTORS => {
                if self.from_definitions {
                    self.named.push(id);
                }
                product(&[id])
            }
            Atom::Div(_, b) | Atom::Mod(_, b) if self.opaque && b.value().is_none() => product(&[id]),
            Atom::Product(a, b) => Int::mul(&[self.num(&a), self.num(&b)]),
            Atom::Ite(condition, a, b) => self.truth(&condition).ite(&self.num(&a), &self.num(&b)),
            Atom::Div(a, b) => {
                let positive = self.is_positive(&b);
                let (x, y) = (self.num(&a), self.num(&b));
                if positive { x.div(&y) } else { floor(&x, &y) }
            }
            Atom::Mod(a, b) => {
                let positive = self.is_positive(&b);
                let (x, y) = (self.num(&a), self.num(&b));
                if positive {
                    x.modulo(&y)
                } else {
                    Int::sub(&[x.clone(), Int::mul(&[y.clone(), floor(&x, &y)])])
                }
            }
        };
        self.atoms.insert(id, done.clone());
        done
    }

    /// A formula.
    pub(crate) fn truth(&mut self, truth: &Truth) -> Bool {
        if let Some(done) = self.truths.get(truth) {
            return done.clone();
        }
        let done = match truth.node() {
            TruthNode::Constant(value) => Bool::from_bool(value),
            TruthNode::Var(var) => bool_variable(var),
            TruthNode::AtMostZero(num) => self.num(&num).le(number(0)),
            TruthNode::Zero(num) => self.num(&num).eq(number(0)),
            TruthNode::Not(inner) => self.truth(&inner).not(),
            TruthNode::And(parts) => {
                Bool::and(&parts.iter().map(|part| self.truth(part)).collect::<Vec<_>>())
            }
            TruthNode::Or(parts) => Bool::or(&parts.iter().map(|part| self.truth(part)).collect::<Vec<_>>()),
        };
        self.truths.insert(*truth, done.clone());
        done
    }
}

/// The floor of a quotient whose divisor has any sign; 0 by zero. SMT-LIB's `div` is the floor for positive divisors.
fn floor(x: &Int, y: &Int) -> Int {
    let zero = number(0);
    let negative = x.unary_minus().div(y.unary_minus());
    y.gt(&zero).ite(&x.div(y), &y.lt(&zero).ite(&negative, &zero))
}

/// Splits a conjunction.
pub(crate) fn conjuncts(truth: &Truth) -> Vec<Truth> {
    match truth.node() {
        TruthNode::And(parts) => parts.to_vec(),
        TruthNode::Constant(true) => Vec::new(),
        TruthNode::Constant(false)
        | TruthNode::Var(_)
        | TruthNode::AtMostZero(_)
        | TruthNode::Zero(_)
        | TruthNode::Not(_)
        | TruthNode::Or(_) => vec![*truth],
    }
}

/// Whether the formula is known to be false.
pub(crate) fn is_false(truth: &Truth) -> bool {
    truth == &spec::domain::Bool::constant(false)
}

#[cfg(test)]
mod tests {
    use super::Made;

    #[test]
    fn tables_of_terms_are_emptied_in_one_order() {
        let emptied = || (0..100).map(|term| (term, ())).collect::<Made<i32, ()>>().into_keys().collect();
        let (first, second): (Vec<i32>, Vec<i32>) = (emptied(), emptied());
        assert_eq!(first, second);
    }
}
