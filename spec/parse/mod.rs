//! The kernel format's reader: text to [`Module`], with every error at its place and nothing that a hostile text can
//! exhaust. `kernel.pest` has the structure, the `form` column of [`crate::syntax::op`] every operation's own line.

mod allowance;
mod array_clause;
mod attribute;
mod contract;
mod cursor;
mod dense;
mod expression;
mod grammar;
pub mod guard;
mod location;
mod module;
mod operation;
mod predicate;
mod property;
mod shapes;
mod types;

use crate::problem::IllFormed;
use crate::syntax::contract::{Contract, Property};
use crate::syntax::kernel::{Allowance, Module};

/// Reads a `.tile` text.
///
/// # Errors
/// The first error with its place.
pub fn module(text: &str) -> Result<Module, IllFormed> {
    module::module(text)
}

/// Reads contracts from a separate text, next to a kernel without one in its file, and adds them to the kernel's
/// module. A comment that accepts a finding belongs to the contract around it, or to the next contract. Places are
/// counted from `offset`.
///
/// # Errors
/// The first thing that is wrong with the text, or a contract about a kernel that the module does not have or that has a
/// contract already.
pub fn contracts(text: &str, offset: usize, module: &mut Module) -> Result<(), IllFormed> {
    contract::beside(text, offset, module).map_err(|mut problem| {
        problem.at.offset += offset;
        problem
    })
}

/// Reads the clauses of a contract without its braces and its kernel's name, from a flag or a comment. Clauses
/// follow one another without separators, as in a `contract` block.
///
/// # Errors
/// The first error, with its place in `text`.
pub fn contract_clauses(text: &str) -> Result<Contract, IllFormed> {
    contract::clauses(text)
}

/// Reads a property, as an `ensures` clause has it: `writes(out)`.
///
/// # Errors
/// The text is not a property.
pub fn property(text: &str) -> Result<Property, IllFormed> {
    property::alone(text)
}

/// Reads `allow RULE, because …`: what a comment says after `tileproof:` to accept a finding, with the reason. In a
/// `.tile` text, the comment `// tileproof: allow RULE, because …` belongs to the kernel around it, or to the next
/// kernel.
///
/// # Errors
/// The text has another form, or the rule does not exist.
pub fn allowance(text: &str) -> Result<Allowance, IllFormed> {
    guard::scan(text)?;
    allowance::parse_allowance(text)
}
