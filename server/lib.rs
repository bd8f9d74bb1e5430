//! The language server of tileproof: what a check says of the files that somebody edits, by the language server protocol 3.17.
//!
//! Two processes have two parts. The server ([`serve`]) talks with the editor, and never checks anything itself; every check is a
//! separate process ([`work`]) of this program. So a check is cancelled by ending its process, a hanging or failing check affects
//! no other, and its memory is returned.
//!
//! # In reading order
//!
//! - `frames`: messages as they come in and go out. `uri`: files as the protocol names them.
//! - `order`: the server's orders for a worker, and its answers.
//! - `worker`: a worker. It describes a file in the protocol's words: the findings of a check (`findings`), the proofs of each
//!   access (`accesses`), and their places (`place`).
//! - `serve`: the server: the protocol's states (`lifecycle`), documents, workers, requests that wait, and what is published.
#![warn(clippy::as_conversions)]

mod frames;
mod order;
mod serve;
mod uri;
mod worker;

pub use self::serve::{Ended, serve};
pub use self::worker::{Mend, work};
