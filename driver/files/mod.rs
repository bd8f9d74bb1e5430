//! Files beside kernels: arrays and launches, and how a file is written.

pub mod launch_file;
pub mod npy;
mod whole;

pub use self::launch_file::LaunchFile;
pub use self::npy::Array;
pub use self::whole::write_file;
pub(crate) use self::whole::write_new_file;
