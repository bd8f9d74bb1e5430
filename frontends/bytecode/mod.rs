//! Tile IR bytecode, 13.1 to 13.5: the same [`Module`] as from a disassembly, with places from the debug section.
//!
//! Tile IR's bytecode has the parts of MLIR's: sections, varints, and tables of strings, types and attributes that
//! operations refer to by number. The encoding is its own. In reading order:
//!
//! 1. `schema`: the encoding of every operation in every version, as a row of data; everything else follows it.
//! 2. `error`: errors of a file. `version`, `type_tag`, `enum_attribute`, `function_flag`: the numbers that a reader and a writer
//!    share.
//! 3. `read`: a file to kernels. A file is a header, then sections in any order; strings, types, constants and debug
//!    attributes are tables, read when something names an entry of them.
//! 4. `write`: kernels to a file of the newest version.
//!
//! The size of the file bounds the work. Every count is compared with the remaining bytes before any allocation, and
//! repeated references are charged to a budget proportional to the file's size.

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
/// The first error with its byte, or an unsupported construct: a newer version, or an operation or type outside of
/// [`spec::syntax`].
pub fn module(bytes: &[u8]) -> Result<Module, Refused> {
    Ok(read::function::read_module(bytes)?.0)
}

/// Where a file has what each access of a view promises, in the order of the file; nothing, before 13.4, where accesses
/// cannot promise anything.
///
/// # Errors
/// The errors of [`module`].
pub fn promises(bytes: &[u8]) -> Result<Vec<Promise>, Refused> {
    Ok(read::function::read_module(bytes)?.1)
}
