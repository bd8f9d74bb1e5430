//! The benchmark: kernels of the corpus on a GPU, beside another compiler's kernels and beside a copy of equal size.
//!
//! `suite`, `products` and `problem` define the timed work, `expected` the results. `contest` has the code of both sides, `measure` runs
//! them in turns, `statistics` computes medians and intervals, and `report` presents them.

mod contest;
mod expected;
mod measure;
mod problem;
mod products;
mod report;
mod row_results;
mod rows;
mod sequence;
mod suite;

pub use self::problem::Size;
pub use self::report::Report;
pub use self::sequence::{Event, Setup, run};
