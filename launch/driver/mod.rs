//! The only folder with calls of the CUDA driver API, and the only unsafe code of the project. Its interface is safe: handles do not
//! outlive their owners, sizes are checked, and a device is not used again after a failed kernel.
//!
//! Each kind of handle has a file: `context` (`cuCtx…`, `cuDevice…`), `memory` (`cuMem…`), `module` (`cuModule…`, `cuFunc…`,
//! `cuLaunchKernel`) with `kernel_params` and `tensor_map`, and `event` (`cuEvent…`). `result` classifies the API's results, and `process`
//! ends this process.
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
