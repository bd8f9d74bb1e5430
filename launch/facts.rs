//! What a device says of itself: attributes of the driver API (`cuDeviceGetAttribute`).

use crate::error::Version;

/// Properties reported by a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Its number, from 0.
    pub ordinal: u32,
    /// Its name.
    pub name: String,
    /// Its compute capability.
    pub capability: Version,
    /// Its memory in bytes.
    pub memory: u64,
    /// How many multiprocessors it has.
    pub multiprocessors: u32,
    /// Its L2 cache in bytes.
    pub cache: u64,
    /// The most bytes of shared memory that a block may have.
    pub shared: u32,
    /// The newest CUDA version that the driver supports.
    pub driver: Version,
}
