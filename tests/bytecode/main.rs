//! Tile IR bytecode: the same kernels as the text, the same verdicts, and every damage named by its byte.

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
