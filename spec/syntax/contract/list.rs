//! Lists of arrays: a table of addresses, extents and strides, as cuTile Python passes it.

use std::fmt;

use super::ArrayClause;
use super::expr::Expr;

/// A list of arrays. Its table is a buffer of the contract, of one entry an array: the address, the extents, the strides, each in a
/// word of 64 bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListClause {
    /// The clauses of each array. A name that no argument has is a number of each array, and equal for all arrays at the same place in
    /// lists of the contract.
    pub each: ArrayClause,
    /// The number of arrays.
    pub count: Expr,
    /// How far elements along each axis of an array are apart.
    pub strides: Vec<Expr>,
    /// From the first element of an array to behind the last, in elements.
    pub len: Expr,
    /// What holds of the numbers of each array.
    pub among: Option<Expr>,
}

impl ListClause {
    /// The pointer to the table.
    pub fn name(&self) -> &str {
        &self.each.name
    }

    /// How many words an entry of the table has.
    pub fn words(&self) -> usize {
        1 + 2 * self.each.extents.len()
    }

    /// The words of an entry behind its address.
    pub fn numbers(&self) -> impl Iterator<Item = &Expr> {
        self.each.extents.iter().chain(&self.strides)
    }

    /// All expressions about each array.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.numbers().chain(&self.among)
    }

    /// The expressions, for renaming.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let ArrayClause { extents, strides, .. } = &mut self.each;
        let each = extents.iter_mut().chain(strides.iter_mut().flatten());
        each.chain(&mut self.strides).chain([&mut self.count, &mut self.len]).chain(&mut self.among)
    }
}

/// The contract's text: `list As[n] : array f16[m, k] where m <= 4096`.
impl fmt::Display for ListClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |parts: &[Expr]| parts.iter().map(Expr::to_string).collect::<Vec<_>>().join(", ");
        let ArrayClause { name, element, extents, strides, uninit, .. } = &self.each;
        write!(f, "list {name}[{}] : array {element}[{}]", self.count, list(extents))?;
        if let Some(strides) = strides {
            write!(f, " strides = ({})", list(strides))?;
        }
        f.write_str(if *uninit { " uninit" } else { "" })?;
        self.among.as_ref().map_or(Ok(()), |among| write!(f, " where {among}"))
    }
}
