//! Contents of memory at a read: from the contract, unchanged since launch, or stored by the kernel.

pub(crate) mod contents;
pub(crate) mod initialized;
pub(crate) mod local;
pub(crate) mod relations;
pub(crate) mod stable_contents;
pub(crate) mod suppositions;
mod update_chains;
mod updates;
pub(crate) mod vacuous;
