//! What is wrong with a property, if something is.

use super::{Bound, Scope};
use crate::syntax::contract::{Expr, Property};
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::op::Op;
use crate::syntax::types::Scalar;

impl Bound<'_> {
    /// Checks that a ranking uses only carried values of loops, arguments and the grid.
    fn check_ranking(&self, expr: &Expr) -> Result<(), String> {
        for name in expr.names() {
            let is_carried = self.kernel.operations().any(|op| carries(self.kernel, op, name));
            match (self.symbol(name), is_carried) {
                (Some(_), true) => {
                    return Err(format!(
                        "`{name}` is an argument, and a number that a loop carries: give the argument another name"
                    ));
                }
                (None, false) => {
                    return Err(format!(
                        "`{name}` is no integer that a `loop` carries, nor an integer argument"
                    ));
                }
                (Some(_), false) | (None, true) => {}
            }
        }
        self.check(&of_loops(expr, &|name| self.symbol(name).is_none()), false, Scope::Places)
    }

    /// Checks that the names in a property exist.
    pub(super) fn check_property(&self, property: &Property) -> Result<(), String> {
        if let Some(array) = property.array() {
            let position = self.pointer(array)?;
            let is_float = self.pointee(position).is_some_and(|element| !element.is_integer());
            match property {
                Property::Finite { .. } if !is_float => {
                    return Err(format!("`{property}` is about floats, and `{array}` has integers"));
                }
                Property::Independent { of, index, .. } => {
                    self.pointer(of)?;
                    self.check(index, false, Scope::Launch)?;
                }
                Property::Finite { .. } | Property::Writes { .. } | Property::Progress { .. } => {}
            }
        }
        if let Property::Progress { rankings } = property {
            return rankings.iter().flatten().try_for_each(|expr| self.check_ranking(expr));
        }
        property.among().map_or(Ok(()), |among| self.check(among, true, Scope::Index))
    }
}

/// Whether an operation is a `loop` that carries a scalar integer of the given name.
pub fn carries(kernel: &Kernel, op: &Operation, name: &str) -> bool {
    let params = op.regions.first().filter(|_| op.op == Op::Loop).map_or(&[][..], |region| &region.params);
    params.iter().any(|param| {
        let tile = kernel.ty(*param).tile().filter(|tile| tile.shape.is_empty());
        let is_integer = tile.and_then(|tile| tile.element.scalar()).is_some_and(Scalar::is_integer);
        is_integer && kernel.values[param.index()].name == name
    })
}

/// A ranking in which what a loop carries stands as elements stand in a relation: the first element of an array of that name. An
/// evaluator requests the value by its number in [`Expr::elements`].
pub fn of_loops(expr: &Expr, is_carried: &dyn Fn(&str) -> bool) -> Expr {
    match expr {
        Expr::Name(name) if is_carried(name) => Expr::Element(name.clone(), Box::new(Expr::Number(0))),
        Expr::Number(_) | Expr::Name(_) | Expr::Element(..) => expr.clone(),
        Expr::Unary(op, operand) => Expr::Unary(*op, Box::new(of_loops(operand, is_carried))),
        Expr::Binary(op, lhs, rhs) => {
            Expr::Binary(*op, Box::new(of_loops(lhs, is_carried)), Box::new(of_loops(rhs, is_carried)))
        }
    }
}
