//! Repairs elements so that they keep the clauses about a buffer: a search from the first element to the last, without backtracking, among
//! likely values.

use std::collections::HashSet;

use super::exact::Exact;
use super::relations::{Along, Known, find_broken, is_among};
use crate::contract::{Bound, Reach, Resolved, Symbol, count_along};
use crate::domain::{greatest_signed, least_signed};
use crate::syntax::contract::{Binary, Expr, Relation, Unary};
use crate::syntax::count::i128_from_usize;

/// How many values are tried for elements at fixed places.
const TRIALS: u32 = 20_000;

/// The most elements at fixed places that are found together.
const FIXED: usize = 32;

/// The buffer of an argument in a launch, whose elements are to be found.
pub struct Filling<'a> {
    /// The contract.
    pub bound: &'a Bound<'a>,
    /// The position of the argument.
    pub position: usize,
    /// The arguments and the grid.
    pub known: Known<'a>,
    /// The clauses about single elements.
    clauses: Vec<(&'a Expr, Resolved)>,
}

/// The direction of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// In the proposed order.
    Any,
    /// From the least on, several may be equal.
    Ascending,
    /// From the least on, with no two equal.
    Strict,
    /// From the least on, with equal steps to what is known.
    Even,
    /// From the greatest on.
    Descending,
}

/// The elements found so far.
struct Found<'a> {
    along: Vec<Along<'a>>,
    distinct: Vec<Option<Resolved>>,
    elements: Vec<Option<i128>>,
    used: HashSet<i128>,
    /// No smaller natural number is free.
    free: i128,
}

impl<'a> Filling<'a> {
    /// The buffer of an argument, where arguments and the grid are known.
    pub fn new(bound: &'a Bound<'a>, position: usize, known: Known<'a>) -> Self {
        let about = |name: &str| bound.position(name) == Some(position);
        let clauses = bound.contract.contents.iter().filter(|(name, _)| about(name));
        Filling {
            bound,
            position,
            known,
            clauses: clauses.map(|(_, clause)| (clause, bound.resolve(clause))).collect(),
        }
    }

    /// Changes elements that are not `kept` until all satisfy the contract's clauses about the buffer; returns whether
    /// they do.
    pub fn settle(&self, elements: &mut [i128], kept: &[bool]) -> bool {
        if self.keeps(elements) {
            return true;
        }
        let mut orders = [Order::Any, Order::Ascending, Order::Strict, Order::Even, Order::Descending];
        let ordered = |relation: &Relation| match relation {
            Relation::Along(holds) => count_along(holds) > 1,
            Relation::Distinct(_) => false,
        };
        if self.relations().any(ordered) {
            orders.rotate_left(1);
        }
        for order in orders {
            if let Some(found) = self.find(elements, kept, order).filter(|found| self.keeps(found)) {
                elements.copy_from_slice(&found);
                return true;
            }
        }
        false
    }

    /// Whether elements satisfy all clauses.
    fn keeps(&self, elements: &[i128]) -> bool {
        let len = i128_from_usize(elements.len());
        let at = |at: i128| usize::try_from(at).ok().and_then(|at| elements.get(at).copied());
        elements.iter().all(|value| self.allows(*value))
            && self
                .relations()
                .all(|relation| find_broken(self.bound, ("", relation), (len, &at), self.known).is_none())
    }

    fn relations(&self) -> impl Iterator<Item = &Relation> {
        self.bound.relations(self.position)
    }

    /// Whether a single element may have a value.
    fn allows(&self, value: i128) -> bool {
        let bits = self.bound.pointee(self.position).map_or(64, |element| element.bits());
        let range = if bits == 1 { 0..=1 } else { least_signed(bits)..=greatest_signed(bits) };
        let holds = |(_, clause): &(&Expr, Resolved)| {
            let value = &mut |symbol| {
                Exact(Some(if symbol == Symbol::Element { value } else { (self.known)(symbol) }))
            };
            clause.truth(value).0 == Some(true)
        };
        range.contains(&value) && self.clauses.iter().all(holds)
    }

    /// Searches elements in one direction.
    fn find(&self, proposed: &[i128], kept: &[bool], order: Order) -> Option<Vec<i128>> {
        let mut found = self.start(proposed, kept)?;
        let mut open: Vec<i128> =
            proposed.iter().zip(kept).filter(|(_, kept)| !**kept).map(|(value, _)| *value).collect();
        match order {
            Order::Any => {}
            Order::Ascending | Order::Strict | Order::Even => open.sort_unstable(),
            Order::Descending => open.sort_unstable_by(|a, b| b.cmp(a)),
        }
        let mut open = open.into_iter();
        let constants = self.constants();
        let places = found.along.iter().flat_map(|along| &along.places);
        let fixed = places.filter(|(reach, _)| *reach == Reach::Fixed).map(|(_, at)| *at);
        let fixed = fixed.filter_map(|at| usize::try_from(at).ok().filter(|at| *at < kept.len()));
        let mut fixed: Vec<usize> = fixed.filter(|at| !kept[*at]).collect();
        fixed.sort_unstable();
        fixed.dedup();
        // Elements behind the first ones are found one by one.
        fixed.truncate(FIXED);
        if !self.fix(&mut found, &fixed, (&constants, proposed), &mut { TRIALS }) {
            return None;
        }
        let behind = find_behind(&found.elements);
        for at in 0..proposed.len() {
            let wanted = if kept[at] { proposed[at] } else { open.next()? };
            if found.elements[at].is_some() {
                continue;
            }
            let mut likely = likely(&found.elements, (at, behind[at]), wanted, order);
            likely.extend(self.by_place(&found, at));
            likely.extend(&constants);
            if !found.distinct.is_empty() {
                while found.used.contains(&found.free) || found.free < 64 && !self.allows(found.free) {
                    found.free += 1;
                }
                likely.extend(found.free..found.free + 8);
            }
            let value = likely.into_iter().find(|value| self.fits(&mut found, at, *value))?;
            put(&mut found, at, value);
        }
        found.elements.into_iter().collect()
    }

    /// Decides elements at fixed places, which speak of each other: with a way back, in so many trials.
    fn fix(
        &self,
        found: &mut Found<'_>,
        places: &[usize],
        (constants, proposed): (&[i128], &[i128]),
        trials: &mut u32,
    ) -> bool {
        let Some((at, others)) = places.split_first() else { return true };
        for value in constants.iter().copied().chain([proposed[*at], 0]) {
            *trials = trials.saturating_sub(1);
            if *trials > 0 && self.fits(found, *at, value) {
                let before = found.used.contains(&value);
                put(found, *at, value);
                if self.fix(found, others, (constants, proposed), trials) {
                    return true;
                }
                found.elements[*at] = None;
                if !before {
                    found.used.remove(&value);
                }
            }
        }
        false
    }

    /// Starts from the kept elements only.
    fn start(&self, proposed: &[i128], kept: &[bool]) -> Option<Found<'_>> {
        let mut found = Found {
            along: Vec::new(),
            distinct: Vec::new(),
            elements: vec![None; proposed.len()],
            used: HashSet::new(),
            free: 0,
        };
        for relation in self.relations() {
            match relation {
                Relation::Along(holds) => found.along.push(Along::new(self.bound, holds, self.known)?),
                Relation::Distinct(among) => {
                    found.distinct.push(among.as_ref().map(|among| self.bound.resolve(among)))
                }
            }
        }
        for at in (0..proposed.len()).filter(|at| kept[*at]) {
            put(&mut found, at, proposed[at]);
        }
        Some(found)
    }

    /// Whether an element is consistent with the elements found so far.
    fn fits(&self, found: &mut Found<'_>, at: usize, value: i128) -> bool {
        let among = |clause: &Option<Resolved>| is_among(clause.as_ref(), self.known, value);
        if !self.allows(value) || found.used.contains(&value) && found.distinct.iter().any(among) {
            return false;
        }
        found.elements[at] = Some(value);
        let element = |at: i128| usize::try_from(at).ok().and_then(|at| *found.elements.get(at)?);
        let len = i128_from_usize(found.elements.len());
        let place = i128_from_usize(at);
        let keeps = |along: &Along<'_>| {
            let range = along.range(len);
            let of = |(reach, far): &(Reach, i128)| if *reach == Reach::Along { place - far } else { 0 };
            let mut all = along.places.iter().map(of).filter(|i| range.contains(i));
            all.all(|i| along.holds(i, &element) != Some(false))
        };
        let keeps = found.along.iter().all(keeps);
        found.elements[at] = None;
        keeps
    }

    /// The numbers of the clauses that are made without elements and places, and their neighbours.
    fn constants(&self) -> Vec<i128> {
        let mut all = Vec::new();
        for (clause, _) in &self.clauses {
            self.numbers(clause, None, &mut all);
        }
        for relation in self.relations() {
            match relation {
                Relation::Along(clause) | Relation::Distinct(Some(clause)) => {
                    self.numbers(clause, None, &mut all);
                }
                Relation::Distinct(None) => {}
            }
        }
        let mut all: Vec<i128> = all
            .iter()
            .flat_map(|number| [*number, number.saturating_sub(1), number.saturating_add(1)])
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The numbers that relations make of the place of an element.
    fn by_place(&self, found: &Found<'_>, at: usize) -> Vec<i128> {
        let mut all = Vec::new();
        let place = i128_from_usize(at);
        let clauses = self.relations().filter_map(|relation| match relation {
            Relation::Along(holds) => Some(holds),
            Relation::Distinct(_) => None,
        });
        for (along, holds) in found.along.iter().zip(clauses) {
            for (_, far) in along.places.iter().filter(|(reach, _)| *reach == Reach::Along) {
                self.numbers(holds, Some(place - far), &mut all);
            }
        }
        all
    }

    /// The numbers in a clause; numbers with `i` need a given `i`.
    fn numbers(&self, expr: &Expr, i: Option<i128>, to: &mut Vec<i128>) {
        match expr {
            Expr::Number(number) => to.push(*number),
            Expr::Name(_) => to.extend(self.value(expr, i)),
            Expr::Unary(Unary::Not, operand) => self.numbers(operand, i, to),
            Expr::Unary(Unary::Neg, operand) => {
                to.extend(self.value(expr, i));
                self.numbers(operand, i, to);
            }
            Expr::Binary(op, lhs, rhs) => {
                if !op.compares() && !matches!(op, Binary::And | Binary::Or) {
                    to.extend(self.value(expr, i));
                }
                self.numbers(lhs, i, to);
                self.numbers(rhs, i, to);
            }
            Expr::Element(..) => {}
        }
    }

    /// The number that an expression without elements gives.
    fn value(&self, expr: &Expr, i: Option<i128>) -> Option<i128> {
        let value = &mut |symbol| {
            Exact(match symbol {
                Symbol::Index => i,
                Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Length(_) => Some((self.known)(symbol)),
                Symbol::Element | Symbol::Place(_) => None,
            })
        };
        self.bound.number(expr, value).0
    }
}

/// Decides an element.
fn put(found: &mut Found<'_>, at: usize, value: i128) {
    found.elements[at] = Some(value);
    found.used.insert(value);
}

/// For each place, the distance to the nearest known element behind, and the element.
fn find_behind(elements: &[Option<i128>]) -> Vec<Option<(i128, i128)>> {
    let mut behind = vec![None; elements.len()];
    let mut nearest: Option<(i128, i128)> = None;
    for (at, element) in elements.iter().enumerate().rev() {
        behind[at] = nearest;
        nearest = element.map(|value| (1, value)).or(nearest.map(|(far, value)| (far + 1, value)));
    }
    behind
}

/// Likely values of an element, from the known elements before and behind.
fn likely(
    elements: &[Option<i128>],
    (at, behind): (usize, Option<(i128, i128)>),
    wanted: i128,
    order: Order,
) -> Vec<i128> {
    let before = at.checked_sub(1).and_then(|before| elements[before]);
    let distance = behind.map_or(0, |(distance, _)| distance);
    let behind = behind.map(|(_, value)| value);
    let between = |least: Option<i128>, most: Option<i128>| {
        wanted.min(most.unwrap_or(i128::MAX)).max(least.unwrap_or(i128::MIN))
    };
    let step = |by: i128| before.map(|before| before + by);
    let first = match order {
        Order::Any => wanted,
        Order::Ascending => between(before, behind),
        Order::Strict => between(step(1), behind.map(|value| value - distance)),
        Order::Even => match before.zip(behind) {
            Some((before, behind)) => before + (behind - before + distance).div_euclid(distance + 1),
            None => between(step(1), behind),
        },
        Order::Descending => between(behind.map(|value| value + distance), step(-1)),
    };
    let place = i128_from_usize(at);
    let near = [before, step(1), step(-1), behind].into_iter().flatten();
    [first, wanted, place].into_iter().chain(near).collect()
}
