//! Whether the elements of a buffer are related as a contract says, by looking at each place.

use std::collections::HashMap;
use std::ops::Range;

use super::exact::Exact;
use crate::contract::{Bound, Reach, Symbol};
use crate::syntax::contract::{Expr, Relation};

/// The most elements that are looked at; the elements of a longer buffer are not known to be related.
pub(super) const LOOKED: i128 = 1 << 24;

/// What arguments and the grid are in a launch.
pub(super) type Known<'a> = &'a dyn Fn(Symbol) -> i128;

/// The element at a place that exists; none where it is undetermined.
pub(super) type ElementAt<'a> = &'a dyn Fn(i128) -> Option<i128>;

/// A relation between elements that are named by their places, in one launch.
pub(super) struct Along<'a> {
    bound: &'a Bound<'a>,
    holds: &'a Expr,
    known: Known<'a>,
    /// Of each element: whether it goes along with `i`, and how far it is from there, or else where it is.
    pub(super) places: Vec<(Reach, i128)>,
}

impl<'a> Along<'a> {
    /// The relation in a launch; none where a place is beyond all numbers.
    pub(super) fn new(bound: &'a Bound<'a>, holds: &'a Expr, known: Known<'a>) -> Option<Self> {
        let places = holds.elements().into_iter().map(|(_, place)| {
            let distance = bound.distance(place, &mut |symbol| Exact(Some(known(symbol))));
            Some((Reach::of(place)?, distance.0?))
        });
        Some(Along { bound, holds, known, places: places.collect::<Option<_>>()? })
    }

    /// The numbers `i` for which all elements exist; where none goes along with it, there is one or none.
    pub(super) fn range(&self, len: i128) -> Range<i128> {
        let outside = |(reach, at): &(Reach, i128)| *reach == Reach::Fixed && !(0..len).contains(at);
        if self.places.iter().any(outside) {
            return 0..0;
        }
        let along = || self.places.iter().filter(|(reach, _)| *reach == Reach::Along).map(|(_, at)| *at);
        let first = along().map(|at| at.saturating_neg()).max().unwrap_or(0);
        first..along().map(|at| len.saturating_sub(at)).min().unwrap_or(1)
    }

    /// Where its elements are for an `i`.
    fn places(&self, i: i128) -> impl Iterator<Item = i128> {
        self.places.iter().map(move |(reach, at)| if *reach == Reach::Along { i + at } else { *at })
    }

    /// Whether it holds for an `i` for which all elements exist; none where one of them is undetermined.
    pub(super) fn holds(&self, i: i128, element: ElementAt<'_>) -> Option<bool> {
        let values: Vec<i128> = self.places(i).map(element).collect::<Option<_>>()?;
        let holds = self.bound.truth(self.holds, &mut |symbol| {
            Exact(Some(match symbol {
                Symbol::Index => i,
                Symbol::Place(number) => values[number],
                Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Element => (self.known)(symbol),
            }))
        });
        Some(holds.0 == Some(true))
    }

    /// The elements for an `i`, in words.
    fn describe(&self, name: &str, i: i128, element: ElementAt<'_>) -> String {
        let along = self.places.iter().any(|(reach, _)| *reach == Reach::Along);
        let index = along.then(|| format!("i = {i}"));
        let one = |at| format!("{name}[{at}] = {}", element(at).unwrap_or(0));
        let mut words: Vec<String> = index.into_iter().chain(self.places(i).map(one)).collect();
        words.dedup();
        words.join(", ")
    }
}

/// Whether an element is one of those that are to be distinct.
pub(super) fn is_among(bound: &Bound<'_>, among: Option<&Expr>, known: Known<'_>, value: i128) -> bool {
    among.is_none_or(|among| {
        let holds = bound.truth(among, &mut |symbol| {
            Exact(Some(if symbol == Symbol::Element { value } else { known(symbol) }))
        });
        // What is not known to be outside is asked of too.
        holds.0 != Some(false)
    })
}

/// Where so many elements break a relation, in words, if they do.
pub(super) fn find_broken(
    bound: &Bound<'_>,
    (name, relation): (&str, &Relation),
    (len, element): (i128, ElementAt<'_>),
    known: Known<'_>,
) -> Option<String> {
    if len > LOOKED {
        return Some(format!("only buffers of up to {LOOKED} elements are looked at"));
    }
    match relation {
        Relation::Along(holds) => {
            let Some(along) = Along::new(bound, holds, known) else {
                return Some("a place is beyond all numbers".to_owned());
            };
            let broken = along.range(len).find(|i| along.holds(*i, element) == Some(false))?;
            Some(along.describe(name, broken, element))
        }
        Relation::Distinct(among) => {
            let mut places = HashMap::new();
            (0..len).find_map(|at| {
                let value = element(at).filter(|value| is_among(bound, among.as_ref(), known, *value))?;
                let before = places.insert(value, at)?;
                Some(format!("{name}[{before}] = {value}, {name}[{at}] = {value}"))
            })
        }
    }
}
