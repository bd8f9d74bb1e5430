//! Relations between elements of a buffer: which clauses are some, and over which elements they run.

use super::{Bound, INDEX, Scope};
use crate::domain::Number;
use crate::syntax::contract::{Binary, Expr, Relation};

/// The most places that go along with `i` in one relation: it is read for pairs of elements.
const PLACES: usize = 2;

/// Where the place of an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// At `i`, or so far from it as an expression without `i` says.
    Along,
    /// At an expression without `i`.
    Fixed,
}

impl Reach {
    /// Where a place is; none where it is not made as places are.
    pub fn of(place: &Expr) -> Option<Reach> {
        let fixed = |expr: &Expr| !expr.names().contains(&INDEX);
        let is_index = |expr: &Expr| matches!(expr, Expr::Name(name) if name == INDEX);
        if !place.elements().is_empty() {
            return None;
        }
        match place {
            place if fixed(place) => Some(Reach::Fixed),
            place if is_index(place) => Some(Reach::Along),
            Expr::Binary(Binary::Add | Binary::Sub, lhs, rhs) if fixed(rhs) => {
                Reach::of(lhs).filter(|reach| *reach == Reach::Along)
            }
            Expr::Binary(Binary::Add, lhs, rhs) if fixed(lhs) => {
                Reach::of(rhs).filter(|reach| *reach == Reach::Along)
            }
            Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
        }
    }
}

impl<'a> Bound<'a> {
    /// The relations about the buffer of the argument at that position.
    pub fn relations(&self, position: usize) -> impl Iterator<Item = &'a Relation> {
        let about = self.contract.relations.iter();
        about.filter(move |(name, _)| self.position(name) == Some(position)).map(|(_, relation)| relation)
    }

    /// What is wrong with a relation about a buffer, if something is.
    pub(super) fn check_relation(&self, name: &str, relation: &Relation) -> Result<(), String> {
        let position = self.pointer(name)?;
        if let Some(element) = self.pointee(position).filter(|element| !element.is_integer()) {
            return Err(format!(
                "`contents {name} : {relation}` is about integers, and `{name}` is {element}"
            ));
        }
        let holds = match relation {
            Relation::Distinct(None) => return Ok(()),
            Relation::Distinct(Some(among)) => return self.check(among, true, Scope::Element),
            Relation::Along(holds) => holds,
        };
        let mut along = 0;
        for (other, place) in holds.elements() {
            if self.position(other) != Some(position) {
                return Err(format!(
                    "`contents {name}` speaks of `{other}[{place}]`, which is no element of `{name}`"
                ));
            }
            match Reach::of(place) {
                Some(Reach::Along) => along += 1,
                Some(Reach::Fixed) => {}
                None => {
                    return Err(format!(
                        "`{other}[{place}]` is at no place that is followed: a place is `i`, `i` and something \
                         without `i` added or subtracted, or something without `i`"
                    ));
                }
            }
        }
        if along > PLACES {
            return Err(format!(
                "`{holds}` names more than {PLACES} elements by `i`: say it in several clauses"
            ));
        }
        if along == 0 && holds.names().contains(&INDEX) {
            return Err(format!("`{INDEX}` is the place of no element in `{holds}`"));
        }
        self.check(holds, true, Scope::Places)
    }

    /// How far the place of an element is from `i`, or where it is.
    pub fn distance<N: Number>(&self, place: &Expr, value: &mut impl FnMut(super::Symbol) -> N) -> N {
        self.number(place, &mut |symbol| match symbol {
            super::Symbol::Index => N::constant(0),
            super::Symbol::Argument(_)
            | super::Symbol::Grid(_)
            | super::Symbol::Element
            | super::Symbol::Place(_) => value(symbol),
        })
    }
}
