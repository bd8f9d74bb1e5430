//! Assumptions: what each promises of every element, run or partition.

use crate::domain::{Bool, Domain, Number};
use crate::rules::Rule;

/// `bounded<lower, upper>` of one element, read as signed.
pub fn bounded<D: Domain>(d: &mut D, lower: Option<i64>, upper: Option<i64>, value: &D::Number) {
    let mut holds = D::Bool::constant(true);
    if let Some(lower) = lower {
        holds = holds.and(&D::Number::constant(lower.into()).at_most(value));
    }
    if let Some(upper) = upper {
        holds = holds.and(&value.at_most(&D::Number::constant(upper.into())));
    }
    d.require(Rule::AssumeBounded, holds);
}

/// The number is a multiple of the divisor; zero is one of every divisor.
fn multiple<N: Number>(value: &N, divisor: u64) -> N::Bool {
    value.rem_floor(&N::constant(divisor.into())).equals(&N::constant(0))
}

/// `div_by<divisor>` of one integer.
pub fn divisible<D: Domain>(d: &mut D, divisor: u64, value: &D::Number) {
    d.require(Rule::AssumeDivisible, multiple(value, divisor));
}

/// `div_by<divisor>` of one pointer, by its address in bytes.
pub fn aligned<D: Domain>(d: &mut D, divisor: u64, address: &D::Number) {
    d.require(Rule::AssumeAligned, multiple(address, divisor));
}

/// `div_by<divisor, every stride along axis>` of one element at `position` along the axis: `head` is the element at
/// the start of its run, `offset` how far from it. Values go up by `unit`: 1 for integers, the pointee's bytes for
/// pointers.
pub fn strided<D: Domain>(
    d: &mut D,
    divisor: u64,
    unit: u64,
    value: &D::Number,
    head: &D::Number,
    offset: &D::Number,
) {
    let expected = head.add(&offset.mul(&D::Number::constant(unit.into())));
    d.require(Rule::AssumeStrided, multiple(head, divisor).and(&value.equals(&expected)));
}

/// The place, along an axis, of the head of the run that holds `position`, and the distance from it.
pub fn run<N: Number>(position: &N, stride: u32) -> (N, N) {
    let offset = position.rem_floor(&N::constant(stride.into()));
    (position.sub(&offset), offset)
}

/// `same_elements<shape>` of one element: `head` is the first element of the partition.
pub fn same<D: Domain>(d: &mut D, value: &D::Number, head: &D::Number) {
    d.require(Rule::AssumeSame, value.equals(head));
}
