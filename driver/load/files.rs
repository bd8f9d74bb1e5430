//! The author's files: search paths, names and ages.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// So much later a file may be written in the same checkout or copy.
const AT_ONCE: Duration = Duration::from_secs(2);

/// The possible paths of a compiler's file: its own path, or next to the input.
pub(super) fn candidates<'a>(folders: &'a [PathBuf], file: &'a str) -> impl Iterator<Item = PathBuf> + 'a {
    folders.iter().flat_map(move |folder| {
        let beside = Path::new(file).file_name().map(|name| folder.join(name));
        [Some(folder.join(file)), beside].into_iter().flatten()
    })
}

/// Whether two paths name one file.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let real = |path: &str| fs::canonicalize(path).ok();
    one == other || real(one).is_some_and(|one| Some(one) == real(other))
}

/// A path as people in the working folder write it.
pub(super) fn shown(file: &str) -> String {
    let inside = std::env::current_dir().ok().and_then(|folder| {
        let rest = Path::new(file).strip_prefix(folder).ok()?;
        rest.to_str().filter(|rest| !rest.is_empty()).map(str::to_owned)
    });
    inside.unwrap_or_else(|| file.to_owned())
}

/// Whether a file was written after another.
pub(super) fn is_newer(file: &Path, other: &Path) -> bool {
    let written = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let (Some(file), Some(other)) = (written(file), written(other)) else { return false };
    file.duration_since(other).is_ok_and(|later| later > AT_ONCE)
}
