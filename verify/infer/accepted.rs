//! Accepted clauses: their meaning for the current launch, and their combination.

use spec::domain::{Bool as _, Number};
use spec::syntax::contract::{Binary, Expr};

use super::clause::Clause;
use super::expressions::binary;
use crate::budget::policy::Purpose;
use crate::infer::search::Search;
use crate::terms::{Num, Truth};
use crate::values::view::bytes_of;

/// The accepted clauses as a formula about the current launch.
pub(super) fn interpret_clauses(machine: &Search<'_, '_>, clauses: &[Clause]) -> Truth {
    clauses.iter().fold(Truth::constant(true), |all, clause| all.and(&interpret_clause(machine, clause)))
}

fn interpret_clause(machine: &Search<'_, '_>, clause: &Clause) -> Truth {
    let of = |parameter: &usize| machine.setup.allocations.iter().find(|a| a.parameter == *parameter);
    let holds = match clause {
        Clause::Requires(expr) => Some(machine.setup.truth(expr)),
        Clause::Buffer { parameter, element, len, .. } => of(parameter).map(|allocation| {
            let bytes = bytes_of(*element, &machine.setup.number(len));
            bytes.at_most(&allocation.size)
        }),
        Clause::Align { parameter, bytes, .. } => of(parameter).map(|allocation| {
            let left = allocation.base.rem_floor(&Num::constant(i128::from(*bytes)));
            left.equals(&Num::constant(0))
        }),
        Clause::Contents { parameter, holds, .. } => {
            Some(machine.recorder.loads.iter().fold(Truth::constant(true), |all, record| {
                let which = record.which.value().and_then(|which| usize::try_from(which).ok());
                let is_it = which
                    .and_then(|which| machine.setup.allocations.get(which))
                    .is_some_and(|allocation| allocation.parameter == *parameter);
                let element = machine.setup.of_element(holds, &record.value);
                if is_it { all.and(&record.when.implies(&element)) } else { all }
            }))
        }
        // The clause is about pairs of elements: nothing is concluded here.
        Clause::Related { .. } => None,
    };
    holds.unwrap_or_else(|| Truth::constant(true))
}

/// Keeps a clause for the contract. Of two sizes of one buffer the greater counts.
pub(super) fn accept_clause(machine: &mut Search<'_, '_>, clause: Clause) {
    let mut clause = clause;
    if let Clause::Contents { parameter, holds, .. } = &clause
        && let Some(allocation) = machine.setup.allocations.iter_mut().find(|a| a.parameter == *parameter)
    {
        allocation.contents = Some(match allocation.contents.take() {
            Some(before) => binary(Binary::And, before, holds.clone()),
            None => holds.clone(),
        });
    }
    if let Clause::Buffer { len, .. } = &mut clause {
        let natural = Num::constant(0).at_most(&machine.setup.number(len));
        if !machine.solver.proves(&natural, &Truth::constant(true), Purpose::Clause) {
            *len = binary(Binary::Max, len.clone(), Expr::Number(0));
        }
    }
    let same = |other: &Clause| match (other, &clause) {
        (Clause::Buffer { parameter: a, .. }, Clause::Buffer { parameter: b, .. })
        | (Clause::Align { parameter: a, .. }, Clause::Align { parameter: b, .. }) => a == b,
        _ => false,
    };
    if let Some(before) = machine.inference.found.clauses.iter().position(same) {
        let old = machine.inference.found.clauses.remove(before);
        clause = join_sizes(machine, old, clause);
    }
    machine.inference.found.clauses.push(clause);
}

fn join_sizes(machine: &mut Search<'_, '_>, old: Clause, new: Clause) -> Clause {
    let (Clause::Buffer { len: a, .. }, Clause::Buffer { parameter, name, element, len: b }) = (&old, &new)
    else {
        return new;
    };
    let (x, y) = (machine.setup.number(a), machine.setup.number(b));
    let always = Truth::constant(true);
    if machine.solver.proves(&x.at_most(&y), &always, Purpose::Clause) {
        return new;
    }
    if machine.solver.proves(&y.at_most(&x), &always, Purpose::Clause) {
        return old;
    }
    let len = binary(Binary::Max, a.clone(), b.clone());
    Clause::Buffer { parameter: *parameter, name: name.clone(), element: *element, len }
}
