//! The meaning of contracts: names bound to a kernel's parameters, expressions read over any reading's integers.

mod clauses;
mod floats;
mod length;
mod list;
mod names;
mod property;
mod relation;
mod resolved;
mod same_array;
mod term;

pub use floats::{Interval, interval};
pub use names::unify_names;
pub use property::{carries, of_loops};
pub use relation::{Reach, count_along, names_index};
pub use resolved::Resolved;
pub use term::Term;

use crate::domain::{Number, greatest_signed, greatest_unsigned, least_signed};
use crate::origins::{Footprint, Origins, Region};
use crate::problem::IllFormed;
use crate::syntax::contract::{Binary, Contract, Expr, GRID, Property, Relation, Unary, measured_array};
use crate::syntax::kernel::Kernel;
use crate::syntax::types::{Element, Scalar, Type};

/// What a name of a contract stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// The scalar argument at a position.
    Argument(usize),
    /// The grid's extent along an axis.
    Grid(usize),
    /// The number of elements of the array at a position, from its pointer to the end of its buffer.
    Length(usize),
    /// The element that a `contents` clause speaks of.
    Element,
    /// The number `i` by which a relation names elements.
    Index,
    /// The element that a relation names so-manieth, in the order of [`Expr::elements`].
    Place(usize),
}

/// The name of the element in a `contents` clause.
pub const ELEMENT: &str = "value";

/// The most arguments that a message lists.
const LISTED: usize = 16;

/// The name of a relation's running place.
pub const INDEX: &str = "i";

/// Of what an expression may speak beside arguments and the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Of nothing.
    Launch,
    /// Of `value`.
    Element,
    /// Of elements by their places, and of `i`.
    Places,
    /// Of `i` alone.
    Index,
}

/// A contract with its kernel: every name is known, every expression of the right sort.
#[derive(Debug, Clone)]
pub struct Bound<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// The kernel.
    pub kernel: &'a Kernel,
}

impl<'a> Bound<'a> {
    /// Binds a contract to its kernel.
    ///
    /// # Errors
    /// The kernel lacks a name, a clause is about the wrong kind of argument, or an expression has the wrong type
    /// (truth value or number).
    pub fn new(contract: &'a Contract, kernel: &'a Kernel) -> Result<Self, IllFormed> {
        let bound = Bound { contract, kernel };
        let wrong = |message: String| IllFormed::new(message, &contract.at);
        if contract.names.len() > kernel.params.len() {
            let (names, params) = (contract.names.len(), kernel.params.len());
            return Err(wrong(format!(
                "the contract names {names} arguments, @{} has {params}",
                kernel.name
            )));
        }
        bound.names_are_clear()?;
        bound.check_launch()?;
        bound.check_memory()?;
        bound.check_properties()?;
        Ok(bound)
    }

    /// The position of the argument of that name.
    pub fn position(&self, name: &str) -> Option<usize> {
        names::position(self.contract, self.kernel, name)
    }

    /// How people call the argument at that position.
    pub fn argument_name(&self, position: usize) -> &str {
        match self.contract.names.get(position) {
            Some(named) => &named.name,
            None => &self.kernel.values[self.kernel.params[position].index()].name,
        }
    }

    /// The meaning of a name in a clause that is not about elements.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        if let Some(axis) = GRID.iter().position(|n| *n == name) {
            return Some(Symbol::Grid(axis));
        }
        if self.is_bound(name) {
            return None;
        }
        if let Some(array) = measured_array(name) {
            return self.pointer(array).ok().map(Symbol::Length);
        }
        let position = self.position(name)?;
        self.scalar(position).map(|_| Symbol::Argument(position))
    }

    /// Whether a name is the element or the number of a place wherever the contract has it, since some `contents` clause
    /// has it.
    fn is_bound(&self, name: &str) -> bool {
        let has = |clause: &Expr| clause.names().contains(&name);
        let related = |(_, relation): &(String, Relation)| match relation {
            Relation::Along(holds) => name == INDEX && has(holds),
            Relation::Distinct(among) => name == ELEMENT && among.as_ref().is_some_and(has),
        };
        name == ELEMENT && self.contract.contents.iter().any(|(_, clause)| has(clause))
            || self.contract.relations.iter().any(related)
            || name == INDEX && self.contract.ensures.iter().filter_map(Property::among).any(has)
            || name == INDEX && self.contract.lists.iter().filter_map(|list| list.among.as_ref()).any(has)
    }

    /// The integer type of the argument at a position, if an integer.
    pub fn scalar(&self, position: usize) -> Option<Scalar> {
        match self.element(position)? {
            Element::Scalar(scalar) if scalar.is_integer() => Some(scalar),
            Element::Scalar(_) | Element::Pointer(_) => None,
        }
    }

    /// The pointee type of the argument at a position, if a pointer.
    pub fn pointee(&self, position: usize) -> Option<Scalar> {
        match self.element(position)? {
            Element::Pointer(scalar) => Some(scalar),
            Element::Scalar(_) => None,
        }
    }

    /// Whether the integer argument at that position is read as unsigned.
    pub fn is_unsigned(&self, position: usize) -> bool {
        let boolean = self.scalar(position) == Some(Scalar::I1);
        boolean || self.contract.names.get(position).is_some_and(|named| named.unsigned)
    }

    /// The least and the greatest number of the integer argument at that position, as the contract reads it.
    pub fn least_and_greatest(&self, position: usize) -> Option<(i128, i128)> {
        let bits = self.scalar(position)?.bits();
        Some(if self.is_unsigned(position) {
            (0, greatest_unsigned(bits))
        } else {
            (least_signed(bits), greatest_signed(bits))
        })
    }

    /// Whether the memory of two arguments may overlap, by an `alias` clause and no `disjoint` one. For a list the answer is about its arrays: tables
    /// overlap nothing.
    pub fn may_overlap(&self, a: usize, b: usize) -> bool {
        self.list(a).is_none() && self.list(b).is_none() && self.may_overlap_beside_tables(a, b)
    }

    /// Whether two arrays may overlap; the list's argument represents each array of a list.
    pub fn may_overlap_beside_tables(&self, a: usize, b: usize) -> bool {
        let are = |x: &str, y: &str| self.is_about(x, a) && self.is_about(y, b);
        let is_stated = self.contract.aliases.iter().any(|(x, y)| are(x, y) || are(y, x));
        is_stated && !self.are_disjoint(a, b) || a != b && self.are_one_array(a, b)
    }

    /// The kernel's uses of its pointers, given the contract's targets of addresses in lists.
    pub fn origins(&self) -> Origins {
        Origins::beside(self.kernel, self.tables().collect())
    }

    /// The positions of the parameters that are tables of lists.
    pub fn tables(&self) -> impl Iterator<Item = usize> {
        self.contract.lists.iter().filter_map(|list| self.position(list.name()))
    }

    /// Whether two regions may have a byte in common, in a launch of the contract. Two arrays of one list may be equal.
    pub fn may_meet(&self, one: Region, other: Region) -> bool {
        match (one, other) {
            _ if one == other => true,
            (Region::At(a), Region::At(b)) => self.may_overlap(a, b),
            (Region::Listed(a), Region::Listed(b)) => self.may_overlap_beside_tables(a, b),
            (Region::Listed(table), Region::At(other)) | (Region::At(other), Region::Listed(table)) => {
                self.list(other).is_none() && self.may_overlap_beside_tables(table, other)
            }
        }
    }

    /// Whether accesses with a footprint may touch a region: it is in the footprint, or overlaps what is.
    pub fn touches(&self, footprint: &Footprint, region: Region) -> bool {
        let outside = self.kernel.params.len() + self.kernel.globals.len();
        let own = matches!(region, Region::At(position) if position >= outside);
        footprint.anywhere && !own || footprint.regions.iter().any(|one| self.may_meet(*one, region))
    }

    /// Whether a `contents` clause is about each element of the array at a position.
    pub fn states_elements(&self, position: usize) -> bool {
        self.contract.contents.iter().any(|(name, _)| self.is_about(name, position))
    }

    /// The conditions under which the grid and the lengths of buffers are numbers: no divisor is zero.
    pub fn definedness(&self) -> impl Iterator<Item = Expr> {
        let lengths = self.contract.buffers.iter().map(|clause| &clause.len);
        self.contract.grid.iter().flatten().chain(lengths).filter_map(Expr::definedness)
    }

    /// The position of a pointer argument, or what is wrong with the name.
    fn pointer(&self, name: &str) -> Result<usize, String> {
        let position = self.position(name).ok_or_else(|| self.unknown(name))?;
        self.pointee(position).map(|_| position).ok_or_else(|| format!("`{name}` is no pointer"))
    }

    /// The message about a name that no argument has.
    fn unknown(&self, name: &str) -> String {
        let all: Vec<&str> = (0..self.kernel.params.len()).map(|at| self.argument_name(at)).collect();
        match all.len() {
            0 => format!("no argument is called `{name}`: the kernel has none"),
            1..=LISTED => format!("no argument is called `{name}`: the arguments are {}", all.join(", ")),
            count => format!(
                "no argument is called `{name}`: the {count} arguments are {}, …",
                all[..LISTED].join(", ")
            ),
        }
    }

    fn element(&self, position: usize) -> Option<Element> {
        match self.kernel.ty(*self.kernel.params.get(position)?) {
            Type::Tile(tile) => Some(tile.element),
            Type::Token
            | Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_) => None,
        }
    }

    /// Checks names and sorts of an expression that must give a truth value, or must not.
    fn check(&self, expr: &Expr, truth: bool, scope: Scope) -> Result<(), String> {
        let sort = |truth| if truth { "a truth value" } else { "a number" };
        let gives_truth = match expr {
            Expr::Number(_) => false,
            Expr::Name(name) if scope == Scope::Element && name == ELEMENT => false,
            Expr::Name(name) if matches!(scope, Scope::Places | Scope::Index) && name == INDEX => false,
            Expr::Element(_, place) if scope == Scope::Places => {
                self.check(place, false, scope)?;
                false
            }
            Expr::Element(..) => return Err(format!("`{expr}` is an element, and here none can be named")),
            Expr::Name(name) if measured_array(name).is_some() => {
                self.check_length(name, scope)?;
                false
            }
            Expr::Name(name) => {
                let unknown = || match self.position(name) {
                    Some(position) if self.is_bound(name) => format!(
                        "`{name}` is {}, of which only `contents` speaks; the contract calls the argument `{}`",
                        if name == ELEMENT { "an element" } else { "the number of a place" },
                        self.argument_name(position)
                    ),
                    Some(_) => format!("`{name}` is not an integer argument"),
                    None => self.unknown(name),
                };
                self.symbol(name).map(|_| false).ok_or_else(unknown)?
            }
            Expr::Unary(op, operand) => {
                let of_truth = *op == Unary::Not;
                self.check(operand, of_truth, scope)?;
                of_truth
            }
            Expr::Binary(Binary::Div | Binary::Rem | Binary::Cdiv, _, by) if **by == Expr::Number(0) => {
                return Err(format!("`{expr}` divides by zero"));
            }
            Expr::Binary(op, lhs, rhs) => {
                let of_truth = matches!(op, Binary::And | Binary::Or);
                self.check(lhs, of_truth, scope)?;
                self.check(rhs, of_truth, scope)?;
                of_truth || op.compares()
            }
        };
        if gives_truth == truth {
            Ok(())
        } else {
            Err(format!("`{expr}` gives {}, where {} is needed", sort(gives_truth), sort(truth)))
        }
    }

    /// An expression that gives a number, read over any integers.
    ///
    /// # Panics
    /// Never for an expression of a bound contract.
    pub fn number<N: Number>(&self, expr: &Expr, value: &mut impl FnMut(Symbol) -> N) -> N {
        self.resolve(expr).number(value)
    }

    /// An expression that gives a truth value, read over any integers.
    ///
    /// # Panics
    /// Never for an expression of a bound contract.
    pub fn truth<N: Number>(&self, expr: &Expr, value: &mut impl FnMut(Symbol) -> N) -> N::Bool {
        self.resolve(expr).truth(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a contract of a kernel that takes a buffer `i` and a number `value`.
    fn wrong(clauses: &str) -> Option<(String, Option<String>)> {
        let text = format!(
            "contract @k {{ {clauses} }}
             entry @k(%i: tile<ptr<i32>>, %value: tile<i32>) {{ return }}"
        );
        let module = crate::parse::module(&text).expect("it parses");
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]);
        bound.err().map(|problem| (problem.message, problem.help))
    }

    #[test]
    fn no_clause_divides_by_the_number_zero() {
        let (message, _) = wrong("names = (i, n) requires = n <= 1 / 0").expect("it is refused");
        assert_eq!(message, "`1 / 0` divides by zero");
        assert_eq!(wrong("names = (i, n) requires = n % 2 == 0"), None);
    }

    #[test]
    fn an_argument_that_is_called_as_elements_are_is_to_be_renamed() {
        for names in ["names = (i, value) requires = value >= 0", "names = (i)", ""] {
            let (message, help) = wrong(&format!("{names} contents i : value < 8")).expect("it is refused");
            assert_eq!(
                message,
                "`value` is the element in a `contents` clause, and the argument 2 of @k has that name too"
            );
            let help = help.expect("there is something to do");
            assert_eq!(help, "rename the argument: give it another name in `names`, in place 2");
        }
        assert_eq!(wrong("names = (i, value) requires = value >= 0"), None);
        assert_eq!(wrong("names = (i, v) requires = v >= 0 contents i : value < v"), None);
        let (message, _) =
            wrong("names = (i, v) requires = value >= 0 contents i : value < v").expect("it is refused");
        assert!(message.contains("the contract calls the argument `v`"), "{message}");
    }
}
