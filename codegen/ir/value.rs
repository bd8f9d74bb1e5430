//! What a value of a kernel is in the code.

use spec::syntax::types::{Element, Scalar};

use crate::ir::ptx::{Class, Operand, Reg};
use crate::layout::linear::Layout;

/// The register class of a type's elements. Integers of up to 32 bits are sign-extended to 32 bits, independent of their uses. A boolean is
/// a predicate. Floats of at most eight bits are bit patterns, padded with zeros.
pub(crate) const fn class(element: Element) -> Class {
    match element {
        Element::Pointer(_) => Class::B64,
        Element::Scalar(scalar) => match scalar {
            Scalar::I1 => Class::Pred,
            Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 => Class::B32,
            Scalar::F16 | Scalar::Bf16 => Class::B16,
            Scalar::F32 | Scalar::Tf32 => Class::B32,
            Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => Class::B32,
            Scalar::I64 | Scalar::F64 => Class::B64,
        },
    }
}

/// Bytes of an element in memory.
pub(crate) const fn bytes(element: Element) -> u64 {
    match element {
        Element::Pointer(_) => 8,
        Element::Scalar(scalar) => scalar.bytes(),
    }
}

/// A tile: a register for each of its layout's, of the class of its element type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tile {
    /// The distribution of elements over threads.
    pub(crate) layout: Layout,
    /// The registers of a thread, as many as [`Layout::registers`].
    pub(crate) regs: Vec<Reg>,
}

/// An integer that all threads share: known, or in a register of 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Num {
    /// Known.
    Known(i64),
    /// In a register: extents and strides are natural numbers.
    Reg(Reg),
}

impl From<Num> for Operand {
    fn from(num: Num) -> Self {
        match num {
            Num::Known(value) => Operand::Int(value),
            Num::Reg(reg) => Operand::Reg(reg),
        }
    }
}

/// A tensor view: address, extents and strides in elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tensor {
    /// The address of the first element.
    pub(crate) base: Reg,
    /// The bytes that the address is known to be a multiple of.
    pub(crate) aligned: u64,
    /// Extents.
    pub(crate) extents: Vec<Num>,
    /// The known divisor of every extent.
    pub(crate) ends: Vec<u64>,
    /// Strides, in elements.
    pub(crate) strides: Vec<Num>,
    /// The known divisor of every stride.
    pub(crate) multiples: Vec<u64>,
}

/// The accesses that a token waits for, as a number of barriers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Token {
    /// One more than the number of barriers before the last read; 0 is none.
    pub(crate) read: u32,
    /// One more than the number of barriers before the last write; 0 is none.
    pub(crate) write: u32,
}

impl Token {
    /// A token that waits for both.
    #[must_use]
    pub(crate) fn join(self, other: Token) -> Token {
        Token { read: self.read.max(other.read), write: self.write.max(other.write) }
    }
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// A tile.
    Tile(Tile),
    /// A token.
    Token(Token),
    /// A view; its type gives the order of tiles over the tensor.
    View(Tensor),
}
