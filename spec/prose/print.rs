//! How formulas are written: few parentheses, chains of comparisons, powers of two.

use std::fmt;

use super::phrase::{Infix, Node, Phrase, Rounded};
use super::symbols;

impl Infix {
    /// The symbol, and its binding strength.
    const fn row(self) -> (&'static str, u8) {
        match self {
            Infix::Implies => (" ⇒ ", 1),
            Infix::Or => (" ∨ ", 2),
            Infix::And => (" ∧ ", 3),
            Infix::Equal => (" = ", COMPARISON),
            Infix::NotEqual => (" ≠ ", COMPARISON),
            Infix::Less => (" < ", COMPARISON),
            Infix::AtMost => (" ≤ ", COMPARISON),
            Infix::BitOr => (" | ", 5),
            Infix::BitXor => (" ⊕ ", 5),
            Infix::BitAnd => (" & ", 5),
            Infix::Plus => (" + ", 6),
            Infix::Minus => (" − ", 6),
            Infix::Times => ("·", FACTOR),
            Infix::Over => (" ÷ ", FACTOR),
            Infix::Modulo => (" mod ", FACTOR),
        }
    }

    /// How tightly an operand on each side must bind to stand without parentheses.
    const fn sides(self) -> (u8, u8) {
        let (_, binding) = self.row();
        match self {
            Infix::Or | Infix::And | Infix::Plus => (binding, binding),
            Infix::Times | Infix::Minus => (binding, binding + 1),
            Infix::Implies
            | Infix::Equal
            | Infix::NotEqual
            | Infix::Less
            | Infix::AtMost
            | Infix::BitOr
            | Infix::BitXor
            | Infix::BitAnd => (binding + 1, binding + 1),
            Infix::Over | Infix::Modulo => (TIGHT, TIGHT),
        }
    }
}

const COMPARISON: u8 = 4;
const FACTOR: u8 = 7;
const PREFIX: u8 = 8;
const TIGHT: u8 = 9;

impl Phrase {
    fn binding(&self) -> u8 {
        match &*self.0 {
            Node::If(..) => 0,
            Node::Infix(op, ..) => op.row().1,
            Node::Number(value) if *value < 0 => PREFIX,
            Node::Number(value) if below_power(*value).is_some() => Infix::Minus.row().1,
            Node::Negative(_) | Node::Not(_) => PREFIX,
            Node::Number(_)
            | Node::Name(_)
            | Node::Truth(_)
            | Node::Quotient(..)
            | Node::Call(..)
            | Node::Marked(..) => TIGHT,
        }
    }

    /// The formula, in parentheses if it binds less tightly than requested.
    fn within(&self, binding: u8) -> String {
        if self.binding() < binding { format!("({self})") } else { self.to_string() }
    }

    /// The formula as an operand of `op` with the required binding.
    fn beside(&self, op: Infix, binding: u8) -> String {
        // Nobody remembers how tightly divisions bind.
        let divides = matches!(&*self.0, Node::Infix(Infix::Over | Infix::Modulo, ..));
        let arithmetic = op.row().1 > COMPARISON;
        self.within(if divides && arithmetic { TIGHT } else { binding })
    }

    /// The conjuncts, from left to right.
    fn conjuncts(&self) -> Vec<&Phrase> {
        match &*self.0 {
            Node::Infix(Infix::And, lhs, rhs) => [lhs.conjuncts(), rhs.conjuncts()].concat(),
            Node::Name(_)
            | Node::Number(_)
            | Node::Truth(_)
            | Node::Negative(_)
            | Node::Not(_)
            | Node::Quotient(..)
            | Node::Call(..)
            | Node::Marked(..)
            | Node::If(..)
            | Node::Infix(..) => vec![self],
        }
    }

    /// Of `lhs < rhs` or `lhs ≤ rhs`: the left side, and the rest as it is written.
    fn step(&self) -> Option<(&Phrase, &Phrase, String)> {
        let Node::Infix(op @ (Infix::Less | Infix::AtMost), lhs, rhs) = &*self.0 else { return None };
        let tight = COMPARISON + 1;
        // x ≤ 2ᵏ − 1 reads best as x < 2ᵏ.
        let bound = rhs.value().and_then(|value| value.checked_add(1)).and_then(symbols::exponent);
        let rest = match bound {
            Some(exponent) if *op == Infix::AtMost => format!(" < {}", symbols::power(exponent)),
            Some(_) | None => format!("{}{}", op.row().0, rhs.within(tight)),
        };
        Some((lhs, rhs, rest))
    }
}

/// The power 2ᵏ that is one above a number, to write the greatest integers of a width.
fn below_power(value: i128) -> Option<String> {
    value.checked_add(1).and_then(symbols::exponent).map(symbols::power)
}

/// A conjunction, with `a ≤ b ∧ b < c` as a chain.
fn write_conjunction(f: &mut fmt::Formatter<'_>, conjuncts: &[&Phrase]) -> fmt::Result {
    let mut end: Option<&Phrase> = None;
    for (position, conjunct) in conjuncts.iter().enumerate() {
        if let Some((lhs, rhs, rest)) = conjunct.step() {
            match end {
                Some(end) if end == lhs => f.write_str(&rest)?,
                Some(_) | None => {
                    let and = if position == 0 { "" } else { " ∧ " };
                    write!(f, "{and}{}{rest}", lhs.within(COMPARISON + 1))?;
                }
            }
            end = Some(rhs);
        } else {
            let and = if position == 0 { "" } else { " ∧ " };
            write!(f, "{and}{}", conjunct.within(Infix::And.row().1))?;
            end = None;
        }
    }
    Ok(())
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Node::Name(name) => f.write_str(name),
            Node::Number(value) => {
                let sign = if *value < 0 { "−" } else { "" };
                let size = i128::try_from(value.unsigned_abs()).ok();
                match (size.and_then(symbols::name), below_power(*value)) {
                    (Some(name), _) => write!(f, "{sign}{name}"),
                    (None, Some(power)) => write!(f, "{power} − 1"),
                    (None, None) => write!(f, "{sign}{}", value.unsigned_abs()),
                }
            }
            Node::Truth(value) => write!(f, "{value}"),
            Node::Negative(operand) => write!(f, "−{}", operand.within(TIGHT)),
            Node::Not(operand) => write!(f, "¬{}", operand.within(TIGHT)),
            Node::Quotient(rounded, lhs, rhs) => {
                let (open, close) = match rounded {
                    Rounded::Down => ("⌊", "⌋"),
                    Rounded::Up => ("⌈", "⌉"),
                    Rounded::TowardsZero => ("truncate(", ")"),
                };
                write!(f, "{open}{} ÷ {}{close}", lhs.within(FACTOR), rhs.within(PREFIX))
            }
            Node::Call(name, operands) => {
                let operands: Vec<_> = operands.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", operands.join(", "))
            }
            Node::Marked(operand, mark) => write!(f, "{}{mark}", operand.within(TIGHT)),
            Node::If(condition, then, otherwise) => {
                write!(f, "if {condition} then {} else {otherwise}", then.within(1))
            }
            Node::Infix(Infix::And, ..) => write_conjunction(f, &self.conjuncts()),
            Node::Infix(Infix::Less | Infix::AtMost, ..) => write_conjunction(f, &[self]),
            Node::Infix(op, lhs, rhs) => {
                let (left, right) = op.sides();
                write!(f, "{}{}{}", lhs.beside(*op, left), op.row().0, rhs.beside(*op, right))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::{Bool, Number, between};

    use crate::prose::Phrase;
    use crate::prose::symbols::{OPERAND_BITS, RESULT_BITS};

    fn name(name: &str) -> Phrase {
        Phrase::new_name(name)
    }

    #[track_caller]
    fn reads(phrase: &Phrase, text: &str) {
        assert_eq!(phrase.to_string(), text);
    }

    #[test]
    fn parentheses_stand_only_where_they_are_needed() {
        let (a, b, c) = (name("a"), name("b"), name("c"));
        reads(&a.add(&b).mul(&c), "(a + b)·c");
        reads(&a.mul(&b).add(&c), "a·b + c");
        reads(&a.sub(&b.sub(&c)), "a − (b − c)");
        reads(&a.mul(&b.rem_floor(&c)), "a·(b mod c)");
        reads(&a.add(&b).div_floor(&c), "⌊(a + b) ÷ c⌋");
        reads(&a.negative().div_floor(&c).negative(), "⌈a ÷ c⌉");
        reads(&Bool::or(&a, &b).and(&c), "(a ∨ b) ∧ c");
        reads(&Bool::and(&a, &b).or(&c), "a ∧ b ∨ c");
        reads(&Bool::and(&a, &b).not(), "¬(a ∧ b)");
        reads(&a.implies(&b.implies(&c)), "a ⇒ (b ⇒ c)");
    }

    #[test]
    fn comparisons_chain() {
        let (a, b, c) = (name("a"), name("b"), name("c"));
        reads(&a.at_most(&b).and(&b.less(&c)), "a ≤ b < c");
        reads(&a.at_most(&b).and(&a.less(&c)), "a ≤ b ∧ a < c");
        reads(&between(&a, -128, 127), "−128 ≤ a ≤ 127");
        reads(&between(&a, -(1 << 63), (1 << 63) - 1), "−2⁶³ ≤ a < 2⁶³");
    }

    #[test]
    fn the_greatest_integer_of_a_width_is_one_less_than_a_power() {
        let a = name("a");
        let number = |value: i128| Phrase::number(value);
        reads(&number((1 << (RESULT_BITS - 1)) - 1), "2ᵐ⁻¹ − 1");
        reads(&number((1 << OPERAND_BITS) - 1), "2ⁿ − 1");
        reads(&a.mul(&number((1 << 63) - 1)), "a·(2⁶³ − 1)");
        reads(&number((1 << 63) - 1).sub(&a), "2⁶³ − 1 − a");
        reads(&a.sub(&number((1 << 63) - 1)), "a − (2⁶³ − 1)");
        reads(&number(-(1 << 63)), "−2⁶³");
        reads(&number(127), "127");
    }

    #[test]
    fn negation_turns_a_comparison_round() {
        let (a, b) = (name("a"), name("b"));
        reads(&a.equals(&b).not(), "a ≠ b");
        reads(&a.less(&b).not(), "b ≤ a");
        reads(&a.not().not(), "a");
    }
}
