//! Store-to-load forwarding in the arrays of the block: what `alloca` makes is memory that no one but the block reaches, so what a
//! load gives there is what the block has stored.
//!
//! The memory is a part of the state of symbolic execution, as fragments of the values that were stored, byte by byte (Leroy,
//! Appel, Blazy and Stewart, "The CompCert Memory Model, Version 2", INRIA RR-7987, 2012). A store at a known place replaces
//! the bytes that it covers ([`write`]); at one of a few places, each of them where the place is this one; at any other, what may
//! be there is not known any more. A load joins the fragments that it covers ([`read`]). Where control joins, so do the memories
//! ([`join`]). Loops carry what they may store to ([`carried`]), as scalar replacement of aggregates has it (Muchnick, "Advanced
//! Compiler Design and Implementation", 1997, section 12.2).
//!
//! All obligations of the accesses stay: bounds, alignment, order by tokens, undetermined elements. What is said here of a value holds
//! up to the first of them that does not. A load that does not wait for a store to its place is a race, up to which both
//! ran in the order of the text. Strong accesses may be at the same time as others without a race, so a strong load is not told
//! anything here, and of what a strong store writes nothing is known.

pub(crate) mod carried;
pub(crate) mod copy;
pub(crate) mod join;
pub(crate) mod pieces;
pub(crate) mod read;
pub(crate) mod write;
