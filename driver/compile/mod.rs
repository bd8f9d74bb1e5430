//! From an author's own source to bytecode, by the compiler of its language: Tile C++ by [`nvcc`], cuTile Python by `cuda.tile`
//! in the author's interpreter ([`cutile`]). What comes of it is read, and checked, as any bytecode is; the contracts stand in
//! comments of the source.

pub mod cutile;
pub mod nvcc;
mod scratch;
mod table;

use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::load::Source;

pub use self::cutile::Script;
pub use self::table::{LaunchedArgument, LaunchedAt, TABLE};

/// What a file is written in, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Tile C++.
    Cpp,
    /// cuTile Python.
    Python,
    /// A table of kernels and launches, as `python -m tileproof.cutile` writes it.
    Table,
}

impl Language {
    /// The language of a source; none of what is Tile IR already.
    pub fn of(path: &Path) -> Option<Self> {
        let kind = path.extension()?.to_str()?.to_ascii_lowercase();
        match kind.as_str() {
            "cu" | "cuh" => Some(Language::Cpp),
            "py" => Some(Language::Python),
            "launches" => Some(Language::Table),
            _ => None,
        }
    }
}

/// A file to read, and what its compiler is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// The file.
    pub file: PathBuf,
    /// A file of contracts.
    pub contract: Option<PathBuf>,
    /// Of Python, one kernel of the file, rather than the launches that it makes.
    pub kernel: Option<String>,
    /// Of Python and one kernel, samples of its arguments.
    pub samples: Vec<String>,
    /// For the compiler of C++, or for a script.
    pub words: Vec<String>,
    /// The most seconds that a script may run.
    pub seconds: Option<u64>,
}

/// A file that was read: bytecode with its contracts, and launches where its author makes some.
#[derive(Debug)]
pub struct Unit {
    /// The kernels.
    pub source: Source,
    /// The launches, in order.
    pub launches: Vec<LaunchedAt>,
    /// Whether the kernels are to be checked for all launches.
    pub general: bool,
}

/// What came of a source.
#[derive(Debug, Default)]
pub struct Opened {
    /// As many as it has kernels, or all of them in one.
    pub units: Vec<Unit>,
    /// What its author should know.
    pub notes: Vec<String>,
    /// What went wrong beside these, which were seen nevertheless.
    pub problems: Vec<Failure>,
}

impl Opened {
    /// Adds what came of another file.
    pub fn add(&mut self, other: Opened) {
        self.units.extend(other.units);
        self.notes.extend(other.notes);
        self.problems.extend(other.problems);
    }
}

/// Reads a file, by its compiler where it has one.
///
/// # Errors
/// A file that cannot be read, a compiler that is not there, or that does not accept the file.
pub fn open(asked: &Asked) -> Result<Opened, Failure> {
    let language = Language::of(&asked.file);
    if language != Some(Language::Python) && (asked.kernel.is_some() || !asked.samples.is_empty()) {
        let file = asked.file.display();
        return Err(Failure::usage(format!(
            "{file} is no Python, so nothing is said about arguments of its kernels"
        )));
    }
    if language.is_some() && !asked.file.is_file() {
        // The same words as for any other file that is not there.
        Source::read(&asked.file, None)?;
    }
    match language {
        Some(Language::Cpp) => nvcc::compile(asked).map(one),
        Some(Language::Python) => cutile::compile(asked),
        Some(Language::Table) => table::read(&asked.file),
        None if asked.words.is_empty() => Source::read(&asked.file, asked.contract.as_deref()).map(one),
        None => Err(Failure::usage(format!(
            "no compiler reads {}, so nothing can stand behind `--`",
            asked.file.display()
        ))),
    }
}

fn one(source: Source) -> Opened {
    Opened { units: vec![Unit { source, launches: Vec::new(), general: true }], ..Opened::default() }
}
