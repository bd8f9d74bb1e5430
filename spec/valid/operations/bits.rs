//! Operations that keep bits and change types (IRV-14, IRV-21), and casts of pointers.

use crate::problem::IllFormed;
use crate::syntax::count::u64_from_usize;
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::types::{Element, Scalar, TileType};
use crate::valid::expect::{operand, pointee, require, result, wrong};

/// `bitcast`: another type of equal width; four bits have no other type.
pub(in crate::valid) fn check_bitcast(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (from, to) = (operand(kernel, op, 0)?, result(kernel, op, 0)?);
    let (source, target) = (number(op, from)?, number(op, to)?);
    require(from.shape == to.shape, op, format!("{from} and {to} differ in shape"))?;
    require(source != Scalar::I4 && target != Scalar::I4, op, "i4 is packed and unpacked only")?;
    // Of its 32 bits 19 count, and NVIDIA's reader takes it to be as wide.
    let one = (source == Scalar::Tf32) != (target == Scalar::Tf32);
    require(!one, op, "tf32 has 19 bits, and is no other type's")?;
    require(source.bits() == target.bits(), op, format!("{source} and {target} differ in width"))
}

/// `pack`: any elements but those of eight bits, as as many bytes.
pub(in crate::valid) fn check_pack(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_repacked(op, operand(kernel, op, 0)?, result(kernel, op, 0)?)
}

/// `unpack`: the inverse.
pub(in crate::valid) fn check_unpack(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_repacked(op, result(kernel, op, 0)?, operand(kernel, op, 0)?)
}

fn check_repacked(op: &Operation, elements: &TileType, bytes: &TileType) -> Result<(), IllFormed> {
    let scalar = number(op, elements)?;
    let is_bytes = bytes.element == Element::Scalar(Scalar::I8);
    require(is_bytes, op, format!("bytes are i8, not {}", bytes.element))?;
    let flat = elements.shape.len() == 1 && bytes.shape.len() == 1;
    require(flat, op, "the tiles have one axis")?;
    require(scalar.bits() != 8, op, format!("{scalar} is as wide as a byte; that is a bitcast"))?;
    let same = u64_from_usize(elements.len()) * u64::from(scalar.bits()) == u64_from_usize(bytes.len()) * 8;
    require(same, op, format!("{elements} and {bytes} have not the same size"))
}

/// `int_to_ptr`
pub(in crate::valid) fn check_int_to_ptr(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_addresses(op, operand(kernel, op, 0)?, result(kernel, op, 0)?)
}

/// `ptr_to_int`
pub(in crate::valid) fn check_ptr_to_int(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_addresses(op, result(kernel, op, 0)?, operand(kernel, op, 0)?)
}

fn check_addresses(op: &Operation, integers: &TileType, pointers: &TileType) -> Result<(), IllFormed> {
    pointee(op, pointers)?;
    require(integers.shape == pointers.shape, op, format!("{integers} and {pointers} differ in shape"))?;
    let wide = integers.element == Element::Scalar(Scalar::I64);
    require(wide, op, format!("an address is i64, not {}", integers.element))
}

/// `ptr_to_ptr`
pub(in crate::valid) fn check_ptr_to_ptr(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (from, to) = (operand(kernel, op, 0)?, result(kernel, op, 0)?);
    pointee(op, from)?;
    pointee(op, to)?;
    require(from.shape == to.shape, op, format!("{from} and {to} differ in shape"))
}

/// The type of elements that are no pointers.
fn number(op: &Operation, tile: &TileType) -> Result<Scalar, IllFormed> {
    tile.element.scalar().ok_or_else(|| wrong(op, format!("numbers are needed, not {tile}")))
}
