//! A case: a kernel, a launch, and the expected contents or the broken rule.

use std::sync::Arc;

use driver::accuracy::{Reading, Tolerance};
use spec::rules::Rule;
use spec::syntax::array;
use spec::syntax::count::usize_from_u64;
use spec::syntax::types::Scalar;

use crate::corpus::prepare::Prepared;

/// A case.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its name, of parts with `/` between: the file, the kernel, and a number.
    pub name: String,
    /// The chapter of the specification.
    pub chapter: String,
    /// The operations of the kernel, by their mnemonics.
    pub operations: Vec<&'static str>,
    /// The source of the kernel.
    pub forms: Forms,
    /// The kernel and the launch.
    pub prepared: Prepared,
    /// Whether the result holds in the order x fastest, then y, then z alone.
    pub in_order: bool,
    /// The expected outcome.
    pub expected: Expected,
    /// The messages of failing assertions, which may end the launch (spec/ops/control.md).
    pub asserts: Vec<String>,
    /// The origin of the expectation.
    pub origin: Origin,
    /// The origin in words.
    pub how: String,
    /// Whether the case counts.
    pub state: State,
}

/// The forms of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forms {
    /// The path of its text, from the suite's root.
    pub tile: String,
    /// The text.
    pub text: Arc<str>,
    /// Paths and texts of the compiled sources.
    pub sources: Vec<(String, Arc<str>)>,
}

/// The origin of an expected value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A person derived the value from the documents.
    Hand,
    /// A device computed the value.
    Hardware,
    /// The interpreter computed the value.
    Interp,
}

impl Origin {
    /// Every origin with its name.
    pub const NAMES: &[(Origin, &str)] =
        &[(Origin::Hand, "hand"), (Origin::Hardware, "hardware"), (Origin::Interp, "interp")];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

/// Whether a case counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// The result was written by people before any run.
    Written,
    /// It was generated, and a device agrees with the interpreter.
    Admitted,
    /// It was generated, and no device has said anything yet.
    Candidate,
}

impl State {
    /// Every state with its name.
    pub const NAMES: &[(State, &str)] =
        &[(State::Written, "written"), (State::Admitted, "admitted"), (State::Candidate, "candidate")];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

/// The expected outcome of a case.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    /// The launch breaks the rule.
    Breaks(Rule),
    /// The launch ends with these contents.
    Leaves(Vec<Left>),
}

/// The expected contents of one buffer.
#[derive(Debug, Clone, PartialEq)]
pub struct Left {
    /// The position among the launch's pointers.
    pub pointer: usize,
    /// The bits of every element; `None` accepts any bits.
    pub values: Vec<Option<u64>>,
    /// How far a device may be from a reading, or why no rule says that.
    pub room: Result<Tolerance, String>,
    /// The interpreter's results: plain, with contracted products and sums, or with flushed atomic sums. The tolerance
    /// applies around each reading. Empty if the tolerance applies around the values.
    pub readings: Vec<(Reading, Vec<u64>)>,
    /// The interpreter's results for the magnitudes of the inputs, if the tolerance depends on them.
    pub magnitudes: Option<Vec<u64>>,
}

impl Case {
    /// The elements of a buffer before the launch; zeros where the launch says nothing.
    pub fn elements(&self, buffer: usize, element: Scalar) -> Vec<u64> {
        let buffer = &self.prepared.launch.buffers[buffer];
        let mut bytes = vec![0; usize_from_u64(buffer.bytes)];
        for (offset, chunk) in &buffer.contents {
            let start = usize_from_u64(*offset);
            bytes[start..start + chunk.len()].copy_from_slice(chunk);
        }
        array::elements(element, &bytes)
    }
}
