//! Places and values as text.
//!
//! 1. `expression`: what is asked for: a name, and a part of it.
//! 2. `found`: what that is in a run that stands still.
//! 3. `element`: an element as people read it. `locals`: what is at hand. `drawing`: many elements in rows and columns.
//! 4. `place`: where a run stands.

pub(crate) mod drawing;
pub(crate) mod element;
pub(crate) mod expression;
pub(crate) mod found;
pub(crate) mod locals;
pub(crate) mod place;
