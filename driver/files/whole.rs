//! Files that are whole or not there.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, io, process};

use crate::failure::Failure;

/// How many this process has begun: two threads may write one file.
static BEGUN: AtomicUsize = AtomicUsize::new(0);

/// Writes a file under a temporary name beside it, and then gives it its own name.
///
/// # Errors
/// A file that cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_new_file(path, bytes).map_err(|error| Failure::file(path, "write", &error))
}

/// The same, for whoever says it in words of his own.
pub(crate) fn write_new_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}-{}.part", process::id(), BEGUN.fetch_add(1, Ordering::Relaxed)));
    let temporary = PathBuf::from(temporary);
    fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| {
        // What is left of it helps nobody; it may also never have been there.
        let _ = fs::remove_file(&temporary);
    })
}
