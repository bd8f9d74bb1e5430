//! Addresses.

use super::Reg;

/// The start of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Base {
    /// A register.
    Reg(Reg),
    /// A name: a parameter, a variable.
    Name(String),
}

/// An address: a base and a number of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// The start of the address.
    pub(crate) base: Base,
    /// Bytes further.
    pub(crate) offset: i64,
}

impl Address {
    /// Bytes behind a register.
    pub(crate) fn at(reg: Reg, offset: i64) -> Self {
        Address { base: Base::Reg(reg), offset }
    }
}
