//! Facts of a device: attributes of the driver API (`cuDeviceGetAttribute`).

use crate::error::Version;

/// Properties reported by a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The number, from 0.
    pub ordinal: u32,
    /// The name.
    pub name: String,
    /// The compute capability.
    pub capability: Version,
    /// The memory in bytes.
    pub memory: u64,
    /// The number of multiprocessors.
    pub multiprocessors: u32,
    /// The L2 cache in bytes.
    pub cache: u64,
    /// The most bytes of shared memory that a block may have.
    pub shared: u32,
    /// The newest CUDA version that the driver supports.
    pub driver: Version,
}
