//! The end of this process.

use std::ffi::c_int;

// SAFETY: this is what C declares; every program with a C library has it, and Rust's own links with one.
unsafe extern "C" {
    safe fn _exit(status: c_int) -> !;
}

/// Ends the process at once. While a kernel runs that does not end, the driver's own clean-up would wait for it; the system
/// takes the device back all the same.
pub fn leave(code: u8) -> ! {
    _exit(code.into())
}
