//! Contracts: what a launch promises to a kernel.

mod list;
mod property;

use std::fmt;

pub use self::list::ListClause;
pub use self::property::{Property, ranking};
use super::span::Place;
use super::types::Scalar;

/// An expression over mathematical integers; nothing overflows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Number(i128),
    /// A scalar argument, by name or position (`arg3`), `grid.x` and its like, or `value` in a `contents` clause.
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
    /// `%`: what the floor leaves.
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

/// The size of a buffer, from where its pointer points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BufferClause {
    /// Which pointer argument.
    pub name: String,
    /// Its element type.
    pub element: Scalar,
    /// Elements.
    pub len: Expr,
    /// Whether its contents are undetermined at launch.
    pub uninit: bool,
}

/// What holds between elements of a buffer at launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relation {
    /// A clause that names elements by their places: it holds for every `i` for which all of them exist.
    Along(Expr),
    /// No two elements are equal, of those of which the condition about `value` holds.
    Distinct(Option<Expr>),
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Relation::Along(holds) => write!(f, "{holds}"),
            Relation::Distinct(None) => f.write_str("distinct"),
            Relation::Distinct(Some(among)) => write!(f, "distinct where {among}"),
        }
    }
}

/// An array, with what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayClause {
    /// Which pointer argument.
    pub name: String,
    /// Its element type.
    pub element: Scalar,
    /// Elements along each axis.
    pub extents: Vec<Expr>,
    /// How far the elements of each axis are apart, in elements; one after the other, the last axis first, where it is not said.
    pub strides: Option<Vec<Expr>>,
    /// Whether its contents are undetermined at launch.
    pub uninit: bool,
    /// Whether the parameters behind the pointer are its extents and strides, as those of a tensor of cuTile Python are.
    pub passed: bool,
    /// What it says of numbers; its buffer is one of the contract's.
    pub says: Vec<Expr>,
}

impl fmt::Display for ArrayClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |parts: &[Expr]| parts.iter().map(Expr::to_string).collect::<Vec<_>>().join(", ");
        write!(f, "array {} : {}[{}]", self.name, self.element, list(&self.extents))?;
        if let Some(strides) = &self.strides {
            write!(f, " strides = ({})", list(strides))?;
        }
        f.write_str(if self.uninit { " uninit" } else { "" })?;
        f.write_str(if self.passed { ", passed with these extents and strides" } else { "" })
    }
}

/// A contract, as written; what it does not state is trusted or inferred.
#[derive(Debug, Clone, Default)]
pub struct Contract {
    /// The kernel's name.
    pub kernel: String,
    /// Names of the arguments, by position, with whether the argument is unsigned (`N : u32`).
    pub names: Vec<ArgumentName>,
    /// Extents of the grid, in the order x, y, z; an axis that is not named is 1. `None`: nothing is said.
    pub grid: Option<Vec<Expr>>,
    /// What must hold of the arguments.
    pub requires: Vec<Expr>,
    /// Which of them nobody has written: what a compiler assumes, since it compiled for launches of one signature.
    pub signature: Vec<Expr>,
    /// Arrays; what they say is among `requires` and `buffers` too.
    pub arrays: Vec<ArrayClause>,
    /// Lists of arrays; what they say of their tables is among `requires` and `buffers` too.
    pub lists: Vec<ListClause>,
    /// Sizes of buffers.
    pub buffers: Vec<BufferClause>,
    /// Alignments, in bytes.
    pub aligns: Vec<(String, u64)>,
    /// Sets of buffers that do not overlap; the default for all of them.
    pub disjoint: Vec<Vec<String>>,
    /// Pairs that may overlap after all.
    pub aliases: Vec<(String, String)>,
    /// What holds of every element of a buffer at launch; `value` is the element.
    pub contents: Vec<(String, Expr)>,
    /// What holds between elements of a buffer at launch; written as `contents` clauses too.
    pub relations: Vec<(String, Relation)>,
    /// What launches do beside having no undefined behaviour.
    pub ensures: Vec<Property>,
    /// Whether it says all that a launch promises: nothing is to be inferred.
    pub closed: bool,
    /// Where it stands.
    pub at: Place,
}

/// Two contracts are one where their clauses are, whoever said them.
impl PartialEq for Contract {
    fn eq(&self, other: &Self) -> bool {
        let Contract {
            kernel,
            names,
            grid,
            requires,
            signature: _,
            arrays: _,
            lists,
            buffers,
            aligns,
            disjoint,
            aliases,
            contents,
            relations,
            ensures,
            closed,
            at,
        } = self;
        (kernel, names, grid, requires, buffers)
            == (&other.kernel, &other.names, &other.grid, &other.requires, &other.buffers)
            && (aligns, disjoint, aliases) == (&other.aligns, &other.disjoint, &other.aliases)
            && (contents, relations, lists) == (&other.contents, &other.relations, &other.lists)
            && (ensures, closed, at) == (&other.ensures, &other.closed, &other.at)
    }
}

impl Eq for Contract {}

impl Contract {
    /// What is required in the author's own words: neither by an array nor by a compiler.
    pub fn written(&self) -> impl Iterator<Item = &Expr> {
        let lists = self.lists.iter().map(|list| &list.each);
        let mut others: Vec<&Expr> = self.arrays.iter().chain(lists).flat_map(|array| &array.says).collect();
        others.extend(&self.signature);
        // What is said twice is said by the author too.
        self.requires.iter().filter(move |expr| match others.iter().position(|other| other == expr) {
            Some(at) => {
                others.swap_remove(at);
                false
            }
            None => true,
        })
    }
}

/// A name in `names = (…)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentName {
    /// The name.
    pub name: String,
    /// Whether the argument is read as unsigned.
    pub unsigned: bool,
}

/// The largest extent of a grid axis (semantics ABI-2): an axiom, printed with every proof.
pub const MAX_GRID: i128 = (1 << 24) - 1;

/// The most bytes that an allocation has: an axiom, printed with every proof.
pub const MAX_ALLOCATION: i128 = 1 << 48;

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

    /// The elements in it, each once: whose they are, and where.
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

    /// The numbers in it.
    pub fn numbers(&self) -> Vec<i128> {
        match self {
            Expr::Number(number) => vec![*number],
            Expr::Name(_) => Vec::new(),
            Expr::Unary(_, operand) | Expr::Element(_, operand) => operand.numbers(),
            Expr::Binary(_, lhs, rhs) => [lhs.numbers(), rhs.numbers()].concat(),
        }
    }

    /// Writes the expression where operators that bind less than `outer` need parentheses.
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

    /// How the text writes it.
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

    /// The word that a text may have in its place.
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
