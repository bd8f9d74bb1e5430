//! What everything in a file may name: its tables, and what is gathered while it is read.

use std::cell::RefCell;

use crate::bytecode::read::budget::Budget;
use crate::bytecode::read::debug_info::DebugInfo;
use crate::bytecode::read::offset_table::OffsetTable;
use crate::bytecode::read::types::TypeTable;

/// What everything in a file may name.
#[derive(Debug)]
pub(super) struct File<'b> {
    /// The minor version of 13.
    pub(super) version: u8,
    pub(super) strings: OffsetTable<'b, 4>,
    pub(super) types: TypeTable<'b>,
    pub(super) constants: OffsetTable<'b, 8>,
    pub(super) debug: DebugInfo<'b>,
    pub(super) budget: Budget,
    /// What accesses promise, in the order of the file.
    pub(super) promises: RefCell<Vec<Promise>>,
}

/// Where the file has what an access of a view promises of its axes: a byte each, 0 or 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promise {
    /// Where the operation begins.
    pub operation: usize,
    /// The first byte.
    pub at: usize,
    /// How many axes there are.
    pub axes: usize,
}
