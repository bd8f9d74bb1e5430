//! Disjunctive normal form: a formula as cases, each a list of literals that all hold.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use spec::domain::Bool;

use crate::budget::effort;
use crate::smt::lower::conjuncts;
use crate::terms::{Truth, TruthNode};

/// The most cases of one formula.
const CASES: usize = 48;

/// The cases of a formula. Beyond the limit, parts are left out: the cases are then weaker.
pub(super) fn cases(formula: &Truth) -> Vec<Vec<Truth>> {
    Cases::default().of(formula).to_vec()
}

/// The cases of the parts of a formula. Formulas share parts: there may be exponentially many ways to one.
#[derive(Default)]
struct Cases {
    known: HashMap<Truth, Rc<Vec<Vec<Truth>>>>,
}

impl Cases {
    fn of(&mut self, formula: &Truth) -> Rc<Vec<Vec<Truth>>> {
        if let Some(known) = self.known.get(formula) {
            return known.clone();
        }
        effort::walked();
        let mut parts = |parts: &[Truth]| parts.iter().map(|part| self.of(part)).collect::<Vec<_>>();
        let opposites = |parts: &[Truth]| parts.iter().map(Bool::not).collect::<Vec<Truth>>();
        let alone = || vec![vec![*formula]];
        let found = match formula.node() {
            TruthNode::Constant(true) => vec![Vec::new()],
            TruthNode::Constant(false) => Vec::new(),
            TruthNode::And(all_of) => all(parts(&all_of)),
            TruthNode::Or(any_of) => any(&parts(&any_of)),
            TruthNode::Not(inner) => match inner.node() {
                TruthNode::And(all_of) => any(&parts(&opposites(&all_of))),
                TruthNode::Or(any_of) => all(parts(&opposites(&any_of))),
                TruthNode::Constant(_)
                | TruthNode::Var(_)
                | TruthNode::AtMostZero(_)
                | TruthNode::Zero(_)
                | TruthNode::Not(_) => alone(),
            },
            TruthNode::Var(_) | TruthNode::AtMostZero(_) | TruthNode::Zero(_) => alone(),
        };
        let found = Rc::new(found);
        self.known.insert(*formula, found.clone());
        found
    }
}

/// The cases of each.
fn any(parts: &[Rc<Vec<Vec<Truth>>>]) -> Vec<Vec<Truth>> {
    parts.iter().flat_map(|part| part.iter().cloned()).collect()
}

/// All combinations with one case of each.
fn all(mut parts: Vec<Rc<Vec<Vec<Truth>>>>) -> Vec<Vec<Truth>> {
    // Parts with most branches come last, because they may be dropped.
    parts.sort_by_key(|part| part.len());
    let mut product = vec![Vec::new()];
    for part in parts {
        if product.len() * part.len() > CASES {
            continue;
        }
        product = product
            .iter()
            .flat_map(|one: &Vec<Truth>| part.iter().map(move |other| [one.as_slice(), other].concat()))
            .collect();
    }
    product
}

/// Adds consequences of implications in a case; facts refused by `wanted` are left out.
pub(super) fn propagate(
    literals: &mut Vec<Truth>,
    facts: &[Truth],
    wanted: &mut dyn FnMut(&Truth, &[Truth]) -> bool,
) {
    let mut used = vec![false; facts.len()];
    let mut known = Known { literals: literals.iter().copied().collect(), decided: HashMap::new() };
    loop {
        let mut grown = false;
        for (index, fact) in facts.iter().enumerate() {
            if used[index] {
                continue;
            }
            let Some(follows) = known.unit(fact) else { continue };
            if !wanted(&follows, literals) {
                continue;
            }
            used[index] = true;
            for part in conjuncts(&follows) {
                let is_simple = !matches!(part.node(), TruthNode::Or(_) | TruthNode::Constant(_));
                if is_simple && known.add(part) {
                    grown = true;
                    literals.push(part);
                }
            }
        }
        if !grown {
            return;
        }
    }
}

/// Literals that hold, and what is known of formulas made of them.
struct Known {
    literals: HashSet<Truth>,
    decided: HashMap<Truth, bool>,
}

impl Known {
    /// Adds a literal; returns whether it is new.
    fn add(&mut self, literal: Truth) -> bool {
        let is_new = self.literals.insert(literal);
        if is_new {
            self.decided.retain(|_, holds| *holds);
        }
        is_new
    }

    /// The remaining alternative of a fact, if all others are excluded.
    fn unit(&mut self, fact: &Truth) -> Option<Truth> {
        let TruthNode::Or(parts) = fact.node() else { return Some(*fact) };
        let mut left = parts.iter().filter(|part| !self.holds(&part.not()));
        let only = left.next()?;
        left.next().is_none().then_some(*only)
    }

    /// Whether a formula is one of the literals, or composed of them.
    fn holds(&mut self, formula: &Truth) -> bool {
        if let Some(holds) = self.decided.get(formula) {
            return *holds;
        }
        effort::walked();
        let holds = match formula.node() {
            TruthNode::And(parts) => parts.iter().all(|part| self.holds(part)),
            TruthNode::Or(parts) => parts.iter().any(|part| self.holds(part)),
            TruthNode::Constant(value) => return value,
            TruthNode::Not(_) | TruthNode::Var(_) | TruthNode::AtMostZero(_) | TruthNode::Zero(_) => {
                return self.literals.contains(formula);
            }
        };
        self.decided.insert(*formula, holds);
        holds
    }
}
