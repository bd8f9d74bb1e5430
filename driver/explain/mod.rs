//! What is said of a rule: what to try where it is broken, what the seed documents say, and its section of the specification.

mod advice;
mod chapters;
mod statements;

pub use self::advice::advice;
pub use self::chapters::section;
pub use self::statements::statements;
