//! Explanations of a rule: fixes to try, statements of the seed documents, and its section of the specification.

mod advice;
mod chapters;
mod statements;

pub use self::advice::advice;
pub use self::chapters::section;
pub use self::statements::statements;
