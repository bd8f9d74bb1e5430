//! Expressions in clauses.

use std::fmt;

/// An expression over mathematical integers; nothing overflows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Number(i128),
    /// A scalar argument, by name or position (`arg3`), `grid.x` and its like, or `value` and `len(x)` in a `contents` clause.
    Name(String),
    /// `-e` or `!e`.
    Unary(Unary, Box<Expr>),
    /// `a op b`; comparisons and connectives give truth values.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a[i + 1]`: an element of a buffer at launch, in a [`Relation`].
    Element(String, Box<Expr>),
}

/// `lhs op rhs`
pub fn binary(op: Binary, lhs: Expr, rhs: Expr) -> Expr {
    Expr::Binary(op, Box::new(lhs), Box::new(rhs))
}

/// The names of the extents of the grid.
pub const GRID: [&str; 3] = ["grid.x", "grid.y", "grid.z"];

/// The name `len(x)`: the number of elements of an array.
pub fn length_of(array: &str) -> String {
    format!("len({array})")
}

/// The array of a name `len(x)`.
pub fn measured_array(name: &str) -> Option<&str> {
    name.strip_prefix("len(")?.strip_suffix(')')
}

/// Unary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `-`
    Neg,
    /// `!`
    Not,
}

/// Binary operators, `cdiv`, `min` and `max` among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`: the floor of the quotient.
    Div,
    /// `%`: the remainder of the floor.
    Rem,
    /// `cdiv(a, b)`: the ceiling of the quotient.
    Cdiv,
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `&&`
    And,
    /// `||`
    Or,
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Expr {
    /// The names in it, from left to right.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Expr::Number(_) => Vec::new(),
            Expr::Name(name) => vec![name],
            Expr::Unary(_, operand) => operand.names(),
            Expr::Binary(_, lhs, rhs) => [lhs.names(), rhs.names()].concat(),
            Expr::Element(_, place) => place.names(),
        }
    }

    /// The operands of nested applications of an operator: the parts of a conjunction.
    pub fn operands(&self, of: Binary) -> Vec<&Expr> {
        match self {
            Expr::Binary(op, lhs, rhs) if *op == of => [lhs.operands(of), rhs.operands(of)].concat(),
            Expr::Number(_) | Expr::Name(_) | Expr::Element(..) | Expr::Unary(..) | Expr::Binary(..) => {
                vec![self]
            }
        }
    }

    /// The condition under which no division by zero is evaluated from left to right, where `&&` and `||` stop early; `None` if every
    /// divisor is a constant.
    pub fn definedness(&self) -> Option<Expr> {
        match self {
            Expr::Number(_) | Expr::Name(_) | Expr::Element(..) => None,
            Expr::Unary(_, operand) => operand.definedness(),
            Expr::Binary(op, lhs, rhs) => {
                let lhs = || Expr::clone(lhs);
                let reached = |defined| {
                    if *op == Binary::Or {
                        binary(Binary::Or, lhs(), defined)
                    } else if *op == Binary::And {
                        binary(Binary::Or, Expr::Unary(Unary::Not, lhs().into()), defined)
                    } else {
                        defined
                    }
                };
                let divides = matches!(op, Binary::Div | Binary::Rem | Binary::Cdiv);
                let divides = divides && !matches!(**rhs, Expr::Number(_));
                let divisor = divides.then(|| binary(Binary::Ne, Expr::clone(rhs), Expr::Number(0)));
                let parts = [lhs().definedness(), rhs.definedness().map(reached), divisor];
                parts.into_iter().flatten().reduce(|all, part| binary(Binary::And, all, part))
            }
        }
    }

    /// A condition that a division by zero breaks: the same condition, with [`Expr::definedness`] in front.
    pub fn strict(&self) -> Expr {
        match (self, self.definedness()) {
            (Expr::Binary(Binary::And, lhs, rhs), Some(_)) => binary(Binary::And, lhs.strict(), rhs.strict()),
            (_, Some(defined)) => binary(Binary::And, defined, self.clone()),
            (_, None) => self.clone(),
        }
    }

    /// The expression, with other expressions for some of its names.
    pub fn with_names(&self, other: &impl Fn(&str) -> Option<Expr>) -> Expr {
        let of = |part: &Expr| Box::new(part.with_names(other));
        match self {
            Expr::Number(_) => self.clone(),
            Expr::Name(name) => other(name).unwrap_or_else(|| self.clone()),
            Expr::Unary(op, operand) => Expr::Unary(*op, of(operand)),
            Expr::Binary(op, lhs, rhs) => Expr::Binary(*op, of(lhs), of(rhs)),
            Expr::Element(name, place) => Expr::Element(name.clone(), of(place)),
        }
    }

    /// The elements in the expression without duplicates: array and index.
    pub fn elements(&self) -> Vec<(&str, &Expr)> {
        match self {
            Expr::Number(_) | Expr::Name(_) => Vec::new(),
            Expr::Unary(_, operand) => operand.elements(),
            Expr::Binary(_, lhs, rhs) => {
                let mut all = lhs.elements();
                for element in rhs.elements() {
                    if !all.contains(&element) {
                        all.push(element);
                    }
                }
                all
            }
            Expr::Element(name, place) => vec![(name, place)],
        }
    }

    /// The numbers of the expression.
    pub fn numbers(&self) -> Vec<i128> {
        match self {
            Expr::Number(number) => vec![*number],
            Expr::Name(_) => Vec::new(),
            Expr::Unary(_, operand) | Expr::Element(_, operand) => operand.numbers(),
            Expr::Binary(_, lhs, rhs) => [lhs.numbers(), rhs.numbers()].concat(),
        }
    }

    /// Writes the expression; operators that bind less than `outer` need parentheses.
    fn write(&self, f: &mut fmt::Formatter<'_>, outer: u8) -> fmt::Result {
        match self {
            Expr::Number(number) if *number < 0 && outer > 5 => write!(f, "({number})"),
            Expr::Number(number) => write!(f, "{number}"),
            Expr::Name(name) => f.write_str(name),
            Expr::Element(name, place) => write!(f, "{name}[{place}]"),
            Expr::Unary(op, operand) => {
                f.write_str(if *op == Unary::Neg { "-" } else { "!" })?;
                operand.write(f, 7)
            }
            Expr::Binary(op @ (Binary::Cdiv | Binary::Min | Binary::Max), lhs, rhs) => {
                write!(f, "{}({lhs}, {rhs})", op.symbol())
            }
            Expr::Binary(op, lhs, rhs) => {
                let binding = op.binding();
                let (open, close) = if binding < outer { ("(", ")") } else { ("", "") };
                f.write_str(open)?;
                // Comparisons do not chain: both sides must bind more tightly.
                lhs.write(f, if op.compares() { binding + 1 } else { binding })?;
                write!(f, " {} ", op.symbol())?;
                rhs.write(f, binding + 1)?;
                f.write_str(close)
            }
        }
    }
}

impl Binary {
    /// Every operator.
    pub const ALL: &[Binary] = &[
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::Div,
        Binary::Rem,
        Binary::Cdiv,
        Binary::Min,
        Binary::Max,
        Binary::Eq,
        Binary::Ne,
        Binary::Le,
        Binary::Lt,
        Binary::Ge,
        Binary::Gt,
        Binary::And,
        Binary::Or,
    ];

    /// The symbol in the text.
    pub const fn symbol(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::Rem => "%",
            Binary::Cdiv => "cdiv",
            Binary::Min => "min",
            Binary::Max => "max",
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Lt => "<",
            Binary::Le => "<=",
            Binary::Gt => ">",
            Binary::Ge => ">=",
            Binary::And => "&&",
            Binary::Or => "||",
        }
    }

    /// The alternative word in the text.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Binary::And => Some("and"),
            Binary::Or => Some("or"),
            Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::Div
            | Binary::Rem
            | Binary::Cdiv
            | Binary::Min
            | Binary::Max
            | Binary::Eq
            | Binary::Ne
            | Binary::Lt
            | Binary::Le
            | Binary::Gt
            | Binary::Ge => None,
        }
    }

    /// How tightly it binds: `||` 1, `&&` 2, comparisons 3, sums 4, products 5.
    pub const fn binding(self) -> u8 {
        match self {
            Binary::Or => 1,
            Binary::And => 2,
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => 3,
            Binary::Add | Binary::Sub => 4,
            Binary::Mul | Binary::Div | Binary::Rem => 5,
            Binary::Cdiv | Binary::Min | Binary::Max => 6,
        }
    }
}
