//! The types, the shape and the orientation of a product with warpgroup instructions.

use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::ir::numbers::log2_of;
use crate::layout::linear::log2;
use crate::layout::swizzled_lines::SwizzledLines;
use crate::lower::mma::instruction::byte_types;

/// Bits of the rows that a group of four warps multiplies at once; of the bytes of the terms that one instruction adds.
pub(crate) const ROWS: usize = 6;
const TERM_BYTES: usize = 5;

/// Bits of the fewest columns of a product.
const LEAST_COLUMNS: usize = 4;

/// Bits of a row that are in lanes; of a piece of four-byte elements, which swizzles move.
const LANES: usize = 3;
const PIECE: usize = 2;

/// The operand types of a product with warpgroup instructions.
#[derive(Debug, Clone)]
pub(crate) struct ProductKind {
    /// The types of the sum and the factors, as an instruction names them.
    pub(crate) types: String,
    /// The type of the factors.
    pub(crate) factors: Scalar,
    /// Bits of rows, columns, terms, as the instructions have them.
    pub(crate) bits: [usize; 3],
    /// The log2 of the terms per instruction.
    pub(crate) terms: usize,
    /// Whether the instructions compute the transposed sums: their left factor is the product's right one.
    pub(crate) is_transposed: bool,
    /// How the rows are shared out.
    pub(crate) rows: RowOrder,
}

/// In which order the rows of a product go to the rows of the instructions, which may be any for a left factor in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowOrder {
    /// In the order of the instructions.
    Plain,
    /// For a left factor whose lines in shared memory are rows of four-byte elements: a register has its neighbor's successor, and the lanes of
    /// one read meet no bank twice.
    InLines,
}

impl ProductKind {
    /// The kind of a product; `None` without an instruction.
    pub(crate) fn of(kernel: &Kernel, op: &Operation) -> Option<ProductKind> {
        let [left, sums] = [0, 2].map(|at| kernel.tile(op.operands[at]));
        let [rows, columns] = sums.shape[..] else { return None };
        let bits = [rows, columns, left.shape[1]].map(log2);
        let factors = left.element.scalar()?;
        let types = types(op, factors, sums.element.scalar()?)?;
        let terms = TERM_BYTES - log2_of(factors.bytes());
        // An instruction takes 64 rows and 32 bytes of terms, and lines of at least 32 bytes are told apart by its descriptors.
        let is_large = bits[0] >= ROWS && bits[1] >= LEAST_COLUMNS && bits[2] >= terms;
        let plain = RowOrder::Plain;
        is_large.then_some(ProductKind { types, factors, bits, terms, is_transposed: false, rows: plain })
    }

    /// The product of the transposed factors, right one first; `None` if it has too few rows.
    pub(crate) fn transposed(&self) -> Option<ProductKind> {
        let [rows, columns, terms] = self.bits;
        let [sum, left, right] = self.types.split('.').collect::<Vec<_>>()[..] else { return None };
        let types = [sum, right, left].join(".");
        let is_large = columns >= ROWS && rows >= LEAST_COLUMNS;
        let bits = [columns, rows, terms];
        is_large.then(|| ProductKind { types, bits, is_transposed: !self.is_transposed, ..self.clone() })
    }

    /// For the bits of a row as the instructions number rows, their places in the row's number. Groups share out 2^`down` parts of the rows.
    /// In order, the instructions have three bits of lanes, one of registers, two of warps, those of groups, and more of registers.
    pub(crate) fn row_bits(&self, down: usize) -> Vec<usize> {
        let rows = self.bits[0];
        if self.rows == RowOrder::Plain {
            return (0..rows).collect();
        }
        let registers: Vec<usize> = [LANES].into_iter().chain(ROWS + down..rows).collect();
        let (together, apart) = registers.split_at(registers.len().min(PIECE));
        let lanes: Vec<usize> = (0..LANES).collect();
        let (inside, across) = lanes.split_at(PIECE - together.len());
        // A line of terms exchanges its pieces by the term's number. Lanes have four terms, which differ in two bits of the number. So no two
        // lanes meet if the next of their bits is the piece's third.
        let (third, others) = across.split_at(1);
        let spread: Vec<usize> = [others, &[4, 5], apart].concat();
        let groups: Vec<usize> = (ROWS..ROWS + down).collect();
        let (two, more) = spread.split_at(2);
        let order = [together, inside, two, third, more, &groups].concat();
        // The order says which bit each place has.
        let place = |bit: usize| order.iter().position(|other| *other == bit);
        (0..rows).filter_map(place).collect()
    }

    /// The layout in shared memory of a factor from registers: lines of terms, one per row of a left factor or column of a
    /// right factor.
    pub(crate) fn lines(&self, side: usize) -> SwizzledLines {
        SwizzledLines::new(&[1 << self.bits[side], 1 << self.bits[2]], 1, log2_of(self.factors.bytes()))
    }
}

/// The instruction's suffix for the types of a sum and its factors; `None` if no instruction has these types.
fn types(op: &Operation, factors: Scalar, sum: Scalar) -> Option<String> {
    if op.op == Op::Mmai {
        let [lhs, rhs] = byte_types(op);
        let types = || format!("s32.{lhs}.{rhs}");
        return (factors == Scalar::I8 && sum == Scalar::I32).then(types);
    }
    let name = float_name(factors).filter(|_| sum == Scalar::F32)?;
    Some(format!("f32.{name}.{name}"))
}

/// The instruction's name for a float type of factors.
fn float_name(scalar: Scalar) -> Option<&'static str> {
    match scalar {
        Scalar::F16 => Some("f16"),
        Scalar::Bf16 => Some("bf16"),
        Scalar::Tf32 => Some("tf32"),
        Scalar::F8E4m3fn => Some("e4m3"),
        Scalar::F8E5m2 => Some("e5m2"),
        Scalar::F32 | Scalar::F64 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => None,
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => None,
    }
}

#[cfg(test)]
#[path = "../../tests/units/product_kind.rs"]
mod tests;
