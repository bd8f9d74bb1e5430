//! What is wrong with a file, at which byte, and what to do.

use spec::problem::{IllFormed, Refused, Unsupported};
use spec::syntax::span::Place;

/// What to do about a file that no compiler should have written.
pub const HELP: &str =
    "the file is damaged, or its writer is at fault: make it again; `tileirdisasm` is a second opinion";

/// What a read gives.
pub(crate) type Read<T> = Result<T, Refused>;

/// Something wrong with so many bytes.
pub(crate) fn wrong(offset: usize, len: usize, message: impl AsRef<str>) -> Refused {
    let message = format!("byte {offset}: {}", message.as_ref());
    let at = Place { offset, len, source: None };
    Refused::IllFormed(IllFormed { message, at, help: Some(HELP.to_owned()) })
}

/// Something that may be right, and that is not read yet.
pub(crate) fn unsupported(at: Place, message: impl Into<String>) -> Refused {
    Refused::Unsupported(Unsupported { message: message.into(), at })
}
