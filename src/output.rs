//! Where results go: the terminal or a pipe, which may close.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use clap::ValueEnum;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};

use driver::failure::Failure;

/// The width of what is written for people where it does not go to a terminal.
const COLUMNS: usize = 100;

/// The least and the greatest width that a terminal gives: pictures need as much, and nobody reads longer lines.
const TERMINAL: (usize, usize) = (60, 120);

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

/// What the command line says of colours.
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

/// How wide lines for people are.
fn columns() -> usize {
    let (least, most) = TERMINAL;
    terminal_size::terminal_size_of(io::stdout())
        .map_or(COLUMNS, |(width, _)| usize::from(width.0).clamp(least, most))
}

/// How results are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Colours and lines, for a terminal.
    Graphical,
    /// Plain text.
    Plain,
}

impl Style {
    /// The style for standard output.
    pub fn of_stdout() -> Self {
        Self::of(io::stdout().is_terminal())
    }

    /// The style for standard error.
    pub fn of_stderr() -> Self {
        Self::of(io::stderr().is_terminal())
    }

    fn of(terminal: bool) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_graphical = match COLOR.load(Ordering::Relaxed) {
            1 => true,
            2 => false,
            _ => terminal && !plain,
        };
        if is_graphical { Style::Graphical } else { Style::Plain }
    }

    /// Draws a diagnostic.
    pub fn render(self, diagnostic: &dyn Diagnostic) -> String {
        let theme = match self {
            Style::Graphical => GraphicalTheme::unicode(),
            Style::Plain => GraphicalTheme::none(),
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_links(false)
            .with_context_lines(1)
            .with_width(columns())
            .without_syntax_highlighting();
        let mut text = String::new();
        // Writing to a string does not fail; if a source cannot be read, the message still stands.
        if handler.render_report(&mut text, diagnostic).is_err() {
            text = format!("{diagnostic}\n");
        }
        text
    }
}

/// Prints to standard output. A reader that has gone away is not an error: it has seen what it wanted.
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

/// Prints to standard error, as far as there is one.
pub fn eprint(text: &str) {
    // Nothing is left to say it with.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A paragraph as wide as the terminal, else of 100 columns, whose lines after the first stand under the first one's words.
pub fn wrapped(label: &str, words: &str) -> String {
    let (indent, most) = (label.chars().count(), columns());
    let mut text = label.to_owned();
    let mut column = indent;
    for (at, word) in words.split_whitespace().enumerate() {
        let width = word.chars().count();
        if at > 0 && column + 1 + width > most {
            text.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        } else if at > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
    text
}
