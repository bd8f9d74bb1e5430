//! Masks as bounds of indices: the lanes that a mask keeps have an index below a limit.

use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::ValueId;

use super::super::terms::Term;
use super::Pointers;

impl Pointers<'_, '_> {
    /// The indices that a mask keeps below a limit, and a counter up to this limit in the place of each index.
    pub(super) fn masked(&self, mask: ValueId) -> Vec<(Term, Term)> {
        let all = self.definitions.comparisons(mask).into_iter();
        let read = |(lesser, greater, or_equal)| {
            let (index, limit) = (self.reader.read(lesser)?, self.reader.read(greater)?);
            bound_index(index, limit, or_equal)
        };
        let mut all: Vec<(Term, Term)> = all.filter_map(read).collect();
        all.extend(all.iter().filter_map(divide).collect::<Vec<_>>());
        // A limit that is the same for all says more than a loaded one.
        all.sort_by_key(|(_, below)| below.element().is_some());
        all
    }
}

/// `i < n - x` bounds `i + x`, as in a loop that moves a pointer by a tile and compares lanes with the rest of the row.
fn bound_index(index: Term, limit: Term, or_equal: bool) -> Option<(Term, Term)> {
    let is_number = matches!(index, Term::Uniform(Expr::Number(_)));
    if is_number {
        return None;
    }
    let (index, limit) = take_part(index, limit);
    let more = Term::Uniform(Expr::Number(i128::from(or_equal)));
    let limit = Term::of(Binary::Add, limit, more);
    Some((index, Term::Counter(Box::new(limit))))
}

/// `i * s < n` bounds `i` by the rounded-up quotient, as in a copy of every element so far apart.
fn divide((index, below): &(Term, Term)) -> Option<(Term, Term)> {
    let ((of, by), Term::Counter(limit)) = (index.both(Binary::Mul)?, below) else { return None };
    let is_apart = by.is_same_for_all() && !of.is_same_for_all() && limit.is_same_for_all();
    let below = || Term::Counter(Box::new(Term::of(Binary::Cdiv, (**limit).clone(), by.clone())));
    is_apart.then(|| (of.clone(), below()))
}

/// The index and its limit with a part of the limit on the side of the index.
fn take_part(index: Term, limit: Term) -> (Term, Term) {
    if let Term::Both(Binary::Sub, whole, part) = &limit
        && whole.is_same_for_all()
    {
        return (Term::of(Binary::Add, index, (**part).clone()), (**whole).clone());
    }
    (index, limit)
}
