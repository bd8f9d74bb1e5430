//! Numbers that are made of the number of a block alone.

use spec::domain::Number;

use super::Setup;
use crate::terms::{Atom, Num};

impl Setup<'_> {
    /// The axis of the grid of which a number is the block's number, or the block's number divided by a constant; and the divisor.
    pub(crate) fn quotient_of_block(&self, of: &Num) -> Option<(usize, Num)> {
        let axis = |num: &Num| self.block.iter().position(|block| block == num);
        if let Some(axis) = axis(of) {
            return Some((axis, Num::constant(1)));
        }
        let (atom, 1, 0) = of.as_linear_atom()? else { return None };
        let Atom::Div(dividend, by) = atom.atom() else { return None };
        let by = Some(by).filter(|by| by.value().is_some_and(|by| by > 0))?;
        Some((axis(&dividend)?, by))
    }
}
