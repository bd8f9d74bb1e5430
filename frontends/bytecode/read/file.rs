//! The shared state of a file's reader: its tables, and the promises gathered during the read.

use std::cell::RefCell;

use crate::bytecode::read::budget::Budget;
use crate::bytecode::read::debug_info::DebugInfo;
use crate::bytecode::read::offset_table::OffsetTable;
use crate::bytecode::read::types::TypeTable;

/// The shared state of a file's reader.
#[derive(Debug)]
pub(super) struct File<'b> {
    /// The minor version of 13.
    pub(super) version: u8,
    /// Whether the file may use preview features.
    pub(super) has_previews: bool,
    pub(super) strings: OffsetTable<'b, 4>,
    pub(super) types: TypeTable<'b>,
    pub(super) constants: OffsetTable<'b, 8>,
    pub(super) debug: DebugInfo<'b>,
    pub(super) budget: Budget,
    /// What accesses promise, in the order of the file.
    pub(super) promises: RefCell<Vec<Promise>>,
}

/// The position of an access's promises about a view's axes: a byte per axis, 0 or 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promise {
    /// The start of the operation.
    pub operation: usize,
    /// The first byte.
    pub at: usize,
    /// The number of axes.
    pub axes: usize,
}
