//! Merges clauses in one list: duplicates, and clauses that state two halves of a relation.

use spec::syntax::contract::{Binary, Expr, GRID};
use verify::Clause;

use crate::check::report::Inferred;

/// Merges the clauses about one buffer's contents.
pub(super) fn join(clauses: &mut Vec<Inferred>) {
    let mut joined: Vec<Inferred> = Vec::new();
    for one in clauses.drain(..) {
        let both = joined.iter().enumerate().find_map(|(at, other)| {
            let (a, b) = (&other.clause, &one.clause);
            let both = a
                .tighter(b)
                .or_else(|| a.joined(b))
                .or_else(|| b.joined(a))
                .or_else(|| a.positive(b))
                .or_else(|| b.positive(a))
                .or_else(|| a.equated(b));
            both.map(|both| (at, both))
        });
        match both {
            Some((at, both)) => joined[at].clause = both,
            None => joined.push(one),
        }
    }
    // The grid comes first, then arguments, then memory.
    let kind = |one: &Inferred| match &one.clause {
        Clause::Requires(_) => usize::from(!one.clause.to_string().starts_with("grid.")),
        Clause::Buffer { .. } => 2,
        Clause::Align { .. } => 3,
        Clause::Contents { .. } => 4,
        Clause::Related { .. } => 5,
    };
    let axis = |one: &Inferred| if kind(one) == 0 { one.clause.to_string() } else { String::new() };
    joined.sort_by_key(|one| (kind(one), axis(one), !one.clause.is_lower_bound()));
    *clauses = joined;
}

/// Adds that no divisor of a clause is zero, where no other clause says so: a division by zero breaks the clause, but few readers know.
pub(super) fn name_divisors(clauses: &mut Vec<Inferred>, stated: &[Expr]) {
    let mut found: Vec<Expr> = Vec::new();
    for one in clauses.iter() {
        let (Clause::Buffer { len: of, .. } | Clause::Requires(of)) = &one.clause else { continue };
        let defined = of.definedness();
        found.extend(defined.iter().flat_map(|defined| defined.operands(Binary::And)).cloned());
    }
    found.dedup();
    let condition = |one: &Inferred| match &one.clause {
        Clause::Requires(holds) => Some(holds.clone()),
        Clause::Buffer { .. } | Clause::Align { .. } | Clause::Contents { .. } | Clause::Related { .. } => {
            None
        }
    };
    let known: Vec<Expr> = stated.iter().cloned().chain(clauses.iter().filter_map(condition)).collect();
    found.retain(|holds| {
        let Expr::Binary(_, by, _) = holds else { return false };
        let bounds = |op: Binary| op == Binary::Ge || op == Binary::Eq;
        let is_positive = |one: &Expr| matches!(one, Expr::Binary(op, of, least) if bounds(*op) && of == by && matches!(**least, Expr::Number(1..)));
        let is_extent = matches!(&**by, Expr::Name(name) if GRID.contains(&name.as_str()));
        !is_extent && !known.iter().any(|one| one == holds || is_positive(one))
    });
    clauses
        .extend(found.into_iter().map(|holds| Inferred { clause: Clause::Requires(holds), because: None }));
}

/// Adds a clause; a buffer has one size and one alignment.
pub(super) fn merge(clauses: &mut Vec<Clause>, clause: Clause) {
    let same = |other: &Clause| match (other, &clause) {
        (Clause::Buffer { parameter: a, .. }, Clause::Buffer { parameter: b, .. })
        | (Clause::Align { parameter: a, .. }, Clause::Align { parameter: b, .. }) => a == b,
        (Clause::Requires(_) | Clause::Contents { .. } | Clause::Related { .. }, _)
        | (_, Clause::Requires(_) | Clause::Contents { .. } | Clause::Related { .. }) => *other == clause,
        (Clause::Buffer { .. }, Clause::Align { .. }) | (Clause::Align { .. }, Clause::Buffer { .. }) => {
            false
        }
    };
    match clauses.iter().position(same) {
        Some(at) => clauses[at] = clause,
        None => clauses.push(clause),
    }
}

#[cfg(test)]
mod tests {
    use spec::syntax::contract::binary;

    use super::*;

    #[test]
    fn a_clause_that_divides_by_an_argument_comes_with_its_bound() {
        let (name, number) = (|name: &str| Expr::Name(name.to_owned()), Expr::Number);
        let with = |clauses: &[Expr]| {
            let quotient = binary(Binary::Ge, name("m"), binary(Binary::Div, name("n"), name("d")));
            let all = clauses.iter().cloned().chain([quotient]);
            let mut all: Vec<Inferred> =
                all.map(|holds| Inferred { clause: Clause::Requires(holds), because: None }).collect();
            name_divisors(&mut all, &[]);
            join(&mut all);
            all.iter().map(|one| one.clause.to_string()).collect::<Vec<_>>()
        };
        let least = |least| binary(Binary::Ge, name("d"), number(least));
        assert_eq!(with(&[]), ["m >= n / d", "d != 0"]);
        assert_eq!(with(&[least(0)]), ["d >= 1", "m >= n / d"]);
        assert_eq!(with(&[least(2)]), ["d >= 2", "m >= n / d"]);
    }
}
