//! Sums of products, addend by addend: an index whose parts are added to a pointer in turn, each times the stride, is still the
//! index that a mask compares.

use spec::syntax::contract::{Binary, Expr};

use super::Term;
use super::expressions::{factors, number, product};

/// A number times factors shared by all blocks.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::check::infer::usual) struct Addend {
    pub(in crate::check::infer::usual) of: Term,
    pub(in crate::check::infer::usual) by: Vec<Expr>,
}

/// Whether an index is part of a sum, as [`replace_index`] finds it.
pub(in crate::check::infer::usual) fn has_index(sum: &Term, index: &Term) -> bool {
    replace_index(sum.clone(), index, &Term::Uniform(Expr::Number(0))) != *sum
}

/// The sum with a replaced index, if the index is an addend of its own, or all of its addends have one factor.
pub(in crate::check::infer::usual) fn replace_index(sum: Term, index: &Term, other: &Term) -> Term {
    let replaced = sum.clone().replace(index, other);
    if replaced != sum {
        return replaced;
    }
    let (parts, wanted) = (addends(&sum), addends(index));
    let Some((first, rest)) = wanted.split_first().filter(|(_, rest)| !rest.is_empty()) else { return sum };
    let scales =
        parts.iter().filter(|part| part.of == first.of).filter_map(|part| without(&part.by, &first.by));
    for scale in scales {
        let (mut left, mut place) = (parts.clone(), usize::MAX);
        let found = [first].into_iter().chain(rest).all(|one| {
            let is_it = |part: &Addend| {
                part.of == one.of && without(&part.by, &one.by).is_some_and(|rest| is_same(&rest, &scale))
            };
            let at = left.iter().position(is_it);
            place = at.map_or(place, |at| place.min(at));
            at.map(|at| left.remove(at)).is_some()
        });
        if found {
            left.insert(place, Addend { of: other.clone(), by: scale });
            return total(left);
        }
    }
    sum
}

/// The difference of two sums, if the first has all addends of the second: `(i + 1) * n - i * n` is `n`.
pub(super) fn difference(sum: &Term, taken: &Term) -> Option<Term> {
    let mut left = addends(sum);
    for one in addends(taken) {
        let is_it = |part: &Addend| part.of == one.of && is_same(&part.by, &one.by);
        left.remove(left.iter().position(is_it)?);
    }
    Some(total(left))
}

/// The addends, in textual order.
pub(in crate::check::infer::usual) fn addends(term: &Term) -> Vec<Addend> {
    match term {
        Term::Both(Binary::Add, a, b) => [addends(a), addends(b)].concat(),
        Term::Both(Binary::Mul, a, b) => match (&**a, &**b) {
            (of, Term::Uniform(by)) | (Term::Uniform(by), of) => {
                let mut all = addends(of);
                all.iter_mut().for_each(|addend| addend.by.extend(factors(by)));
                all
            }
            _ => vec![Addend { of: term.clone(), by: Vec::new() }],
        },
        Term::Both(..)
        | Term::Uniform(_)
        | Term::Block(_)
        | Term::Counter(_)
        | Term::Element { .. }
        | Term::Narrow { .. }
        | Term::Grouped { .. } => vec![Addend { of: term.clone(), by: Vec::new() }],
    }
}

/// The factors without a part; numbers are divided by their product.
fn without(all: &[Expr], some: &[Expr]) -> Option<Vec<Expr>> {
    let numbers = |factors: &[Expr]| factors.iter().filter_map(number).product::<i128>();
    let (of, by) = (numbers(all), numbers(some));
    if by == 0 || of % by != 0 {
        return None;
    }
    let mut left = all.to_vec();
    left.retain(|one| number(one).is_none());
    for one in some.iter().filter(|one| number(one).is_none()) {
        left.remove(left.iter().position(|other| other == one)?);
    }
    left.extend(Some(Expr::Number(of / by)).filter(|rest| *rest != Expr::Number(1)));
    Some(left)
}

pub(in crate::check::infer::usual) fn is_same(some: &[Expr], others: &[Expr]) -> bool {
    without(some, others).is_some_and(|left| left.is_empty())
}

fn total(addends: Vec<Addend>) -> Term {
    let product = |Addend { of, by }: Addend| match by.is_empty() {
        true => of,
        false => Term::of(Binary::Mul, of, Term::Uniform(product(by))),
    };
    let sum =
        addends.into_iter().map(product).reduce(|a, b| Term::Both(Binary::Add, Box::new(a), Box::new(b)));
    sum.unwrap_or(Term::Uniform(Expr::Number(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_addends_cancel() {
        let name = |text: &str| Term::Uniform(Expr::Name(text.to_owned()));
        let rows = |more: i128| Term::of(Binary::Add, Term::Block(0), Term::Uniform(Expr::Number(more)));
        let begin = |rows: Term| Term::of(Binary::Mul, rows, name("n"));
        assert_eq!(difference(&begin(rows(1)), &begin(Term::Block(0))), Some(name("n")));
        assert_eq!(difference(&begin(rows(1)), &begin(Term::Block(1))), None);
        assert_eq!(difference(&begin(Term::Block(0)), &begin(rows(1))), None);
    }
}
