//! Code on a GPU: loaded, launched, watched and timed by the CUDA driver, which is looked for only when it is needed.
//!
//! 1. `error`: all that can keep a launch from its end, a sentence each, and what to do.
//! 2. `image`: what PTX and a cubin say of themselves, and whether a device can run them.
//! 3. `arguments`: where the bytes of each argument stand.
//! 4. `placement`: where a buffer lies in device memory, and what lies around it.
//! 5. `watch`: waiting, but not for ever.
//! 6. `facts`, `code`, `tensor_map`: what a device says of itself, a kernel as a compiler leaves it, and what its bulk copies must know.
//! 7. `driver`: the one folder that calls the driver API, and the only unsafe code of the project; `cu_result` has the names
//!    of its results.
//! 8. `device`: what others use.
//!
//! Whether a kernel may run is not decided here: whoever makes [`Code`] has a proof of it, or times a compiler's.

#![warn(clippy::as_conversions)]

pub mod arguments;
mod code;
mod cu_result;
mod device;
mod driver;
pub mod error;
mod facts;
pub mod image;
pub mod placement;
mod tensor_map;
pub mod watch;

pub use arguments::Parameter;
pub use code::Code;
pub use device::{Device, Kernel, Placed, Value};
pub use driver::{Allocation, leave};
pub use error::{Error, Fault};
pub use facts::Facts;
pub use image::Image;
pub use tensor_map::{Beside, EncodedMap, TensorMap};
