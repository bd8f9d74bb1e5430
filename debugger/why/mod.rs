//! The account of an element or of a broken rule: the steps of `interp`'s slice in words.
//!
//! 1. `blame`: from a rule that is broken to the elements or accesses to blame.
//! 2. `words`: a slice in words.
//! 3. `text`: a slice as lines.

mod blame;
mod text;
mod words;
