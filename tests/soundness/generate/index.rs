//! Indices with their ranges and loops.

/// How many numbers an index takes: 0 and up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Count {
    /// So many.
    Fixed(i64),
    /// The argument with a name.
    Argument(String),
    /// The number of tiles of an extent that cover a named argument.
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

    /// The text of a contract.
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
    /// The number of values.
    pub(super) count: Count,
}

/// A loop around the current code.
#[derive(Debug, Clone)]
pub(super) struct Around {
    /// Whether the loop counts; a counting loop has no `break`.
    pub(super) counted: bool,
    /// The carried index, if any.
    pub(super) carried: Option<String>,
}
