//! Scalars of a kernel as terms over numbers of blocks, counters of loops and arguments, as they are written.

pub(in crate::check::infer::usual) mod addends;
mod carried;
pub(in crate::check::infer::usual) mod expressions;
pub(in crate::check::infer::usual) mod quotients;
pub(in crate::check::infer::usual) mod ranges;
pub(in crate::check::infer::usual) mod words;

use std::collections::BTreeSet;

use spec::syntax::attributes::Rounding;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;

use self::addends::difference;
use self::expressions::{factors, fold, product};
use self::words::Words;
use super::accesses::Definitions;

/// The most operations behind one term.
const DEPTH: u32 = 40;

/// The name of an element in clauses about contents.
pub(in crate::check::infer::usual) const VALUE: &str = "value";

/// The term of a scalar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::check::infer::usual) enum Term {
    /// A number that is the same for all blocks, over arguments and the grid.
    Uniform(Expr),
    /// The number of the block along an axis of the grid.
    Block(usize),
    /// The counter of a loop, and its upper bound.
    Counter(Box<Term>),
    /// An integer of the array at a parameter, and the load's result.
    Element { array: usize, load: ValueId },
    /// A narrow integer of the array at a parameter, widened as a natural number below a limit.
    Narrow { array: usize, below: i128 },
    /// One of the two coordinates of a number in the grouped order of tiles: `number` is less than `tiles` in all, and the coordinate
    /// less than `end`.
    Grouped { number: Box<Term>, tiles: Expr, end: Expr },
    /// `lhs op rhs`: `Add`, `Sub`, `Mul`, `Div`, `Rem`, `Cdiv`, `Min` and `Max` alone.
    Both(Binary, Box<Term>, Box<Term>),
}

impl Term {
    /// `lhs op rhs`
    pub(in crate::check::infer::usual) fn of(op: Binary, lhs: Term, rhs: Term) -> Term {
        match (lhs, rhs) {
            (Term::Uniform(Expr::Number(0)), rest) | (rest, Term::Uniform(Expr::Number(0)))
                if op == Binary::Add =>
            {
                rest
            }
            (Term::Uniform(lhs), Term::Uniform(rhs)) => Term::Uniform(fold(op, lhs, rhs)),
            // `i - 1 + 1`
            (Term::Both(Binary::Add, part, number), rhs)
                if op == Binary::Add && number.is_same_for_all() && rhs.is_same_for_all() =>
            {
                Term::of(op, *part, Term::of(op, *number, rhs))
            }
            // `n - (i + 1)`
            (lhs, Term::Both(Binary::Add, part, number)) if op == Binary::Sub && number.is_same_for_all() => {
                Term::of(op, Term::of(op, lhs, *number), *part)
            }
            (lhs, rhs) => {
                if let Some(left) =
                    Some(op).filter(|op| *op == Binary::Sub).and_then(|_| difference(&lhs, &rhs))
                {
                    return left;
                }
                grouped(op, &lhs, &rhs).unwrap_or_else(|| Term::Both(op, Box::new(lhs), Box::new(rhs)))
            }
        }
    }

    /// The parameter of a loaded element's array.
    pub(in crate::check::infer::usual) fn element(&self) -> Option<usize> {
        match self {
            Term::Element { array, .. } => Some(*array),
            Term::Counter(of) => of.element(),
            Term::Grouped { number, .. } => number.element(),
            Term::Both(_, lhs, rhs) => lhs.element().or_else(|| rhs.element()),
            Term::Uniform(_) | Term::Block(_) | Term::Narrow { .. } => None,
        }
    }

    /// The parameters of the arrays of all loaded elements.
    pub(in crate::check::infer::usual) fn elements(&self) -> BTreeSet<usize> {
        match self {
            Term::Element { array, .. } => BTreeSet::from([*array]),
            Term::Counter(of) => of.elements(),
            Term::Grouped { number, .. } => number.elements(),
            Term::Both(_, lhs, rhs) => &lhs.elements() | &rhs.elements(),
            Term::Uniform(_) | Term::Block(_) | Term::Narrow { .. } => BTreeSet::new(),
        }
    }

    /// Whether the term is an element of an array, as it was loaded.
    pub(in crate::check::infer::usual) fn is_element_of(&self, parameter: usize) -> bool {
        matches!(self, Term::Element { array, .. } if *array == parameter)
    }

    /// The term with another in the place of a part.
    pub(in crate::check::infer::usual) fn replace(self, part: &Term, by: &Term) -> Term {
        if self == *part {
            return by.clone();
        }
        match self {
            Term::Both(op, lhs, rhs) => {
                Term::Both(op, Box::new(lhs.replace(part, by)), Box::new(rhs.replace(part, by)))
            }
            Term::Counter(end) => Term::Counter(Box::new(end.replace(part, by))),
            Term::Uniform(_)
            | Term::Block(_)
            | Term::Element { .. }
            | Term::Narrow { .. }
            | Term::Grouped { .. } => self,
        }
    }

    /// Whether it is equal for all blocks, lanes and iterations.
    pub(in crate::check::infer::usual) fn is_same_for_all(&self) -> bool {
        self.uniform().is_some()
    }

    /// Whether the term depends on the number of the block, like a digit of the number.
    pub(in crate::check::infer::usual) fn is_of_block(&self) -> bool {
        match self {
            Term::Block(_) => true,
            Term::Counter(of) => of.is_of_block(),
            Term::Grouped { number, .. } => number.is_of_block(),
            Term::Both(_, lhs, rhs) => lhs.is_of_block() || rhs.is_of_block(),
            Term::Uniform(_) | Term::Element { .. } | Term::Narrow { .. } => false,
        }
    }

    /// The number, if it is equal for all blocks, lanes and iterations.
    pub(in crate::check::infer::usual) fn uniform(&self) -> Option<&Expr> {
        if let Term::Uniform(expr) = self { Some(expr) } else { None }
    }

    /// The operands of an operation.
    pub(in crate::check::infer::usual) fn both(&self, op: Binary) -> Option<(&Term, &Term)> {
        if let Term::Both(own, lhs, rhs) = self
            && *own == op
        {
            Some((lhs, rhs))
        } else {
            None
        }
    }
}

/// A coordinate in the grouped order of tiles (Tillet, Kung and Cox, "Triton", MAPL 2019; L2 swizzling in the
/// tutorial). Groups have `height` rows with `columns` tiles each; the last group may have fewer rows. With
/// `first = n / (height * columns) * height` and `size = min(rows - first, height)` the row is `first + n % size`, the column
/// `n % (height * columns) / size`.
fn grouped(op: Binary, lhs: &Term, rhs: &Term) -> Option<Term> {
    let is_row = op == Binary::Add;
    let (number, size) = if is_row {
        within_group(lhs, rhs).or_else(|| within_group(rhs, lhs))?
    } else if op == Binary::Div {
        (lhs.both(Binary::Rem)?.0, rhs)
    } else {
        return None;
    };
    let (first, rows, height) = size_of_group(size)?;
    let (quotient, _) = first.both(Binary::Mul)?;
    let (of, all) = quotient.both(Binary::Div)?;
    let columns = without_factor(all.uniform()?, height)?;
    let (tiles, end) =
        (fold(Binary::Mul, rows.clone(), columns.clone()), if is_row { rows.clone() } else { columns });
    (of == number).then(|| Term::Grouped { number: Box::new(number.clone()), tiles, end })
}

/// A product without one of its factors, or a number divided by a divisor.
fn without_factor(of: &Expr, factor: &Expr) -> Option<Expr> {
    if let (Expr::Number(of), Expr::Number(by @ 1..)) = (of, factor) {
        return (of % by == 0).then(|| Expr::Number(of / by));
    }
    let mut rest = factors(of);
    rest.remove(rest.iter().position(|one| one == factor)?);
    Some(product(rest))
}

/// The `(n, size)` of `n % size`, if the size is that of the group at a row.
fn within_group<'t>(first: &Term, rest: &'t Term) -> Option<(&'t Term, &'t Term)> {
    let (number, size) = rest.both(Binary::Rem)?;
    // `n % (height * columns) % size` is equal, if the group is whole.
    let number = number.both(Binary::Rem).map_or(number, |(number, _)| number);
    (size_of_group(size)?.0 == first).then_some((number, size))
}

/// The `(first, rows, height)` of `min(rows - first, height)`.
fn size_of_group(size: &Term) -> Option<(&Term, &Expr, &Expr)> {
    let (lhs, rhs) = size.both(Binary::Min)?;
    let (rest, height) = if let Some(height) = rhs.uniform() { (lhs, height) } else { (rhs, lhs.uniform()?) };
    let (rows, first) = rest.both(Binary::Sub)?;
    Some((first, rows.uniform()?, height))
}

/// A reader of scalars as terms.
pub(in crate::check::infer::usual) struct Reader<'a, 'k> {
    pub(in crate::check::infer::usual) definitions: &'a Definitions<'k>,
    pub(in crate::check::infer::usual) words: &'a Words<'a>,
}

impl Reader<'_, '_> {
    /// The scalar, or any element of the tile, as a term, if it is made of blocks, counters of loops and arguments alone.
    pub(in crate::check::infer::usual) fn read(&self, value: ValueId) -> Option<Term> {
        self.at(value, DEPTH)
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not read is no part of a term, which costs a guess alone"
    )]
    fn at(&self, value: ValueId, depth: u32) -> Option<Term> {
        let depth = depth.checked_sub(1)?;
        if let Some((below, load)) = self.definitions.narrow_natural(value) {
            let array = load.and_then(|load| self.definitions.array(load));
            let counter = || Term::Counter(Box::new(Term::Uniform(Expr::Number(below))));
            return Some(array.map_or_else(counter, |array| Term::Narrow { array, below }));
        }
        let value = self.definitions.spread(value);
        if let Some(position) = self.definitions.argument(value) {
            return Some(Term::Uniform(self.words.argument(position)));
        }
        if let Some(number) = self.definitions.constant(value) {
            return Some(Term::Uniform(Expr::Number(number)));
        }
        let maker = self.definitions.maker(value)?;
        let both = |op| {
            let [lhs, rhs] = maker.operands[..] else { return None };
            Some(Term::of(op, self.at(lhs, depth)?, self.at(rhs, depth)?))
        };
        match maker.op {
            Op::Iota => {
                let lanes = self.definitions.kernel().ty(value).tile()?.shape.first()?;
                Some(Term::Counter(Box::new(Term::Uniform(Expr::Number((*lanes).into())))))
            }
            Op::GetTileBlockId => self.definitions.block_axis(value).map(Term::Block),
            Op::GetNumTileBlocks => {
                let axis = maker.results.iter().position(|result| *result == value)?;
                Some(Term::Uniform(self.words.grid(axis)))
            }
            Op::GetTensorShape | Op::GetIndexSpaceShape => {
                self.definitions.shape(maker, value).map(|axis| Term::Uniform(self.words.count(axis)))
            }
            Op::LoadPtrTko | Op::LoadViewTko if maker.results.first() == Some(&value) => {
                let array = self.definitions.array(maker)?;
                Some(Term::Element { array, load: value })
            }
            Op::Addi => both(Binary::Add),
            Op::Subi => both(Binary::Sub),
            Op::Muli => both(Binary::Mul),
            Op::Divi if rounds_up(maker) => both(Binary::Cdiv),
            Op::Divi => both(Binary::Div),
            Op::Remi => both(Binary::Rem),
            Op::Mini => both(Binary::Min),
            Op::Maxi => both(Binary::Max),
            Op::Select => self.remainder(maker, depth).or_else(|| self.only(&maker.operands[1..], depth)),
            Op::If => self.only(&self.definitions.yielded(maker, value), depth),
            Op::For if maker.regions.first()?.params.first() == Some(&value) => self.counter(maker, depth),
            Op::For => self.stepped(value, depth),
            _ => None,
        }
    }

    /// The variable of a loop, and from its first number on if the number is a constant: a loop that counts down begins at −1.
    fn counter(&self, of_loop: &Operation, depth: u32) -> Option<Term> {
        let [first, end, step, ..] = of_loop.operands[..] else { return None };
        let known = |value| self.definitions.constant(value);
        let end = match (known(first), known(end), known(step)) {
            // Behind the last number that it has.
            (Some(first), Some(end), Some(step @ 1..)) if end > first => {
                Term::Uniform(Expr::Number(first + (end - 1 - first) / step * step + 1))
            }
            _ => self.at(end, depth)?,
        };
        let counter = |end: Term| Term::Counter(Box::new(end));
        Some(match self.definitions.constant(first).map(|first| Term::Uniform(Expr::Number(first))) {
            Some(first) if first != Term::Uniform(Expr::Number(0)) => {
                Term::of(Binary::Add, counter(Term::of(Binary::Sub, end, first.clone())), first)
            }
            Some(_) | None => counter(end),
        })
    }

    /// The only number above zero, as in `0 if i == 0 else ends[i - 1]`.
    fn only(&self, all: &[ValueId], depth: u32) -> Option<Term> {
        let is_above = |value: &&ValueId| self.definitions.constant(**value).is_none_or(|number| number > 0);
        let mut open = all.iter().filter(is_above);
        let (only, None) = (open.next()?, open.next()) else { return None };
        self.at(*only, depth)
    }

    /// A remainder that is never negative: the divisor is added to a negative remainder.
    fn remainder(&self, select: &Operation, depth: u32) -> Option<Term> {
        let [_, moved, plain] = select.operands[..] else { return None };
        let of = |value| self.definitions.maker(self.definitions.same(value));
        let (moved, plain) = (of(moved)?, self.definitions.same(plain));
        let is_remainder = of(plain)?.op == Op::Remi;
        let moves =
            moved.op == Op::Addi && moved.operands.iter().any(|one| self.definitions.same(*one) == plain);
        if is_remainder && moves { self.at(plain, depth) } else { None }
    }
}

fn rounds_up(division: &Operation) -> bool {
    division.attributes.rounding == Some(Rounding::PositiveInf)
}
