//! Where results go: the terminal or a pipe, which may close.

use std::io::{self, IsTerminal, Write};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};

use driver::failure::Failure;

/// The width of what is written for people.
const COLUMNS: usize = 100;

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
        if terminal && !plain { Style::Graphical } else { Style::Plain }
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
            .with_width(COLUMNS)
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

/// A paragraph of at most 100 columns, whose lines after the first stand under the first one's words.
pub fn wrapped(label: &str, words: &str) -> String {
    let indent = label.chars().count();
    let mut text = label.to_owned();
    let mut column = indent;
    for (at, word) in words.split_whitespace().enumerate() {
        let width = word.chars().count();
        if at > 0 && column + 1 + width > COLUMNS {
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
