//! Indices of the grid and of loops, and how two of them make one.

use super::draft::Draft;
use super::index::{Count, Index};

impl Draft {
    /// The count as a value.
    pub(super) fn counted(&mut self, count: &Count) -> String {
        match count {
            Count::Fixed(count) => self.number(*count, "tile<i32>"),
            Count::Argument(name) => format!("%{name}"),
            Count::Tiles(name, tile) => {
                let (more, tile) = (self.number(tile - 1, "tile<i32>"), self.number(*tile, "tile<i32>"));
                let sum = self.binary("addi", &format!("%{name}"), &more, "");
                self.binary("divi", &sum, &tile, " signed")
            }
            Count::Times(count, factor) => {
                let (count, factor) = (self.counted(count), self.number(*factor, "tile<i32>"));
                self.binary("muli", &count, &factor, "")
            }
        }
    }

    /// The place with a single number, 0.
    pub(super) fn origin(&mut self) -> Index {
        Index { value: self.number(0, "tile<i32>"), count: Count::Fixed(1) }
    }

    /// A place of the block and iteration alone, if nameable.
    pub(super) fn own_place(&mut self) -> Option<Index> {
        let mut found: Option<Index> = None;
        for place in [self.blocks.clone(), self.rounds.clone()].concat() {
            found = Some(match found {
                None => place,
                Some(outer) => self.both(&outer, &place)?,
            });
        }
        Some(found.unwrap_or_else(|| self.origin()))
    }

    /// Merges two places.
    fn both(&mut self, outer: &Index, inner: &Index) -> Option<Index> {
        let (slow, fast, width) = match (&outer.count, &inner.count) {
            (_, Count::Fixed(width)) => (outer, inner, *width),
            (Count::Fixed(width), _) => (inner, outer, *width),
            (Count::Argument(_) | Count::Tiles(..) | Count::Times(..), _) => return None,
        };
        let by = self.near(width);
        let by = self.number(by, "tile<i32>");
        let product = self.binary("muli", &slow.value, &by, "");
        let value = self.binary("addi", &product, &fast.value, "");
        Some(Index { value, count: slow.count.times(width) })
    }

    /// Any place known here.
    pub(super) fn some_place(&mut self) -> Index {
        let known = [self.blocks.clone(), self.rounds.clone()].concat();
        if known.is_empty() {
            return self.origin();
        }
        let chosen = self.choices.below(known.len());
        known[chosen].clone()
    }
}
