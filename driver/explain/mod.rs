//! The explanation of a rule: advice, examples in C++ and Python, statements of NVIDIA's documents, and its section of the specification.

mod advice;
mod chapters;
mod examples;
mod statements;

pub use self::advice::advice;
pub use self::chapters::section;
pub use self::examples::{Example, Examples, examples};
pub use self::statements::statements;
