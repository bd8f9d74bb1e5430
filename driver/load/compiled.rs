//! Bytecode that a compiler has just made.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::second::Marks;

/// Bytecode that a compiler made of an author's file.
#[derive(Debug)]
pub struct Compiled {
    /// The displayed name of the author's file.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// The possible folders of the author's files.
    pub(super) folders: Vec<PathBuf>,
    /// The second compilation, with the rules of its language as assertions, or why there is none.
    pub(super) checked: Option<Result<Checked, String>>,
}

/// A second compilation of an author's file.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) bytes: Vec<u8>,
    /// The marks of its accesses.
    pub(crate) marks: Marks,
    /// The kernels missing in the compilation.
    pub(crate) left_out: Vec<LeftOut>,
    /// The compilations in which local variables without a value read unwritten memory, if there are such variables.
    pub(crate) unset: Vec<UnsetValues>,
}

/// A compilation in which local variables without a value read unwritten memory of the block.
#[derive(Debug)]
pub(crate) struct UnsetValues {
    /// The compilation, or why there is none.
    pub(crate) compiled: Result<Checked, String>,
    /// Whether variables are among them that may lie in memory of the block themselves: arrays and classes.
    pub(crate) followed: bool,
    /// The variables with the lines of their declarations, from one.
    pub(crate) variables: Vec<(String, usize)>,
}

/// A kernel that a second compilation does not accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeftOut {
    /// The covered lines of the author's file, from one.
    pub(crate) lines: RangeInclusive<usize>,
    /// The compiler's reason.
    pub(crate) why: String,
}

impl Compiled {
    /// Bytecode of the file of that name; the author's files may be in these folders.
    pub fn new(name: &str, bytes: Vec<u8>, folders: Vec<PathBuf>) -> Self {
        Compiled { name: name.to_owned(), bytes, folders, checked: None }
    }

    /// The source with a second compilation, which has the rules of its language as assertions, or the reason for
    /// its absence.
    pub(crate) fn with_checked(self, checked: Result<Checked, String>) -> Self {
        Compiled { checked: Some(checked), ..self }
    }
}
