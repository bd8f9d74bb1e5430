//! Disjunctive normal form: a formula as cases, each a list of literals that all hold.

use spec::domain::Bool as _;

use crate::budget::effort;
use crate::smt::lower::conjuncts;
use crate::terms::{Truth, TruthNode};

/// The most cases of one formula.
const CASES: usize = 48;

/// The cases of a formula. Beyond the limit, parts are left out: the cases are then weaker.
pub(super) fn cases(formula: &Truth) -> Vec<Vec<Truth>> {
    // Formulas share parts, and each way to a part is gone: the work may be exponential in what is written down.
    effort::walked();
    match formula.node() {
        TruthNode::Constant(true) => vec![Vec::new()],
        TruthNode::Constant(false) => Vec::new(),
        TruthNode::And(parts) => all(parts.iter().map(cases)),
        TruthNode::Or(parts) => parts.iter().flat_map(cases).collect(),
        TruthNode::Not(inner) => match inner.node() {
            TruthNode::And(parts) => parts.iter().flat_map(|part| cases(&part.not())).collect(),
            TruthNode::Or(parts) => all(parts.iter().map(|part| cases(&part.not()))),
            TruthNode::Constant(_)
            | TruthNode::Var(_)
            | TruthNode::AtMostZero(_)
            | TruthNode::Zero(_)
            | TruthNode::Not(_) => vec![vec![*formula]],
        },
        TruthNode::Var(_) | TruthNode::AtMostZero(_) | TruthNode::Zero(_) => vec![vec![*formula]],
    }
}

/// All combinations with one case of each.
fn all(parts: impl Iterator<Item = Vec<Vec<Truth>>>) -> Vec<Vec<Truth>> {
    let mut parts: Vec<_> = parts.collect();
    // Parts with most branches come last, because they may be dropped.
    parts.sort_by_key(Vec::len);
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
    loop {
        let mut grown = false;
        for (index, fact) in facts.iter().enumerate() {
            if used[index] {
                continue;
            }
            let Some(follows) = unit(fact, literals) else { continue };
            if !wanted(&follows, literals) {
                continue;
            }
            used[index] = true;
            for part in conjuncts(&follows) {
                let new = !literals.contains(&part);
                if new && !matches!(part.node(), TruthNode::Or(_) | TruthNode::Constant(_)) {
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

/// The remaining alternative of a fact, if all others are excluded.
fn unit(fact: &Truth, literals: &[Truth]) -> Option<Truth> {
    let TruthNode::Or(parts) = fact.node() else { return Some(*fact) };
    let mut left = parts.iter().filter(|part| !holds(&part.not(), literals));
    let only = left.next()?;
    left.next().is_none().then_some(*only)
}

/// Whether a formula is one of the literals, or composed of them.
fn holds(formula: &Truth, literals: &[Truth]) -> bool {
    effort::walked();
    match formula.node() {
        TruthNode::And(parts) => parts.iter().all(|part| holds(part, literals)),
        TruthNode::Or(parts) => parts.iter().any(|part| holds(part, literals)),
        TruthNode::Constant(value) => value,
        TruthNode::Not(_) | TruthNode::Var(_) | TruthNode::AtMostZero(_) | TruthNode::Zero(_) => {
            literals.contains(formula)
        }
    }
}
