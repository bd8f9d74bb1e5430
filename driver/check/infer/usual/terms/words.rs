//! How sizes, arguments and the grid are called in clauses.

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, GRID};

use super::super::accesses::Size;
use super::expressions::fold;

/// How arguments are called.
pub(in crate::check::infer::usual) struct Words<'a> {
    pub(in crate::check::infer::usual) bound: &'a Bound<'a>,
}

impl Words<'_> {
    /// A plain size without a clause about its name.
    pub(in crate::check::infer::usual) fn say(&self, size: Size) -> Expr {
        match size {
            Size::Number(number) => Expr::Number(number.into()),
            Size::Argument(position) => self.argument(position),
            Size::Computed => Expr::Number(1),
        }
    }

    pub(in crate::check::infer::usual) fn argument(&self, position: usize) -> Expr {
        Expr::Name(self.bound.argument_name(position).to_owned())
    }

    pub(in crate::check::infer::usual) fn grid(&self, axis: usize) -> Expr {
        Expr::Name(GRID[axis].to_owned())
    }

    /// How many tiles an axis of an extent has.
    pub(in crate::check::infer::usual) fn count(&self, (extent, tile): (Size, u32)) -> Expr {
        fold(Binary::Cdiv, self.say(extent), Expr::Number(tile.into()))
    }
}
