//! Commands and answers: what is typed or stands in a script, a line each.
//!
//! 1. `command`: the parser of lines. `help`: the commands, with examples.
//! 2. `answer`: execution and answers.
//! 3. `dialogue`: from line to line.

pub(crate) mod answer;
pub(crate) mod command;
mod dialogue;
mod help;

use self::command::Command;
use crate::run::moves::Debugger;

pub use self::dialogue::{Input, converse, greeting};

/// Answers a command.
///
/// # Errors
/// The error in the line, in a sentence.
pub fn reply(debugger: &mut Debugger<'_>, line: &str) -> Result<Vec<String>, String> {
    answer::answer(debugger, &Command::parse(line)?, report::text::Style::Plain)
}
