//! Text for people: how wide its lines are, and diagnostics with or without colours and lines.

use std::io;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};

/// The width of text for people outside of a terminal.
pub(crate) const COLUMNS: usize = 100;

/// The least and the greatest width that a terminal gives: pictures need as much, and nobody reads longer lines.
const TERMINAL: (usize, usize) = (60, 120);

/// How wide lines for people are.
pub fn columns() -> usize {
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

/// The parts of a report, which have colors of their own.
#[cfg(feature = "solver")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    /// An error, and its marked access.
    Error,
    /// A warning.
    Warning,
    /// A proof.
    Proof,
    /// Line numbers, and accesses beside the main one.
    Margin,
}

impl Style {
    /// Colors words by their part.
    #[cfg(feature = "solver")]
    pub(crate) fn paint(self, ink: Ink, words: &str) -> String {
        let code = match ink {
            Ink::Error => "1;31",
            Ink::Warning => "1;33",
            Ink::Proof => "1;32",
            Ink::Margin => "1;34",
        };
        match self {
            Style::Graphical => format!("\u{1b}[{code}m{words}\u{1b}[0m"),
            Style::Plain => words.to_owned(),
        }
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

/// A paragraph as wide as the terminal, else of 100 columns, whose lines after the first stand under the first one's words.
pub fn wrapped(label: &str, words: &str) -> String {
    wrapped_at(label, words, columns())
}

/// A paragraph whose lines after the first are indented, so that the next line at the margin is a new statement.
#[cfg(feature = "solver")]
pub(crate) fn hanging(words: &str) -> String {
    let narrow = wrapped_at("", words, columns() - 2);
    narrow.trim_end().replace('\n', "\n  ") + "\n"
}

/// The same of lines of so many columns.
pub(crate) fn wrapped_at(label: &str, words: &str, most: usize) -> String {
    let indent = label.chars().count();
    let mut text = label.to_owned();
    let mut column = indent;
    for (at, word) in unbroken(words).into_iter().enumerate() {
        let width = word.chars().count();
        if at > 0 && column + 1 + width > most {
            text.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        } else if at > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += width;
    }
    text.push('\n');
    text
}

/// The words of a text. Numbers in parentheses, such as the grid `(4, 1, 1)`, count as one word, and so does a command to paste.
fn unbroken(text: &str) -> Vec<String> {
    let is_number = |word: &str| {
        let bare = word.trim_matches(|c: char| c.is_ascii_punctuation() && c != '-');
        bare.parse::<i128>().is_ok()
    };
    let mut words: Vec<String> = Vec::new();
    let (mut is_open, mut in_command) = (false, false);
    for word in text.split_whitespace() {
        let before = words.last_mut().filter(|_| in_command || is_open && is_number(word));
        is_open = is_number(word) && word.ends_with(',') && (before.is_some() || word.starts_with('('));
        in_command = word == "`tileproof" || in_command && !word.contains('`');
        match before {
            Some(before) => {
                before.push(' ');
                before.push_str(word);
            }
            None => words.push(word.to_owned()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_stays_on_one_line() {
        assert_eq!(unbroken("n = 5, grid (4, 1, -1), x"), ["n", "=", "5,", "grid", "(4, 1, -1),", "x"]);
        assert_eq!(unbroken("(4, and 5) (a, 1)"), ["(4,", "and", "5)", "(a,", "1)"]);
        assert_eq!(unbroken("try `tileproof fix a.cu`, `a b`"), ["try", "`tileproof fix a.cu`,", "`a", "b`"]);
        for most in 1..40 {
            let text = wrapped_at("launch: ", "alpha = 0, n = 257, grid (2, 1, 1)", most);
            assert!(text.contains("(2, 1, 1)"), "{text}");
        }
    }
}
