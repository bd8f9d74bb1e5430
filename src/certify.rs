//! `tileproof certify`: bytecode whose accesses promise to be in bounds wherever that is proved, for compilers that make
//! faster code of the promise, and the conditions that a launch must keep for it.

use std::path::PathBuf;

use clap::Args;
use driver::certify::{Language, certify, guard};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;

use crate::output::{eprint, print};
use crate::proved::describe;
use crate::sources::KernelArguments;

/// What the file must be.
const FILE: &str = "Tile IR bytecode, with a file of contracts beside it (FILE.contract for FILE.tilebc), or a source that a \
                    compiler makes it of (FILE.cu, FILE.py)";

/// What to certify.
#[derive(Debug, Args)]
#[command(mut_arg("file", |file| file.help(FILE)))]
pub struct Arguments {
    #[command(flatten)]
    kernel: KernelArguments,
    /// The bytecode to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write what a launch must keep, as a function in C++ (FILE.h, FILE.hpp or FILE.cuh) or in Python (FILE.py)
    #[arg(long, value_name = "FILE")]
    guard: Option<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A file that cannot be read or written or is no bytecode of 13.4 or newer, or a kernel that is not proved.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let language = arguments.guard.as_deref().map(Language::of).transpose()?;
    let (file, path) = (arguments.kernel.read()?, &arguments.kernel.file);
    let Some(bytes) = file.source.bytes() else {
        return Err(Failure::usage(format!("{} is no bytecode", path.display()))
            .help("promises are set in bytecode, which other compilers take"));
    };
    let proved = file.prove(file.kernel(None)?)?;
    eprint(&describe(&proved));
    let certified = certify(bytes, &proved, &path.display().to_string())?;
    write_file(&arguments.output, &certified.bytecode)?;
    if let (Some(path), Some(language)) = (&arguments.guard, language) {
        write_file(path, guard(&proved, language).as_bytes())?;
    }
    let plural = if certified.promises == 1 { "promise" } else { "promises" };
    print(&format!("{}: {} {plural} more\n", arguments.output.display(), certified.promises))?;
    Ok(Exit::Success)
}
