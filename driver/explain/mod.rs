//! What is said of a rule: what to try where it is broken, and its section of the specification.

mod advice;
mod chapters;

pub use self::advice::advice;
pub use self::chapters::section;
