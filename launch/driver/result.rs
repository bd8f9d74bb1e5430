//! Results of the driver API: success, or a named error.

use std::ffi::{CStr, c_char};
use std::ptr;

use cudarc::driver::sys;
use spec::syntax::count::u64_from_usize;

use crate::cu_result::CUDA_SUCCESS;
use crate::error::Error;

/// The number of a result.
pub(super) fn code(result: sys::CUresult) -> u32 {
    #[expect(clippy::as_conversions, reason = "an enumeration of C has no other way to its number")]
    let code = result as u32;
    code
}

/// A size of memory, as wide as device addresses are.
pub(super) fn to_u64(size: usize) -> u64 {
    u64_from_usize(size)
}

/// The driver's name for a result.
fn name(result: sys::CUresult) -> String {
    let mut text: *const c_char = ptr::null();
    // SAFETY: `text` is a place for one pointer; the driver stores a static string or null.
    unsafe {
        if code(sys::cuGetErrorName(result, &mut text)) == CUDA_SUCCESS && !text.is_null() {
            return CStr::from_ptr(text).to_string_lossy().into_owned();
        }
    }
    format!("error {}", code(result))
}

/// Checks that a call succeeded; `doing` completes the sentence "the driver fails …".
pub(super) fn check(result: sys::CUresult, doing: &'static str) -> Result<(), Error> {
    match code(result) {
        CUDA_SUCCESS => Ok(()),
        code => Err(Error::of(code, doing, name(result))),
    }
}
