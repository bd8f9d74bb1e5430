//! Merges clauses in one list: duplicates, and clauses that state two halves of a relation.

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
