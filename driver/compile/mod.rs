//! From an author's own source to bytecode, by the compiler of its language: Tile C++ by [`nvcc`], cuTile Python by `cuda.tile`
//! in the author's interpreter ([`cutile`]). What comes of it is read, and checked, as any bytecode is; the contracts stand in
//! comments of the source.

mod changed;
mod child;
mod conditions;
pub mod cutile;
mod decisions;
mod likely;
pub mod nvcc;
mod opened;
mod scratch;
mod search;
mod shared;
mod table;
mod tuned;

use std::fs;
use std::path::Path;

pub use crate::code::Language;
use crate::failure::Failure;
use crate::load::Source;

pub use self::changed::{Changed, open_changed};
pub use self::cutile::Script;
pub use self::likely::has_kernel;
pub use self::opened::{
    Asked, Decided, LaunchedArgument, LaunchedAt, ListedArray, Offered, Opened, Passed, PassedArray, Unit,
};
pub use self::scratch::Scratch;
pub use self::search::read_search;
pub use self::table::TABLE;

/// Reads a file. A language with a compiler is compiled first, on every call. A compiler does not list all its input files,
/// so a cached verdict is found by the code that the compiler wrote.
///
/// # Errors
/// A file cannot be read, or its compiler is missing or rejects the file.
pub fn open(asked: &Asked) -> Result<Opened, Failure> {
    let language = Language::of(&asked.file);
    if language != Some(Language::Python) && (asked.kernel.is_some() || !asked.samples.is_empty()) {
        let file = asked.file.display();
        return Err(Failure::usage(format!(
            "{file} is no Python, so nothing is said about arguments of its kernels"
        )));
    }
    if language.is_some() && !asked.file.is_file() {
        // The message equals that of any other missing file.
        Source::read(&asked.file, None)?;
    }
    if fs::metadata(&asked.file).is_ok_and(|data| data.is_file() && data.len() == 0) {
        return Err(Failure::usage(format!("{} is empty", asked.file.display())));
    }
    match language {
        Some(Language::Cpp) => nvcc::compile(asked),
        Some(Language::Python) => cutile::compile(asked).map(|opened| of_script(opened, &asked.file)),
        Some(Language::Table) => table::read(&asked.file).map(|opened| of_script(opened, &asked.file)),
        None if asked.words.is_empty() => Source::read(&asked.file, asked.contract.as_deref()).map(one),
        None => Err(Failure::usage(format!(
            "no compiler reads {}, so nothing can stand behind `--`",
            asked.file.display()
        ))),
    }
}

/// The result of a script with launches: its kernels and launches belong together.
fn of_script(mut opened: Opened, file: &Path) -> Opened {
    if opened.units.iter().any(|unit| !unit.launches.is_empty()) {
        opened.units.iter_mut().for_each(|unit| unit.script = Some(file.display().to_string()));
    }
    opened
}

fn one(source: Source) -> Opened {
    Opened { units: vec![Unit::alone(source)], ..Opened::default() }
}
