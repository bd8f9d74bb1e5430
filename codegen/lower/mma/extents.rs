//! The extents of a matrix product, as bits of indices.

use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::layout::linear::log2;

/// Bits of the extents of a product.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extents {
    /// Of products side by side.
    pub(crate) batch: usize,
    /// Of rows.
    pub(crate) rows: usize,
    /// Of columns.
    pub(crate) columns: usize,
    /// Of terms.
    pub(crate) terms: usize,
}

impl Extents {
    /// Of a product: `lhs`, `rhs` and what is added to are its first operands.
    pub(crate) fn of(code: &Builder<'_>, op: &Operation) -> Self {
        let bits = |at: usize| -> Vec<usize> {
            code.kernel().tile(op.operands[at]).shape.iter().rev().map(|extent| log2(*extent)).collect()
        };
        let (lhs, acc) = (bits(0), bits(2));
        Extents { batch: acc.get(2).copied().unwrap_or(0), rows: acc[1], columns: acc[0], terms: lhs[0] }
    }
}
