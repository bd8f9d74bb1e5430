//! The kernel format's reader: text to [`Module`], with every error at its place and nothing that a hostile text can
//! exhaust. `kernel.pest` has the structure, the `form` column of [`crate::syntax::op`] every operation's own line.

mod allowance;
mod array_clause;
mod attribute;
mod contract;
mod cursor;
mod dense;
mod grammar;
pub mod guard;
mod location;
mod module;
mod operation;
mod predicate;
mod property;
mod types;

use crate::problem::IllFormed;
use crate::syntax::contract::{Contract, Property};
use crate::syntax::kernel::{Allowance, Module};

/// Reads a `.tile` text.
///
/// # Errors
/// The first thing that is wrong with it, at its place.
pub fn module(text: &str) -> Result<Module, IllFormed> {
    module::module(text)
}

/// Reads contracts that stand in a text of their own, beside a kernel that has none in its file, and adds them to the
/// kernel's module. A comment that accepts a finding belongs to the contract that it stands in, or to the next one.
/// Places are counted from `offset`.
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

/// Reads the clauses of a contract without its braces and its kernel's name: what a flag or a comment holds. Clauses
/// follow one another without separators, as in a `contract` block.
///
/// # Errors
/// The first thing that is wrong, at its place in `text`.
pub fn contract_clauses(text: &str) -> Result<Contract, IllFormed> {
    contract::clauses(text)
}

/// Reads a property, as an `ensures` clause has it: `writes(out)`.
///
/// # Errors
/// It reads otherwise, or there is no such property.
pub fn property(text: &str) -> Result<Property, IllFormed> {
    property::alone(text, contract::expression)
}

/// Reads `allow RULE, because …`: what a comment says after `tileproof:` to accept a finding, with the reason. In a
/// `.tile` text the comment `// tileproof: allow RULE, because …` belongs to the kernel that it stands in, or to the
/// next one.
///
/// # Errors
/// It reads otherwise, or there is no such rule.
pub fn allowance(text: &str) -> Result<Allowance, IllFormed> {
    guard::scan(text)?;
    allowance::parse_allowance(text)
}
