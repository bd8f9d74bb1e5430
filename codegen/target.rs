//! The target of the code, and options of code generation.

/// The target machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The compute capability, as in 80 or 90.
    pub sm: u32,
}

impl Target {
    /// 32-bit registers of a multiprocessor, of every capability ("CUDA C++ Programming Guide", technical specifications).
    pub(crate) const REGISTERS: u32 = 1 << 16;

    /// The most threads of a block, of every capability.
    pub(crate) const THREADS_OF_BLOCK: u32 = 1024;

    /// The most threads of all blocks that a multiprocessor runs at once.
    pub(crate) const fn threads_of_multiprocessor(self) -> u32 {
        match self.sm {
            75 => 1024,
            86 | 87 | 89 | 120 | 121 => 1536,
            _ => 2048,
        }
    }

    /// The architecture's name in PTX: Hopper's own instructions need its `a`.
    pub fn name(self) -> String {
        if self.sm == 90 { "sm_90a".to_owned() } else { format!("sm_{}", self.sm) }
    }

    /// The most bytes of shared memory that a block can have.
    pub const fn shared_bytes(self) -> u64 {
        match self.sm {
            80 | 87 => 163 << 10,
            86 | 89 => 99 << 10,
            90 | 100 | 103 => 227 << 10,
            _ => 48 << 10,
        }
    }
}

/// The options of the code, where a choice exists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Threads of a block, a power of two from 32 to 1024; chosen by the sizes of the kernel's tiles without it.
    pub threads: Option<u32>,
    /// The most bytes that a thread moves at once, a power of two up to 16; 16 without it.
    pub max_vector_bytes: Option<u32>,
    /// Iterations of a loop of products whose tiles are in shared memory at once, two or more; chosen by their sizes without it.
    pub stages: Option<u32>,
    /// Columns of tile blocks, or of pairs of them, that persistent blocks go down together; chosen by the device without it.
    pub group: Option<u32>,
    /// Whether no tile is copied by tensor maps, which whoever launches the code would have to make.
    pub without_tensor_maps: bool,
    /// Whether the code's tile blocks each do the work of several neighbors of the launch ([`crate::Program::tiles`]); not every kernel has such code.
    pub larger_tiles: bool,
    /// Whether the launch has no more blocks than the device has multiprocessors, so that each is to load as much as it can.
    pub few_blocks: bool,
}

impl Options {
    /// The most bytes that a thread moves at once.
    pub(crate) fn max_vector_bytes(self) -> u64 {
        self.max_vector_bytes.unwrap_or(16).into()
    }
}
