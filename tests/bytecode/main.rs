//! Tile IR bytecode: kernels and verdicts equal those of the text, and every damage is reported with its
//! byte.

mod build;
mod command;
mod files;
#[path = "../folder/mod.rs"]
mod folder;
mod same;
mod schema;
mod verdicts;
mod written;
mod wrong;
