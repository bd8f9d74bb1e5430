//! A suite in a folder: `suite.json`, a folder a case with its JSON and arrays, and the kernels.

pub mod file;
pub(crate) mod read;
pub(crate) mod write;
