//! The destination of results: a terminal or a pipe, which may close.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use clap::ValueEnum;
use driver::failure::Failure;
use report::text::Style;

/// Whether colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The color setting of the command line.
static COLOR: AtomicU8 = AtomicU8::new(0);

/// Takes what the command line says of colours.
pub(crate) fn set_color(color: Color) {
    let number = match color {
        Color::Auto => 0,
        Color::Always => 1,
        Color::Never => 2,
    };
    COLOR.store(number, Ordering::Relaxed);
}

/// The style for standard output.
pub fn style_of_stdout() -> Style {
    style(io::stdout().is_terminal())
}

/// The style for standard error.
pub fn style_of_stderr() -> Style {
    style(io::stderr().is_terminal())
}

fn style(terminal: bool) -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_graphical = match COLOR.load(Ordering::Relaxed) {
        1 => true,
        2 => false,
        _ => terminal && !plain,
    };
    if is_graphical { Style::Graphical } else { Style::Plain }
}

/// Prints to standard output. A closed reader is not an error: the reader has seen enough.
///
/// # Errors
/// Anything else that keeps the text from being written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::usage(format!("cannot write the result: {error}")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints to standard error, if available.
pub fn eprint(text: &str) {
    // A failure to print the error cannot be reported.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
