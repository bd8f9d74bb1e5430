//! Files that a compiler may read for a source: headers and modules in its folder, in folders inside it, and in folders of headers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use driver::compile::{Asked, Language};

use super::find::is_left;

/// How names of headers, modules and contracts end.
const KINDS: [&str; 14] =
    ["c", "cc", "cpp", "cu", "cuh", "h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "py", "contract"];

/// Flags of nvcc behind which a folder of headers stands.
const FOLDERS: [&str; 3] = ["-I", "-isystem", "--include-path="];

/// The headers and modules beside sources that have a compiler, whether or not they are read.
pub(crate) fn beside(asked: &[Asked]) -> BTreeSet<PathBuf> {
    let compiled =
        asked.iter().filter(|one| Language::of(&one.file).is_some_and(|one| one != Language::Table));
    let mut folders: Vec<PathBuf> = compiled.flat_map(folders).collect();
    let (mut seen, mut files) = (BTreeSet::new(), BTreeSet::new());
    while let Some(folder) = folders.pop() {
        if !seen.insert(folder.clone()) {
            continue;
        }
        // What cannot be looked into, no compiler reads either.
        let Ok(entries) = fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { &folder })
        else {
            continue;
        };
        for entry in entries.flatten() {
            let (path, name) = (folder.join(entry.file_name()), entry.file_name());
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.extend(Some(path).filter(|_| !is_left(&name.to_string_lossy())));
            } else if path
                .extension()
                .is_some_and(|kind| KINDS.iter().any(|known| kind.eq_ignore_ascii_case(known)))
            {
                files.insert(path);
            }
        }
    }
    files
}

/// The folder of a source, and the include folders of its compiler.
fn folders(asked: &Asked) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = asked.file.parent().map(Path::to_owned).into_iter().collect();
    let mut words = asked.words.iter();
    while let Some(word) = words.next() {
        let Some(rest) = FOLDERS.iter().find_map(|flag| word.strip_prefix(flag)) else { continue };
        folders.extend(if rest.is_empty() { words.next().map(PathBuf::from) } else { Some(rest.into()) });
    }
    folders
}
