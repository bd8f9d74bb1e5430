//! Moves places from one version of a text to another. Lines before the first change stay, lines behind the last change move, and lines
//! between have no new place.

use lsp_types::{Position, Range};

/// The lines that two texts have in common at the beginning and at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moved {
    /// Lines at the beginning.
    before: usize,
    /// Lines of the old text, and of the new one.
    old: usize,
    new: usize,
    /// Lines at the end.
    behind: usize,
}

impl Moved {
    pub(super) fn between(old: &str, new: &str) -> Self {
        let lines = |text: &str| text.split('\n').count();
        let (old_lines, new_lines) = (lines(old), lines(new));
        let least = old_lines.min(new_lines);
        let before = old.split('\n').zip(new.split('\n')).take_while(|(one, other)| one == other).count();
        let behind = old.rsplit('\n').zip(new.rsplit('\n')).take(least - before);
        let behind = behind.take_while(|(one, other)| one == other).count();
        Moved { before, old: old_lines, new: new_lines, behind }
    }

    /// Whether nothing has changed.
    pub(super) fn is_nothing(self) -> bool {
        self.before == self.old && self.old == self.new
    }

    /// A range of the old text in the new one.
    pub(super) fn to_new(self, range: Range) -> Option<Range> {
        let line = |line| self.line(line, self.old, self.new);
        let (start, end) = (line(range.start.line)?, line(range.end.line)?);
        // A range with a change inside is outdated.
        let height = |start: u32, end: u32| end.checked_sub(start);
        (height(start, end) == height(range.start.line, range.end.line)).then(|| {
            Range::new(Position::new(start, range.start.character), Position::new(end, range.end.character))
        })
    }

    fn line(self, number: u32, from: usize, to: usize) -> Option<u32> {
        let line = usize::try_from(number).ok()?;
        if line < self.before {
            return Some(number);
        }
        let left = from.checked_sub(line).filter(|left| *left <= self.behind)?;
        u32::try_from(to - left).ok()
    }
}

/// The changed lines of a text, by the numbers of the first line and behind the last, and the new lines.
pub(super) fn changed_lines<'t>(old: &str, new: &'t str) -> (usize, usize, &'t str) {
    let moved = Moved::between(old, new);
    // A last line without an end can only be changed with the one before it.
    let before = moved.before.min(moved.old.min(moved.new) - 1);
    let behind = moved.behind.min(moved.old.min(moved.new) - before).max(1);
    let start =
        |text: &str, number: usize| text.split_inclusive('\n').take(number).map(str::len).sum::<usize>();
    (before, moved.old - behind, &new[start(new, before)..start(new, moved.new - behind)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: u32, end: u32) -> Range {
        Range::new(Position::new(start, 1), Position::new(end, 2))
    }

    #[test]
    fn lines_move_with_what_is_put_in_before_them() {
        let moved = Moved::between("a\nb\nc\nd\n", "a\nX\nY\nc\nd\n");
        assert_eq!(moved.to_new(range(0, 0)), Some(range(0, 0)));
        assert_eq!(moved.to_new(range(1, 1)), None);
        assert_eq!(moved.to_new(range(2, 3)), Some(range(3, 4)));
        assert_eq!(moved.to_new(range(0, 2)), None, "a change is inside");
        assert!(!moved.is_nothing() && Moved::between("a\n", "a\n").is_nothing());
        assert_eq!(Moved::between("a\na\n", "a\na\na\n").to_new(range(1, 1)), Some(range(1, 1)));
        assert_eq!(moved.to_new(range(99, 99)), None);
    }

    #[test]
    fn changed_lines_make_the_new_text() {
        let texts =
            ["a\nb\nc\n", "a\nX\nc\n", "a\nc\n", "a\nb\nc", "", "X\n", "a\nb\nc\nd\n", "a\nb\nb\nc\n"];
        for old in texts {
            for new in texts {
                let (start, end, words) = changed_lines(old, new);
                let lines: Vec<&str> = old.split_inclusive('\n').collect();
                let cut = |number: usize| number.min(lines.len());
                let made = format!("{}{words}{}", lines[..cut(start)].concat(), lines[cut(end)..].concat());
                let same_end = old.rsplit('\n').next() == new.rsplit('\n').next();
                assert!(made == new || !same_end, "{old:?} {new:?}: {start} {end} {words:?}");
            }
        }
    }
}
