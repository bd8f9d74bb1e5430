//! Marks: one bit for each lane of a tile, kept only where some lane is marked.

use std::rc::Rc;

/// A bit for each lane of a tile; most tiles have none set.
#[derive(Debug, Clone, Default)]
pub(crate) struct Marks(Option<Rc<Vec<bool>>>);

impl Marks {
    /// No lane is marked.
    pub(crate) const NONE: Marks = Marks(None);

    /// Marks the given lanes.
    pub(crate) fn new(marks: Vec<bool>) -> Self {
        if marks.contains(&true) { Marks(Some(Rc::new(marks))) } else { Marks::NONE }
    }

    /// All lanes are, or none.
    pub(crate) fn all(marked: bool, len: usize) -> Self {
        if marked { Marks(Some(Rc::new(vec![true; len]))) } else { Marks::NONE }
    }

    /// Whether any lane is.
    #[inline]
    pub(crate) fn any(&self) -> bool {
        self.0.is_some()
    }

    /// Whether a lane is marked.
    #[inline]
    pub(crate) fn at(&self, lane: usize) -> bool {
        self.0.as_ref().is_some_and(|marks| marks[lane])
    }

    /// The lanes marked in either.
    pub(crate) fn or(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (None, None) => Marks::NONE,
            (Some(_), None) => self.clone(),
            (None, Some(_)) => other.clone(),
            (Some(a), Some(b)) => Marks(Some(Rc::new(a.iter().zip(b.iter()).map(|(a, b)| a | b).collect()))),
        }
    }

    /// The marks of a tile's lanes, followed by the marks of another.
    pub(crate) fn chain(&self, len: usize, other: &Self, other_len: usize) -> Self {
        if !self.any() && !other.any() {
            return Marks::NONE;
        }
        let marks = (0..len).map(|lane| self.at(lane)).chain((0..other_len).map(|lane| other.at(lane)));
        Marks::new(marks.collect())
    }

    /// The marks at the given lanes.
    pub(crate) fn gather(&self, from: &[usize]) -> Self {
        match &self.0 {
            None => Marks::NONE,
            Some(marks) => Marks::new(from.iter().map(|lane| marks[*lane]).collect()),
        }
    }
}
