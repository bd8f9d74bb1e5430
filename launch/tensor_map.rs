//! Tensor maps: what bulk copies of a kernel have to know of a tensor in global memory.

/// A tensor as bulk copies see it (`cuTensorMapEncodeTiled`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorMap {
    /// The address of the first element.
    pub address: u64,
    /// Bytes of an element: 1, 2, 4 or 8.
    pub element_bytes: u64,
    /// Extents in elements, that along neighbours in memory first.
    pub extents: Vec<u64>,
    /// Strides in bytes, of the second extent and those behind.
    pub strides: Vec<u64>,
    /// Extents of the box of one copy.
    pub box_extents: Vec<u32>,
    /// Bytes of a box along neighbours, 32, 64 or 128, which say how lines are swizzled in shared memory.
    pub line_bytes: u32,
    /// Whether copies round binary32 to `tf32`.
    pub rounds: bool,
}

/// What code takes beside the kernel's own arguments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beside {
    /// Numbers, behind the kernel's own arguments.
    pub numbers: Vec<u64>,
    /// Tensor maps, behind the arguments.
    pub maps: Vec<EncodedMap>,
}

/// A tensor map as the driver encodes it: a parameter of 128 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodedMap(pub(crate) [u64; 16]);
