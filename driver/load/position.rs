//! Places for people, and the displayed text there.

use std::ops::Range;
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

/// The whole of what stands at a place: an access to memory, or an operation.
#[derive(Debug, Clone)]
pub struct Stretch {
    /// The file, as the compiler or the command line names it.
    pub file: String,
    /// The path.
    pub path: String,
    /// The text.
    pub text: Arc<str>,
    /// The bytes.
    pub range: Range<usize>,
    /// The start of the surrounding function or kernel.
    pub scope: usize,
}

impl Stretch {
    /// The text at the place.
    pub fn words(&self) -> &str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    /// The line and the column of a byte, both from one; columns count characters.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let line = before.matches('\n').count() + 1;
        (line, before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1)
    }
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The length of a span's first line, without the types at its end; at least one byte.
pub(super) fn first_line(text: &str, offset: usize, len: usize) -> usize {
    let rest = text.get(offset..).unwrap_or("");
    let line = rest.lines().next().map_or(0, |line| line.trim_end().len());
    let line = line.min(len.max(1));
    rest.get(..line).and_then(|line| line.find(" : ")).unwrap_or(line)
}
