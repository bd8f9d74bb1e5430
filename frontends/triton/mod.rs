//! TTIR, the text that Triton's compiler makes of a Python kernel before it chooses layouts: the same [`Module`] as from Tile IR.
//!
//! In reading order:
//!
//! 1. `schema`: every operation of TTIR that is read, as a row: its name, and the operation of ours or the function that
//!    translates it. Differences between versions of Triton are rows as well.
//! 2. `read`: text to `read::syntax`, operations as names with words; locations; types.
//! 3. `lower`: operations to kernels of [`spec::syntax`], with the author's names and places.
//!
//! Meanings are decided in `spec/triton.md`. A translation only combines operations whose meaning is defined in `spec/ops`.

mod lower;
mod read;
pub mod schema;

use spec::problem::Refused;
use spec::syntax::kernel::Module;

/// Whether a text looks like TTIR.
pub fn is_ttir(text: &str) -> bool {
    let code = |line: &&str| !line.trim_start().is_empty() && !line.trim_start().starts_with(['#', '/']);
    let mut lines = text.lines().filter(code);
    lines.next().is_some_and(|line| line.trim_start().starts_with("module")) && text.contains("tt.func")
}

/// Reads a text. Places are offsets into it, beside the author's own places from its locations.
///
/// # Errors
/// The first error, at its place, or the first operation that tileproof cannot read yet.
pub fn module(text: &str) -> Result<Module, Refused> {
    let mut file = read::parse(text)?;
    lower::count_columns(&file.operations, &mut file.locations);
    lower::lower(&file)
}
