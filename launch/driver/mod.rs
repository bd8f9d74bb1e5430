//! The one folder that calls the CUDA driver API, and the only unsafe code of the project. What it gives out is safe to use:
//! handles live as long as what they belong to, sizes are checked, and after a kernel that failed nothing is asked of the
//! device any more.
//!
//! One file for each kind of handle of the API: `context` (`cuCtx…`, `cuDevice…`), `memory` (`cuMem…`), `module`
//! (`cuModule…`, `cuFunc…`, `cuLaunchKernel`) with `kernel_params` and `tensor_map`, and `event` (`cuEvent…`). `result` tells the API's
//! results apart, and `process` ends this one.
#![allow(
    unsafe_code,
    reason = "the driver is a C library: every call of it is unsafe, and nothing else here is"
)]

mod context;
mod event;
mod kernel_params;
mod memory;
mod module;
mod process;
mod result;
mod tensor_map;

pub(crate) use context::{Context, start};
pub(crate) use event::Event;
pub use memory::Allocation;
pub(crate) use module::{Function, Module};
pub use process::leave;
pub(crate) use tensor_map::encode;
