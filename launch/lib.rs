//! Code on a GPU: loaded, launched, watched and timed by the CUDA driver, which is looked for only when it is needed.
//!
//! 1. `error`: all failures of a launch, a sentence each, with a remedy.
//! 2. `image`: the properties of PTX and cubins, and the devices that can run them.
//! 3. `arguments`: where the bytes of each argument stand.
//! 4. `placement`: the place of a buffer in device memory, and its guard bytes.
//! 5. `watch`: waiting, but not for ever.
//! 6. `facts`, `code`, `tensor_map`: a device's attributes, a compiled kernel, and the numbers of bulk copies.
//! 7. `driver`: the one folder that calls the driver API, and the only unsafe code of the project; `cu_result` has the names
//!    of its results.
//! 8. `device`: the public interface.
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
