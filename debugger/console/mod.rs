//! Commands and answers: what is typed or stands in a script, a line each.
//!
//! 1. `command`: what a line says. `help`: the commands, with examples.
//! 2. `answer`: what is done, and said.
//! 3. `dialogue`: from line to line.

pub(crate) mod answer;
mod command;
mod dialogue;
mod help;

pub use self::dialogue::{Input, converse, greeting};
