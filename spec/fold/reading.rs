//! The element functions, read over integers that are known.

use super::constants::{Bits, Constants, Unknown};
use crate::domain::Int as _;
use crate::syntax::attributes::{Attributes, Literal};
use crate::syntax::kernel::Operation;
use crate::syntax::op::{Elementwise, elementwise};

/// The operands of an operation, and the width of its result.
struct Reading<'a> {
    operands: &'a [Bits],
    at: &'a Attributes,
    width: u32,
}

/// The result of an element-wise operation on constant operands; `None` for another operation, a float, or a failed
/// requirement.
pub(super) fn read(op: &Operation, operands: &[Bits], width: u32) -> Option<Literal> {
    elementwise(op.op, Reading { operands, at: &op.attributes, width }).flatten()
}

impl Reading<'_> {
    /// Runs a function that gives an integer of the result's width.
    fn integer(&self, f: impl FnOnce(&mut Constants) -> Bits) -> Option<Literal> {
        let mut domain = Constants::default();
        let result = f(&mut domain);
        (domain.holds() && result.bits() == self.width).then(|| result.literal())
    }
}

type Output = Option<Literal>;

impl Elementwise for Reading<'_> {
    type Domain = Constants;
    type Output = Output;

    fn int1(self, f: impl Fn(&mut Constants, &Attributes, &Bits) -> Bits) -> Output {
        let [operand] = self.operands else { return None };
        self.integer(|d| f(d, self.at, operand))
    }

    fn int2(self, f: impl Fn(&mut Constants, &Attributes, &Bits, &Bits) -> Bits) -> Output {
        let [lhs, rhs] = self.operands else { return None };
        self.integer(|d| f(d, self.at, lhs, rhs))
    }

    fn int_compare(self, f: impl Fn(&mut Constants, &Attributes, &Bits, &Bits) -> bool) -> Output {
        let [lhs, rhs] = self.operands else { return None };
        self.integer(|d| {
            let truth = f(d, self.at, lhs, rhs);
            Bits::new(1, Literal(truth.into()))
        })
    }

    fn extend(self, f: impl Fn(&mut Constants, &Attributes, u32, &i128, &i128) -> Bits) -> Output {
        let [operand] = self.operands else { return None };
        self.integer(|d| f(d, self.at, self.width, &operand.signed(), &operand.unsigned()))
    }

    fn truncate(self, f: impl Fn(&mut Constants, &Attributes, u32, &Bits) -> Bits) -> Output {
        let [operand] = self.operands else { return None };
        self.integer(|d| f(d, self.at, self.width, operand))
    }

    fn float1(self, _: impl Fn(&mut Constants, &Attributes, &Unknown) -> Unknown) -> Output {
        None
    }

    fn float2(self, _: impl Fn(&mut Constants, &Attributes, &Unknown, &Unknown) -> Unknown) -> Output {
        None
    }

    fn float_power(self, _: impl Fn(&mut Constants, &Attributes, &Unknown, &i128) -> Unknown) -> Output {
        None
    }

    fn float3(
        self,
        _: impl Fn(&mut Constants, &Attributes, &Unknown, &Unknown, &Unknown) -> Unknown,
    ) -> Output {
        None
    }

    fn float_compare(self, _: impl Fn(&mut Constants, &Attributes, &Unknown, &Unknown) -> bool) -> Output {
        None
    }

    fn int_to_float(self, _: impl Fn(&mut Constants, &Attributes, &i128, &i128) -> Unknown) -> Output {
        None
    }

    fn float_to_float(self, _: impl Fn(&mut Constants, &Attributes, &Unknown) -> Unknown) -> Output {
        None
    }

    fn float_to_int(self, _: impl Fn(&mut Constants, &Attributes, u32, &Unknown) -> Bits) -> Output {
        None
    }
}
