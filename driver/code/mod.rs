//! The author's code as text: its code parts, and the calls in it. It is read as far as an edit or an underline needs.

mod blank;
mod calls;
mod language;

pub(crate) use self::blank::blanked;
pub use self::calls::{Call, Code};
pub use self::language::Language;
