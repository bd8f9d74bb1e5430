//! How much may be made of a file: what a few bytes name is not always small, and may be named again and again.

use std::cell::Cell;
use std::mem::size_of;

use spec::syntax::kernel::{Operation, Value};
use spec::syntax::types::{TensorViewType, Type};

use crate::bytecode::error::{Read, wrong};

/// Bytes of memory per byte of a file: twice the memory of the shortest operation, which has two bytes.
const PER_BYTE: usize = 512;

/// EncodingEmitter that may be made of any file.
const BASE: usize = 1 << 16;

/// What is left to be made of a file, in bytes.
#[derive(Debug)]
pub(super) struct Budget {
    left: Cell<usize>,
}

impl Budget {
    /// Of a file of so many bytes.
    pub(super) fn new(file: usize) -> Self {
        Budget { left: Cell::new(file.saturating_mul(PER_BYTE).saturating_add(BASE)) }
    }

    /// Charges so many bytes, for something at that place.
    pub(super) fn spend(&self, bytes: usize, at: usize) -> Read<()> {
        let left = self.left.get().checked_sub(bytes).ok_or_else(|| {
            let limit = format!("{PER_BYTE} times the file");
            wrong(at, 1, format!("with this, what the file describes takes more memory than {limit}"))
        })?;
        self.left.set(left);
        Ok(())
    }

    /// Charges a value of the given type.
    pub(super) fn spend_value(&self, ty: &Type, at: usize) -> Read<()> {
        self.spend(size_of::<Value>() + heap_bytes(ty), at)
    }

    /// Charges an operation with so many operands.
    pub(super) fn spend_op(&self, operands: usize, at: usize) -> Read<()> {
        self.spend(size_of::<Operation>() + 4 * operands, at)
    }
}

/// Heap bytes of a type.
fn heap_bytes(ty: &Type) -> usize {
    let tensor = |view: &TensorViewType| 16 * (view.shape.len() + view.strides.len());
    match ty {
        Type::Token => 0,
        Type::Tile(tile) => 4 * tile.shape.len(),
        Type::TensorView(view) => tensor(view),
        Type::PartitionView(view) => 12 * view.tile.len() + tensor(&view.tensor),
        Type::StridedView(view) => 20 * view.partition.tile.len() + tensor(&view.partition.tensor),
        Type::GatherScatterView(view) => 4 * view.tile.len() + tensor(&view.tensor),
    }
}
