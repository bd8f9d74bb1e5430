//! Indices with the numbers that they take.

use super::draft::Draft;

/// How many numbers an index takes: 0 and up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Count {
    /// So many.
    Fixed(i64),
    /// The argument of that name.
    Argument(String),
    /// As many as tiles of that extent cover the argument of that name.
    Tiles(String, i64),
    /// So many times as many.
    Times(Box<Count>, i64),
}

impl Count {
    /// So many times as many.
    pub(super) fn times(&self, factor: i64) -> Count {
        match self {
            Count::Fixed(count) => Count::Fixed(count * factor),
            Count::Argument(_) | Count::Tiles(..) | Count::Times(..) if factor == 1 => self.clone(),
            Count::Argument(_) | Count::Tiles(..) | Count::Times(..) => {
                Count::Times(Box::new(self.clone()), factor)
            }
        }
    }

    /// As a contract writes it.
    pub(super) fn clause(&self) -> String {
        match self {
            Count::Fixed(count) => count.to_string(),
            Count::Argument(name) => name.clone(),
            Count::Tiles(name, tile) => format!("cdiv({name}, {tile})"),
            Count::Times(count, factor) => format!("{} * {factor}", count.clause()),
        }
    }
}

/// An index: a rank-0 value of type i32.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The value.
    pub(super) value: String,
    /// How many numbers it takes.
    pub(super) count: Count,
}

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

    /// The place that takes one number, 0.
    pub(super) fn origin(&mut self) -> Place {
        Place { value: self.number(0, "tile<i32>"), count: Count::Fixed(1) }
    }

    /// A place that no other block and no other iteration has, if it can be named.
    pub(super) fn own_place(&mut self) -> Option<Place> {
        let mut found: Option<Place> = None;
        for place in [self.blocks.clone(), self.rounds.clone()].concat() {
            found = Some(match found {
                None => place,
                Some(outer) => self.both(&outer, &place)?,
            });
        }
        Some(found.unwrap_or_else(|| self.origin()))
    }

    /// Two places as one.
    fn both(&mut self, outer: &Place, inner: &Place) -> Option<Place> {
        let (slow, fast, width) = match (&outer.count, &inner.count) {
            (_, Count::Fixed(width)) => (outer, inner, *width),
            (Count::Fixed(width), _) => (inner, outer, *width),
            (Count::Argument(_) | Count::Tiles(..) | Count::Times(..), _) => return None,
        };
        let by = self.near(width);
        let by = self.number(by, "tile<i32>");
        let product = self.binary("muli", &slow.value, &by, "");
        let value = self.binary("addi", &product, &fast.value, "");
        Some(Place { value, count: slow.count.times(width) })
    }

    /// Any place that is known here.
    pub(super) fn some_place(&mut self) -> Place {
        let known = [self.blocks.clone(), self.rounds.clone()].concat();
        if known.is_empty() {
            return self.origin();
        }
        let chosen = self.choices.below(known.len());
        known[chosen].clone()
    }
}
