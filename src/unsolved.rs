//! `tileproof check` in a build without the solver, which says so.

use std::ffi::OsString;

use clap::Args;

use driver::exit::Exit;
use driver::failure::Failure;

/// Whatever stands behind the verb.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Anything: this build checks nothing
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ANYTHING")]
    words: Vec<OsString>,
}

/// Runs the verb.
///
/// # Errors
/// Always: nothing can be proved here.
pub fn run(_: &Arguments) -> Result<Exit, Failure> {
    Err(Failure::unsupported("this build of tileproof has no solver, and so checks nothing").help(
        "check where one is, with `tileproof check FILE --proof PROOF`, and give PROOF to the other verbs here; or \
         build with the default features",
    ))
}
