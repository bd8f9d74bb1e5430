//! Contracts: what a launch promises to a kernel.

mod expr;
mod list;
mod property;

use std::collections::BTreeMap;
use std::fmt;

pub use self::expr::{Binary, Expr, GRID, Unary, binary, length_of, measured_array};
pub use self::list::ListClause;
pub use self::property::{Property, ranking};
use super::kernel::language::Language;
use super::span::Place;
use super::types::Scalar;

/// The size of a buffer, counted from its pointer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BufferClause {
    /// The pointer argument.
    pub name: String,
    /// The element type.
    pub element: Scalar,
    /// Elements.
    pub len: Expr,
    /// Whether the contents are undetermined at launch.
    pub uninit: bool,
}

/// What holds between elements of a buffer at launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relation {
    /// A clause that names elements by their places: it holds for every `i` with all elements inside the
    /// array.
    Along(Expr),
    /// No two elements that satisfy the condition about `value` are equal.
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

/// An array, with its clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayClause {
    /// The pointer argument.
    pub name: String,
    /// The element type.
    pub element: Scalar,
    /// Elements along each axis.
    pub extents: Vec<Expr>,
    /// The distances between elements of each axis, in elements; contiguous by default, the last axis first.
    pub strides: Option<Vec<Expr>>,
    /// Whether the contents are undetermined at launch.
    pub uninit: bool,
    /// Whether the parameters behind the pointer are its extents and strides, as those of a tensor of cuTile Python are.
    pub passed: bool,
    /// Clauses about its numbers; the contract has its buffer.
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

/// A contract, as written; unstated promises are trusted or inferred.
#[derive(Debug, Clone, Default)]
pub struct Contract {
    /// The kernel's name.
    pub kernel: String,
    /// Names of the arguments, by position, with whether the argument is unsigned (`N : u32`).
    pub names: Vec<ArgumentName>,
    /// Extents of the grid, in the order x, y, z; an axis that is not named is 1. `None`: nothing is said.
    pub grid: Option<Vec<Expr>>,
    /// The conditions on the arguments.
    pub requires: Vec<Expr>,
    /// The unwritten clauses: a compiler's assumptions, from its specialization to launches of one signature.
    pub signature: Vec<Expr>,
    /// Arrays; their clauses are among `requires` and `buffers` too.
    pub arrays: Vec<ArrayClause>,
    /// Lists of arrays; what they say of their tables is among `requires` and `buffers` too.
    pub lists: Vec<ListClause>,
    /// Sizes of buffers.
    pub buffers: Vec<BufferClause>,
    /// Alignments, in bytes.
    pub aligns: Vec<(String, u64)>,
    /// Sets of disjoint buffers; by default all buffers.
    pub disjoint: Vec<Vec<String>>,
    /// Pairs with a permitted overlap.
    pub aliases: Vec<(String, String)>,
    /// Sets of pointers with one address: launches pass a single array for all of a set.
    pub same_arrays: Vec<Vec<String>>,
    /// What holds of every element of a buffer at launch; `value` is the element.
    pub contents: Vec<(String, Expr)>,
    /// What holds between elements of a buffer at launch; written as `contents` clauses too.
    pub relations: Vec<(String, Relation)>,
    /// What launches do beside having no undefined behavior.
    pub ensures: Vec<Property>,
    /// Whether the contract is complete: nothing is to be inferred.
    pub closed: bool,
    /// The place.
    pub at: Place,
    /// The place of each name in the text of the clauses, where it first stands.
    pub words: BTreeMap<String, Place>,
}

/// Contracts are equal if their clauses are, independent of the origin of the clauses.
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
            same_arrays,
            contents,
            relations,
            ensures,
            closed,
            at,
            words: _,
        } = self;
        (kernel, names, grid, requires, buffers)
            == (&other.kernel, &other.names, &other.grid, &other.requires, &other.buffers)
            && (aligns, disjoint) == (&other.aligns, &other.disjoint)
            && (aliases, same_arrays) == (&other.aliases, &other.same_arrays)
            && (contents, relations, lists) == (&other.contents, &other.relations, &other.lists)
            && (ensures, closed, at) == (&other.ensures, &other.closed, &other.at)
    }
}

impl Eq for Contract {}

impl Contract {
    /// The place of the first of these names that the clauses have, else of the contract.
    pub fn place_of<'a>(&self, mut names: impl Iterator<Item = &'a str>) -> &Place {
        names.find_map(|name| self.words.get(name)).unwrap_or(&self.at)
    }

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

/// The largest extent of a grid axis in Tile IR (semantics ABI-2): an axiom, printed with every proof.
pub const MAX_GRID: i128 = Language::TileIr.max_grid(0);

/// The most bytes that an allocation has: an axiom, printed with every proof.
pub const MAX_ALLOCATION: i128 = 1 << 48;
