//! Arrays that are no parameters: globals of the module, and scratch memory of a block (IRV-24).

use crate::problem::IllFormed;
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::types::Scalar;
use crate::valid::expect::{pointee, require, result, wrong};

/// `get_global`: the address of a global's first element.
pub(in crate::valid) fn check_global(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let name = op.attributes.text.as_deref().unwrap_or_default();
    let found = kernel.global(op).map(|position| &kernel.globals[position]);
    let global = found.ok_or_else(|| wrong(op, format!("there is no global @{name}")))?;
    let shape = &global.ty.shape;
    require(shape.len() == 1, op, format!("a global has one axis, and @{name} is {}", global.ty))?;
    let aligned = global.alignment == 0 || global.alignment.is_power_of_two();
    require(aligned, op, format!("the alignment of @{name} is no power of two"))?;
    let element = address(kernel, op)?;
    require(element == global.element, op, format!("@{name} has elements of type {}", global.element))
}

/// `alloca`: the number of elements, aligned at least like an element.
pub(in crate::valid) fn check_scratch(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let element = address(kernel, op)?;
    let alignment = op.attributes.alignment.unwrap_or_default();
    require(alignment.is_power_of_two(), op, "its alignment is a power of two")?;
    require(alignment >= element.bytes(), op, format!("{element} is aligned to {}", element.bytes()))
}

/// The pointee type of an operation's pointer result.
fn address(kernel: &Kernel, op: &Operation) -> Result<Scalar, IllFormed> {
    let given = result(kernel, op, 0)?;
    require(given.shape.is_empty(), op, "it gives one pointer")?;
    pointee(op, given)
}
