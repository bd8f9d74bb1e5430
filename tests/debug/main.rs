//! `tileproof debug`: dialogues from a counterexample to the line that causes it, a client of the Debug Adapter Protocol, and what is
//! wrong.

mod dialogues;
mod protocol;
mod stepper;
mod wrong;
