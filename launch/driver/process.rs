//! Ends the process.

use std::ffi::c_int;

// SAFETY: the declaration matches C; every program with a C library, and Rust's own, has the function.
unsafe extern "C" {
    safe fn _exit(status: c_int) -> !;
}

/// Ends the process at once. While a kernel runs that does not end, the driver's own clean-up would wait for it; the system
/// takes the device back all the same.
pub fn leave(code: u8) -> ! {
    _exit(code.into())
}
