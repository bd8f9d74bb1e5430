//! `tileproof lower`: a file as tileproof reads it, printed as `.tile`.

use std::path::PathBuf;

use clap::Args;

use crate::output::print;
use crate::sources;
use driver::exit::Exit;
use driver::failure::Failure;

/// What to print.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Tile C++ (FILE.cu), cuTile Python (FILE.py, or FILE.py:KERNEL with samples behind `--`), Tile IR: assembly, or bytecode
    /// with a file of contracts beside it (FILE.contract for FILE.tilebc), or Triton's TTIR (FILE.ttir, with FILE.contract)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Contracts for the file's kernels, wherever they stand
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// The kernel, where a file of Python has several
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// For the compiler of C++, such as -I and -D; for a script its arguments; for a kernel of Python samples of its arguments
    #[arg(last = true, value_name = "WORDS")]
    words: Vec<String>,
}

/// Runs the verb.
///
/// # Errors
/// A file that cannot be read, or does not parse.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let Arguments { file, contract, kernel, words } = arguments;
    let source = sources::open_one(file, contract.as_deref(), words, kernel.as_deref())?;
    let module = source.module().map_err(|problem| Failure::refused(&problem, &source))?;
    print(&spec::print::module(&module)).map(|()| Exit::Success)
}
