//! Numbers and pointers that a loop moves by the same step in each round. Their value in a round is the initial value plus the steps
//! of the earlier rounds.

use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;

use super::{Reader, Term};

/// The operands of a loop in front of its initial values: first number, end and step.
const BOUNDS: usize = 3;

/// A value that a loop carries.
pub(in crate::check::infer::usual) struct Carried<'k> {
    pub(in crate::check::infer::usual) of_loop: &'k Operation,
    /// The value before the first round.
    pub(in crate::check::infer::usual) first: ValueId,
    /// The value at the end of a round, for the next one.
    pub(in crate::check::infer::usual) next: ValueId,
}

impl<'k> Reader<'_, 'k> {
    /// The loop of a carried value, for a parameter of the loop's body.
    pub(in crate::check::infer::usual) fn carried(&self, value: ValueId) -> Option<Carried<'k>> {
        let of_loop = self.definitions.maker(value).filter(|maker| maker.op == Op::For)?;
        let body = of_loop.regions.first()?;
        let at = body.params.iter().position(|param| *param == value)?.checked_sub(1)?;
        let end = body.ops.last().filter(|last| last.op == Op::Continue)?;
        let (first, next) = (*of_loop.operands.get(BOUNDS + at)?, *end.operands.get(at)?);
        Some(Carried { of_loop, first, next })
    }

    /// The rounds before one of a loop, as a counter.
    pub(in crate::check::infer::usual) fn count_rounds(&self, of_loop: &Operation) -> Option<Term> {
        self.rounds(of_loop, super::DEPTH)
    }

    fn rounds(&self, of_loop: &Operation, depth: u32) -> Option<Term> {
        let [first, end, step, ..] = of_loop.operands[..] else { return None };
        let (first, end) = (self.at(first, depth)?, self.at(end, depth)?);
        let span =
            if first == Term::Uniform(Expr::Number(0)) { end } else { Term::of(Binary::Sub, end, first) };
        let step = self.at(step, depth)?;
        let is_one = step == Term::Uniform(Expr::Number(1));
        Some(Term::Counter(Box::new(if is_one { span } else { Term::of(Binary::Cdiv, span, step) })))
    }

    /// A number that a loop carries and adds the same number to in each round.
    pub(super) fn stepped(&self, value: ValueId, depth: u32) -> Option<Term> {
        let carried = self.carried(value)?;
        let next = self
            .definitions
            .maker(self.definitions.spread(carried.next))
            .filter(|maker| maker.op == Op::Addi)?;
        let [lhs, rhs] = next.operands[..] else { return None };
        let is_it = |operand: ValueId| self.definitions.spread(operand) == value;
        let step = if is_it(lhs) { rhs } else { Some(lhs).filter(|_| is_it(rhs))? };
        let step = self.at(step, depth).filter(Term::is_same_for_all)?;
        let steps = Term::of(Binary::Mul, self.rounds(carried.of_loop, depth)?, step);
        Some(Term::of(Binary::Add, self.at(carried.first, depth)?, steps))
    }
}
