//! Formulas as trees, simplified to the usual names of mathematics.

use std::rc::Rc;

/// A term or a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase(pub(super) Rc<Node>);

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// Binds as tightly as a name.
    Name(String),
    Number(i128),
    Truth(bool),
    Negative(Phrase),
    Not(Phrase),
    /// `left operand ÷ operand right`
    Quotient(Rounded, Phrase, Phrase),
    /// A name applied to operands.
    Call(String, Vec<Phrase>),
    /// `operand` with a mark behind.
    Marked(Phrase, &'static str),
    If(Phrase, Phrase, Phrase),
    Infix(Infix, Phrase, Phrase),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounded {
    Down,
    Up,
    TowardsZero,
}

/// Operators between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Infix {
    Implies,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    AtMost,
    BitOr,
    BitXor,
    BitAnd,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

impl Phrase {
    pub(super) fn new_name(name: impl Into<String>) -> Self {
        Phrase(Rc::new(Node::Name(name.into())))
    }

    pub(super) fn number(value: i128) -> Self {
        Phrase(Rc::new(Node::Number(value)))
    }

    pub(super) fn truth(value: bool) -> Self {
        Phrase(Rc::new(Node::Truth(value)))
    }

    pub(super) fn call(name: impl Into<String>, operands: Vec<Phrase>) -> Self {
        Phrase(Rc::new(Node::Call(name.into(), operands)))
    }

    pub(super) fn marked(&self, mark: &'static str) -> Self {
        Phrase(Rc::new(Node::Marked(self.clone(), mark)))
    }

    pub(super) fn infix(op: Infix, lhs: &Phrase, rhs: &Phrase) -> Self {
        Phrase(Rc::new(Node::Infix(op, lhs.clone(), rhs.clone())))
    }

    pub(super) fn floor(lhs: &Phrase, rhs: &Phrase) -> Self {
        Phrase(Rc::new(Node::Quotient(Rounded::Down, lhs.clone(), rhs.clone())))
    }

    /// The value, of a number that is written out.
    pub(super) fn value(&self) -> Option<i128> {
        if let Node::Number(value) = *self.0 { Some(value) } else { None }
    }

    /// The truth value of a constant formula.
    pub(super) fn truth_value(&self) -> Option<bool> {
        if let Node::Truth(value) = *self.0 { Some(value) } else { None }
    }

    /// The number of the opposite sign; of a quotient of such a number rounded down, the quotient rounded up.
    pub(super) fn negative(&self) -> Self {
        if let Some(value) = self.value() {
            return Self::number(-value);
        }
        if let Node::Quotient(Rounded::Down, lhs, rhs) = &*self.0
            && let Node::Negative(lhs) = &*lhs.0
        {
            return Phrase(Rc::new(Node::Quotient(Rounded::Up, lhs.clone(), rhs.clone())));
        }
        Phrase(Rc::new(Node::Negative(self.clone())))
    }

    /// Negation, pushed into a comparison of integers.
    pub(super) fn negation(&self) -> Self {
        match &*self.0 {
            Node::Truth(value) => Self::truth(!value),
            Node::Not(inner) => inner.clone(),
            Node::Infix(Infix::Equal, lhs, rhs) => Self::infix(Infix::NotEqual, lhs, rhs),
            Node::Infix(Infix::Less, lhs, rhs) => Self::infix(Infix::AtMost, rhs, lhs),
            Node::Infix(Infix::AtMost, lhs, rhs) => Self::infix(Infix::Less, rhs, lhs),
            Node::Name(_)
            | Node::Number(_)
            | Node::Negative(_)
            | Node::Quotient(..)
            | Node::Call(..)
            | Node::Marked(..)
            | Node::If(..)
            | Node::Infix(..) => Phrase(Rc::new(Node::Not(self.clone()))),
        }
    }

    /// `if condition then … else …`, or its name in mathematics.
    pub(super) fn choice(condition: &Phrase, then: &Phrase, otherwise: &Phrase) -> Self {
        if let Node::Infix(Infix::Less, lhs, rhs) = &*condition.0 {
            if (lhs, rhs) == (then, otherwise) {
                return Self::call("min", vec![rhs.clone(), lhs.clone()]);
            }
            if (rhs, lhs) == (then, otherwise) {
                return Self::call("max", vec![lhs.clone(), rhs.clone()]);
            }
            if rhs.value() == Some(0) && lhs == otherwise && *then == lhs.negative() {
                return Self::new_name(format!("|{lhs}|"));
            }
        }
        if let (Node::Quotient(Rounded::Up, lhs, rhs), Node::Quotient(Rounded::Down, ..)) =
            (&*then.0, &*otherwise.0)
            && *otherwise == Self::floor(lhs, rhs)
            && *condition == Self::differ_in_sign(lhs, rhs)
        {
            return Phrase(Rc::new(Node::Quotient(Rounded::TowardsZero, lhs.clone(), rhs.clone())));
        }
        Phrase(Rc::new(Node::If(condition.clone(), then.clone(), otherwise.clone())))
    }

    /// `lhs < 0 < rhs ∨ 0 < lhs ∧ rhs < 0`
    fn differ_in_sign(lhs: &Phrase, rhs: &Phrase) -> Self {
        let (less, zero) = (|lhs: &Phrase, rhs: &Phrase| Self::infix(Infix::Less, lhs, rhs), Self::number(0));
        let one = Self::infix(Infix::And, &less(lhs, &zero), &less(&zero, rhs));
        let other = Self::infix(Infix::And, &less(&zero, lhs), &less(rhs, &zero));
        Self::infix(Infix::Or, &one, &other)
    }
}
