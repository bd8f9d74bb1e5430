//! A clause that was found, as part of a contract.

pub(super) mod fraction;
mod narrow;

use std::fmt;

use spec::contract::Bound;
use spec::syntax::contract::{Binary, BufferClause, Contract, Expr, Relation};
use spec::syntax::types::Scalar;

use super::expressions::{binary, is_about_grid, sum};

/// The least number that is more than anybody counts of elements of a kernel's arrays by hand.
const LARGE: u128 = 1 << 30;

/// A clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    /// A condition on arguments and grid.
    Requires(Expr),
    /// The least size of a buffer.
    Buffer {
        /// The parameter.
        parameter: usize,
        /// The displayed name.
        name: String,
        /// The element type.
        element: Scalar,
        /// Elements.
        len: Expr,
    },
    /// The alignment of a buffer.
    Align {
        /// The parameter.
        parameter: usize,
        /// The displayed name.
        name: String,
        /// Bytes.
        bytes: u64,
    },
    /// A condition on every element at launch.
    Contents {
        /// The parameter.
        parameter: usize,
        /// The displayed name.
        name: String,
        /// About `value`.
        holds: Expr,
    },
    /// A relation between elements at launch: all differ, or each is at most the next.
    Related {
        /// The parameter.
        parameter: usize,
        /// The displayed name.
        name: String,
        /// The relation.
        relation: Relation,
    },
}

/// No array has so many elements that a number of 32 bits beyond this is a size.
const NEARLY: i128 = 1 << 30;

impl Clause {
    /// Adds the clause to a contract of the kernel.
    pub fn add_to(&self, bound: &Bound<'_>, contract: &mut Contract) {
        let is_it = |name: &str, parameter: usize| bound.position(name) == Some(parameter);
        match self {
            Clause::Requires(expr) => contract.requires.push(expr.clone()),
            Clause::Buffer { parameter, name, element, len } => {
                match contract.buffers.iter_mut().find(|clause| is_it(&clause.name, *parameter)) {
                    Some(clause) => clause.len = len.clone(),
                    None => contract.buffers.push(BufferClause {
                        name: name.clone(),
                        element: *element,
                        len: len.clone(),
                        uninit: false,
                    }),
                }
            }
            Clause::Align { parameter, name, bytes } => {
                contract.aligns.retain(|(other, _)| !is_it(other, *parameter));
                contract.aligns.push((name.clone(), *bytes));
            }
            Clause::Contents { parameter, name, holds } => {
                match contract.contents.iter_mut().find(|(other, _)| is_it(other, *parameter)) {
                    Some((_, before)) => {
                        let both =
                            Expr::Binary(Binary::And, Box::new(before.clone()), Box::new(holds.clone()));
                        *before = both;
                    }
                    None => contract.contents.push((name.clone(), holds.clone())),
                }
            }
            Clause::Related { name, relation, .. } => {
                contract.relations.push((name.clone(), relation.clone()));
            }
        }
    }
}

impl Clause {
    /// The conjunction of two clauses about the contents of one buffer, if one is a lower and the other an upper bound.
    pub fn joined(&self, other: &Clause) -> Option<Clause> {
        let (
            Clause::Contents { parameter, name, holds },
            Clause::Contents { parameter: same, holds: more, .. },
        ) = (self, other)
        else {
            return None;
        };
        let Expr::Binary(Binary::Ge, value, least) = holds else { return None };
        let Expr::Binary(upper @ (Binary::Le | Binary::Lt), same_value, most) = more else { return None };
        if value != same_value {
            return None;
        }
        let below = binary(Binary::Le, (**least).clone(), (**value).clone());
        let above = match &**most {
            Expr::Binary(Binary::Sub, limit, one) if *upper == Binary::Le && **one == Expr::Number(1) => {
                binary(Binary::Lt, (**value).clone(), (**limit).clone())
            }
            Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
                binary(*upper, (**value).clone(), (**most).clone())
            }
        };
        let holds = binary(Binary::And, below, above);
        (parameter == same).then(|| Clause::Contents { parameter: *parameter, name: name.clone(), holds })
    }

    /// The equation of two numbers, from two clauses with opposite inequalities.
    pub fn equated(&self, other: &Clause) -> Option<Clause> {
        let (
            Clause::Requires(Expr::Binary(Binary::Ge, a, b)),
            Clause::Requires(Expr::Binary(Binary::Ge, c, d)),
        ) = (self, other)
        else {
            return None;
        };
        let equal = || binary(Binary::Eq, (**a).clone(), (**b).clone());
        (a == d && b == c).then(|| Clause::Requires(equal()))
    }

    /// Whether it says of memory what only the range of a type can have brought in: nobody has a buffer of 2³¹ elements because an
    /// index has 32 bits.
    pub(crate) fn is_of_type_alone(&self) -> bool {
        let is_large = |number: i128| number.unsigned_abs() >= LARGE;
        matches!(self, Clause::Buffer { len, .. } if len.numbers().into_iter().any(is_large))
    }

    /// Whether the clause is about the grid.
    pub fn is_about_grid(&self) -> bool {
        matches!(self, Clause::Requires(expr) if is_about_grid(expr))
    }

    /// Whether the clause compares a number with itself, for example two strides that are one argument.
    pub fn is_trivial(&self) -> bool {
        matches!(self, Clause::Requires(Expr::Binary(Binary::Ge | Binary::Le | Binary::Eq, lhs, rhs)) if lhs == rhs)
    }

    /// Whether the clause bounds one argument by a number.
    pub fn is_bound(&self) -> bool {
        matches!(self, Clause::Requires(Expr::Binary(Binary::Ge | Binary::Le, a, b))
            if matches!((&**a, &**b), (Expr::Name(_), Expr::Number(_))) && !matches!(self, Clause::Requires(expr) if is_about_grid(expr)))
    }

    /// Whether the clause is a constant lower bound of one argument.
    pub fn is_lower_bound(&self) -> bool {
        self.is_bound() && matches!(self, Clause::Requires(Expr::Binary(Binary::Ge, ..)))
    }

    /// Of two bounds of the contents of one buffer on one side, the tighter.
    pub fn tighter(&self, other: &Clause) -> Option<Clause> {
        let (
            Clause::Contents { parameter, holds: a, .. },
            Clause::Contents { parameter: same, holds: b, .. },
        ) = (self, other)
        else {
            return None;
        };
        let (Expr::Binary(op, x, m), Expr::Binary(other_op, y, n)) = (a, b) else { return None };
        let (Expr::Number(m), Expr::Number(n)) = (&**m, &**n) else { return None };
        let tight = if *op == Binary::Le { m <= n } else { m >= n };
        let bounds = matches!(op, Binary::Le | Binary::Ge);
        (parameter == same && bounds && op == other_op && x == y)
            .then(|| if tight { self.clone() } else { other.clone() })
    }

    /// Of a size that is the greater of two: the clauses with one alone.
    pub fn halves(&self) -> Vec<Clause> {
        let Clause::Buffer { parameter, name, element, len: Expr::Binary(Binary::Max, a, b) } = self else {
            return Vec::new();
        };
        let with = |len: &Expr| Clause::Buffer {
            parameter: *parameter,
            name: name.clone(),
            element: *element,
            len: len.clone(),
        };
        // The maximum with 0 is for launches with a negative number.
        if matches!(**b, Expr::Number(0)) { Vec::new() } else { vec![with(b), with(a)] }
    }

    /// The clause for a value that is neither zero nor negative, from two clauses.
    pub fn positive(&self, other: &Clause) -> Option<Clause> {
        let (Clause::Requires(one), Clause::Requires(other)) = (self, other) else { return None };
        let (Expr::Binary(Binary::Ne, a, x), Expr::Binary(Binary::Ge, b, y)) = (one, other) else {
            return None;
        };
        let (Expr::Number(x), Expr::Number(y)) = (&**x, &**y) else { return None };
        let least = Expr::Number(y.checked_add(1)?);
        (a == b && x == y).then(|| Clause::Requires(binary(Binary::Ge, (**a).clone(), least)))
    }

    /// The clause with its constant relaxed; `None` without an adjustable constant.
    pub fn weaker(&self, by: i128) -> Option<Clause> {
        match self {
            Clause::Requires(expr) => relaxed(expr, by).map(Clause::Requires),
            Clause::Buffer { parameter, name, element, len } => Some(Clause::Buffer {
                parameter: *parameter,
                name: name.clone(),
                element: *element,
                // By whole bytes: less changes nothing.
                len: plus(len, -by.saturating_mul(element.in_a_byte().into())),
            }),
            Clause::Align { parameter, name, bytes } => {
                let bytes = bytes.checked_shr(u32::try_from(by).ok()?).filter(|bytes| *bytes > 1)?;
                Some(Clause::Align { parameter: *parameter, name: name.clone(), bytes })
            }
            Clause::Contents { parameter, name, holds } => relaxed(holds, by).map(|holds| Clause::Contents {
                parameter: *parameter,
                name: name.clone(),
                holds,
            }),
            Clause::Related { .. } => None,
        }
    }

    /// Whether the clause has an adjustable number. A comparison of two unknowns has none, and neither has a sign, the last of
    /// several elements, or a grid one block wide: another number there would admit unintended launches.
    pub fn has_free_number(&self) -> bool {
        match self {
            Clause::Requires(expr) | Clause::Contents { holds: expr, .. } => {
                matches!(expr, Expr::Binary(Binary::Le | Binary::Ge, _, rhs) if has_free_number(rhs))
            }
            Clause::Buffer { len, .. } => has_free_number(len),
            Clause::Align { .. } => true,
            Clause::Related { .. } => false,
        }
    }

    /// Whether elements are bounded by what a type of at least 32 bits holds, nearly.
    pub(super) fn is_fitting(&self) -> bool {
        matches!(self, Clause::Contents { holds: Expr::Binary(Binary::Le, _, most), .. }
            if matches!(**most, Expr::Number(most) if most >= NEARLY))
    }

    /// The greatest number of a type, if the clause has this bound: `n * m <= 2147483647`.
    pub fn greatest_of_a_type(&self) -> Option<i128> {
        let Clause::Requires(Expr::Binary(Binary::Le, _, rhs)) = self else { return None };
        let Expr::Number(number) = **rhs else { return None };
        [31, 32, 63, 64].into_iter().map(|bits| (1 << bits) - 1).find(|greatest| *greatest == number)
    }
}

/// Whether an expression is, or ends with, a number that an author might have chosen.
fn has_free_number(side: &Expr) -> bool {
    match side {
        Expr::Number(number) => *number != 0,
        Expr::Binary(Binary::Add | Binary::Sub, _, number) => {
            matches!(**number, Expr::Number(number) if number != 1)
        }
        Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => false,
    }
}

/// A comparison with its right side moved.
fn relaxed(expr: &Expr, by: i128) -> Option<Expr> {
    let Expr::Binary(op, lhs, rhs) = expr else { return None };
    let with = |op, rhs| Some(binary(op, (**lhs).clone(), rhs));
    match (op, &**rhs) {
        (Binary::Le, rhs) => with(Binary::Le, plus(rhs, by)),
        (Binary::Ge, rhs) => with(Binary::Ge, plus(rhs, by.checked_neg()?)),
        // An axis of the grid that is 1 is at most 1.
        (Binary::Eq, Expr::Number(1)) if is_about_grid(lhs) => {
            with(Binary::Le, Expr::Number(by.checked_add(1)?))
        }
        _ => None,
    }
}

/// The sum of an expression and a number, with one number at its end.
fn plus(expr: &Expr, by: i128) -> Expr {
    match expr {
        Expr::Number(number) => Expr::Number(number.saturating_add(by)),
        Expr::Binary(Binary::Add, lhs, rhs) if matches!(**rhs, Expr::Number(_)) => {
            let Expr::Number(number) = **rhs else { return expr.clone() };
            sum(Some((**lhs).clone()), number.saturating_add(by))
        }
        Expr::Binary(Binary::Sub, lhs, rhs) if matches!(**rhs, Expr::Number(_)) => {
            let Expr::Number(number) = **rhs else { return expr.clone() };
            sum(Some((**lhs).clone()), by.saturating_sub(number))
        }
        Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => sum(Some(expr.clone()), by),
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clause::Requires(expr) => write!(f, "{expr}"),
            Clause::Buffer { name, element, len, .. } => write!(f, "buffer {name} : {element}[{len}]"),
            Clause::Align { name, bytes, .. } => write!(f, "align {name} : {bytes}"),
            Clause::Contents { name, holds, .. } => write!(f, "contents {name} : {holds}"),
            Clause::Related { name, relation, .. } => write!(f, "contents {name} : {relation}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Clause;

    #[track_caller]
    fn of(text: &str) -> Clause {
        let contract = spec::parse::contract_clauses(&format!("requires = {text}"));
        Clause::Requires(contract.expect("it is a condition").requires.remove(0))
    }

    #[test]
    fn numbers_are_free_that_somebody_chose() {
        for text in
            ["n >= 1", "n <= 136", "grid.x <= 8", "arg3 >= n * m + 2", "n * m <= 2147483647", "n >= m - 31"]
        {
            assert!(of(text).has_free_number(), "{text}");
        }
    }

    #[test]
    fn the_greatest_of_a_type_is_a_bound_from_above() {
        assert_eq!(of("n * m <= 2147483647").greatest_of_a_type(), Some(2_147_483_647));
        for text in ["n <= 2147483646", "n >= 2147483647", "n <= m + 2147483647"] {
            assert_eq!(of(text).greatest_of_a_type(), None, "{text}");
        }
    }

    #[test]
    fn what_compares_unknowns_or_says_a_sign_is_as_it_is() {
        for text in [
            "x.strides[0] >= x.shape[1] * x.strides[1]",
            "x.strides[0] >= x.strides[1]",
            "n * m <= arg3",
            "grid.x <= cdiv(n, 1024)",
            "n >= 0",
            "n <= m - 1",
            "grid.z == 1",
        ] {
            assert!(!of(text).has_free_number(), "{text}");
        }
    }
}
