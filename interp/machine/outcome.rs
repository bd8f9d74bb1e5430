//! Options of a run, and its outcomes.

use std::fmt;
use std::ops::Range;

use spec::problem::{Unsupported, Violation};
use spec::rules::Rule;
use spec::syntax::kernel::OpId;
use spec::syntax::span::Place;

use crate::memory::allocation::Allocation;
use crate::values::host_width::to_wide_index;

/// The limits and records of a run.
#[derive(Debug, Clone)]
pub struct Options {
    /// The maximum number of element operations.
    pub fuel: u64,
    /// The minimum cost of an operation, whatever its number of elements: about the elements processed in the fixed time
    /// of an operation.
    pub least: u64,
    /// Element operations of one block; an exhausted block stops, and later blocks run none the less. A rule broken by
    /// later blocks counts, because a block may always be slower than others. Without a broken rule, the run ends as
    /// exhausted.
    pub share: Option<u64>,
    /// Bytes for pages of memory and their shadow.
    pub memory: u64,
    /// A rule to ignore; for tests of the rules. Elements that are then out of bounds or misaligned are not
    /// accessed.
    pub ignore: Option<Rule>,
    /// The order of the blocks: a permutation that the seed chooses; without one as listed, or x fastest, then y.
    pub seed: Option<u64>,
    /// Whether to record every operation.
    pub trace: bool,
    /// Whether to count how often bytes are written ([`Contents::writes`]).
    pub counts_writes: bool,
    /// Whether a block stops when its state repeats.
    pub finds_repetition: bool,
    /// Whether to record that the rules leave a result open for the given operands ([`Outcome::open`]).
    pub finds_open: bool,
    /// A `for` that must end for the run to be of use: a run whose fuel does not suffice for its rounds stops at its beginning.
    pub ends: Option<OpId>,
    /// Whether floats are elements of a finite field, in the launch as in the run ([`crate::payload`]).
    pub payload: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            fuel: 1 << 32,
            least: 1,
            share: None,
            memory: 1 << 31,
            ignore: None,
            seed: None,
            trace: false,
            counts_writes: false,
            finds_repetition: false,
            finds_open: false,
            ends: None,
            payload: false,
        }
    }
}

/// Why a run did not end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The launch has undefined behavior.
    Violation(Box<Violation>),
    /// A limit was reached; says nothing about the kernel.
    Exhausted(Exhausted),
    /// The kernel uses something without a meaning.
    Unsupported(Unsupported),
    /// The launch does not fit the kernel: what is wrong, in one sentence without a full stop.
    BadLaunch(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Violation(violation) => write!(f, "{violation}"),
            Stop::Exhausted(Exhausted { limit: Limit::Fuel, .. }) => f.write_str("the run ran out of fuel"),
            Stop::Exhausted(Exhausted { limit: Limit::Memory, .. }) => {
                f.write_str("the run ran out of memory")
            }
            Stop::Exhausted(Exhausted { limit: Limit::Repetition, .. }) => {
                f.write_str("a block returned to an earlier state")
            }
            Stop::Unsupported(what) => write!(f, "unsupported: {}", what.message),
            Stop::BadLaunch(why) => write!(f, "the launch does not fit the kernel: {why}"),
        }
    }
}

impl std::error::Error for Stop {}

/// A limit of [`Options`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`Options::fuel`]
    Fuel,
    /// [`Options::memory`]
    Memory,
    /// A block repeated a state ([`Options::finds_repetition`]).
    Repetition,
}

/// An exhausted limit, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhausted {
    /// The limit.
    pub limit: Limit,
    /// The operation that exceeded the limit.
    pub at: Place,
    /// The running block.
    pub block: [u32; 3],
}

/// An `assert` with a false element. The block ran on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedAssert {
    /// The operation.
    pub at: Place,
    /// The block.
    pub block: [u32; 3],
    /// The element.
    pub lane: Vec<u32>,
    /// The message of the operation.
    pub message: String,
}

/// An executed operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The operation.
    pub at: Place,
    /// The block.
    pub block: [u32; 3],
    /// The tile results: names and elements, shortened for many elements.
    pub results: Vec<(String, String)>,
}

/// The results of a run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The buffers of the launch, in its order.
    pub buffers: Vec<Contents>,
    /// The printed texts, one per executed print.
    pub prints: Vec<String>,
    /// The failed asserts, one per element.
    pub failed_asserts: Vec<FailedAssert>,
    /// Every operation that ran, if [`Options::trace`] says so.
    pub trace: Vec<Step>,
    /// The finished blocks, in order.
    pub blocks: Vec<[u32; 3]>,
    /// Whether an implementation that adds in another order, or approximates a function in another way, may have computed something
    /// else, if [`Options::finds_open`] says so.
    pub open: bool,
    /// The used fuel ([`Options::fuel`]).
    pub spent: u64,
}

/// A buffer after a run. Only touched pages take memory.
#[derive(Debug, Clone)]
pub struct Contents {
    pub(crate) allocation: Allocation,
}

impl Contents {
    /// Bytes.
    pub fn len(&self) -> u64 {
        self.allocation.size
    }

    /// Whether the buffer is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of a range, little-endian elements as they lie in memory; an undetermined byte has some value.
    ///
    /// # Panics
    /// The range exceeds the buffer.
    pub fn bytes(&self, range: Range<u64>) -> Vec<u8> {
        self.peek(range).0
    }

    /// Which bytes of a range are undetermined: nobody wrote them, or an undetermined value was stored.
    ///
    /// # Panics
    /// The range exceeds the buffer.
    pub fn undetermined(&self, range: Range<u64>) -> Vec<bool> {
        self.peek(range).1
    }

    /// How often a byte was written, if [`Options::counts_writes`] says so: not at all, once, or twice and more.
    pub fn writes(&self, byte: u64) -> u8 {
        self.allocation.writes(byte)
    }

    /// The ranges, in ascending order, that hold everything that the launch named or the run touched.
    pub fn touched(&self) -> impl Iterator<Item = Range<u64>> {
        self.allocation.touched_ranges()
    }

    fn peek(&self, range: Range<u64>) -> (Vec<u8>, Vec<bool>) {
        assert!(range.start <= range.end && range.end <= self.len(), "{range:?} leaves the buffer");
        self.allocation.peek(range.start, to_wide_index(range.end - range.start))
    }
}
