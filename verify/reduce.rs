//! `reduce` over terms: the result is any value; what the combiner requires has to hold in every order.

use spec::domain::{Bool as _, between, greatest_signed, least_signed};
use spec::rules::Rule;
use spec::syntax::attributes::{Assumption, Literal};
use spec::syntax::kernel::{Block, Operation};
use spec::syntax::op::Op;

use crate::domain::SymbolicInt;
use crate::machine::{Machine, Mode, Val};
use crate::report::{Obligation, Status};
use crate::terms::Truth;
use crate::tile::{Doubt, Doubts, Kind, Node, Tile};

impl<'k> Machine<'k> {
    /// `reduce`: any value; what its combiner requires of its operands has to hold in every order.
    pub(crate) fn reduce(&mut self, op: &'k Operation) {
        let axis = usize::try_from(op.attributes.dim.unwrap_or(0)).unwrap_or(0);
        let operands: Vec<Tile<'k>> = op.operands.iter().map(|operand| self.tile(*operand)).collect();
        let mut tainted = Truth::constant(false);
        for operand in &operands {
            let lane = self.lane(&operand.ty.shape, 0);
            let element = self.at(operand, &lane);
            let path = self.path.clone();
            if !self.solver.proves(&element.undetermined.not(), &path) {
                tainted = Truth::fresh();
            }
        }
        self.combiner(op, &operands, axis);
        for result in &op.results {
            let ty = self.kernel.tile(*result);
            let undetermined = Doubt::Where { lane: [].into(), holds: tainted.clone() };
            let doubts = Doubts { undetermined, overflowed: Doubt::Kept, first: None };
            let any = Node::tile(ty, Kind::Any([].into()));
            self.bind(*result, Val::Tile(Node::tile(ty, Kind::Doubted(any, doubts.into()))));
        }
    }

    /// A sum of both operands that promises not to wrap keeps its promise in every order, if as many addends of the
    /// greatest magnitude keep it and the identity adds nothing. Any other combiner with requirements is beyond what is
    /// known.
    fn combiner(&mut self, op: &'k Operation, operands: &[Tile<'k>], axis: usize) {
        let Some(region) = op.regions.first() else { return };
        let mut inside: Vec<&Operation> = region.ops.iter().collect();
        while let Some(inner) = inside.pop() {
            inside.extend(inner.regions.iter().flat_map(|region| &region.ops));
            for rule in requirements(inner) {
                if self.ignore == Some(rule) || self.mode != Mode::Final {
                    continue;
                }
                let sum = rule == Rule::SignedOverflow && is_sum(op, region);
                let path = self.path.clone();
                let fits = if sum { self.sum_fits(&operands[0], axis) } else { Truth::constant(false) };
                if sum && self.inference.is_some() {
                    self.mend(rule, &inner.at, &path, &path.and(&fits.not()));
                }
                let status = if self.solver.proves(&fits, &path) {
                    Status::Proved
                } else {
                    Status::Unknown(
                        "what the combiner requires of partial results is not followed".to_owned(),
                    )
                };
                let (at, reached) = (inner.at.clone(), self.reached());
                self.record(Obligation { rule, at, other: None, status, reached, seconds: 0.0 });
            }
        }
    }

    /// That n times an addend is representable.
    fn sum_fits(&mut self, operand: &Tile<'k>, axis: usize) -> Truth {
        let lane = self.lane(&operand.ty.shape, 0);
        let element = self.at(operand, &lane);
        let Some(SymbolicInt::Number { bits, signed }) = element.as_int().cloned() else {
            return Truth::constant(false);
        };
        let count = i128::from(operand.ty.shape[axis]);
        // Both divisions round towards zero.
        between(&signed, least_signed(bits) / count, greatest_signed(bits) / count)
    }
}

/// Whether the reduction is the plain sum of its one operand: the combiner adds its two parameters and nothing else,
/// and the identity, which may come in any number of times, is zero.
fn is_sum(op: &Operation, region: &Block) -> bool {
    let ([add, end], [a, b]) = (region.ops.as_slice(), region.params.as_slice()) else { return false };
    let both = add.operands == [*a, *b] || add.operands == [*b, *a];
    add.op == Op::Addi && both && end.operands == add.results && op.attributes.identities == [Literal(0)]
}

/// What an operation of a combiner may require; the operations that a combiner can have touch no memory.
fn requirements(op: &Operation) -> Vec<Rule> {
    let mut rules = Vec::new();
    let overflow = op.attributes.overflow;
    let truncates = op.op == Op::Trunci;
    if overflow.no_signed_wrap {
        rules.push(if truncates { Rule::TruncationSigned } else { Rule::SignedOverflow });
    }
    if overflow.no_unsigned_wrap {
        rules.push(if truncates { Rule::TruncationUnsigned } else { Rule::UnsignedOverflow });
    }
    if op.op == Op::Divi || op.op == Op::Remi {
        rules.extend([Rule::DivisionByZero, Rule::DivisionOverflow]);
    }
    rules.extend(op.attributes.assumption.as_ref().map(|assumption| match assumption {
        Assumption::DivBy { every: None, .. } => Rule::AssumeDivisible,
        Assumption::DivBy { every: Some(_), .. } => Rule::AssumeStrided,
        Assumption::Bounded { .. } => Rule::AssumeBounded,
        Assumption::SameElements(_) => Rule::AssumeSame,
    }));
    rules
}
