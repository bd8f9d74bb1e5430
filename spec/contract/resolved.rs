//! Expressions with resolved names, for repeated evaluation.

use super::term::{Term, apply};
use super::{Bound, INDEX, Symbol};
use crate::domain::{Bool as _, Number};
use crate::syntax::contract::{Binary, Expr, Unary};

/// An expression of a bound contract, with resolved names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    node: Node,
    /// Where no division by zero is evaluated; without it a condition does not hold.
    defined: Option<Node>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Number(i128),
    Symbol(Symbol),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<[Node; 2]>),
}

impl Bound<'_> {
    /// Looks the names of an expression up.
    pub fn resolve(&self, expr: &Expr) -> Resolved {
        Resolved::of(expr, &|name| self.symbol(name))
    }
}

impl Node {
    /// An expression whose elements are the elements of the whole clause.
    fn of(expr: &Expr, elements: &[(&str, &Expr)], known: &dyn Fn(&str) -> Option<Symbol>) -> Self {
        match expr {
            Expr::Number(number) => Node::Number(*number),
            Expr::Name(name) => {
                let other = if name == INDEX { Symbol::Index } else { Symbol::Element };
                Node::Symbol(known(name).unwrap_or(other))
            }
            Expr::Element(name, place) => {
                let at = elements.iter().position(|(other, at)| other == name && *at == &**place);
                Node::Symbol(Symbol::Place(at.expect("an element of the clause")))
            }
            Expr::Unary(op, operand) => Node::Unary(*op, Box::new(Node::of(operand, elements, known))),
            Expr::Binary(op, lhs, rhs) => {
                let side = |expr| Node::of(expr, elements, known);
                Node::Binary(*op, Box::new([side(lhs), side(rhs)]))
            }
        }
    }
}

impl Resolved {
    /// Looks names up in a list of known symbols. Any other name is the index of a relation or an element.
    pub fn of(expr: &Expr, known: &dyn Fn(&str) -> Option<Symbol>) -> Self {
        let elements = expr.elements();
        let defined = expr.definedness().map(|defined| Node::of(&defined, &elements, known));
        Resolved { node: Node::of(expr, &elements, known), defined }
    }

    /// The number of the expression, over any domain of integers.
    ///
    /// # Panics
    /// Never for an expression that gives a number.
    pub fn number<N: Number>(&self, value: &mut impl FnMut(Symbol) -> N) -> N {
        self.node.evaluate(value).number()
    }

    /// The truth value of the expression, over any domain of integers. A division by zero makes it false.
    ///
    /// # Panics
    /// Never for an expression that gives a truth value.
    pub fn truth<N: Number>(&self, value: &mut impl FnMut(Symbol) -> N) -> N::Bool {
        let holds = self.node.evaluate(value).truth();
        match &self.defined {
            Some(defined) => defined.evaluate(value).truth().and(&holds),
            None => holds,
        }
    }

    /// The operator and both sides of a comparison.
    pub fn comparison(&self) -> Option<(Binary, [Resolved; 2])> {
        let number = |node| Resolved { node, defined: None };
        match &self.node {
            Node::Binary(op, sides) if op.compares() => Some((*op, (**sides).clone().map(number))),
            Node::Binary(..) | Node::Number(_) | Node::Symbol(_) | Node::Unary(..) => None,
        }
    }

    /// The symbol of an expression that is a single name.
    pub fn symbol(&self) -> Option<Symbol> {
        match self.node {
            Node::Symbol(symbol) => Some(symbol),
            Node::Number(_) | Node::Unary(..) | Node::Binary(..) => None,
        }
    }
}

impl Node {
    fn evaluate<N: Number>(&self, value: &mut impl FnMut(Symbol) -> N) -> Term<N> {
        match self {
            Node::Number(number) => Term::Number(N::constant(*number)),
            Node::Symbol(symbol) => Term::Number(value(*symbol)),
            Node::Unary(Unary::Neg, operand) => {
                Term::Number(N::constant(0).sub(&operand.evaluate(value).number()))
            }
            Node::Unary(Unary::Not, operand) => Term::Truth(operand.evaluate(value).truth().not()),
            Node::Binary(op @ (Binary::And | Binary::Or), sides) => {
                let [lhs, rhs] = &**sides;
                let (lhs, rhs) = (lhs.evaluate(value).truth(), rhs.evaluate(value).truth());
                Term::Truth(if *op == Binary::And { lhs.and(&rhs) } else { lhs.or(&rhs) })
            }
            Node::Binary(op, sides) => {
                let [lhs, rhs] = &**sides;
                let (lhs, rhs) = (lhs.evaluate(value).number(), rhs.evaluate(value).number());
                apply(*op, &lhs, &rhs)
            }
        }
    }
}
