//! What is wrong with a file before anything runs, and what a run can break.

use std::fmt;

use crate::rules::Rule;
use crate::syntax::span::Place;

/// A file, kernel or contract that breaks a rule of form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllFormed {
    /// The error, in one sentence without a full stop.
    pub message: String,
    /// The place.
    pub at: Place,
    /// The suggested remedy.
    pub help: Option<String>,
}

impl IllFormed {
    /// A problem with nothing to advise.
    pub fn new(message: impl Into<String>, at: &Place) -> Self {
        IllFormed { message: message.into(), at: at.clone(), help: None }
    }
}

/// A construct that tileproof does not read yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// The message, which names the problem.
    pub message: String,
    /// The place.
    pub at: Place,
}

impl Unsupported {
    /// A foreign function: code of a library, in its file or in a kernel's.
    pub fn foreign_function(name: &str, at: Place) -> Self {
        let message = format!(
            "the foreign function @{name}: its code is in a library, and no document bounds its accesses"
        );
        Unsupported { message, at }
    }

    /// A pointer with an attribute, which names the location of the memory.
    pub fn attributed_pointer(attribute: &str, at: Place) -> Self {
        let message = format!(
            "a pointer with the attribute `{attribute}`: a contract describes the memory of one device"
        );
        Unsupported { message, at }
    }
}

/// Why a kernel is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The kernel is wrong.
    IllFormed(IllFormed),
    /// The kernel may be right, and we cannot tell.
    Unsupported(Unsupported),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::IllFormed(problem) => write!(f, "ill-formed: {}", problem.message),
            Refused::Unsupported(problem) => write!(f, "unsupported: {}", problem.message),
        }
    }
}

impl std::error::Error for Refused {}

impl From<IllFormed> for Refused {
    fn from(problem: IllFormed) -> Self {
        Refused::IllFormed(problem)
    }
}

impl From<Unsupported> for Refused {
    fn from(problem: Unsupported) -> Self {
        Refused::Unsupported(problem)
    }
}

/// One side of a violation: the operation, the block and the element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// The operation.
    pub at: Place,
    /// The block of the operation.
    pub block: [u32; 3],
    /// The element of the tile, where one is to blame; rank-0 tiles have an empty index.
    pub lane: Option<Vec<u32>>,
    /// The loops around the operation, outermost first, as far as their iteration is known.
    pub iterations: Vec<Iteration>,
}

/// How often a loop had come round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Iteration {
    /// The loop.
    pub at: Place,
    /// The iterations before.
    pub number: u64,
}

/// The contents of a violation's picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scene {
    /// A tile of a view.
    Tile {
        /// Extents of the tensor.
        extents: Vec<u64>,
        /// Extents of the tile, by tile axis.
        tile: Vec<u32>,
        /// How many elements apart neighbouring tiles begin, by tile axis.
        steps: Vec<u64>,
        /// Which tile, by tile axis; of a gather/scatter view, of the row that is to blame.
        index: Vec<u64>,
        /// Tile axis `d` runs along tensor axis `dim_map[d]`.
        dim_map: Vec<usize>,
    },
    /// Elements of an allocation.
    Elements {
        /// The number of elements of the allocation.
        len: u64,
        /// The elements that the operation touches, in the order of the lanes that no mask turns off; may lie outside. Fractions are
        /// rounded down.
        touched: Vec<i64>,
        /// The element of the lane to blame.
        blamed: Option<i64>,
    },
}

/// A rule broken by a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The offending access or operation.
    pub party: Party,
    /// The other side of a race.
    pub other: Option<Party>,
    /// The parameter of the memory.
    pub parameter: Option<usize>,
    /// The picture.
    pub scene: Option<Scene>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "undefined behavior: {}", self.rule.title())
    }
}

impl std::error::Error for Violation {}
