//! Arrays named by the kernel: globals of the module, and arrays of the block in shared memory.

use std::fmt::Write;

use spec::problem::Unsupported;
use spec::syntax::kernel::{Global, Kernel, Operation};
use spec::syntax::op::Op;

use crate::ir::builder::Builder;
use crate::ir::numbers::bytes_to_index;
use crate::ir::ptx::{Class, Inst, Reg, Space};
use crate::layout::linear::Layout;

/// The most bytes that arrays of a block can have: shared memory whose size the code says.
const MOST: u64 = 48 << 10;

/// The most that an array of a block can be aligned to.
const MOST_ALIGNED: u64 = 1024;

/// `get_global`: the address of an array that the module declares.
pub(crate) fn global(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let Some(global) = code.kernel().global(op).and_then(|at| code.kernel().globals.get(at)) else {
        return code.refuse(op, "a global that the module does not have");
    };
    let name = identifier(&global.name, &code.kernel().name);
    let line = declaration(global, &name);
    code.declare(line);
    let mut address = code.reg(Class::B64);
    code.push(Inst::AddressOf { to: address, name });
    if code.pointer_space() == Space::Generic {
        address = to_generic_address(code, Space::Global, address);
    }
    code.set_tile(op.results[0], Layout::splat(&[]), vec![address]);
    Ok(())
}

/// A generic address for one of a space.
pub(crate) fn to_generic_address(code: &mut Builder<'_>, space: Space, from: Reg) -> Reg {
    let to = code.reg(Class::B64);
    code.push(Inst::Cvta { space, to_generic: true, to, from });
    to
}

/// A name in PTX syntax; other characters become numbers.
fn identifier(name: &str, entry: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '$' => text.push(c),
            _ => drop(write!(text, "_{:x}_", u32::from(c))),
        }
    }
    // Names of the compiler begin with `tile_`.
    let taken = text == entry || text.starts_with("tile_") || text == "vprintf";
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic());
    if taken || !starts || text.len() < 2 { format!("global_{text}") } else { text }
}

/// Declares a global with the bytes of its initial value.
fn declaration(global: &Global, name: &str) -> String {
    let (count, size) = (global.ty.len(), bytes_to_index(global.element.bytes()));
    let initial = |element: usize| global.initial(element).unwrap_or(0);
    let bytes = (0..count).flat_map(|element| initial(element).to_le_bytes().into_iter().take(size));
    declare_bytes("global", global.aligned_to(), name, &bytes.collect::<Vec<u8>>())
}

/// A variable of the module with its first bytes.
pub(crate) fn declare_bytes(space: &str, aligned: u64, name: &str, bytes: &[u8]) -> String {
    let mut line = format!(".visible .{space} .align {aligned} .b8 {name}[{}]", bytes.len());
    if bytes.iter().any(|byte| *byte != 0) {
        let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let _ = write!(line, " = {{{}}}", list.join(", "));
    }
    line.push(';');
    line
}

/// Bytes of the arrays of a block.
pub(crate) fn scratch_bytes(kernel: &Kernel) -> u64 {
    kernel.scratch().fold(0, |sum: u64, op| {
        let aligned = op.attributes.alignment.unwrap_or(1).max(1);
        sum.checked_next_multiple_of(aligned).unwrap_or(u64::MAX).saturating_add(scratch(kernel, op))
    })
}

fn scratch(kernel: &Kernel, op: &Operation) -> u64 {
    let element = kernel.tile(op.results[0]).element.pointee();
    op.attributes.elements.unwrap_or(0).saturating_mul(element.map_or(1, |element| element.bytes()))
}

/// `alloca`: an array of the block. Memory holds no pointers, so no other block comes to know its address, unless as a number.
pub(crate) fn alloca(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let bytes = scratch_bytes(code.kernel());
    if bytes > MOST {
        return code.refuse(op, format!("{bytes} bytes of arrays in one block"));
    }
    let aligned = op.attributes.alignment.unwrap_or(1).max(1);
    if aligned > MOST_ALIGNED {
        return code.refuse(op, format!("an array of the block that is aligned to {aligned} bytes"));
    }
    if op.attributes.global && code.kernel().operations().any(|op| op.op == Op::IntToPtr) {
        return code.refuse(op, "an array of the block that other blocks may find by its number");
    }
    let name = format!("tile_array_{}", op.results[0].0);
    let size = scratch(code.kernel(), op).max(1);
    code.declare(format!(".shared .align {aligned} .b8 {name}[{size}];"));
    let address = code.reg(Class::B64);
    code.push(Inst::AddressOf { to: address, name });
    let address = to_generic_address(code, Space::Shared, address);
    code.set_tile(op.results[0], Layout::splat(&[]), vec![address]);
    Ok(())
}
