//! From line to line: what is typed on a terminal, or stands in a script.

use std::io::{self, BufRead, Read};

use driver::failure::Failure;
use report::text::Style;

use super::answer::answer;
use super::command::Command;
use crate::run::moves::{Debugger, Halt};

/// The most bytes of a line.
const LINE: u64 = 1 << 14;

/// The source of commands.
pub struct Input<R> {
    /// The lines.
    pub lines: R,
    /// Whether a person types the commands.
    pub is_terminal: bool,
    /// How answers are drawn.
    pub style: Style,
}

/// The greeting before the first command.
pub fn greeting(debugger: &Debugger<'_>) -> String {
    let subject = debugger.subject;
    let halt = match debugger.violation() {
        Some(_) => Halt::Broken,
        None if debugger.history.position() == 0 => Halt::Beginning,
        None => Halt::Moved,
    };
    let mut lines = vec![format!("@{}: {}", subject.called(), subject.about)];
    lines.extend(debugger.describe(&halt));
    lines.join("\n") + "\n"
}

/// Answers commands until the quit command or the end of input.
///
/// # Errors
/// Commands cannot be read, or answers not be written.
pub fn converse(
    debugger: &mut Debugger<'_>,
    mut input: Input<impl BufRead>,
    say: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut last: Option<Command> = None;
    loop {
        if input.is_terminal {
            say("(debug) ")?;
        }
        let Some(line) = driver::interrupt::wait(|| next_line(&mut input.lines))? else {
            if input.is_terminal {
                say("\n")?;
            }
            return Ok(());
        };
        let line = match line {
            Ok(line) => line,
            Err(why) => {
                say(&format!("error: {why}\n"))?;
                continue;
            }
        };
        let text = line.trim();
        if text.starts_with('#') || text.is_empty() && !(input.is_terminal && last.is_some()) {
            continue;
        }
        if !input.is_terminal {
            say(&format!("(debug) {text}\n"))?;
        }
        let command = match (text.is_empty(), &last) {
            (true, Some(last)) => Ok(last.clone()),
            (true | false, _) => Command::parse(text),
        };
        if command == Ok(Command::Quit) {
            return Ok(());
        }
        driver::interrupt::withdraw();
        let said = command.clone().and_then(|command| answer(debugger, &command, input.style));
        driver::interrupt::withdraw();
        match said {
            Ok(lines) => lines.iter().try_for_each(|line| say(&format!("{line}\n")))?,
            Err(why) => say(&format!("error: {why}\n"))?,
        }
        last = command.ok().filter(Command::moves);
    }
}

/// The next line; none at the end. A line that is no text, or too long, is passed over, and said to be.
fn next_line(lines: &mut impl BufRead) -> Result<Option<Result<String, &'static str>>, Failure> {
    let failed = |error: io::Error| Failure::usage(format!("cannot read commands: {error}"));
    let mut bytes = Vec::new();
    let count = lines.by_ref().take(LINE).read_until(b'\n', &mut bytes).map_err(failed)?;
    if count == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && u64::try_from(count).is_ok_and(|count| count == LINE) {
        loop {
            let mut rest = Vec::new();
            let more = lines.by_ref().take(LINE).read_until(b'\n', &mut rest).map_err(failed)?;
            if more == 0 || rest.last() == Some(&b'\n') {
                break;
            }
        }
        return Ok(Some(Err("this line is too long for a command")));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| "the line is no text: a byte is not UTF-8")))
}
