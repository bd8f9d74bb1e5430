//! Pieces of an array: neighbouring bytes of one origin, in order and without a gap.

use std::rc::Rc;

use spec::syntax::types::Scalar;

use crate::values::view::{Content, Piece, Pieces};

/// An array of equal bytes.
pub(crate) fn fill<'k>(size: u64, content: Content<'k>) -> Pieces<'k> {
    Rc::from([Piece { start: 0, end: size, content }])
}

/// How long an array is.
pub(crate) fn size(pieces: &Pieces<'_>) -> u64 {
    pieces.last().map_or(0, |piece| piece.end)
}

impl<'k> Content<'k> {
    /// The content at an offset.
    fn further(&self, by: u64) -> Self {
        match self {
            Content::Undetermined => Content::Undetermined,
            Content::Unknown => Content::Unknown,
            Content::Stored { tile, from } => Content::Stored { tile: tile.clone(), from: from + by },
        }
    }

    /// Whether both are the same bytes.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Content::Undetermined, Content::Undetermined) | (Content::Unknown, Content::Unknown) => true,
            (Content::Stored { tile: a, from: x }, Content::Stored { tile: b, from: y }) => {
                Rc::ptr_eq(a, b) && x == y
            }
            (Content::Undetermined | Content::Unknown | Content::Stored { .. }, _) => false,
        }
    }

    /// The elements that these bytes are fragments of, and the first element, if the bytes begin with one.
    pub(crate) fn elements(&self) -> Option<(Scalar, u64)> {
        let Content::Stored { tile, from } = self else { return None };
        let scalar = tile.scalar()?;
        from.is_multiple_of(scalar.bytes()).then(|| (scalar, from / scalar.bytes()))
    }
}

/// The parts of the pieces in a range.
pub(crate) fn within<'k>(pieces: &Pieces<'k>, start: u64, end: u64) -> Vec<Piece<'k>> {
    let first = pieces.partition_point(|piece| piece.end <= start);
    let inside = pieces[first..].iter().take_while(|piece| piece.start < end);
    let part = |piece: &Piece<'k>| {
        let from = piece.start.max(start);
        Piece { start: from, end: piece.end.min(end), content: piece.content.further(from - piece.start) }
    };
    inside.map(part).filter(|piece| piece.start < piece.end).collect()
}

/// The array with a range replaced, as far as that is inside.
pub(crate) fn put<'k>(pieces: &Pieces<'k>, start: u64, end: u64, content: Content<'k>) -> Pieces<'k> {
    let size = size(pieces);
    let (start, end) = (start.min(size), end.min(size));
    if start >= end {
        return pieces.clone();
    }
    let mut all = within(pieces, 0, start);
    all.push(Piece { start, end, content });
    all.extend(within(pieces, end, size));
    merge_neighbours(all).into()
}

/// Merges neighboring pieces with consecutive bytes.
pub(crate) fn merge_neighbours(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut merged: Vec<Piece<'_>> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match merged.last_mut() {
            Some(last) if last.content.further(last.end - last.start).is(&piece.content) => {
                last.end = piece.end;
            }
            Some(_) | None => merged.push(piece),
        }
    }
    merged
}
