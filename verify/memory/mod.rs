//! What memory holds when it is read: what the contract says of it, what the kernel leaves unchanged, what it has stored.

pub(crate) mod contents;
pub(crate) mod forwarding;
pub(crate) mod initialized;
pub(crate) mod local;
pub(crate) mod relations;
pub(crate) mod stable_contents;
pub(crate) mod suppositions;
mod update_chains;
mod updates;
pub(crate) mod vacuous;
