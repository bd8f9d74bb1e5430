//! Files that are whole or not there.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io, process};

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
