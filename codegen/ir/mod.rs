//! The code of a kernel as data, and its builder.

pub(crate) mod barriers;
pub(crate) mod builder;
pub(crate) mod code_buffer;
pub(crate) mod emit;
pub(crate) mod numbers;
#[allow(dead_code, reason = "the complete instruction set; lowering uses a part")]
pub(crate) mod ptx;
pub(crate) mod regions;
pub(crate) mod ring;
pub(crate) mod role;
pub(crate) mod shared_memory;
pub(crate) mod shuffle;
pub(crate) mod thread_bits;
pub(crate) mod tile_block;
pub(crate) mod value;
pub(crate) mod vector_access;
