//! Files that are complete or absent.

use std::fs::{File, Permissions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, io, process};

use crate::failure::Failure;

/// The number of writes begun by this process: two threads may write one file.
static BEGUN: AtomicUsize = AtomicUsize::new(0);

/// Writes a file under a temporary name, and then renames it. What is there and is no file, as a device or a pipe, is written to.
///
/// # Errors
/// The file cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_new_file(path, bytes).map_err(|error| Failure::file(path, "write", &error))
}

/// Writes a new file, for callers with their own error messages.
pub(crate) fn write_new_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, None)
}

/// Replaces a file's bytes in one step, with its permissions: the file is old or new, never torn. A link stays a link; its target
/// is replaced.
///
/// # Errors
/// A file that cannot be written, or may not.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let refused = |error: io::Error| Failure::file(path, "write", &error);
    let path = fs::canonicalize(path).map_err(refused)?;
    let permissions = fs::metadata(&path).map_err(refused)?.permissions();
    if permissions.readonly() {
        return Err(Failure::usage(format!("cannot write {}: it is read-only", path.display()))
            .help("nothing is written; without --write the changes are printed, for `git apply`"));
    }
    write(&path, bytes, Some(permissions)).map_err(refused)
}

/// Writes a file under a temporary name, and renames it. What takes the place of an author's file has its permissions, and is on the
/// disk before.
fn write(path: &Path, bytes: &[u8], replaced: Option<Permissions>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}-{}.part", process::id(), BEGUN.fetch_add(1, Ordering::Relaxed)));
    let temporary = PathBuf::from(temporary);
    let mut file = File::create_new(&temporary)?;
    let written = file.write_all(bytes).and_then(|()| {
        if let Some(permissions) = replaced {
            file.set_permissions(permissions)?;
            file.sync_all()?;
        }
        fs::rename(&temporary, path)
    });
    written.inspect_err(|_| {
        // The temporary file is useless now.
        let _ = fs::remove_file(&temporary);
    })
}
