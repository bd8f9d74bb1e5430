//! Tile IR bytecode, 13.1 to 13.5: the same [`Module`] that its disassembly gives, with the places of its debug section.
//!
//! Tile IR's bytecode has the building blocks of MLIR's (sections, varints, tables of strings, types and attributes that the
//! operations of a dialect name by numbers), in an encoding of its own. In reading order:
//!
//! 1. `schema`: the encoding of every operation in every version, as a row of data; everything else follows it.
//! 2. `error`: what is wrong with a file. `version`, `type_tag`, `enum_attribute`, `function_flag`: the numbers that a reader and a writer share.
//! 3. `read`: a file to kernels. A file is a header, then sections in any order; strings, types, constants and debug
//!    attributes are tables, read when something names an entry of them.
//! 4. `write`: kernels to a file of the newest version.
//!
//! What is read is bounded by the file: every count is held against the bytes that are left before anything is made,
//! and what a file may name again and again is charged to a budget that is proportional to its size.

mod enum_attribute;
mod error;
mod function_flag;
mod read;
pub mod schema;
mod type_tag;
mod version;
pub mod write;

use spec::problem::Refused;
use spec::syntax::kernel::Module;

pub use error::HELP;
pub use read::file::Promise;
pub use version::{MAGIC, NEWEST};

/// Whether a file is Tile IR bytecode, by its first bytes.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Reads a file. Values have the names of their positions, as bytecode has none; places are offsets and lengths in
/// bytes of the file.
///
/// # Errors
/// The first thing that is wrong, at its byte, or that cannot be read yet: a newer version, an operation or a type that
/// [`spec::syntax`] does not have.
pub fn module(bytes: &[u8]) -> Result<Module, Refused> {
    Ok(read::function::read_module(bytes)?.0)
}

/// Where a file has what each access of a view promises, in the order of the file; nothing, before 13.4, where accesses
/// cannot promise anything.
///
/// # Errors
/// Those of [`module`].
pub fn promises(bytes: &[u8]) -> Result<Vec<Promise>, Refused> {
    Ok(read::function::read_module(bytes)?.1)
}
