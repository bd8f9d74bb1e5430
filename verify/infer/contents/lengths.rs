//! Clauses that bound elements by the lengths of other arrays: an index stays inside the array that it leads into, as in
//! `contents index : value * stride + cols <= len(x)`.

use std::collections::BTreeMap;

use spec::domain::Number;
use spec::syntax::contract::{Binary, Expr, length_of};

use crate::infer::clause::Clause;
use crate::infer::constraints::{System, with_ranges};
use crate::infer::contents::propose_natural;
use crate::infer::expressions::binary;
use crate::infer::project::{project, variables};
use crate::infer::render::ContractVocabulary;
use crate::infer::search::Search;
use crate::terms::{Num, Var};

/// The name of an element in a clause.
const VALUE: &str = "value";

/// Whether lengths may be spoken of: they are beside the point where usual contents break a rule.
pub(in crate::infer) fn may_measure(machine: &Search<'_, '_>) -> bool {
    let inference = &*machine.inference;
    inference.measures && inference.found.broken_with_ones.is_none()
}

/// `least <= length`, as `index < length` for `index + 1`.
fn at_most(least: Expr, length: Expr) -> Expr {
    if let Expr::Binary(Binary::Add, index, one) = &least
        && **one == Expr::Number(1)
    {
        return binary(Binary::Lt, (**index).clone(), length);
    }
    binary(Binary::Le, least, length)
}

/// Clauses under which a system of constraints has no solution. Each bounds the elements of one array by the length of another, or by
/// zero.
pub(in crate::infer) fn propose_lengths(
    machine: &Search<'_, '_>,
    system: &System,
    shared: &[Num],
    loaded: &BTreeMap<Var, usize>,
) -> Vec<Vec<Clause>> {
    let plain = ContractVocabulary::new(&machine.setup);
    let mut found = Vec::new();
    for (var, which) in loaded {
        let vocabulary = plain.with(*var, VALUE);
        let kept = |other: Var| other == *var || plain.knows(other);
        for facet in project(&with_ranges(system, &kept, false), &kept, shared).into_iter().flatten() {
            let num = facet.sub(&Num::constant(1));
            if !variables(&num).contains(var) {
                continue;
            }
            let about = |holds| {
                let allocation = &machine.setup.allocations[*which];
                Clause::Contents { parameter: allocation.parameter, name: allocation.name.clone(), holds }
            };
            if let Some((array, least)) = vocabulary.length(&num) {
                let array = &machine.setup.allocations[array];
                let length = Expr::Name(length_of(&array.name));
                found.push(vec![about(at_most(least, length))]);
            } else {
                found.extend(propose_natural(machine, &num, (*var, *which), &plain));
            }
        }
    }
    found
}
