//! The specification read over solver terms.

mod domain;
mod lower;
mod solver;
mod terms;
mod version;

pub use version::{old_solver_warning, solver_version};
