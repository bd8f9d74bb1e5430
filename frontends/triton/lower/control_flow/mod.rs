//! Control flow: kernels and calls, loops and branches, and jumps.

mod function;
mod jumps;
mod structured;

pub(in crate::triton) use self::function::{count_columns, lower};
pub(super) use self::structured::is_terminator;
