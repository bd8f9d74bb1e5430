//! Kernels as Tile IR bytecode of the newest version: what [`super::module`] reads back as the same kernels.
//!
//! The layout of an operation is the row of [`super::schema`] that the reader follows. There is no debug section, so
//! that places are lost, and with them names.

mod attribute;
mod body;
mod bytes;
mod tables;

use std::sync::Arc;

use spec::syntax::attributes::Constant;
use spec::syntax::kernel::{Global, Kernel};
use spec::syntax::types::{Scalar, Type};

use self::bytes::Bytes;
use self::tables::Tables;
use super::function::KERNEL;
use super::{MAGIC, NEWEST};

/// Numbers of the sections, with the bit that says that the payload is aligned.
mod section {
    pub(super) const STRINGS: u8 = 0x81;
    pub(super) const FUNCTIONS: u8 = 0x82;
    pub(super) const CONSTANTS: u8 = 0x84;
    pub(super) const TYPES: u8 = 0x85;
    pub(super) const GLOBALS: u8 = 0x86;
    pub(super) const END: u8 = 0;
}

/// A file of kernels and of the globals that they name.
///
/// # Errors
/// What bytecode cannot say, in a sentence: an operation without an attribute that its form has, which no valid kernel
/// is.
pub fn module(kernels: &[Arc<Kernel>]) -> Result<Vec<u8>, String> {
    let mut tables = Tables::default();
    let mut globals: Vec<&Global> = Vec::new();
    for global in kernels.iter().flat_map(|kernel| &kernel.globals) {
        if !globals.iter().any(|known| known.name == global.name) {
            globals.push(global);
        }
    }
    let mut functions = Bytes::default();
    functions.number(kernels.len() as u64);
    for kernel in kernels {
        function(kernel, &mut functions, &mut tables)
            .map_err(|why| format!("@{} cannot be written: {why}", kernel.name))?;
    }
    let mut listed = Bytes::default();
    listed.number(globals.len() as u64);
    for global in &globals {
        write_global(global, &mut listed, &mut tables);
    }
    let mut file = Bytes::default();
    file.extend(&MAGIC);
    file.extend(&[13, NEWEST, 0, 0]);
    file.section(section::FUNCTIONS, 8, functions);
    if !globals.is_empty() {
        file.section(section::GLOBALS, 8, listed);
    }
    file.section(section::CONSTANTS, 8, tables.constants.bytes::<8>());
    file.section(section::TYPES, 4, tables.types.bytes::<4>());
    file.section(section::STRINGS, 4, tables.strings.bytes::<4>());
    file.byte(section::END);
    Ok(file.into_vec())
}

/// A name, a type, flags, the number 0 in the debug section, hints, no attributes of parameters, and a body.
fn function(kernel: &Kernel, to: &mut Bytes, tables: &mut Tables) -> Result<(), String> {
    to.number(tables.string(&kernel.name));
    let params: Vec<&Type> = kernel.params.iter().map(|param| kernel.ty(*param)).collect();
    to.number(tables.function(&params));
    to.byte(KERNEL);
    to.number(0);
    attribute::tagged_hints(&kernel.hints, to, tables);
    attribute::empty_array(to);
    let code = body::code(kernel, tables)?;
    to.counted(&code.into_vec());
    Ok(())
}

/// A name, a type, a value, an alignment, that everybody sees it, and whether nobody may write it.
fn write_global(global: &Global, to: &mut Bytes, tables: &mut Tables) {
    to.number(tables.string(&global.name));
    to.number(tables.ty(&Type::Tile(global.ty.clone())));
    to.number(constant(&global.value, global.element, tables));
    to.number(global.alignment);
    to.byte(0);
    to.number(u64::from(global.constant));
}

/// The number of a constant.
fn constant(value: &Constant, scalar: Scalar, tables: &mut Tables) -> u64 {
    let width = spec::syntax::literal::width(scalar);
    let data = match value {
        Constant::Splat(literal) if scalar == Scalar::I1 => vec![if literal.0 == 0 { 0 } else { 0xff }],
        Constant::Splat(literal) => bytes::pattern(*literal, scalar).to_le_bytes()[..width].to_vec(),
        // A bit each, the lowest of a byte first.
        Constant::Dense(literals) if scalar == Scalar::I1 => {
            let byte = |eight: &[_]| eight.iter().rev().fold(0, |byte, literal| byte << 1 | bit(literal));
            literals.chunks(8).map(byte).collect()
        }
        Constant::Dense(literals) => {
            let of = |literal: &_| bytes::pattern(*literal, scalar).to_le_bytes().into_iter().take(width);
            literals.iter().flat_map(of).collect()
        }
    };
    tables.constant(&data)
}

fn bit(literal: &spec::syntax::attributes::Literal) -> u8 {
    u8::from(literal.0 != 0)
}
