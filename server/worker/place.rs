//! Where something stands, as the protocol has it: a file, and lines and columns from zero.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range as Bytes;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use driver::load::{Excerpt, Source, Stretch};
use lsp_types::{Position, Range};
use report::accept::absolute;
use report::region::Region;
use spec::syntax::count::{saturating_u32, u64_from_usize};
use spec::syntax::span::Place;

use crate::order::{Encoding, Order};
use crate::uri;

/// The checked file, and the other files of places, with their texts.
pub(super) struct Places {
    file: PathBuf,
    uri: String,
    encoding: Encoding,
    /// Whether the file is Tile IR with places of its own, instead of places in a source.
    is_own: bool,
    texts: RefCell<BTreeMap<PathBuf, Option<Arc<str>>>>,
}

impl Places {
    pub(super) fn new(order: &Order) -> Self {
        let own = order.text.as_deref().map(|text| (order.file.clone(), Some(text.into())));
        Places {
            file: order.file.clone(),
            uri: uri::of_path(&order.file),
            encoding: order.encoding,
            is_own: order.text.is_some(),
            texts: RefCell::new(own.into_iter().collect()),
        }
    }

    /// The URI of the checked file.
    pub(super) fn uri(&self) -> &str {
        &self.uri
    }

    /// The path.
    pub(super) fn path(&self) -> &Path {
        &self.file
    }

    /// The text.
    pub(super) fn text(&self) -> Option<Arc<str>> {
        self.text_of(&self.file)
    }

    /// Whether the file is Tile IR.
    pub(super) fn is_own(&self) -> bool {
        self.is_own
    }

    fn text_of(&self, path: &Path) -> Option<Arc<str>> {
        let mut known = self.texts.borrow_mut();
        let read = || fs::read_to_string(path).ok().map(Arc::from);
        known.entry(path.to_owned()).or_insert_with(read).clone()
    }

    /// The place in the text that is looked at.
    fn seen(&self, at: &Place) -> Place {
        if self.is_own { Place { source: None, ..at.clone() } } else { at.clone() }
    }

    /// The file and range of a place with all of its words; `None` for a place outside of the author's files.
    pub(super) fn stretch(&self, source: &Source, at: &Place) -> Option<(String, Range)> {
        let Stretch { path, text, range, .. } = source.stretch(&self.seen(at));
        self.in_file(Path::new(&path), &text, range)
    }

    /// The range of the pointed-at words, within one line.
    pub(super) fn line(&self, source: &Source, at: &Place) -> Option<(String, Range)> {
        if !self.is_own {
            return self.stretch(source, at);
        }
        let Excerpt { source: shown, offset, len, .. } = source.excerpt(&self.seen(at));
        self.in_file(Path::new(shown.name()), shown.inner(), offset..offset + len)
    }

    /// A contract of the file, from its name to the end of its clauses.
    pub(super) fn contract(&self, at: &Place) -> Option<Range> {
        let text = self.text().filter(|_| self.is_own)?;
        let end = at.offset + text.get(at.offset..)?.find('}')? + 1;
        Some(range(&text, at.offset..end, self.encoding))
    }

    /// An excerpt of a file.
    pub(super) fn excerpt(&self, shown: &Excerpt) -> Option<(String, Range)> {
        let bytes = shown.offset..shown.offset + shown.len;
        self.in_file(Path::new(shown.source.name()), shown.source.inner(), bytes)
    }

    /// A stretch of a file, unless that has another text: what bytecode is shown as stands in no file.
    fn in_file(&self, path: &Path, text: &str, bytes: Bytes<usize>) -> Option<(String, Range)> {
        let path = absolute(path);
        let path = if path == absolute(&self.file) { self.file.clone() } else { path };
        (self.text_of(&path)?.as_ref() == text)
            .then(|| (uri::of_path(&path), range(text, bytes, self.encoding)))
    }

    /// A span with columns in characters.
    pub(super) fn region(&self, region: &Region) -> Option<(String, Range)> {
        let path = absolute(Path::new(&region.file));
        let path = if path == absolute(&self.file) { self.file.clone() } else { path };
        let text = self.text_of(&path)?;
        let at = |(line, column): (usize, usize)| {
            let words = text.split('\n').nth(line.checked_sub(1)?)?;
            let column = words.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
            Some(position_on(line - 1, words.get(..column)?, self.encoding))
        };
        Some((uri::of_path(&path), Range::new(at(region.start)?, at(region.end?)?)))
    }

    /// A byte of the file.
    pub(super) fn position(&self, offset: usize) -> Option<Position> {
        Some(position(&self.text()?, offset, self.encoding))
    }

    /// The start of the file, for findings without a place.
    pub(super) fn beginning(&self) -> (String, Range) {
        (self.uri.clone(), self.line_range(0))
    }

    /// A line of the file, from zero, without the blanks around it.
    pub(super) fn line_range(&self, number: usize) -> Range {
        let text = self.text().unwrap_or_default();
        let line = text.split('\n').nth(number).unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        let at = |end: usize| position_on(number, &line[..end], self.encoding);
        Range::new(at(indent.min(line.trim_end().len())), at(line.trim_end().len()))
    }
}

/// Bytes of a text.
fn range(text: &str, bytes: Bytes<usize>, encoding: Encoding) -> Range {
    Range::new(position(text, bytes.start, encoding), position(text, bytes.end, encoding))
}

fn position(text: &str, offset: usize, encoding: Encoding) -> Position {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count();
    position_on(line, before.rsplit('\n').next().unwrap_or_default(), encoding)
}

/// Behind some words at the beginning of a line.
fn position_on(line: usize, before: &str, encoding: Encoding) -> Position {
    let before = before.strip_suffix('\r').unwrap_or(before);
    let column = match encoding {
        Encoding::Utf8 => before.len(),
        Encoding::Utf16 => before.encode_utf16().count(),
    };
    let number = |number: usize| saturating_u32(u64_from_usize(number));
    Position::new(number(line), number(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_as_the_client_does() {
        let text = "a\r\n\u{1d54f}ü x\r\n";
        let at = |offset, encoding| {
            let Position { line, character } = position(text, offset, encoding);
            (line, character)
        };
        let x = text.find('x').expect("it is there");
        assert_eq!((at(x, Encoding::Utf16), at(x, Encoding::Utf8)), ((1, 4), (1, 7)));
        assert_eq!(at(2, Encoding::Utf16), (0, 1), "no column is behind a carriage return");
        assert_eq!(at(999, Encoding::Utf8), (2, 0));
    }
}
