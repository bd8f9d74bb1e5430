//! Tile IR bytecode: the same kernels as the text, the same verdicts, and every damage named by its byte.

mod build;
mod command;
mod files;
mod same;
mod schema;
mod verdicts;
mod wrong;
