//! Files that are whole or not there.

use std::io::Write;
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

/// Gives a file other bytes in one step, with the permissions that it has: it is the old one or the new one, never torn. A link stays
/// one; what it leads to is replaced.
///
/// # Errors
/// A file that cannot be written, or may not.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let refused = |error: &io::Error| Failure::file(path, "write", error);
    let path = fs::canonicalize(path).map_err(|error| refused(&error))?;
    let permissions = fs::metadata(&path).map_err(|error| refused(&error))?.permissions();
    if permissions.readonly() {
        return Err(Failure::usage(format!("cannot write {}: it is read-only", path.display()))
            .help("nothing is written; without --write the changes are printed, for `git apply`"));
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.part", process::id()));
    let temporary = PathBuf::from(temporary);
    let write = || {
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        file.write_all(bytes)?;
        file.set_permissions(permissions)?;
        file.sync_all()?;
        fs::rename(&temporary, &path)
    };
    write().map_err(|error| {
        // What is left of it helps nobody; it may also never have been there.
        let _ = fs::remove_file(&temporary);
        refused(&error)
    })
}
