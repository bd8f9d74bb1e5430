//! A kernel as a compiler leaves it.

use crate::arguments::Parameter;
use crate::image::Image;

/// A kernel as a compiler leaves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code<'a> {
    /// The code.
    pub image: Image<'a>,
    /// The kernel's name in it.
    pub entry: &'a str,
    /// Threads of a block: 1 for a Tile kernel of NVIDIA's compiler, whose code makes its own.
    pub threads: u32,
    /// Bytes of shared memory that a block gets at launch, beside what the code declares.
    pub shared_bytes: u32,
    /// Where the parameters stand.
    pub parameters: Vec<Parameter>,
    /// How many tensor maps stand behind them, each of 128 bytes at a multiple of 64.
    pub maps: usize,
}
