//! Kernels as Tile IR bytecode of the newest version: what [`crate::bytecode::module`] reads back as the same kernels.
//!
//! The layout of an operation is the row of [`crate::bytecode::schema`] that the reader follows. There is no debug section, so
//! places and names are lost.

mod attribute;
mod constant;
mod encoding_emitter;
mod op;
mod tables;

use std::sync::Arc;

use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Global, Kernel};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use self::constant::constant_number;
use self::encoding_emitter::EncodingEmitter;
use self::tables::Tables;
use crate::bytecode::function_flag::KERNEL;
use crate::bytecode::version::{MAGIC, NEWEST};

/// Numbers of the sections, with the bit for an aligned payload.
mod section {
    pub(super) const STRINGS: u8 = 0x81;
    pub(super) const FUNCTIONS: u8 = 0x82;
    pub(super) const CONSTANTS: u8 = 0x84;
    pub(super) const TYPES: u8 = 0x85;
    pub(super) const GLOBALS: u8 = 0x86;
    pub(super) const END: u8 = 0;
}

/// Writes kernels and the globals that they name.
///
/// # Errors
/// A message about a kernel that bytecode cannot express: of Triton, whose order of accesses bytecode does not have, or invalid,
/// since an operation lacks a required attribute.
pub fn module(kernels: &[Arc<Kernel>]) -> Result<Vec<u8>, String> {
    let mut tables = Tables::default();
    let mut globals: Vec<&Global> = Vec::new();
    for global in kernels.iter().flat_map(|kernel| &kernel.globals) {
        if !globals.iter().any(|known| known.name == global.name) {
            globals.push(global);
        }
    }
    let mut functions = EncodingEmitter::default();
    functions.write_count(kernels.len());
    for kernel in kernels {
        if matches!(kernel.language, Language::Triton { .. }) {
            return Err(format!(
                "@{} cannot be written: bytecode does not have the order of Triton's accesses",
                kernel.name
            ));
        }
        write_function(kernel, &mut functions, &mut tables)
            .map_err(|why| format!("@{} cannot be written: {why}", kernel.name))?;
    }
    let mut listed = EncodingEmitter::default();
    listed.write_count(globals.len());
    for global in &globals {
        write_global(global, &mut listed, &mut tables);
    }
    let mut file = EncodingEmitter::default();
    file.write_bytes(&MAGIC);
    let has_previews = kernels.iter().any(|kernel| kernel.operations().any(|op| op.op == Op::PreviewCall));
    file.write_bytes(&[13, NEWEST, u8::from(has_previews), 0]);
    file.write_section(section::FUNCTIONS, 8, functions);
    if !globals.is_empty() {
        file.write_section(section::GLOBALS, 8, listed);
    }
    file.write_section(section::CONSTANTS, 8, tables.constants.to_section::<8>());
    file.write_section(section::TYPES, 4, tables.types.to_section::<4>());
    file.write_section(section::STRINGS, 4, tables.strings.to_section::<4>());
    file.write_byte(section::END);
    Ok(file.into_vec())
}

/// A name, a type, flags, the number 0 in the debug section, hints, no attributes of parameters, and a body.
fn write_function(kernel: &Kernel, to: &mut EncodingEmitter, tables: &mut Tables) -> Result<(), String> {
    to.write_varint(tables.string(&kernel.name));
    let params: Vec<&Type> = kernel.params.iter().map(|param| kernel.ty(*param)).collect();
    to.write_varint(tables.function(&params));
    to.write_byte(KERNEL);
    to.write_varint(0);
    attribute::write_tagged_hints(&kernel.hints, to, tables);
    attribute::write_empty_array(to);
    let code = op::write_ops(kernel, tables)?;
    to.write_sized(&code.into_vec());
    Ok(())
}

/// A name, a type, a value, an alignment, public visibility, and whether the global is constant.
fn write_global(global: &Global, to: &mut EncodingEmitter, tables: &mut Tables) {
    to.write_varint(tables.string(&global.name));
    to.write_varint(tables.ty(&Type::Tile(global.ty.clone())));
    to.write_varint(constant_number(&global.value, global.element, tables));
    to.write_varint(global.alignment);
    to.write_byte(0);
    to.write_varint(u64::from(global.constant));
}
