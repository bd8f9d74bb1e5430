//! `tileproof server`: the language server, on standard input and output.

use std::io::{self, IsTerminal};
use std::process::Command;

use clap::Args;
use driver::exit::Exit;
use driver::failure::Failure;
use server::Ended;

use crate::fix;
use crate::output::eprint;

/// The interface of the server.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Use standard input and output (the default; some editors pass this flag)
    #[arg(long)]
    stdio: bool,
    /// Check one file for a server
    #[arg(long, hide = true)]
    worker: bool,
}

/// Runs the verb.
///
/// # Errors
/// A worker received an invalid request.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.worker {
        return server::work(fix::mended);
    }
    if io::stdin().is_terminal() {
        eprint(
            "tileproof server speaks the language server protocol with an editor, and waits for one: docs/editors.md\n",
        );
    }
    match server::serve(worker) {
        Ended::InOrder => Ok(Exit::Success),
        Ended::Early => Ok(Exit::Undefined),
        Ended::Torn(why) => {
            eprint(&format!("error: this is not the language server protocol: {why}\n"));
            Ok(Exit::Undefined)
        }
    }
}

/// Starts this program as a worker.
fn worker() -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["server", "--worker"]);
    Ok(command)
}
