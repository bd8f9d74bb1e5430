//! An author's file with changes, compiled as if it stood where his own does.

use std::fs;

use super::opened::{Asked, Opened};
use super::scratch::Scratch;
use crate::failure::Failure;

/// The result of a changed file, and the temporary folder of its text.
#[derive(Debug)]
pub struct Changed {
    /// The kernels and launches.
    pub opened: Opened,
    _folder: Scratch,
}

/// Compiles another text of a file, which stays unchanged.
///
/// # Errors
/// The errors of [`open`](super::open) for the text.
pub fn open_changed(asked: &Asked, text: &str) -> Result<Changed, Failure> {
    let scratch = Scratch::new()?;
    let file = scratch.file(&asked.file.file_name().unwrap_or_default().to_string_lossy());
    fs::write(&file, text).map_err(|error| Failure::file(&file, "write", &error))?;
    let copy = Asked { file, instead_of: Some(asked.file.clone()), ..asked.clone() };
    Ok(Changed { opened: super::open(&copy)?, _folder: scratch })
}
