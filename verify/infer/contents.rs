//! Clauses about the contents of buffers at launch.

pub(super) mod lengths;

use std::collections::{BTreeMap, BTreeSet};

use spec::domain::Number;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::count::i128_from_usize;

use super::clause::Clause;
use super::expressions::binary;
use super::project::variables;
use super::render::ContractVocabulary;
use crate::infer::search::Search;
use crate::terms::{Num, Truth, TruthNode, Var};

/// Numbers loaded from buffers whose contents a clause may describe.
pub(super) fn find_loaded_numbers(machine: &Search<'_, '_>, open: &[usize]) -> BTreeMap<Var, usize> {
    let mut loaded = BTreeMap::new();
    for record in &machine.recorder.loads {
        let which = record.which.value().and_then(|which| usize::try_from(which).ok());
        let (Some(var), Some(which)) = (record.value.as_var(), which) else { continue };
        let Some(allocation) = machine.setup.allocations.get(which) else { continue };
        if record.of_launch && allocation.element.bits() > 1 && open.contains(&allocation.parameter) {
            loaded.insert(var, which);
        }
    }
    loaded
}

/// Clauses about what is in buffers that together make the number at least zero: each loaded number gets an equal
/// share of what is left for all.
pub(super) fn propose_contents(
    machine: &Search<'_, '_>,
    num: &Num,
    loaded: &BTreeMap<Var, usize>,
    vocabulary: &ContractVocabulary<'_, '_>,
) -> Vec<Clause> {
    let mine: Vec<Var> = variables(num).into_iter().filter(|var| loaded.contains_key(var)).collect();
    let mut rest = *num;
    let mut factors = Vec::new();
    for var in &mine {
        let Some((factor, left)) = rest.linear_in(*var) else { return Vec::new() };
        let Some(factor) = factor.value() else {
            let of = (*var, loaded[var]);
            return propose_natural(machine, num, of, vocabulary).unwrap_or_default();
        };
        factors.push(factor);
        rest = left;
    }
    let count = i128_from_usize(mine.len());
    let shares = match (count, rest.value()) {
        (0, _) => return Vec::new(),
        (1, _) => vec![rest],
        (_, None) => return Vec::new(),
        (_, Some(total)) => {
            let share = |at: i128| total.saturating_add(at).div_euclid(count);
            (0..count).map(|at| Num::constant(share(at))).collect()
        }
    };
    let mut clauses = Vec::new();
    for ((var, factor), share) in mine.iter().zip(factors).zip(shares) {
        let allocation = &machine.setup.allocations[loaded[var]];
        let value = Expr::Name("value".to_owned());
        // factor·value + share ≥ 0
        let (op, bound) = if factor > 0 {
            (Binary::Ge, vocabulary.quotient(&Num::constant(0).sub(&share), factor, true))
        } else {
            // Nobody wants a clause that leaves only numbers below zero.
            if share.value().is_some_and(|share| share < 0) {
                return Vec::new();
            }
            (Binary::Le, vocabulary.quotient(&share, -factor, false))
        };
        let Some(bound) = bound else { return Vec::new() };
        let (parameter, name) = (allocation.parameter, allocation.name.clone());
        clauses.push(Clause::Contents { parameter, name, holds: binary(op, value, bound) });
    }
    clauses
}

/// Two numbers that are not negative have no negative product: the loaded number, and its factor.
pub(super) fn propose_natural(
    machine: &Search<'_, '_>,
    num: &Num,
    (var, which): (Var, usize),
    vocabulary: &ContractVocabulary<'_, '_>,
) -> Option<Vec<Clause>> {
    let (factor, _) =
        num.linear_in(var).filter(|(factor, rest)| factor.value().is_none() && rest.lo() >= 0)?;
    let (_, positive) = vocabulary.natural(&factor)?;
    let allocation = &machine.setup.allocations[which];
    let holds = binary(Binary::Ge, Expr::Name("value".to_owned()), Expr::Number(0));
    let natural = Clause::Contents { parameter: allocation.parameter, name: allocation.name.clone(), holds };
    Some(vec![natural, positive])
}

/// The same clauses, each with exceptions: numbers that the case rules out, such as −100 for a label to ignore. Empty without
/// exceptions.
pub(super) fn allow_exceptions(
    machine: &Search<'_, '_>,
    clauses: &[Clause],
    case: &[Truth],
    loaded: &BTreeMap<Var, usize>,
) -> Vec<Clause> {
    let mut found = false;
    let mut allow = |clause: &Clause| {
        let Clause::Contents { parameter, name, holds } = clause else { return clause.clone() };
        let is_of = |which: &usize| machine.setup.allocations[*which].parameter == *parameter;
        let vars = loaded.iter().filter(|(_, which)| is_of(which)).map(|(var, _)| *var);
        let excepted: BTreeSet<i128> = vars.flat_map(|var| excluded_numbers(case, var)).collect();
        found |= !excepted.is_empty();
        let is_excepted = |number| binary(Binary::Eq, Expr::Name("value".to_owned()), Expr::Number(number));
        let holds = excepted
            .into_iter()
            .fold(holds.clone(), |all, number| binary(Binary::Or, is_excepted(number), all));
        Clause::Contents { parameter: *parameter, name: name.clone(), holds }
    };
    let allowed = clauses.iter().map(&mut allow).collect();
    if found { allowed } else { Vec::new() }
}

/// The numbers that a variable is not, by the literals of a case.
fn excluded_numbers(case: &[Truth], var: Var) -> Vec<i128> {
    let number = |literal: &Truth| {
        let TruthNode::Not(inner) = literal.node() else { return None };
        let TruthNode::Zero(num) = inner.node() else { return None };
        let (factor, rest) = num.linear_in(var)?;
        match (factor.value()?, rest.value()?) {
            (1, rest) => rest.checked_neg(),
            (-1, rest) => Some(rest),
            _ => None,
        }
    };
    case.iter().filter_map(number).collect()
}
