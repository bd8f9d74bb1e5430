//! Store-to-load forwarding in the arrays of the block: only the block reaches `alloca` memory, so a load there returns the
//! block's own stores.
//!
//! The memory is part of the symbolic state, as fragments of stored values, byte by byte (Leroy, Appel, Blazy and
//! Stewart, "The CompCert Memory Model, Version 2", INRIA RR-7987, 2012). A store at a known place replaces its bytes
//! ([`write`]). A store at one of a few places replaces each of them under a condition. Any other store makes the possible places
//! unknown. A load joins the fragments that it covers ([`read`]). Where control joins, so do the memories ([`join`]). Loops carry
//! what they may store to ([`carried`]), as scalar replacement of aggregates has it (Muchnick, "Advanced Compiler Design and
//! Implementation", 1997, section 12.2).
//!
//! All obligations of the accesses stay: bounds, alignment, order by tokens, undetermined elements. Statements about a value hold
//! up to the first failed obligation. A load that does not wait for a store to its place is a race, up to which both ran in the
//! order of the text. Strong accesses may be concurrent with others without a race. So a strong load gets no value here, and a
//! strong store leaves unknown contents.

pub(crate) mod carried;
pub(crate) mod copy;
pub(crate) mod join;
pub(crate) mod pieces;
pub(crate) mod read;
pub(crate) mod write;
