//! `tileproof lower`: a file as tileproof reads it, printed as `.tile`.

use std::path::PathBuf;

use clap::Args;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::print;
use crate::source::Source;

/// What to print.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Tile IR assembly
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Runs the verb.
///
/// # Errors
/// A file that cannot be read, or does not parse.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let source = Source::read(&arguments.file)?;
    let module =
        spec::parse::module(&source.text).map_err(|problem| Failure::refused(&problem.into(), &source))?;
    print(&spec::print::module(&module)).map(|()| Exit::Success)
}
