//! Choices in terms: what a term is in either case, and where it is known what decides.

use super::node::{Atom, AtomId, Num, Truth, TruthNode};

impl Num {
    /// Splits the number at a choice: the condition and the number in both cases.
    pub(crate) fn cases(&self) -> Option<(Truth, Num, Num)> {
        self.terms().iter().find_map(|(monomial, factor)| {
            let [one] = monomial.as_slice() else { return None };
            let Atom::Ite(condition, then, otherwise) = one.atom() else { return None };
            let rest = self.plus(&Num::of_terms([(monomial.clone(), *factor)].into()), -1);
            Some((condition, rest.plus(&then, *factor), rest.plus(&otherwise, *factor)))
        })
    }

    /// Simplifies choices under an equation that decides their conditions.
    pub(crate) fn given(&self, fact: &Truth) -> Num {
        let TruthNode::Zero(zero) = fact.node() else { return *self };
        let Some((atom, factor, constant)) = zero.as_linear_atom() else { return *self };
        match constant.checked_neg() {
            Some(product) if product % factor == 0 => self.where_is(atom, product / factor),
            Some(_) | None => *self,
        }
    }

    fn where_is(&self, atom: AtomId, value: i128) -> Num {
        crate::budget::effort::walked();
        let mut result = *self;
        for (monomial, factor) in self.terms().iter() {
            let [one] = monomial.as_slice() else { continue };
            let Atom::Ite(condition, then, otherwise) = one.atom() else { continue };
            let Some(holds) = condition.where_is(atom, value) else { continue };
            let chosen = if holds { then } else { otherwise };
            let choice = Num::of_terms([(monomial.clone(), *factor)].into());
            result = result.plus(&choice, -1).plus(&chosen.where_is(atom, value), *factor);
        }
        result
    }
}

impl Truth {
    /// Whether it holds where an atom has a value, if it is about nothing else.
    fn where_is(&self, atom: AtomId, value: i128) -> Option<bool> {
        let number = |num: &Num| {
            let (of, factor, constant) = num.as_linear_atom()?;
            if of == atom { factor.checked_mul(value)?.checked_add(constant) } else { None }
        };
        match self.node() {
            TruthNode::AtMostZero(num) => number(&num).map(|number| number <= 0),
            TruthNode::Zero(num) => number(&num).map(|number| number == 0),
            TruthNode::Not(inner) => inner.where_is(atom, value).map(|holds| !holds),
            TruthNode::Constant(_) | TruthNode::Var(_) | TruthNode::And(_) | TruthNode::Or(_) => self.value(),
        }
    }
}
