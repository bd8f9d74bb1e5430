//! Errors of a file: the message, the byte, and the remedy.

use spec::problem::{IllFormed, Refused, Unsupported};
use spec::syntax::span::Place;

/// The remedy for a file that no correct compiler writes.
pub const HELP: &str =
    "the file is damaged, or its writer is at fault: make it again; `tileirdisasm` is a second opinion";

/// The result of a read.
pub(crate) type Read<T> = Result<T, Refused>;

/// Something wrong with so many bytes.
pub(crate) fn wrong(offset: usize, len: usize, message: impl AsRef<str>) -> Refused {
    let message = format!("byte {offset}: {}", message.as_ref());
    let at = Place { offset, len, source: None };
    Refused::IllFormed(IllFormed { message, at, help: Some(HELP.to_owned()) })
}

/// A possibly valid construct without support yet.
pub(crate) fn unsupported(at: Place, message: impl Into<String>) -> Refused {
    Refused::Unsupported(Unsupported { message: message.into(), at })
}
