//! The events of the server.

use crate::frames::{Incoming, Torn};
use crate::order::Line;

/// An event.
#[derive(Debug)]
pub(super) enum Event {
    /// The client said something.
    Incoming(Incoming),
    /// The client says nothing more, or nothing that could be read.
    Closed(Option<Torn>),
    /// A worker said something.
    Said(u64, Line),
    /// A worker says nothing more.
    Ended(u64),
}
