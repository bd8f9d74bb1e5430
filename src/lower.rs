//! `tileproof lower`: prints any source as Tile IR assembly.

use std::path::PathBuf;

use clap::Args;

use crate::output::print;
use crate::sources;
use driver::exit::Exit;
use driver::failure::Failure;

/// The source to print.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The source: Tile C++, cuTile Python, Tile IR, or Triton's TTIR
    ///
    /// FILE.cu is Tile C++. FILE.py is cuTile Python; FILE.py:KERNEL takes sample arguments after `--`. Tile IR is read as assembly,
    /// or as bytecode (FILE.tilebc) with contracts in FILE.contract. FILE.ttir is Triton's TTIR, with contracts in FILE.contract.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Read contracts from this file
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// The kernel, if a Python file has several
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Flags of the C++ compiler (-I, -D), arguments of the script, or sample arguments of FILE.py:KERNEL
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
    // The text would have other types than the file.
    if let Some(lost) = module.kernels.iter().find_map(|kernel| kernel.unsupported.clone()) {
        return Err(Failure::refused(&lost.into(), &source));
    }
    print(&spec::print::module(&module)).map(|()| Exit::Success)
}
