//! Bitwise operations, on booleans too.

use crate::domain::{Domain, Int};
use crate::syntax::attributes::Attributes;

/// `andi`: bit by bit.
pub fn andi<D: Domain>(_: &mut D, _: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    lhs.and(rhs)
}

/// `ori`: bit by bit.
pub fn ori<D: Domain>(_: &mut D, _: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    lhs.or(rhs)
}

/// `xori`: bit by bit.
pub fn xori<D: Domain>(_: &mut D, _: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    lhs.xor(rhs)
}
