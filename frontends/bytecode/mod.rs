//! Tile IR bytecode, 13.1 to 13.5: the same [`Module`] that its disassembly gives, with the places of its debug section.
//!
//! `schema` has the layout of every operation in every version as a row of data; everything else follows it. A file is
//! a header, then sections in any order (`sections`): strings, types, constants and debug attributes are tables
//! (`table`), read when something names an entry of them (`types`, `constant`, `debug`); functions and globals are read
//! from front to back (`function`, `body`, `operation`).
//!
//! What is read is bounded by the file: every count is held against the bytes that are left before anything is made,
//! and what a file may name again and again is charged to a `budget` that is proportional to its size.

mod attribute;
mod body;
mod budget;
mod constant;
mod cursor;
mod debug;
mod function;
mod operand;
mod operation;
mod problem;
pub mod schema;
mod sections;
mod table;
mod types;
pub mod write;

use spec::problem::Refused;
use spec::syntax::kernel::Module;

pub use self::function::Promise;
pub use self::problem::HELP;

/// What every file of Tile IR bytecode begins with.
pub const MAGIC: [u8; 8] = *b"\x7fTileIR\0";

/// The newest minor version of 13 that is read.
pub const NEWEST: u8 = 5;

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
    Ok(function::module(sections::Sections::read(bytes)?)?.0)
}

/// Where a file has what each access of a view promises, in the order of the file; nothing, before 13.4, where accesses
/// cannot promise anything.
///
/// # Errors
/// Those of [`module`].
pub fn promises(bytes: &[u8]) -> Result<Vec<Promise>, Refused> {
    Ok(function::module(sections::Sections::read(bytes)?)?.1)
}
