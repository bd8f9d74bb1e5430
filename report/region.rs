//! Where something stands, as formats name it: a file, by its path from the working folder, with the lines and columns of a stretch.

use std::path::Path;

use driver::load::{Source, Stretch};
use spec::syntax::span::Place;

/// A stretch of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Region {
    /// The file, relative to the working folder if inside, with `/` between folders.
    pub file: String,
    /// The first line and column, both from one; columns count characters.
    pub start: (usize, usize),
    /// The last line, and the column behind the last character; none where the author's file is not at hand.
    pub end: Option<(usize, usize)>,
}

impl Region {
    /// Of a place.
    pub(crate) fn new(source: &Source, at: &Place) -> Self {
        let (stretch, position) = (source.stretch(at), source.position(at));
        if position.file == stretch.file {
            return Region::of(&stretch, stretch.range.start, stretch.range.end);
        }
        Region { file: relative(&position.file), start: (position.line, position.column), end: None }
    }

    /// Between two bytes of the file that a stretch is of.
    pub(crate) fn of(stretch: &Stretch, start: usize, end: usize) -> Self {
        let at = |offset| stretch.line_and_column(offset);
        Region { file: relative(&stretch.path), start: at(start), end: Some(at(end)) }
    }

    /// `file:line:column`.
    pub fn place(&self) -> String {
        format!("{}:{}:{}", self.file, self.start.0, self.start.1)
    }
}

/// A path relative to the working folder if inside, else unchanged.
pub fn relative(file: &str) -> String {
    let folder = std::env::current_dir().ok();
    let inside = folder.and_then(|folder| Path::new(file).strip_prefix(folder).ok().map(Path::to_owned));
    let path = inside.map_or(file.to_owned(), |path| path.display().to_string());
    let path = path.strip_prefix("./").unwrap_or(&path);
    if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() }
}
