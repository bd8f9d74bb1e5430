//! Formulas that count as equal on request: a product and a sum rounded together or apart, and sums of equal terms in another
//! order.

use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;

use crate::equal::compare::{Comparison, Shown};
use crate::equal::head::{Head, Spot, head};
use crate::terms::Truth;

/// The most terms of a sum.
const TERMS: usize = 64;

/// An operation with its operands.
type Applied<'x, 'k> = (&'k Operation, &'x [Spot<'k>]);

impl<'a, 'b> Comparison<'_, 'a, 'b> {
    /// Tries a proof, and forgets its suppositions on failure.
    pub(super) fn attempt(&mut self, show: impl FnOnce(&mut Self) -> Shown) -> Shown {
        let before: Vec<usize> = self.frames.iter().map(super::lockstep::Frame::len).collect();
        let shown = show(self);
        if shown.is_err() {
            self.frames.iter_mut().zip(before).for_each(|(frame, goals)| frame.truncate(goals));
        }
        shown
    }

    /// Shows that a product and a sum are equal when rounded once or twice; `None` for other terms.
    pub(super) fn same_contracted(
        &mut self,
        (op, args): Applied<'_, 'a>,
        (other, others): Applied<'_, 'b>,
        under: &Truth,
    ) -> Option<Shown> {
        if !has_same_mode(op, other) {
            return None;
        }
        let mut shown = None;
        if let (Op::Fma, [a, b, c], Op::Addf, [x, y]) = (op.op, args, other.op, others) {
            for (product, addend) in [(x, y), (y, x)] {
                let made = self.with_other(|machine| head(machine, product));
                let Head::Apply(mul, factors) = made else { continue };
                if let (Op::Mulf, [p, q], true) = (mul.op, factors.as_slice(), has_same_mode(op, mul)) {
                    let show = |all: &mut Self| {
                        all.same(c, addend, under)?;
                        all.same_factors((a, b), (p, q), under)
                    };
                    shown = shown.filter(Shown::is_ok).or_else(|| Some(self.attempt(show)));
                }
            }
        }
        if let (Op::Addf, [x, y], Op::Fma, [a, b, c]) = (op.op, args, other.op, others) {
            for (product, addend) in [(x, y), (y, x)] {
                let Head::Apply(mul, factors) = head(self.one, product) else { continue };
                if let (Op::Mulf, [p, q], true) = (mul.op, factors.as_slice(), has_same_mode(op, mul)) {
                    let show = |all: &mut Self| {
                        all.same(addend, c, under)?;
                        all.same_factors((p, q), (a, b), under)
                    };
                    shown = shown.filter(Shown::is_ok).or_else(|| Some(self.attempt(show)));
                }
            }
        }
        shown
    }

    fn same_factors(
        &mut self,
        (a, b): (&Spot<'a>, &Spot<'a>),
        (p, q): (&Spot<'b>, &Spot<'b>),
        under: &Truth,
    ) -> Shown {
        let straight = |all: &mut Self| all.same(a, p, under).and_then(|()| all.same(b, q, under));
        let crossed = |all: &mut Self| all.same(a, q, under).and_then(|()| all.same(b, p, under));
        self.attempt(straight).or_else(|_| self.attempt(crossed))
    }

    /// Shows that two sums have equal terms.
    pub(super) fn same_sums(
        &mut self,
        (op, args): Applied<'_, 'a>,
        (other, others): Applied<'_, 'b>,
        under: &Truth,
    ) -> Shown {
        let own = flatten(op, args, &mut |spot| head(self.one, spot))?;
        let mut rest = flatten(other, others, &mut |spot| self.with_other(|machine| head(machine, spot)))?;
        if own.len() != rest.len() {
            return Err(format!("a sum of {} terms beside one of {}", own.len(), rest.len()));
        }
        for term in &own {
            let found =
                (0..rest.len()).find(|at| self.attempt(|all| all.same(term, &rest[*at], under)).is_ok());
            let Some(found) = found else { return Err("sums of other terms".to_owned()) };
            rest.remove(found);
        }
        Ok(())
    }
}

/// The terms of a sum; terms that are sums in the same mode are taken apart.
fn flatten<'k>(
    op: &Operation,
    args: &[Spot<'k>],
    head: &mut dyn FnMut(&Spot<'k>) -> Head<'k>,
) -> Result<Vec<Spot<'k>>, String> {
    let (mut terms, mut open) = (Vec::new(), args.to_vec());
    while let Some(spot) = open.pop() {
        match head(&spot) {
            Head::Apply(sum, more) if sum.op == Op::Addf && has_same_mode(op, sum) => open.extend(more),
            Head::Apply(..)
            | Head::Either(..)
            | Head::Memory(..)
            | Head::Literal(_)
            | Head::Listed(..)
            | Head::Argument(_)
            | Head::Bitcast(_)
            | Head::Combined { .. }
            | Head::Carried(_)
            | Head::Left(_)
            | Head::Unknown(_) => terms.push(spot),
        }
        if terms.len() + open.len() > TERMS {
            return Err("sums of too many terms".to_owned());
        }
    }
    Ok(terms)
}

/// Whether two operations round alike.
fn has_same_mode(one: &Operation, other: &Operation) -> bool {
    one.attributes.rounding == other.attributes.rounding
        && one.attributes.flush_to_zero == other.attributes.flush_to_zero
}
