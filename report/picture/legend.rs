//! The common parts of pictures: size limits, and the legend.

/// The largest size of a picture, in lines and columns of text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) lines: usize,
    pub(super) columns: usize,
}

/// The room of a picture on a page of its own.
pub(super) const PAGE: Room = Room { lines: 20, columns: 100 };

/// The legend of the marks.
const MARKS: [(char, &str); 5] = [
    ('#', "accessed"),
    ('!', "the offending element"),
    ('X', "accessed, outside"),
    ('2', "accessed twice"),
    ('.', "not accessed"),
];

/// The legend of the marks that are used.
pub(super) fn legend(used: impl Fn(char) -> bool) -> Vec<(char, &'static str)> {
    MARKS.iter().filter(|(mark, _)| used(*mark)).copied().collect()
}

/// Numbers with a separator.
pub(super) fn listed(numbers: impl IntoIterator<Item = i128>, separator: &str) -> String {
    numbers.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(separator)
}
