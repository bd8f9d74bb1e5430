//! Terms: integers as polynomials in normal form, truth values over them, and a range for every one.
//!
//! Most obligations of real kernels fall to this normal form alone; the solver sees what is left. Terms live in an
//! arena of the thread that checks a kernel: a term is a cheap handle, equal terms are equal handles or equal lists.

mod arena;
mod choice;
mod claims;
mod digits;
mod factor;
mod node;
mod num;
mod quotient;
mod range;
mod subst;
mod sum_range;
#[cfg(test)]
mod tests;
mod truth;

pub(crate) use arena::{
    VarKind, bool_watermark, fresh_bool, in_own_arena, record_claims, take_claims, var_info, watermark,
};
pub(crate) use claims::{Claim, Subject};
pub(crate) use digits::Digit;
pub(crate) use node::{Atom, AtomId, BoolVar, Num, Truth, TruthNode, Var};
pub(crate) use num::MOST_FACTORS;
pub(crate) use quotient::gcd;
pub(crate) use range::{Range, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, all_ones, keep_large_ends};
pub(crate) use subst::{Substitution, Values, Variables};
