//! `tileproof completions` and `tileproof man`: completion scripts and manual pages, generated from the definition of the command line.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;

use crate::output::print;

/// The shell to complete for.
#[derive(Debug, Args)]
pub struct CompletionArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// The destination of the pages.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// Write one page per verb into this folder
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Prints the completions.
///
/// # Errors
/// The completions cannot be printed.
pub fn complete(arguments: &CompletionArguments, mut command: Command) -> Result<Exit, Failure> {
    let name = command.get_name().to_owned();
    let mut bytes = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut bytes);
    print(&String::from_utf8_lossy(&bytes)).map(|()| Exit::Success)
}

/// Prints or writes the pages of the manual.
///
/// # Errors
/// The pages cannot be printed or written.
pub fn document(arguments: &ManArguments, mut command: Command) -> Result<Exit, Failure> {
    // With the names of verbs as they are called.
    command.build();
    let name = command.get_name().to_owned();
    let Some(folder) = &arguments.output else {
        return print(&String::from_utf8_lossy(&page(&command, &name)?)).map(|()| Exit::Success);
    };
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "make the folder", &error))?;
    write_page(folder, &command, &name)?;
    for verb in command.get_subcommands() {
        write_page(folder, verb, &format!("{name}-{}", verb.get_name()))?;
    }
    Ok(Exit::Success)
}

fn write_page(folder: &Path, command: &Command, name: &str) -> Result<(), Failure> {
    write_file(&folder.join(format!("{name}.1")), &page(command, name)?)
}

fn page(command: &Command, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let refused = |error| Failure::usage(format!("cannot write the manual: {error}"));
    Man::new(command.clone()).title(name).render(&mut bytes).map_err(refused)?;
    Ok(bytes)
}
