//! Relations between elements of a buffer: the clauses that are relations, and their ranges of elements.

use super::{Bound, INDEX, Scope, Symbol};
use crate::domain::Number;
use crate::syntax::contract::{Binary, Expr, Relation};

/// The most places that move with `i` in one relation: a relation is read for pairs of elements.
const PLACES: usize = 2;

/// The place of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// At `i`, or so far from it as an expression without `i` says.
    Along,
    /// At an expression without `i`.
    Fixed,
}

impl Reach {
    /// Classifies a place; `None` for an unsupported form.
    pub fn of(place: &Expr) -> Option<Reach> {
        let fixed = |expr: &Expr| !names_index(expr);
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

/// Whether an expression speaks of `i`.
pub fn names_index(expr: &Expr) -> bool {
    expr.names().contains(&INDEX)
}

/// How many elements a relation names that go along with `i`.
pub fn count_along(holds: &Expr) -> usize {
    holds.elements().iter().filter(|(_, place)| Reach::of(place) == Some(Reach::Along)).count()
}

impl<'a> Bound<'a> {
    /// The relations about the buffer of the argument at that position.
    pub fn relations(&self, position: usize) -> impl Iterator<Item = &'a Relation> {
        let about = self.contract.relations.iter();
        about.filter(move |(name, _)| self.is_about(name, position)).map(|(_, relation)| relation)
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
        if along == 0 && names_index(holds) {
            return Err(format!("`{INDEX}` is the place of no element in `{holds}`"));
        }
        self.check(holds, true, Scope::Places)
    }

    /// The distance of an element's place from `i`, or its fixed place.
    pub fn distance<N: Number>(&self, place: &Expr, value: &mut impl FnMut(Symbol) -> N) -> N {
        self.number(place, &mut |symbol| match symbol {
            Symbol::Index => N::constant(0),
            Symbol::Argument(_)
            | Symbol::Grid(_)
            | Symbol::Length(_)
            | Symbol::Element
            | Symbol::Place(_) => value(symbol),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a relation of a kernel that takes integers, floats and a number.
    fn wrong(relation: &str) -> Option<String> {
        let text = format!(
            "contract @k {{ names = (a, f, n) contents {relation} }}
             entry @k(%a: tile<ptr<i32>>, %f: tile<ptr<f32>>, %n: tile<i32>) {{ return }}"
        );
        let module = crate::parse::module(&text).expect("it parses");
        Bound::new(&module.contracts[0], &module.kernels[0]).err().map(|problem| problem.message)
    }

    #[test]
    fn a_relation_is_about_elements_of_its_buffer_at_places_that_are_followed() {
        let right = [
            "a : a[i] <= a[i + 1]",
            "a : a[n + i - 1] == a[i - 2 * n] || a[0] < a[grid.x]",
            "a : a[i] <= i && 0 <= a[i]",
            "a : a[0] == 0",
            "a : distinct",
            "a : distinct where value != n",
            "a : a[len(a) - 1] <= len(f) && a[i] < len(f)",
            "a : 0 <= value && value * n < len(f)",
        ];
        for relation in right {
            assert_eq!(wrong(relation), None, "{relation}");
        }
        let cases = [
            ("a : f[i] == a[i]", "`contents a` speaks of `f[i]`, which is no element of `a`"),
            ("b : b[i] == 0", "no argument is called `b`: the arguments are a, f, n"),
            ("n : n[i] == 0", "`n` is no pointer"),
            ("f : f[i] == 0", "`contents f : f[i] == 0` is about integers, and `f` is f32"),
            ("f : distinct", "`contents f : distinct` is about integers, and `f` is f32"),
            ("a : a[j] == 0", "no argument is called `j`: the arguments are a, f, n"),
            (
                "a : a[i] + a[i + 1] == a[i + 2]",
                "`a[i] + a[i + 1] == a[i + 2]` names more than 2 elements by `i`: say it in several clauses",
            ),
            ("a : a[0] <= i", "`i` is the place of no element in `a[0] <= i`"),
            ("a : a[i]", "`a[i]` gives a number, where a truth value is needed"),
            ("a : a[i] == value", "no argument is called `value`: the arguments are a, f, n"),
            ("a : distinct where a[i] == 0", "`a[i]` is an element, and here none can be named"),
            ("a : distinct where value", "`value` gives a number, where a truth value is needed"),
            ("a : a[n < 1] == 0", "`n < 1` gives a truth value, where a number is needed"),
            ("a : value < a", "`a` is not an integer argument"),
            ("a : value < len(b)", "no argument is called `b`: the arguments are a, f, n"),
            ("a : value < len(n)", "`n` is no pointer"),
            ("a : len(a)", "`len(a)` gives a number, where a truth value is needed"),
        ];
        for (relation, message) in cases {
            assert_eq!(wrong(relation).as_deref(), Some(message), "{relation}");
        }
        for place in ["2 * i", "i + i", "-i", "1 - i", "a[i]", "min(i, 1)"] {
            let message = wrong(&format!("a : a[{place}] == 0")).expect("it is refused");
            assert!(message.contains("is at no place that is followed"), "{message}");
        }
    }
}
