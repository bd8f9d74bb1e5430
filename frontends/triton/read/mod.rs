//! The reader: `ttir.pest` has the structure, `tree` makes `syntax` of it, `location` resolves places, `types` reads types.

mod grammar;
pub(super) mod location;
pub(super) mod syntax;
mod tree;
pub(super) mod types;

use spec::problem::IllFormed;
use spec::syntax::span::Place;

pub(super) use tree::{params, parse};

/// What to do about a text that Triton did not print like this.
const HELP: &str = "TTIR is the text of `triton.compile(…).asm[\"ttir\"]`, unchanged";

/// An error at some bytes of the text.
pub(super) fn wrong(offset: usize, len: usize, message: impl Into<String>) -> IllFormed {
    let at = Place { offset, len, source: None };
    IllFormed { message: message.into(), at, help: Some(HELP.to_owned()) }
}
