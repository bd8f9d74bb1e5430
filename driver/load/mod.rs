//! The input of a check: kernel files with their contracts, the contract of a kernel, and the selected kernel.

mod allowances;
mod authored;
mod bytecode;
pub(crate) mod comments;
mod compiled;
pub(crate) mod contract;
mod files;
mod kernel;
mod meaning;
pub(crate) mod names;
mod position;
pub(crate) mod second;
mod source;

pub use self::compiled::Compiled;
pub(crate) use self::compiled::{Checked, LeftOut, UnsetValues};
pub use self::contract::{Flags, find_contract, find_stray_contract, require_arguments};
pub use self::kernel::{find_kernel, require_kernel, select_kernels};
pub use self::meaning::Meaning;
pub use self::names::function_name;
pub use self::position::{Excerpt, Position, Stretch};
pub use self::source::Source;
