//! Bounds of loaded numbers that lead into arrays, as blocks and positions of a page table do. An offset is a number in a mixed radix
//! (Knuth, "The Art of Computer Programming" 2, 4.1). A digit loaded from one array stays below the radix of a digit loaded from another. The first
//! digit stays below the length of the array.

use std::collections::BTreeSet;

use spec::syntax::attributes::Comparison;
use spec::syntax::contract::{Binary, Expr, Relation, binary, length_of};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use verify::Clause;

use super::super::clauses::Clauses;
use super::super::terms::addends::{Addend, addends, is_same};
use super::super::terms::expressions::{fold, product, shift};
use super::super::terms::ranges::{AtMost, maximum, simplify};
use super::super::terms::{Term, VALUE};
use super::super::{below, elements, names_value};
use super::Pointers;
use super::digits::{digits, without_common};
use super::offsets::INDEX;

impl Pointers<'_, '_> {
    /// The bounds of loaded numbers that keep an access in its array.
    pub(super) fn keep_inside(&self, op: &Operation) -> Vec<Clause> {
        let mut clauses = Clauses::default();
        for (parameter, [_, inside]) in self.offsets(op) {
            if self.sized.contains(&parameter) {
                continue;
            }
            let length = Expr::Name(length_of(self.bound.argument_name(parameter)));
            self.bound_digits(&inside, &length, &mut clauses);
            clauses.0.extend(self.bound_narrow(&inside, &length));
        }
        clauses.0
    }

    /// The bound of narrow loaded numbers that keep a place in its array: clauses have signed elements, and the remainder is natural.
    fn bound_narrow(&self, sum: &Term, length: &Expr) -> Option<Clause> {
        let mut rest = addends(sum);
        let at = rest.iter().position(|part| matches!(part.of, Term::Narrow { .. }))?;
        let Addend { of: Term::Narrow { array, below: end }, by } = rest.remove(at) else { return None };
        let natural = binary(Binary::Rem, Expr::Name(VALUE.to_owned()), Expr::Number(end));
        let scaled = by.into_iter().fold(natural, |of, by| fold(Binary::Mul, of, by));
        let place = fold(Binary::Add, scaled, self.greatest(&rest)?);
        let holds = less(binary(Binary::Le, shift(&place, 1), length.clone()));
        let name = self.bound.argument_name(array).to_owned();
        let is_free = self.bound.position(VALUE).is_none();
        is_free.then_some(Clause::Contents { parameter: array, name, holds })
    }

    /// The bounds of loaded numbers under which a sum or a product of 32 bits fits.
    pub(super) fn fit_elements(&self, value: ValueId, term: &Term) -> Vec<Clause> {
        let mut clauses = Clauses::default();
        let element = self.kernel.ty(value).tile().and_then(|tile| tile.element.scalar());
        if element == Some(Scalar::I32) && addends(term).iter().any(|digit| !digit.by.is_empty()) {
            self.bound_digits(term, &Expr::Number(1 << 31), &mut clauses);
        }
        clauses.0
    }

    /// The bounds of loaded numbers that keep a sum below a limit.
    fn bound_digits(&self, sum: &Term, limit: &Expr, clauses: &mut Clauses) {
        if sum.elements().is_empty() || self.bound.position(VALUE).is_some() {
            return;
        }
        let mut shared = addends(sum);
        shared.retain(|digit| digit.of.is_same_for_all());
        let mut all = join_sections([digits(sum), shared].concat());
        all.iter_mut().for_each(|digit| digit.of = self.name_sections(digit.of.clone()));
        self.bound_from(&all, Expr::Number(1), limit, clauses);
    }

    /// The same of the sum of digits, if it and a number of elements behind are to be at most a limit.
    fn bound_from(&self, all: &[Addend], behind: Expr, limit: &Expr, clauses: &mut Clauses) {
        let arrays =
            |part: &[Addend]| part.iter().flat_map(|digit| self.arrays(&digit.of)).collect::<BTreeSet<_>>();
        let of_all = arrays(all);
        let Some(array) = of_all.first().copied() else { return };
        let is_whole = |at: &usize| of_all.len() == 1 && !arrays(&all[..=*at]).is_empty();
        // Rows of an array, one for each block, have room for what is loaded.
        let is_row = |digit: &Addend| {
            let is_of_block = matches!(digit.of, Term::Block(_)) && matches!(limit, Expr::Name(_));
            is_of_block && matches!(digit.by[..], [Expr::Name(_) | Expr::Number(2..)])
        };
        let splits = |digit: &Addend| is_row(digit) || !self.arrays(&digit.of).is_empty();
        let Some(at) = all.iter().position(splits).filter(|at| !is_whole(at)) else {
            return self.bound_elements(all, array, behind, limit, clauses);
        };
        let (outer, inner) = all.split_at(at + 1);
        let is_radix = |digit: &Addend| !digit.by.is_empty() && self.arrays(&digit.of).len() <= 1;
        let Some((digit, before)) = outer.split_last().filter(|(digit, _)| is_radix(digit)) else { return };
        // A radix without a factor that all digits behind share.
        let mut radix = digit.by.clone();
        let mut rest = inner.to_vec();
        for factor in digit.by.clone() {
            if inner.iter().all(|digit| digit.by.contains(&factor)) {
                let without = |by: &mut Vec<Expr>| *by = without_common(by, std::slice::from_ref(&factor)).0;
                without(&mut radix);
                rest.iter_mut().for_each(|digit| without(&mut digit.by));
            }
        }
        self.bound_from(&rest, Expr::Number(1), &product(radix), clauses);
        let whole = [before, std::slice::from_ref(digit)].concat();
        let behind = product(digit.by.clone());
        if arrays(&whole).is_empty() {
            self.size_rows(&whole, behind, limit, clauses);
        } else {
            self.bound_from(&whole, behind, limit, clauses);
        }
    }

    /// The size of an array of whole rows.
    fn size_rows(&self, all: &[Addend], behind: Expr, limit: &Expr, clauses: &mut Clauses) {
        let Expr::Name(length) = limit else { return };
        let is_it = |parameter: &usize| length_of(self.bound.argument_name(*parameter)) == *length;
        let parameter = (0..self.kernel.params.len()).find(is_it);
        let of = parameter.and_then(|parameter| Some((parameter, self.bound.pointee(parameter)?)));
        let (Some((parameter, element)), Some(sum)) = (of, self.greatest(all)) else { return };
        let len = fold(Binary::Add, sum, behind);
        let len = if self.is_natural(&len) { len } else { binary(Binary::Max, len, Expr::Number(0)) };
        let name = self.bound.argument_name(parameter).to_owned();
        clauses.push(Clause::Buffer { parameter, name, element, len });
    }

    /// The greatest sum of digits.
    fn greatest(&self, all: &[Addend]) -> Option<Expr> {
        let part = |digit: &Addend| {
            let of = maximum(self.reader.words, &digit.of)?;
            Some(digit.by.iter().cloned().fold(of, |of, by| fold(Binary::Mul, of, by)))
        };
        all.iter().try_fold(Expr::Number(0), |sum, digit| {
            let part = part(digit)?;
            Some(if sum == Expr::Number(0) { part } else { fold(Binary::Add, sum, part) })
        })
    }

    /// The bound of the elements of one array.
    fn bound_elements(
        &self,
        all: &[Addend],
        array: usize,
        behind: Expr,
        limit: &Expr,
        clauses: &mut Clauses,
    ) {
        let Some(sum) = self.greatest(all) else { return };
        let Some(holds) = simplify(AtMost(fold(Binary::Add, sum, behind), limit.clone())) else { return };
        let strides = all.iter().flat_map(|digit| &digit.by).filter(|by| matches!(by, Expr::Name(_)));
        strides.for_each(|stride| clauses.add(Binary::Ge, stride.clone(), Expr::Number(0)));
        let (of_value, of_sections) = (names_value(&holds), !holds.elements().is_empty());
        if !of_value && !of_sections {
            return clauses.push(Clause::Requires(holds));
        }
        let name = self.bound.argument_name(array).to_owned();
        if of_sections {
            // A section is as long as two neighbors are apart: no clause speaks of these and of every element.
            if !of_value && self.bound.position(INDEX).is_none() {
                clauses.push(Clause::Related {
                    parameter: array,
                    name,
                    relation: Relation::Along(less(holds)),
                });
            }
            return;
        }
        let holds = less(below(holds));
        // Digits that are greater than their radix are no digits: no natural element keeps such a bound.
        if !is_below_zero(&holds) {
            self.natural(array).into_iter().for_each(|clause| clauses.push(clause));
            clauses.push(Clause::Contents { parameter: array, name, holds });
        }
    }

    /// The arrays of a digit's elements.
    fn arrays(&self, digit: &Term) -> BTreeSet<usize> {
        let mut all = digit.elements();
        if let Term::Counter(end) = digit {
            all.extend(self.arrays(end));
        }
        if let Term::Both(_, lhs, rhs) = digit {
            all.extend(self.arrays(lhs).into_iter().chain(self.arrays(rhs)));
        }
        let named = digit.uniform().into_iter().flat_map(Expr::elements);
        all.extend(named.filter_map(|(name, _)| self.bound.position(name)));
        all
    }

    /// A term with `a[i + 1] - a[i]` in the place of each length of a section, the difference of two neighbors in an array.
    fn name_sections(&self, term: Term) -> Term {
        if let Some((Term::Element { array, load: end }, Term::Element { array: same, load: begin })) =
            term.both(Binary::Sub)
            && array == same
            && self.are_neighbors(*begin, *end)
        {
            return Term::Uniform(section(self.bound.argument_name(*array)));
        }
        match term {
            Term::Both(op, lhs, rhs) => Term::of(op, self.name_sections(*lhs), self.name_sections(*rhs)),
            Term::Counter(end) => Term::Counter(Box::new(self.name_sections(*end))),
            Term::Uniform(_)
            | Term::Block(_)
            | Term::Element { .. }
            | Term::Narrow { .. }
            | Term::Grouped { .. } => term,
        }
    }

    /// Whether two loads read neighbors.
    fn are_neighbors(&self, begin: ValueId, end: ValueId) -> bool {
        let place = |load| Some(self.offset(self.definitions.maker(load)?)?.1[0].clone());
        let next = |at| Term::of(Binary::Add, at, Term::Uniform(Expr::Number(1)));
        place(begin).map(next).is_some_and(|next| place(end) == Some(next))
    }

    /// The least element that leads to a place: none where a mask leaves out negative ones, and a mark below zero else.
    fn natural(&self, array: usize) -> Option<Clause> {
        let least = match self.valid(array) {
            Some(Expr::Binary(Binary::Ge, _, least)) if *least == Expr::Number(0) => return None,
            Some(Expr::Binary(Binary::Ne, _, mark)) => {
                if let Expr::Number(mark @ ..0) = *mark {
                    mark
                } else {
                    0
                }
            }
            Some(_) | None => 0,
        };
        Some(elements(self.bound, array, Binary::Ge, least))
    }

    /// The elements of an index array that a comparison with a constant tells from marks such as -1.
    pub(in crate::check::infer::usual) fn valid(&self, parameter: usize) -> Option<Expr> {
        let compared = self.kernel.operations().filter(|op| op.op == Op::Cmpi);
        compared.filter_map(|op| self.unmarked(op, parameter)).next()
    }

    fn unmarked(&self, compared: &Operation, parameter: usize) -> Option<Expr> {
        let [element, mark] = compared.operands[..] else { return None };
        let mark = self.definitions.constant(mark)?;
        self.reader.read(element).filter(|term| term.is_element_of(parameter))?;
        let (op, mark) = match compared.attributes.comparison? {
            Comparison::Equal | Comparison::NotEqual => (Binary::Ne, mark),
            Comparison::LessThan | Comparison::GreaterThanOrEqual => (Binary::Ge, mark),
            Comparison::LessThanOrEqual | Comparison::GreaterThan => (Binary::Ge, mark + 1),
        };
        Some(binary(op, Expr::Name(VALUE.to_owned()), Expr::Number(mark)))
    }
}

/// `a[i + 1] - a[i]`
fn section(array: &str) -> Expr {
    let element = |at: Expr| Expr::Element(array.to_owned(), Box::new(at));
    let index = || Expr::Name(INDEX.to_owned());
    let next = binary(Binary::Add, index(), Expr::Number(1));
    binary(Binary::Sub, element(next), element(index()))
}

/// `index <= length` for `length >= index`, and `index < length` for `index + 1 <= length`.
fn less(holds: Expr) -> Expr {
    match &holds {
        Expr::Binary(Binary::Ge, limit, least) => {
            less(Expr::Binary(Binary::Le, least.clone(), limit.clone()))
        }
        Expr::Binary(Binary::Le, least, limit) => match &**least {
            Expr::Binary(Binary::Add, index, one) if **one == Expr::Number(1) => {
                binary(Binary::Lt, (**index).clone(), (**limit).clone())
            }
            Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => holds,
        },
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => holds,
    }
}

/// Whether a condition bounds the element by a number below zero.
fn is_below_zero(holds: &Expr) -> bool {
    let Expr::Binary(Binary::Le | Binary::Lt, of, most) = holds else { return false };
    matches!((&**of, &**most), (Expr::Name(_), Expr::Number(..0)))
}

/// Digits with sections ended: the beginning of a section and a place below its length, `end - begin`, together are below the end.
fn join_sections(mut all: Vec<Addend>) -> Vec<Addend> {
    let found = all.iter().enumerate().find_map(|(at, digit)| {
        let Term::Counter(length) = &digit.of else { return None };
        let (end, begin) = length.both(Binary::Sub).filter(|(_, begin)| begin.element().is_some())?;
        let first = all.iter().position(|other| other.of == *begin && is_same(&other.by, &digit.by))?;
        let last = Term::of(Binary::Sub, end.clone(), Term::Uniform(Expr::Number(1)));
        Some((at, first, Addend { of: last, by: digit.by.clone() }))
    });
    if let Some((at, first, last)) = found {
        all[first] = last;
        all.remove(at);
    }
    all
}
