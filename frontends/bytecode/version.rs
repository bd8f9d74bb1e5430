//! The first bytes of every file, and the supported versions.

/// What every file of Tile IR bytecode begins with.
pub const MAGIC: [u8; 8] = *b"\x7fTileIR\0";

/// The newest minor version of 13 that is read.
pub const NEWEST: u8 = 5;
