//! The language server of tileproof: what a check says of the files that somebody edits, by the language server protocol 3.17.
//!
//! Two processes have two parts. The server ([`serve`]) talks with the editor, and never checks anything itself; every check is a process
//! of its own ([`work`]), which is this program again. So a check is cancelled by ending its process, one that hangs or fails takes nothing
//! with it, and what it needed of memory is given back.
//!
//! # In reading order
//!
//! - `frames`: messages as they come in and go out. `uri`: files as the protocol names them.
//! - `order`: what the server asks a worker for, and what it answers.
//! - `worker`: one; it says of a file, in the protocol's words, what a check finds (`findings`), what is proved of each access
//!   (`accesses`), and where both stand (`place`).
//! - `serve`: the server: the protocol's states (`lifecycle`), documents, workers, requests that wait, and what is published.
#![warn(clippy::as_conversions)]

mod frames;
mod order;
mod serve;
mod uri;
mod worker;

pub use self::serve::{Ended, serve};
pub use self::worker::{Mend, work};
