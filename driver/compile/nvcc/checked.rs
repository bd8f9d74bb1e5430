//! The second compilation of a file: with a header before it that has the preconditions of Tile C++ as assertions, which nvcc drops
//! otherwise. It is checked, and never run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::compile::scratch::Scratch;
use crate::failure::Failure;

/// The header.
pub(super) const HEADER: &str = include_str!("cuda_tile_checked.h");

/// What the header is called, in bytecode too: its lines are nobody's to change.
const NAME: &str = "cuda_tile_checked.h";

/// Writes the header into a folder.
pub(super) fn write_header(folder: &Scratch) -> Result<PathBuf, Failure> {
    let path = folder.file(NAME);
    fs::write(&path, HEADER).map_err(|error| Failure::file(&path, "write", &error))?;
    Ok(path)
}

/// The flags that put the header before a file.
pub(super) fn include(header: &Path) -> [String; 2] {
    ["-include".to_owned(), header.display().to_string()]
}

/// Why there is no second compilation, in a line.
pub(super) fn reason(failure: &Failure) -> String {
    let message = failure.to_string();
    let error = message.lines().find(|line| line.contains("error")).or(message.lines().next());
    error.unwrap_or_default().trim().to_owned()
}
