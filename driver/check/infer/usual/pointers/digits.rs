//! The conditions for disjoint stores through an offset in mixed radix (Knuth, "The Art of Computer Programming" 2,
//! 4.1). The factor of each digit has room for the digits behind. Digits are numbers of blocks, lanes, counters and
//! loaded numbers.

use std::collections::BTreeSet;

use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use verify::Clause;

use super::super::clauses::Clauses;
use super::super::terms::Term;
use super::super::terms::addends::{Addend, addends, is_same};
use super::super::terms::expressions::{factors, fold, number, product, shift};
use super::super::terms::ranges::{AtMost, maximum, simplify};
use super::{Offset, Pointers};

impl Pointers<'_, '_> {
    /// What makes the offsets of a store a number in a mixed radix.
    pub(in crate::check::infer::usual) fn nest(&self, op: &Operation) -> Vec<Clause> {
        let Some((_, [written, inside])) = self.offset(op) else { return Vec::new() };
        let mut clauses = Clauses::default();
        // A mask on the whole offset says nothing about its digits.
        let digits = digits(&inside);
        let digits = if digits.len() > 1 { digits } else { self::digits(&written) };
        let digits = behind_rounds(digits, &self.rounds(op));
        let mut shared = addends(&inside);
        shared.retain(|digit| digit.of.is_same_for_all());
        for pair in digits.windows(2) {
            let [outer, inner] = pair else { continue };
            self.room(outer, inner, &shared, &mut clauses);
        }
        // A step along the last axis leads to another element.
        if let Some(Expr::Name(stride)) = digits.last().map(|digit| product(digit.by.clone())) {
            clauses.add(Binary::Ge, Expr::Name(stride), Expr::Number(1));
        }
        // An index that a mask keeps inside, made of the numbers of several blocks.
        let masked = self.mask(op).map(|mask| self.masked(mask)).unwrap_or_default();
        for index in masked.iter().map(|(index, _)| self::digits(index)) {
            let is_block = |digit: &Addend| digit.of.is_of_block();
            for pair in index.windows(2).filter(|pair| pair.iter().all(is_block)) {
                self.room(&pair[0], &pair[1], &[], &mut clauses);
            }
        }
        if let Some(first) = digits.first().filter(|_| self.is_narrow(op)) {
            self.fits(first, &mut clauses);
        }
        clauses.0
    }

    /// The rounds of the loops that move the pointer of an access.
    fn rounds(&self, op: &Operation) -> Vec<Term> {
        let places = op.operands.first().map(|pointer| self.places(*pointer)).unwrap_or_default();
        let offsets = places.into_iter().flat_map(|(_, offsets)| offsets);
        offsets.filter_map(|offset| self.reader.count_rounds(offset.each_round?)).collect()
    }

    /// The condition that the first digit of a 32-bit offset fits, with all digits behind, if only the grid decides: two blocks
    /// with wrapped offsets may meet.
    fn fits(&self, first: &Addend, clauses: &mut Clauses) {
        let radix = product(first.by.clone());
        let (Expr::Number(2..), Some(last)) = (&radix, maximum(self.reader.words, &first.of)) else { return };
        let behind = fold(Binary::Mul, radix, shift(&last, 1));
        let is_of_grid =
            !behind.names().is_empty() && behind.names().iter().all(|name| name.starts_with("grid."));
        let holds = simplify(AtMost(behind, Expr::Number(1 << 31))).filter(|_| is_of_grid);
        holds.into_iter().for_each(|holds| clauses.push(Clause::Requires(holds)));
    }

    /// Whether the offset of an access has 32 bits.
    fn is_narrow(&self, op: &Operation) -> bool {
        let offsets =
            op.operands.first().and_then(|pointer| self.place(*pointer)).map(|(_, offsets)| offsets);
        let ty = |offset: &Offset<'_>| self.kernel.ty(self.definitions.spread(offset.added)).tile();
        let is_i32 =
            |offset: &Offset<'_>| ty(offset).and_then(|tile| tile.element.scalar()) == Some(Scalar::I32);
        offsets.is_some_and(|offsets| offsets.iter().any(is_i32))
    }

    /// The axes of the grid along which the number of the block is a digit of where something is stored.
    pub(in crate::check::infer::usual) fn scattered_by(&self) -> BTreeSet<usize> {
        let stores = self.kernel.operations().filter(|op| op.op == Op::StorePtrTko);
        let offsets = stores.filter_map(|op| self.offset(op)).map(|(_, [written, _])| written);
        let digits = offsets.flat_map(|offset| addends(&offset));
        digits.filter_map(|digit| if let Term::Block(axis) = digit.of { Some(axis) } else { None }).collect()
    }

    /// The condition that a digit has room for the digit behind it, or for two halves of a row with a skipped part.
    fn room(&self, outer: &Addend, inner: &Addend, shared: &[Addend], clauses: &mut Clauses) {
        let Some(last) = maximum(self.reader.words, &inner.of) else { return };
        let (outer_by, inner_by) = without_common(&outer.by, &inner.by);
        let values = inner_by.iter().cloned().fold(shift(&last, 1), |room, by| fold(Binary::Mul, room, by));
        let skips = |one: &&Addend| {
            let Term::Uniform(of) = &one.of else { return false };
            is_same(&[factors(of), one.by.clone()].concat(), &factors(&values))
        };
        let skipped = shared.iter().filter(skips).count();
        let room = (0..skipped).fold(values.clone(), |room, _| fold(Binary::Add, room, values.clone()));
        let is_quotient = matches!(outer_by.as_slice(), [Expr::Binary(Binary::Div | Binary::Cdiv, ..)]);
        let radix = product(outer_by);
        let holds = match radix {
            // As many tiles as a row has.
            Expr::Binary(..) if is_quotient && inner.of.is_of_block() => simplify(AtMost(room, radix)),
            Expr::Name(_) if radix != room => Some(binary(Binary::Ge, radix, room)),
            // Two digits with one factor have no order.
            Expr::Number(_) if radix != product(inner_by) => simplify(AtMost(room, radix)),
            Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
        };
        if let Some(holds) = holds.filter(|holds| !is_of_numbers(holds)) {
            self.reader.words.add(holds, inner.of.element(), clauses);
        }
    }
}

/// The digits of an offset, the one of the greatest weight first: the more unknown factors, the greater, and of equal ones the number decides.
/// Weights of different unknowns stay in the order in which they are written.
pub(super) fn digits(offset: &Term) -> Vec<Addend> {
    let mut all = addends(offset);
    all.retain(|digit| !digit.of.is_same_for_all());
    let unknowns = |digit: &Addend| -> Vec<Expr> {
        let mut factors = digit.by.clone();
        factors.retain(|factor| number(factor).is_none());
        factors
    };
    let kinds: Vec<Vec<Expr>> = all.iter().map(unknowns).collect();
    let rank = |digit: &Addend| {
        let own = unknowns(digit);
        let kind = kinds.iter().position(|kind| is_same(kind, &own));
        let by: i128 = digit.by.iter().filter_map(number).product();
        (std::cmp::Reverse(own.len()), kind, std::cmp::Reverse(by))
    };
    all.sort_by_key(rank);
    all
}

/// The digits with lanes of a whole axis behind the rounds of a loop. Elements of a tile are nearest to each other, also if the loop
/// moves the pointer afterwards.
fn behind_rounds(mut digits: Vec<Addend>, rounds: &[Term]) -> Vec<Addend> {
    let unknowns = |digit: &Addend| digit.by.iter().filter(|factor| number(factor).is_none()).count();
    for at in 1..digits.len() {
        let mut place = at;
        while place > 0
            && rounds.contains(&digits[place].of)
            && is_whole_axis(&digits[place - 1].of)
            && !rounds.contains(&digits[place - 1].of)
            && unknowns(&digits[place]) == unknowns(&digits[place - 1])
        {
            digits.swap(place - 1, place);
            place -= 1;
        }
    }
    digits
}

/// Whether a digit is the number of a lane along a whole axis of a tile.
fn is_whole_axis(digit: &Term) -> bool {
    matches!(digit, Term::Counter(end) if matches!(**end, Term::Uniform(Expr::Number(_))))
}

/// The factors of both without their common factors, such as the length of a row.
pub(super) fn without_common(outer: &[Expr], inner: &[Expr]) -> (Vec<Expr>, Vec<Expr>) {
    let (mut outer, mut inner) = (outer.to_vec(), inner.to_vec());
    outer.retain(|factor| match inner.iter().position(|other| other == factor) {
        Some(at) => {
            inner.remove(at);
            false
        }
        None => true,
    });
    (outer, inner)
}

/// Whether it compares two numbers: such a condition is constant.
fn is_of_numbers(holds: &Expr) -> bool {
    holds.names().is_empty()
}
