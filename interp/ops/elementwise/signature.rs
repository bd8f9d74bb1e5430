//! What element-wise operations are given and give beside tiles.

use spec::rules::Rule;
use spec::syntax::attributes::Attributes;
use spec::syntax::op::{Elementwise, Op, elementwise};
use spec::syntax::types::Scalar;

use crate::values::element::bits::{Never, Plain};
use crate::values::element::number::{Exact, Truth};
use crate::values::element::word::Word64;

/// A rule broken by a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LaneViolation {
    pub(crate) rule: Rule,
    pub(crate) lane: usize,
}

/// The element types of an operation: the first operand, the last operand, and the result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signature {
    pub(crate) from: Scalar,
    pub(crate) last: Scalar,
    pub(crate) to: Scalar,
    /// Whether floats are elements of a field.
    pub(crate) payload: bool,
}

impl Signature {
    /// The type of the operand at a position of `count`.
    pub(crate) fn operand(self, position: usize, count: usize) -> Scalar {
        if position + 1 == count { self.last } else { self.from }
    }
}

/// The attributes that element functions read, as a copy: stores in a loop cannot change them, so the tests are
/// hoisted.
#[inline]
pub(crate) fn element_attributes(at: &Attributes) -> Attributes {
    Attributes {
        signedness: at.signedness,
        overflow: at.overflow,
        rounding: at.rounding,
        flush_to_zero: at.flush_to_zero,
        propagate_nan: at.propagate_nan,
        saturating: at.saturating,
        comparison: at.comparison,
        ordering: at.ordering,
        ..Attributes::default()
    }
}

/// Whether an element-wise operation, like most conversions, is read in its result type instead of its operand type.
/// `None` for any other operation.
pub(crate) fn is_read_in_result_type(op: Op) -> Option<bool> {
    elementwise(op, ResultTyped)
}

/// Tells by the kind of an element function which of its types the reading must have.
struct ResultTyped;

impl Elementwise for ResultTyped {
    type Domain = Plain;
    type Output = bool;

    fn int1(self, _: impl Fn(&mut Plain, &Attributes, &Word64) -> Word64) -> bool {
        false
    }

    fn int2(self, _: impl Fn(&mut Plain, &Attributes, &Word64, &Word64) -> Word64) -> bool {
        false
    }

    fn int_compare(self, _: impl Fn(&mut Plain, &Attributes, &Word64, &Word64) -> Truth) -> bool {
        false
    }

    fn extend(self, _: impl Fn(&mut Plain, &Attributes, u32, &Exact, &Exact) -> Word64) -> bool {
        true
    }

    fn truncate(self, _: impl Fn(&mut Plain, &Attributes, u32, &Word64) -> Word64) -> bool {
        false
    }

    fn float1(self, _: impl Fn(&mut Plain, &Attributes, &Never) -> Never) -> bool {
        false
    }

    fn float2(self, _: impl Fn(&mut Plain, &Attributes, &Never, &Never) -> Never) -> bool {
        false
    }

    fn float_power(self, _: impl Fn(&mut Plain, &Attributes, &Never, &Exact) -> Never) -> bool {
        false
    }

    fn float3(self, _: impl Fn(&mut Plain, &Attributes, &Never, &Never, &Never) -> Never) -> bool {
        false
    }

    fn float_compare(self, _: impl Fn(&mut Plain, &Attributes, &Never, &Never) -> Truth) -> bool {
        false
    }

    fn int_to_float(self, _: impl Fn(&mut Plain, &Attributes, &Exact, &Exact) -> Never) -> bool {
        true
    }

    fn float_to_int(self, _: impl Fn(&mut Plain, &Attributes, u32, &f64) -> Word64) -> bool {
        true
    }

    fn float_to_float(self, _: impl Fn(&mut Plain, &Attributes, &f64) -> Never) -> bool {
        true
    }
}
