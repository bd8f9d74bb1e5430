//! The executable of tileproof.

use std::process::ExitCode;

fn main() -> ExitCode {
    tileproof::command::main(std::env::args_os()).into()
}
