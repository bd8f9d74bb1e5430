//! The suite in files: written, read, archived, and the list of its cases that is frozen under a version.

mod definitions;
pub mod file;
pub(crate) mod mustpass;
pub(crate) mod place;
pub(crate) mod read;
pub(crate) mod write;
