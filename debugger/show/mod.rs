//! Places and values as text.
//!
//! 1. `expression`: a name with an optional part.
//! 2. `found`: the referent in a paused run.
//! 3. `element`: the text of an element. `locals`: the defined values. `drawing`: many elements in rows and columns.
//! 4. `place`: the position of a run.

pub(crate) mod drawing;
pub(crate) mod element;
pub(crate) mod expression;
pub(crate) mod found;
pub(crate) mod locals;
pub(crate) mod place;
