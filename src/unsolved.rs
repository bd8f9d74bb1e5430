//! The verbs that need the solver, in a build without one: each reports the missing solver.

use std::ffi::OsString;

use clap::Args;

use driver::exit::Exit;
use driver::failure::Failure;

/// The ignored words after the verb.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Ignored: this build has no solver
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ANYTHING")]
    words: Vec<OsString>,
}

/// Runs the verb.
///
/// # Errors
/// Always: nothing can be proved here.
pub fn run(_: &Arguments) -> Result<Exit, Failure> {
    Err(Failure::unsupported("this build of tileproof has no solver and cannot check kernels").help(
        "check where one is, with `tileproof check FILE --proof PROOF`, and give PROOF to the other verbs here; or \
         build with the default features",
    ))
}
