//! A compiled kernel.

use crate::arguments::Parameter;
use crate::image::Image;

/// A compiled kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code<'a> {
    /// The code.
    pub image: Image<'a>,
    /// The kernel's name.
    pub entry: &'a str,
    /// Threads of a block: 1 for a Tile kernel of NVIDIA's compiler, whose code makes its own.
    pub threads: u32,
    /// Bytes of dynamic shared memory per block.
    pub shared_bytes: u32,
    /// The places of the parameters.
    pub parameters: Vec<Parameter>,
    /// How many tensor maps stand behind them, each of 128 bytes at a multiple of 64.
    pub maps: usize,
}
