//! The benchmark: kernels of the corpus on a GPU, beside those of another compiler and beside a copy of as many bytes.
//!
//! `suite`, `products` and `problem` say what is timed, `expected` what must come out; `contest` has the code of both sides; `measure` runs them
//! in turns; `statistics` makes medians and intervals of the times; `report` is what came of it.

mod contest;
mod expected;
mod measure;
mod problem;
mod products;
mod report;
mod sequence;
pub(crate) mod statistics;
mod suite;

pub use self::problem::Size;
pub use self::report::Report;
pub use self::sequence::{Event, Setup, run};
