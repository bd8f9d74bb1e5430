//! The author's files: search paths, names and ages.

use crate::failure::Failure;
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

/// Refuses a file of another language by its ending.
pub(super) fn refuse_other_languages(path: &Path) -> Result<(), Failure> {
    let kind = path.extension().map(|kind| kind.to_string_lossy().to_lowercase()).unwrap_or_default();
    if kind == "tilebc" {
        let message = format!("{} is no Tile IR bytecode, whatever its name says", path.display());
        return Err(Failure::ill_formed(message).help("bytecode begins with 7F 54 69 6C 65 49 52 00"));
    }
    if ["c", "cc", "cpp", "cxx", "h", "hpp"].contains(&kind.as_str()) {
        let message = format!("{} is C++, and tileproof compiles files that end in .cu", path.display());
        return Err(
            Failure::usage(message).help("give the .cu file with the kernels, or the file that includes it")
        );
    }
    Ok(())
}
