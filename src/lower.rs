//! `tileproof lower`: a file as tileproof reads it, printed as `.tile`.

use std::path::PathBuf;

use clap::Args;

use crate::output::print;
use driver::exit::Exit;
use driver::failure::Failure;
use driver::load::Source;

/// What to print.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Tile IR: assembly, or bytecode with a file of contracts beside it (FILE.contract for FILE.tilebc)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Contracts for the file's kernels, wherever they stand
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A file that cannot be read, or does not parse.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let source = Source::read(&arguments.file, arguments.contract.as_deref())?;
    let module = source.module().map_err(|problem| Failure::refused(&problem, &source))?;
    print(&spec::print::module(&module)).map(|()| Exit::Success)
}
