//! Bytecode that a compiler has just made.

use std::path::PathBuf;

/// Bytecode that a compiler made of an author's file.
#[derive(Debug)]
pub struct Compiled {
    /// What people call the author's file.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// Where the author's files may be.
    pub(super) folders: Vec<PathBuf>,
    /// What a second compilation made of it, with the rules of its language as assertions, or why there is none.
    pub(super) checked: Option<Result<Vec<u8>, String>>,
}

impl Compiled {
    /// Bytecode of the file of that name; the author's files may be in these folders.
    pub fn new(name: &str, bytes: Vec<u8>, folders: Vec<PathBuf>) -> Self {
        Compiled { name: name.to_owned(), bytes, folders, checked: None }
    }

    /// The same with what a second compilation made of the file, with the rules of its language as assertions, or why there is none.
    pub(crate) fn with_checked(self, checked: Result<Vec<u8>, String>) -> Self {
        Compiled { checked: Some(checked), ..self }
    }
}
