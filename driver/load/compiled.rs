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
}

impl Compiled {
    /// Bytecode of the file of that name; the author's files may be in these folders.
    pub fn new(name: &str, bytes: Vec<u8>, folders: Vec<PathBuf>) -> Self {
        Compiled { name: name.to_owned(), bytes, folders }
    }
}
