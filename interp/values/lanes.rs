//! Lanes: the words of a tile in row-major order, and how lanes are counted and picked.

use std::rc::Rc;

use crate::values::host_width::{low_u32, to_index};

/// The lanes of a tile in row-major order. A single lane is stored in place, so scalars need no allocation.
#[derive(Debug, Clone)]
pub(crate) enum Lanes<T> {
    /// A single lane.
    One(T),
    /// Any number.
    Many(Rc<Vec<T>>),
}

impl<T: Copy> Lanes<T> {
    /// Equal words in every lane.
    pub(crate) fn splat(word: T, len: usize) -> Self {
        if len == 1 { Lanes::One(word) } else { Lanes::Many(Rc::new(vec![word; len])) }
    }

    /// The given words.
    pub(crate) fn new(words: Vec<T>) -> Self {
        match *words {
            [word] => Lanes::One(word),
            _ => Lanes::Many(Rc::new(words)),
        }
    }

    /// The words.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        match self {
            Lanes::One(word) => std::slice::from_ref(word),
            Lanes::Many(words) => words,
        }
    }

    /// The words at the given lanes.
    pub(crate) fn gather(&self, from: &[usize]) -> Self {
        let words = self.as_slice();
        Lanes::new(from.iter().map(|lane| words[*lane]).collect())
    }
}

/// Lanes at even distances: `count` runs of `len` lanes, `step` from one start to the next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LaneRuns {
    pub(crate) first: usize,
    pub(crate) len: usize,
    pub(crate) step: usize,
    pub(crate) count: usize,
}

impl LaneRuns {
    /// Selects from words.
    pub(crate) fn of<T: Copy>(self, words: &[T]) -> Vec<T> {
        let mut found = Vec::with_capacity(self.len * self.count);
        for run in 0..self.count {
            found.extend_from_slice(&words[self.first + run * self.step..][..self.len]);
        }
        found
    }

    /// Their positions.
    pub(crate) fn lanes(self) -> Vec<usize> {
        (0..self.count)
            .flat_map(|run| self.first + run * self.step..self.first + run * self.step + self.len)
            .collect()
    }
}

/// The index of a lane in a tile of that shape.
pub(crate) fn index_of(lane: usize, shape: &[u32]) -> Vec<u32> {
    let mut rest = lane;
    let mut indices: Vec<u32> = shape
        .iter()
        .rev()
        .map(|extent| {
            let at = rest % to_index(*extent);
            rest /= to_index(*extent);
            low_u32(at)
        })
        .collect();
    indices.reverse();
    indices
}

/// Σ indexₖ·stepₖ for every index of a shape, in row-major order.
pub(crate) fn places(shape: &[u32], steps: &[usize]) -> Vec<usize> {
    let mut places = vec![0];
    for (extent, step) in shape.iter().zip(steps) {
        let along = |place: usize| (0..to_index(*extent)).map(move |k| place + k * step);
        places = places.into_iter().flat_map(along).collect();
    }
    places
}
