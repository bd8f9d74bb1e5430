//! Other files that use a function of the changed file: a mask of a helper may be needed there.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use driver::code::{Code, Language};
use driver::repair::Change;

use super::subject::Subject;

/// The most files to search, and the most bytes of a file.
const FILES: usize = 2_000;
const BYTES: u64 = 1 << 20;

/// Kinds of files that may name another.
const KINDS: [&str; 9] = ["cu", "cuh", "h", "hpp", "cc", "cpp", "cxx", "inl", "py"];

/// Why changes are not this file's alone: one is within a helper, and another file uses the file.
pub(super) fn in_use_elsewhere(subject: &Subject, text: &str, changes: &[Change]) -> Option<String> {
    let mut text = text.to_owned();
    let mut helps = false;
    for change in changes {
        let code = Code::new(&text, subject.language);
        helps |= change.0.iter().any(|edit| !is_kernel(&code, &edit.range));
        text = change.apply(&text);
    }
    let user = helps.then(|| find_user(&subject.asked.file)).flatten()?;
    Some(format!("{} uses this file too, and its kernels were not checked", user.display()))
}

/// Whether a place is within a kernel, whose contract describes all inputs.
fn is_kernel(code: &Code<'_>, place: &Range<usize>) -> bool {
    let function = code.function(place.start);
    match code.language {
        Language::Cpp => {
            let head = code.code[function].split('{').next().unwrap_or_default();
            head.contains("__tile_global__")
        }
        Language::Python | Language::Table => {
            let above = code.code[..function.start].trim_end();
            let mut decorators = above.lines().rev().map(str::trim).take_while(|line| line.starts_with('@'));
            decorators.any(|line| line.contains("kernel"))
        }
    }
}

/// A file next to the changed file, or in a neighboring folder, that includes or imports it.
fn find_user(file: &Path) -> Option<PathBuf> {
    let own = file.canonicalize().ok();
    let (name, stem) = (file.file_name()?.to_str()?, file.file_stem()?.to_str()?);
    let parent = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (mut open, mut left) = (vec![parent.to_owned()], FILES);
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            // A skipped file may use the changed file.
            left -= 1;
            if left == 0 {
                return Some(folder);
            }
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                open.push(path);
                continue;
            }
            let extension = path.extension().and_then(|kind| kind.to_str());
            let small = entry.metadata().is_ok_and(|data| data.len() <= BYTES);
            let is_source = small && extension.is_some_and(|kind| KINDS.contains(&kind));
            if is_source && path.canonicalize().ok() != own && names(&path, name, stem) {
                return Some(path);
            }
        }
    }
    None
}

/// Whether a file includes or imports another one.
fn names(path: &Path, name: &str, stem: &str) -> bool {
    let Ok(text) = fs::read_to_string(path) else { return false };
    let has_word =
        |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == stem);
    text.lines().map(str::trim_start).any(|line| {
        let includes = line.starts_with('#') && line.contains("include") && line.contains(name);
        let imports = (line.starts_with("import ") || line.starts_with("from ")) && has_word(line);
        includes || imports
    })
}
