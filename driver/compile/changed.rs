//! An author's file with changes, compiled as if it stood where his own does.

use std::fs;

use super::opened::{Asked, Opened};
use super::scratch::Scratch;
use crate::failure::Failure;

/// What came of a changed file, and the folder where its text is for as long as that is asked for.
#[derive(Debug)]
pub struct Changed {
    /// The kernels and launches.
    pub opened: Opened,
    _folder: Scratch,
}

/// Compiles another text of a file, which stays as it is.
///
/// # Errors
/// What [`open`](super::open) says of the text.
pub fn open_changed(asked: &Asked, text: &str) -> Result<Changed, Failure> {
    let scratch = Scratch::new()?;
    let file = scratch.file(&asked.file.file_name().unwrap_or_default().to_string_lossy());
    fs::write(&file, text).map_err(|error| Failure::file(&file, "write", &error))?;
    let copy = Asked { file, instead_of: Some(asked.file.clone()), ..asked.clone() };
    Ok(Changed { opened: super::open(&copy)?, _folder: scratch })
}
