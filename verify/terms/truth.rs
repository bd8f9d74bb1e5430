//! Truth values: formulas over integers in normal form.

use std::fmt;
use std::rc::Rc;

use spec::domain::{Bool, Number};

use super::arena::{claim, fresh_bool, intern_truth};
use super::claims::Subject;
use super::node::{Atom, BoolVar, Num, Truth, TruthNode};

/// Comparisons of formulas that are a unit of work.
const LONG: usize = 64;

impl fmt::Debug for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node().fmt(f)
    }
}

impl Truth {
    /// The number of a comparison `num <= 0` or `num == 0`, and whether it is an equation.
    pub(crate) fn as_comparison(&self) -> Option<(Num, bool)> {
        match self.node() {
            TruthNode::AtMostZero(num) => Some((num, false)),
            TruthNode::Zero(num) => Some((num, true)),
            TruthNode::Constant(_)
            | TruthNode::Var(_)
            | TruthNode::Not(_)
            | TruthNode::And(_)
            | TruthNode::Or(_) => None,
        }
    }

    fn new(node: TruthNode) -> Self {
        intern_truth(node)
    }

    /// A new arbitrary truth value.
    pub(crate) fn fresh() -> Self {
        Truth::new(TruthNode::Var(fresh_bool()))
    }

    /// A truth variable.
    pub(crate) fn var(var: BoolVar) -> Self {
        Truth::new(TruthNode::Var(var))
    }

    /// The value, if known.
    pub(crate) fn value(&self) -> Option<bool> {
        if let TruthNode::Constant(value) = self.node() { Some(value) } else { None }
    }

    /// The negated formula, if this is a negation.
    pub(crate) fn negated(&self) -> Option<Truth> {
        if let TruthNode::Not(inner) = self.node() { Some(inner) } else { None }
    }

    /// `num ≤ 0`
    pub(crate) fn at_most_zero(num: &Num) -> Self {
        let range = num.bounds();
        if range.hi <= 0 {
            claim(Subject::Num(*num), range, [false, true]);
            return Bool::constant(true);
        }
        if range.lo > 0 {
            claim(Subject::Num(*num), range, [true, false]);
            return Bool::constant(false);
        }
        Truth::by_cases(num, |value| value <= 0).unwrap_or_else(|| Truth::new(TruthNode::AtMostZero(*num)))
    }

    /// `num = 0`
    pub(crate) fn is_zero(num: &Num) -> Self {
        if let Some(value) = num.value() {
            return Bool::constant(value == 0);
        }
        let range = num.bounds();
        if range.lo > 0 || range.hi < 0 {
            claim(Subject::Num(*num), range, [range.lo > 0, range.hi < 0]);
            return Bool::constant(false);
        }
        let negative = num.terms().last().is_some_and(|(_, coefficient)| *coefficient < 0);
        let num = if negative { Num::constant(0).sub(num) } else { *num };
        Truth::by_cases(&num, |value| value == 0).unwrap_or_else(|| Truth::new(TruthNode::Zero(num)))
    }

    /// A comparison of a conditional between two constants is its condition, the negation, or known.
    fn by_cases(num: &Num, holds: impl Fn(i128) -> bool) -> Option<Truth> {
        let (atom, coefficient, constant) = num.as_linear_atom()?;
        let Atom::Ite(condition, then, otherwise) = atom.atom() else { return None };
        let of = |branch: &Num| branch.value()?.checked_mul(coefficient)?.checked_add(constant).map(&holds);
        Some(match (of(&then)?, of(&otherwise)?) {
            (true, true) => Bool::constant(true),
            (true, false) => condition,
            (false, true) => condition.not(),
            (false, false) => Bool::constant(false),
        })
    }

    /// A choice of two.
    pub(crate) fn choose(condition: &Truth, then: &Truth, otherwise: &Truth) -> Truth {
        match condition.value() {
            Some(true) => *then,
            Some(false) => *otherwise,
            None if then == otherwise => *then,
            None => condition.and(then).or(&condition.not().and(otherwise)),
        }
    }

    /// The conjunction or (with `any`) the disjunction of formulas.
    fn join(parts: &[&Truth], any: bool) -> Truth {
        let mut flat: Vec<Truth> = Vec::new();
        // All pairs of parts are compared.
        let mut compared = 0usize;
        for part in parts {
            let inner: Rc<[Truth]> = match part.node() {
                TruthNode::And(inner) if !any => inner,
                TruthNode::Or(inner) if any => inner,
                TruthNode::Constant(value) if value == any => return Bool::constant(any),
                TruthNode::Constant(_) => Rc::default(),
                TruthNode::And(_)
                | TruthNode::Or(_)
                | TruthNode::Var(_)
                | TruthNode::AtMostZero(_)
                | TruthNode::Zero(_)
                | TruthNode::Not(_) => Rc::from([**part]),
            };
            compared = compared.saturating_add(inner.len().saturating_mul(flat.len()));
            for one in inner.iter() {
                if flat.contains(&one.not()) {
                    return Bool::constant(any);
                }
                if !flat.contains(one) {
                    flat.push(*one);
                }
            }
        }
        if compared > LONG {
            crate::budget::effort::terms(compared / LONG);
        }
        match flat.len() {
            0 => Bool::constant(!any),
            1 => flat.remove(0),
            _ if any => Truth::new(TruthNode::Or(flat.into())),
            _ => Truth::new(TruthNode::And(flat.into())),
        }
    }
}

impl Bool for Truth {
    fn constant(value: bool) -> Self {
        Truth::new(TruthNode::Constant(value))
    }

    fn and(&self, other: &Self) -> Self {
        Truth::join(&[self, other], false)
    }

    fn or(&self, other: &Self) -> Self {
        Truth::join(&[self, other], true)
    }

    fn not(&self) -> Self {
        match self.node() {
            TruthNode::Constant(value) => Bool::constant(!value),
            // Over the integers, ¬(n ≤ 0) is 1 − n ≤ 0.
            TruthNode::AtMostZero(num) => Truth::at_most_zero(&Num::constant(1).sub(&num)),
            TruthNode::Not(inner) => inner,
            TruthNode::Var(_) | TruthNode::Zero(_) | TruthNode::And(_) | TruthNode::Or(_) => {
                Truth::new(TruthNode::Not(*self))
            }
        }
    }
}
