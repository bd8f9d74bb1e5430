//! The executable of tileproof.

use std::process::ExitCode;

/// Tiles and pages come and go in thousands: a sixth of the time of an element went into the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tileproof::command::main(std::env::args_os()).into()
}
