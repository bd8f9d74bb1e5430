//! What is done once for a folder or a machine: a configuration, completions of a shell, pages of the manual, the log.

#[cfg(feature = "solver")]
pub mod init;
pub(crate) mod log;
pub(crate) mod seconds;
pub mod shell;
