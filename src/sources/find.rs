//! Finds kernels: in files, in folders by search, and on standard input.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use driver::compile::{Opened, Scratch, has_kernel};
use driver::failure::Failure;
use frontends::bytecode::is_bytecode;
use frontends::triton::is_ttir;

use crate::output::eprint;

/// The word for standard input.
const STDIN: &str = "-";

/// The displayed name of standard input.
const CALLED: &str = "<stdin>";

/// How names end of files that are looked for in folders.
const KINDS: [&str; 7] = ["tile", "mlir", "tilebc", "ttir", "cu", "cuh", "py"];

/// Folders without kernels.
const LEFT: [&str; 3] = ["target", "node_modules", "__pycache__"];

/// The most files to name.
const NAMED: usize = 6;

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The files, in order.
    pub(crate) files: Vec<PathBuf>,
    /// Files found by a search, whose errors do not stop the other checks.
    pub(super) searched: BTreeSet<PathBuf>,
    /// The unreadable folders and files, with reasons.
    unread: Vec<(PathBuf, String)>,
    /// The copy of standard input, kept while needed.
    stdin: Option<(Scratch, PathBuf)>,
}

/// Finds the files that a command line means.
///
/// # Errors
/// A folder cannot be read or has no kernels, or standard input is empty.
pub(crate) fn find(words: &[PathBuf]) -> Result<Found, Failure> {
    let mut found = Found::default();
    for word in words {
        if word.as_os_str() == STDIN {
            let (scratch, file) = read_stdin()?;
            found.files.push(file.clone());
            found.stdin = Some((scratch, file));
        } else if word.is_dir() {
            let inside = search(word, &mut found.unread)?;
            found.searched.extend(inside.iter().cloned());
            found.files.extend(inside);
        } else {
            found.files.push(word.clone());
        }
    }
    Ok(found)
}

/// Finds the files with kernels among named files and in folders, and reports the skipped files.
///
/// # Errors
/// A folder cannot be read or has no kernels.
pub(crate) fn find_with_kernels(words: &[PathBuf]) -> Result<Found, Failure> {
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        words.iter().cloned().partition(|word| word.is_dir());
    let mut found = find(&folders)?;
    let mut without = Vec::new();
    for path in files {
        match fs::read(&path) {
            Ok(bytes) if has_kernel(&path, &bytes) => {
                found.searched.insert(path.clone());
                found.files.push(path);
            }
            Ok(_) => without.push(path),
            Err(error) => found.unread.push((path, error.to_string())),
        }
    }
    without.sort();
    tell(&without, "without a kernel");
    Ok(found)
}

impl Found {
    /// Whether there is nothing to check and nothing to report.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.unread.is_empty()
    }

    /// Leaves out excluded files, and files in excluded folders, that only a search has found; names them.
    pub(crate) fn leave_out(&mut self, excluded: &[PathBuf]) {
        // Equal paths may be written differently, as in `./kernels`.
        let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let excluded: Vec<PathBuf> = excluded.iter().map(|path| whole(path)).collect();
        let is_left = |file: &PathBuf| {
            self.searched.contains(file) && excluded.iter().any(|path| whole(file).starts_with(path))
        };
        let (left, kept) = std::mem::take(&mut self.files).into_iter().partition(is_left);
        self.files = kept;
        tell(&left, "excluded");
    }

    /// The unreadable files and folders, whose contents are unknown.
    pub(super) fn unread(&self) -> Vec<Failure> {
        let failure = |(path, why): &(PathBuf, String)| {
            Failure::usage(format!("cannot read {}: {why}", path.display())).of_file(path)
        };
        self.unread.iter().map(failure).collect()
    }

    /// Leaves to somebody else to say what could not be read.
    pub(crate) fn forget_unread(&mut self) {
        self.unread.clear();
    }

    /// Names standard input in messages.
    pub(super) fn named(&self, mut opened: Opened) -> Opened {
        let path = self.stdin.as_ref().map(|(_, file)| file.display().to_string());
        for unit in opened.units.iter_mut().filter(|unit| Some(&unit.source.name) == path.as_ref()) {
            unit.source = unit.source.named(CALLED);
        }
        opened
    }
}

/// Writes standard input to a file of its kind.
fn read_stdin() -> Result<(Scratch, PathBuf), Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| Failure::usage(format!("cannot read {CALLED}: {error}")))?;
    if bytes.is_empty() {
        return Err(Failure::usage(format!("{CALLED} is empty")));
    }
    let scratch = Scratch::new()?;
    let file = scratch.file(&format!("stdin.{}", kind(&bytes)));
    fs::write(&file, bytes).map_err(|error| Failure::file(&file, "write", &error))?;
    Ok((scratch, file))
}

/// The kind of a file, by its contents.
fn kind(bytes: &[u8]) -> &'static str {
    let text = String::from_utf8_lossy(bytes);
    let begins = |start: &str| text.lines().any(|line| line.trim_start().starts_with(start));
    if is_bytecode(bytes) {
        "tilebc"
    } else if text.starts_with("{\"schema\"") {
        "launches"
    } else if text.contains("__tile_global__") {
        "cu"
    } else if is_ttir(&text) {
        "ttir"
    } else if ["import cuda.tile", "from cuda", "import triton", "import torch"].into_iter().any(begins) {
        "py"
    } else {
        "tile"
    }
}

/// Whether a folder of this name is not looked into.
pub(super) fn is_left(name: &str) -> bool {
    name.starts_with('.') || LEFT.contains(&name)
}

/// The files with kernels in a folder and its subfolders; reports the skipped files.
fn search(folder: &Path, unread: &mut Vec<(PathBuf, String)>) -> Result<Vec<PathBuf>, Failure> {
    let (mut files, mut without) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        let entries = match fs::read_dir(&inside) {
            Ok(entries) => entries,
            Err(error) if inside == folder => return Err(Failure::file(folder, "read", &error)),
            Err(error) => {
                unread.push((inside.clone(), error.to_string()));
                continue;
            }
        };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            // A link to a folder may lead back.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.extend(Some(path).filter(|_| !is_left(&name)));
                continue;
            }
            let kind = path.extension().map(|kind| kind.to_string_lossy().to_lowercase());
            if !kind.is_some_and(|kind| KINDS.contains(&kind.as_str())) {
                continue;
            }
            match fs::read(&path) {
                Ok(bytes) if has_kernel(&path, &bytes) => files.push(path),
                Ok(_) => without.push(path),
                Err(error) => unread.push((path.clone(), error.to_string())),
            }
        }
    }
    files.sort();
    without.sort();
    tell(&without, "without a kernel");
    if files.is_empty() && unread.is_empty() {
        return Err(Failure::usage(format!("{} has no file with a kernel", folder.display()))
            .help(format!("files that end in .{} are looked at", KINDS.join(", ."))));
    }
    Ok(files)
}

/// Names files that are not checked, and why.
fn tell(files: &[PathBuf], why: &str) {
    if !files.is_empty() {
        let more = if files.len() > NAMED { ", …" } else { "" };
        let named = files.iter().take(NAMED).map(|file| file.display().to_string());
        let named = named.collect::<Vec<_>>().join(", ");
        let plural = if files.len() == 1 { "file" } else { "files" };
        eprint(&format!("note: {} {plural} {why}: {named}{more}\n", files.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_in_is_known_by_what_it_holds() {
        assert_eq!(kind(b"\x7fTileIR\0"), "tilebc");
        assert_eq!(kind(b"__tile_global__ void f() {}"), "cu");
        assert_eq!(kind(b"# a\nimport cuda.tile as ct\n"), "py");
        assert_eq!(kind(b"import torch\nimport triton\n"), "py");
        assert_eq!(kind(b"{\"schema\": \"tileproof.launches/1\"}\n"), "launches");
        assert_eq!(kind(b"module {\n  tt.func public @k() {\n"), "ttir");
        assert_eq!(kind(b"entry @k() {}"), "tile");
    }
}
