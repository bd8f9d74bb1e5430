//! The JSON form of a case (`corpus/CONFORM.md`).

use serde::{Deserialize, Serialize};

/// The `schema` field that identifies a case.
pub const SCHEMA: &str = "tileproof.case/1";

/// A case. Paths are from the suite's root.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CaseFile {
    /// [`SCHEMA`]
    pub schema: String,
    /// The name.
    pub name: String,
    /// The chapter of the specification.
    pub chapter: String,
    /// Mnemonics of the kernel's operations.
    pub operations: Vec<String>,
    /// The kernel.
    pub kernel: KernelFile,
    /// The launch.
    pub launch: CaseLaunchFile,
    /// The expected outcome.
    pub expected: ExpectedFile,
    /// The messages of failing assertions, which may end the launch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asserts: Vec<String>,
    /// The origin of the expectation.
    pub provenance: ProvenanceFile,
}

/// A kernel in all forms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KernelFile {
    /// The entry's name in all forms.
    pub entry: String,
    /// Tile IR as text.
    pub tile: String,
    /// Tile IR bytecode 13.5 of this kernel alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytecode: Option<String>,
    /// The source that the text was compiled from: `.cu`, `.py`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
}

/// A launch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CaseLaunchFile {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// `any`, or `xyz` if the result requires that order of blocks.
    pub order: String,
    /// One argument per parameter, in order.
    pub arguments: Vec<ArgumentFile>,
}

/// An argument: a scalar has `bits`, a pointer a `buffer`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArgumentFile {
    /// The name.
    pub name: String,
    /// The element type of the scalar, or of the buffer.
    pub element: String,
    /// The bits of a scalar, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<String>,
    /// The buffer of a pointer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffer: Option<BufferFile>,
}

/// A buffer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BufferFile {
    /// The extents.
    pub shape: Vec<u64>,
    /// The address is a multiple of this many bytes, and need not be one of more.
    pub alignment: u64,
    /// The initial array; uninitialized without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contents: Option<String>,
}

/// What must come of a case: `breaks` a rule, or `leaves` something in buffers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpectedFile {
    /// The code of the rule that the launch breaks.
    Breaks(String),
    /// The final contents.
    Leaves(Vec<LeftFile>),
}

/// The final contents of a buffer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeftFile {
    /// The argument's name.
    pub name: String,
    /// The expected array.
    pub values: String,
    /// The elements that count, as an array of truth values; all by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<String>,
    /// How far an element may be from that.
    pub permitted: PermittedFile,
    /// Arrays around which the tolerance applies, one of which must match; the values themselves if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub around: Vec<String>,
    /// The reading of each array: `plain`, `contracted` or `flushed`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    /// The sums of the terms' magnitudes, or the exponents of powers, where the permitted error is relative to those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub magnitudes: Option<String>,
}

/// How far an element may be from the expected one. Any NaN is as good as another in all of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum PermittedFile {
    /// Not at all.
    Bits,
    /// So many units in the last place.
    Ulps {
        /// How many.
        ulps: f64,
    },
    /// So much of the magnitudes, and so much beside.
    Terms {
        /// The factor of the magnitudes.
        factor: f64,
        /// The added constant.
        beside: f64,
        /// Whether one unit in the last place of the larger of both comes on top.
        rounded: bool,
    },
    /// Twice as many units in the last place as the exponent of a power (the magnitude), and one.
    Powers,
    /// Anywhere.
    Any,
    /// No rule limits the difference: a differing result is neither right nor wrong.
    Unknown {
        /// Why.
        why: String,
    },
}

/// The origin of an expected value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvenanceFile {
    /// `hand`, `hardware` or `interp`.
    pub from: String,
    /// The origin in words.
    pub how: String,
    /// `written`, `admitted` or `candidate`.
    pub state: String,
}

/// The `schema` field that identifies a suite.
pub const SUITE: &str = "tileproof.suite/1";

/// The suite: the names of its cases, each a folder below `cases`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteFile {
    /// [`SUITE`]
    pub schema: String,
    /// The version of tileproof that wrote the file.
    pub version: String,
    /// How many cases there are of each provenance.
    pub counts: std::collections::BTreeMap<String, usize>,
    /// Bytecode of several kernels of one file each, which compiles in less time than as many files.
    pub bundles: Vec<BundleFile>,
    /// The names, in order.
    pub cases: Vec<String>,
}

/// Bytecode of several kernels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundleFile {
    /// The path.
    pub path: String,
    /// The files with one kernel each.
    pub kernels: Vec<String>,
}
