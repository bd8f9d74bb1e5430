//! Equations between factors: products of equal factors are equal, which shows once one name remains.

use std::collections::BTreeSet;

use spec::domain::Number;

use super::instances::Instances;
use crate::smt::lower::conjuncts;
use crate::terms::{Atom, Num, Substitution, Truth, TruthNode, Var, Variables};

/// The number of replaced unknowns in a query.
const REPLACED: usize = 4;

/// The query and the facts with factors replaced by their equal terms; the equations stay. `None` if no factor has an
/// equation.
pub(crate) fn replaced(
    instances: &mut Instances,
    question: &Truth,
    facts: &[Truth],
) -> Option<(Truth, Vec<Truth>)> {
    let mut factors = BTreeSet::new();
    for formula in [question].into_iter().chain(facts) {
        factors.extend(&instances.products(formula).factors);
    }
    let conjuncts: Vec<Truth> = facts.iter().chain([question]).flat_map(conjuncts).collect();
    let mut open: Vec<Num> = conjuncts.iter().filter_map(equation).collect();
    let mut kept = Vec::new();
    let (mut question, mut facts) = (*question, facts.to_vec());
    while let Some(num) = open.pop() {
        let Some((var, value)) = (kept.len() < REPLACED).then(|| solved(&num, &factors)).flatten() else {
            continue;
        };
        let mut substitution = Substitution::default();
        substitution.nums.insert(var, value);
        kept.push(Truth::is_zero(&num));
        question = substitution.truth(&question);
        facts.iter_mut().for_each(|fact| *fact = substitution.truth(fact));
        open.iter_mut().for_each(|num| *num = substitution.num(num));
    }
    let replaced = !kept.is_empty();
    facts.extend(kept);
    replaced.then_some((question, facts))
}

fn equation(truth: &Truth) -> Option<Num> {
    if let TruthNode::Zero(num) = truth.node() { Some(num) } else { None }
}

/// A factor for which an equation can be solved, with its value.
fn solved(zero: &Num, factors: &BTreeSet<Var>) -> Option<(Var, Num)> {
    zero.terms().iter().find_map(|(monomial, coefficient)| {
        let ([atom], 1) = (monomial.as_slice(), coefficient.unsigned_abs()) else { return None };
        let Atom::Var(var) = atom.atom() else { return None };
        let rest = zero.plus(&Num::var(var), -coefficient);
        let value = Num::constant(0).plus(&rest, -coefficient);
        let mut variables = Variables::default();
        variables.num(&value);
        (factors.contains(&var) && !variables.nums.contains(&var)).then_some((var, value))
    })
}
