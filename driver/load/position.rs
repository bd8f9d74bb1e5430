//! Places as people read them, and what of a text is shown there.

use std::sync::Arc;

use miette::NamedSource;

/// A line and a column, both from one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The file, as the compiler or the command line names it.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A stretch of text that can be shown.
#[derive(Debug, Clone)]
pub struct Excerpt {
    /// The file with its text.
    pub source: NamedSource<Arc<str>>,
    /// First byte.
    pub offset: usize,
    /// Bytes.
    pub len: usize,
    /// The author's place, where his file is not at hand and the text that was read is shown instead.
    pub elsewhere: Option<Position>,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
