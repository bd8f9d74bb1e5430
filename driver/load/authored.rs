//! The author's own files, as reports point into them: at the access to memory around the place that a compiler recorded, which may be
//! that of an argument.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use miette::NamedSource;
use spec::syntax::span::{SourcePlace, SourcePosition};

use super::files;
use super::position::{Excerpt, Position, Stretch};
use crate::code::{Code, Language};
use crate::convert::index;

/// A file with the accesses in it.
#[derive(Debug)]
struct Authored {
    /// The path.
    path: PathBuf,
    text: Arc<str>,
    accesses: Vec<Range<usize>>,
}

/// The files that were asked for, each read once.
#[derive(Debug, Clone, Default)]
pub(super) struct AuthoredFiles(Arc<Mutex<BTreeMap<String, Option<Arc<Authored>>>>>);

impl AuthoredFiles {
    fn get(&self, folders: &[PathBuf], file: &str) -> Option<Arc<Authored>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            let mut found = files::candidates(folders, file);
            let (path, text) = found.find_map(|path| Some((path.clone(), fs::read_to_string(path).ok()?)))?;
            Some(Arc::new(Authored::new(file, path, text)))
        };
        known.entry(file.to_owned()).or_insert_with(read).clone()
    }

    /// The author's text, if it is at hand.
    pub(super) fn text(&self, folders: &[PathBuf], file: &str) -> Option<Arc<str>> {
        Some(self.get(folders, file)?.text.clone())
    }

    /// The places of a construct, and of the calls leading there, innermost first: from the innermost with an available file. Each
    /// is the start of the access around the recorded place, or the place itself.
    pub(super) fn positions(&self, folders: &[PathBuf], place: &SourcePlace) -> Vec<Position> {
        let frames: Vec<&SourcePosition> = place.own_frames().collect();
        let first = frames.iter().position(|frame| self.get(folders, &frame.file).is_some());
        let position = |frame: &&SourcePosition| {
            let recorded = recorded(frame);
            let found = self.get(folders, &frame.file).and_then(|file| file.position(&recorded));
            found.unwrap_or(recorded)
        };
        let mut all: Vec<Position> =
            frames[first.unwrap_or(frames.len() - 1)..].iter().map(position).collect();
        all.dedup();
        all
    }

    /// The excerpt of a place.
    pub(super) fn excerpt(&self, folders: &[PathBuf], place: &SourcePlace) -> Option<Excerpt> {
        let mut found =
            place.own_frames().filter_map(|frame| Some((self.get(folders, &frame.file)?, recorded(frame))));
        let (file, position) = found.next()?;
        file.excerpt(&position)
    }

    /// The whole of what stands at a place, as [`AuthoredFiles::excerpt`] shows its first line.
    pub(super) fn stretch(&self, folders: &[PathBuf], place: &SourcePlace) -> Option<Stretch> {
        let mut found =
            place.own_frames().filter_map(|frame| Some((self.get(folders, &frame.file)?, recorded(frame))));
        let (file, position) = found.next()?;
        file.stretch(&position)
    }
}

impl Authored {
    fn new(file: &str, path: PathBuf, text: String) -> Self {
        let language = Language::of(Path::new(file)).filter(|one| *one != Language::Table);
        let accesses = language.map_or(Vec::new(), |language| {
            let code = Code::new(&text, language);
            code.accesses(&(0..text.len())).map(|call| call.whole.clone()).collect()
        });
        Authored { path, text: text.into(), accesses }
    }

    /// The intended access at a byte of a line: the innermost access around it, as far as it begins on the line. Without a byte,
    /// the line's only access.
    fn access(&self, line: &Range<usize>, offset: Option<usize>) -> Option<&Range<usize>> {
        let here = |access: &&Range<usize>| line.contains(&access.start);
        match offset {
            Some(offset) => {
                let around = self.accesses.iter().filter(|access| access.contains(&offset));
                around.min_by_key(|access| access.len()).filter(here)
            }
            None => {
                let mut all = self.accesses.iter().filter(here);
                all.next().filter(|_| all.next().is_none())
            }
        }
    }

    /// The start of a line, the start of its first word, and the byte of a column. The column is a hint: a compiler may count in a
    /// text of its own, and point past the line, into a word or between two bytes of a character.
    fn find(&self, position: &Position) -> Option<(Range<usize>, usize, Option<usize>)> {
        let line = self.text.lines().nth(position.line.checked_sub(1)?)?;
        let start = line.as_ptr().addr() - self.text.as_ptr().addr();
        let indent = line.len() - line.trim_start().len();
        let code = line.trim_end().trim_end_matches(';');
        let column = position.column.saturating_sub(1);
        let (before, behind) = code.split_at_checked(column).unwrap_or((code, ""));
        let words = behind.trim_start();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        // No expression begins in the middle of a word, or with what ends one.
        let begins = words.starts_with(|c: char| is_word(c) || "([{*&!~-+\"'".contains(c))
            && !(words.len() == behind.len() && words.starts_with(is_word) && before.ends_with(is_word));
        let column = code.len() - words.len();
        Some((start..start + code.len(), start + indent, begins.then_some(start + column)))
    }

    fn position(&self, recorded: &Position) -> Option<Position> {
        let (line, first, offset) = self.find(recorded)?;
        let access = self.access(&line, offset).map(|access| access.start);
        let start = access.unwrap_or(offset.unwrap_or(first));
        Some(Position { column: start - line.start + 1, ..recorded.clone() })
    }

    fn excerpt(&self, recorded: &Position) -> Option<Excerpt> {
        let (line, ..) = self.find(recorded)?;
        let whole = self.whole(recorded)?;
        let shown = whole.start..whole.end.min(line.end);
        let source = NamedSource::new(&recorded.file, self.text.clone());
        Some(Excerpt { source, offset: shown.start, len: shown.len(), elsewhere: None })
    }

    /// The access that is meant, else the rest of the statement on its line.
    fn whole(&self, recorded: &Position) -> Option<Range<usize>> {
        let (line, first, offset) = self.find(recorded)?;
        let from = offset.unwrap_or(first);
        let statement = self.text.get(from..line.end).unwrap_or_default();
        let plain = from..from + statement.find(';').unwrap_or(statement.len());
        Some(self.access(&line, offset).cloned().unwrap_or(plain))
    }

    fn stretch(&self, recorded: &Position) -> Option<Stretch> {
        let range = self.whole(recorded)?;
        let scope = Language::of(Path::new(&recorded.file))
            .map_or(0, |language| Code::new(&self.text, language).function(range.start).start);
        let path = self.path.display().to_string();
        Some(Stretch { file: recorded.file.clone(), path, text: self.text.clone(), range, scope })
    }
}

/// The place as the compiler has it. Columns of Python are counted from zero.
fn recorded(place: &SourcePosition) -> Position {
    let from_zero = Path::new(&place.file).extension().is_some_and(|kind| kind == "py");
    Position {
        file: files::shown(&place.file),
        line: index(place.line),
        column: index(place.column) + usize::from(from_zero),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_an_argument_is_that_of_its_access() {
        let text = "  vo.store(a.load(x, 0), x, 1);\n  a.load(\n    0);\n  x++;\n";
        let file = Authored::new("k.cu", "k.cu".into(), text.to_owned());
        let at = |line, column| Position { file: "k.cu".to_owned(), line, column };
        let column = |line, column| file.position(&at(line, column)).map(|found| found.column);
        assert_eq!([column(1, 22), column(1, 29), column(1, 3)], [Some(12), Some(3), Some(3)]);
        let shown = |line, column| file.excerpt(&at(line, column)).map(|one| &text[one.offset..][..one.len]);
        assert_eq!(shown(1, 22), Some("a.load(x, 0)"));
        assert_eq!(shown(2, 3), Some("a.load("));
        // An access from an earlier line, no access, a missing column of a line with one access or several, and a missing line.
        assert_eq!((column(3, 5), column(4, 3), shown(4, 3)), (Some(5), Some(3), Some("x++")));
        assert_eq!((column(2, 99), shown(2, 99), column(1, 99)), (Some(3), Some("a.load("), Some(3)));
        // A blank before an access, and the middle of a word, on lines of one access and of several.
        assert_eq!(
            (column(2, 1), column(2, 6), column(1, 8), column(4, 4)),
            (Some(3), Some(3), Some(3), Some(4))
        );
        assert_eq!((shown(4, 99), shown(9, 1), column(9, 1)), (Some("x++"), None, None));
    }
}
