//! Tiles in lines of shared memory, in the form of warpgroup instructions: lines of up to 128 bytes along the contiguous axis. The first
//! lines of all rows come first, then the second lines, and so on. Pieces of 16 bytes are swizzled within groups of eight rows (as by
//! `wgmma`'s descriptors and tensor maps), so that rows are read without bank conflicts.

use crate::layout::linear::log2;

/// Bits of the bytes of a piece.
pub(crate) const PIECE: usize = 4;

/// Bits of the bytes of the longest line.
pub(crate) const LONGEST_LINE: usize = 7;

/// Where a tile lies in shared memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SwizzledLines {
    /// Bits of the bytes of a line.
    pub(crate) log2_line_bytes: usize,
    /// Bits of the rows: of the extent along the other axis.
    pub(crate) rows: usize,
    /// Bits of the extent along the axis of neighbours.
    pub(crate) unit: usize,
    /// Bits of the bytes of an element.
    pub(crate) log2_bytes: usize,
}

impl SwizzledLines {
    /// Of a tile.
    pub(crate) fn new(shape: &[u32], unit: usize, log2_bytes: usize) -> Self {
        let [along, rows] = [unit, 1 - unit].map(|axis| log2(shape[axis]));
        SwizzledLines {
            log2_line_bytes: (along + log2_bytes).min(LONGEST_LINE),
            rows,
            unit: along,
            log2_bytes,
        }
    }

    /// The bytes of all lines.
    pub(crate) const fn bytes(self) -> u64 {
        1 << (self.rows + self.unit + self.log2_bytes)
    }

    /// Where the element is, off the swizzle, at a place along the axis of neighbours and in a row.
    pub(crate) const fn offset(self, along: usize, row: usize) -> usize {
        let inside = self.log2_line_bytes - self.log2_bytes;
        let (line, part) = (along & ((1 << inside) - 1), along >> inside);
        (((part << self.rows) + row) << self.log2_line_bytes) + (line << self.log2_bytes)
    }

    /// Bits of the elements in a piece.
    pub(crate) const fn piece(self) -> usize {
        PIECE - self.log2_bytes
    }

    /// What the swizzle changes of an address: bits from the seventh on choose the piece in a line.
    pub(crate) const fn swizzle(self, offset: usize) -> usize {
        (offset >> 7 & ((1 << (self.log2_line_bytes - PIECE)) - 1)) << PIECE
    }
}
