//! Files that are whole or not there.

use std::path::{Path, PathBuf};
use std::{fs, process};

use crate::failure::Failure;

/// Writes a file under a temporary name beside it, and then gives it its own name.
///
/// # Errors
/// A file that cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.part", process::id()));
    let temporary = PathBuf::from(temporary);
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        // What is left of it helps nobody; it may also never have been there.
        let _ = fs::remove_file(&temporary);
        Failure::file(path, "write", &error)
    })
}
