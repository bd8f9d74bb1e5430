//! Contiguous arrays: each unknown stride is the room of the axes inside, and that of the last axis is 1. Relations between strides of several
//! arrays, and places with a stride and without, then are relations of sizes.

use std::collections::BTreeMap;

use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::op::Op;
use verify::Clause;

use super::super::terms::expressions::fold;
use super::{Pointers, accesses};

impl Pointers<'_, '_> {
    /// The conditions that arrays are contiguous.
    pub(in crate::check::infer::usual) fn guess_contiguous(&self) -> Vec<Clause> {
        let all = self.kernel.operations().filter(|op| accesses(op));
        let (stores, loads): (Vec<_>, Vec<_>) = all.partition(|op| op.op == Op::StorePtrTko);
        let mut strides = BTreeMap::new();
        // Of accesses with one stride, a store tells best how long a row is.
        for op in stores.into_iter().chain(loads) {
            // The room of an axis is made of strides inside.
            for clause in self.nest(op).into_iter().rev() {
                let Some((stride, room)) = least(&clause).filter(|(_, room)| is_plain(room)) else {
                    continue;
                };
                if !strides.contains_key(stride) {
                    let room = replace(room, &strides);
                    strides.insert(stride.to_owned(), room);
                }
            }
        }
        let equal = |(stride, room)| Clause::Requires(binary(Binary::Eq, Expr::Name(stride), room));
        strides.into_iter().map(equal).collect()
    }
}

/// The stride that a clause bounds from below, and the bound: a number other than 1 bounds a size.
fn least(clause: &Clause) -> Option<(&str, &Expr)> {
    let Clause::Requires(Expr::Binary(Binary::Ge, stride, room)) = clause else { return None };
    let Expr::Name(stride) = &**stride else { return None };
    let is_room = **room == Expr::Number(1) || !room.names().is_empty();
    Some((stride.as_str(), &**room)).filter(|_| is_room && !stride.starts_with("grid."))
}

/// Whether an expression is a sum of products, as an author writes the room of an axis.
fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Number(least) => *least > 0,
        Expr::Name(name) => !name.starts_with("grid."),
        Expr::Binary(Binary::Mul | Binary::Add, a, b) => is_plain(a) && is_plain(b),
        Expr::Binary(..) | Expr::Unary(..) | Expr::Element(..) => false,
    }
}

/// The expression with the rooms of known strides in their places.
fn replace(expr: &Expr, strides: &BTreeMap<String, Expr>) -> Expr {
    match expr {
        Expr::Name(name) => strides.get(name).unwrap_or(expr).clone(),
        Expr::Binary(op, a, b) => fold(*op, replace(a, strides), replace(b, strides)),
        Expr::Number(_) | Expr::Unary(..) | Expr::Element(..) => expr.clone(),
    }
}
