//! Files beside kernels: arrays and launches, and how a file is written.

pub mod launch_file;
pub mod npy;
mod whole;

pub use self::launch_file::{LaunchFile, bytes_of, hex};
pub use self::npy::Array;
pub(crate) use self::whole::write_new_file;
pub use self::whole::{replace_file, write_file};
