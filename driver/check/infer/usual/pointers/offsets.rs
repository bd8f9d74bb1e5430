//! Arrays of offsets, as of sequences one after the other: a block reads two neighbors, the ends of its part. Parts of different blocks
//! are disjoint if the array is sorted.

use std::collections::BTreeSet;

use spec::syntax::contract::{Binary, Expr, Relation, binary};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use verify::Clause;

use super::Pointers;
use crate::check::infer::usual::terms::Term;

/// The number of a place in clauses about several elements.
pub(super) const INDEX: &str = "i";

impl Pointers<'_, '_> {
    /// The clauses that each element of an array of offsets is at most the next.
    pub(in crate::check::infer::usual) fn guess_sorted(&self) -> Vec<Clause> {
        let scalars =
            self.kernel.operations().filter(|op| op.op == Op::LoadPtrTko && self.is_scalar(op.results[0]));
        let places: Vec<(usize, Term)> = scalars
            .filter_map(|load| self.offset(load))
            .map(|(parameter, [sum, _])| (parameter, sum))
            .collect();
        let beside = |at: &Term, op: Binary| Term::of(op, at.clone(), Term::Uniform(Expr::Number(1)));
        let is_next =
            |at: &Term, next: &Term| beside(at, Binary::Add) == *next || beside(next, Binary::Sub) == *at;
        let is_of_offsets = |parameter: &usize| {
            let own = || places.iter().filter(|(other, _)| other == parameter).map(|(_, at)| at);
            self.bound.pointee(*parameter).is_some_and(|element| element.is_integer() && element.bits() > 1)
                && own().any(|at| own().any(|other| is_next(at, other)))
        };
        let sorted: BTreeSet<usize> =
            places.iter().map(|(parameter, _)| *parameter).filter(is_of_offsets).collect();
        sorted
            .into_iter()
            // It is another word for a place then.
            .filter(|_| self.bound.position(INDEX).is_none())
            .map(|parameter| self.sorted(parameter))
            .collect()
    }

    fn sorted(&self, parameter: usize) -> Clause {
        let name = self.bound.argument_name(parameter);
        let index = || Expr::Name(INDEX.to_owned());
        let element = |at: Expr| Expr::Element(name.to_owned(), Box::new(at));
        let later = element(binary(Binary::Add, index(), Expr::Number(1)));
        let relation = Relation::Along(binary(Binary::Le, element(index()), later));
        Clause::Related { parameter, name: name.to_owned(), relation }
    }

    fn is_scalar(&self, value: ValueId) -> bool {
        self.kernel.ty(value).tile().is_some_and(|tile| tile.shape.iter().all(|extent| *extent == 1))
    }
}
