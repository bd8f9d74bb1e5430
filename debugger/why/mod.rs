//! What an element was made of: the dynamic slice of one element, backwards through the operations that ran (Agrawal and Horgan,
//! "Dynamic program slicing", PLDI 1990), and through memory to the stores.
//!
//! 1. `slice`: from a value to what it was made of.
//! 2. `reads`: from a load to what it read.
//! 3. `blame`: from a rule that is broken to what is to blame.
//! 4. `text`: a slice as lines.

mod blame;
mod reads;
mod slice;
mod text;
