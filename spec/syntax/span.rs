//! Places: in the text that was read, and in the author's own file.

use std::sync::Arc;

/// A position in a source file, as the compiler recorded it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourcePosition {
    /// The file, as the compiler names it (semantics: may be relative).
    pub file: String,
    /// One-based.
    pub line: u32,
    /// One-based from C++, zero-based from Python: a hint only.
    pub column: u32,
}

/// Where an operation comes from in the author's file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourcePlace {
    /// The outermost frame that is the author's own.
    pub position: SourcePosition,
    /// The frames inside it, innermost first: functions that were inlined there.
    pub inlined: Vec<SourcePosition>,
}

/// Where something stands.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// First byte in the text that was parsed.
    pub offset: usize,
    /// Bytes.
    pub len: usize,
    /// The author's place, when the text carries debug locations.
    pub source: Option<Arc<SourcePlace>>,
}

/// Where something stands is no part of what it is: two kernels are equal wherever they were read.
impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}
