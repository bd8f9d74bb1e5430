//! Indices with the numbers that they take, and the loops that they come from.

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
pub(super) struct Index {
    /// The value.
    pub(super) value: String,
    /// How many numbers it takes.
    pub(super) count: Count,
}

/// A loop around what is written.
#[derive(Debug, Clone)]
pub(super) struct Around {
    /// Whether it counts; a loop that counts cannot be broken.
    pub(super) counted: bool,
    /// The index that it carries from one round to the next, if it carries one.
    pub(super) carried: Option<String>,
}
