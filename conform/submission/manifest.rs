//! The manifest: a digest of every file of a submission, as `sha256sum -c` takes it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::file;
use crate::case::digest::sha256;

/// The manifest of some files.
pub(super) fn of<'f>(files: impl Iterator<Item = (&'f str, &'f str)>) -> String {
    files.fold(String::new(), |mut manifest, (name, text)| {
        // Writing to a string does not fail.
        let _ = writeln!(manifest, "{}  {name}", sha256(text.as_bytes()));
        manifest
    })
}

/// The files of a submission by name, with the manifest; or the errors of each file.
pub(super) fn read(folder: &Path) -> Result<BTreeMap<&'static str, String>, Vec<String>> {
    let place = |name: &str| folder.join(name).display().to_string();
    let (mut files, mut wrong) = (BTreeMap::new(), Vec::new());
    for name in file::ALL.into_iter().chain([file::MANIFEST]) {
        match fs::read_to_string(folder.join(name)) {
            Ok(text) => {
                files.insert(name, text);
            }
            Err(error) => wrong.push(format!("{}: it cannot be read: {error}", place(name))),
        }
    }
    let Some(manifest) = files.get(file::MANIFEST).filter(|_| wrong.is_empty()) else { return Err(wrong) };
    for (number, line) in (1..).zip(manifest.lines()) {
        let at = format!("{}:{number}", place(file::MANIFEST));
        let known = line.split_once("  ").and_then(|(digest, name)| Some((digest, files.get(name)?, name)));
        match known.filter(|(_, _, name)| file::ALL.contains(name)) {
            None => wrong.push(format!("{at}: it is no line of a manifest of {}", file::ALL.join(", "))),
            Some((digest, text, name)) if sha256(text.as_bytes()) != digest => {
                wrong.push(format!("{}: it is not the file that {at} has", place(name)));
            }
            Some(_) => {}
        }
    }
    let listed =
        |name: &&str| manifest.lines().filter(|line| line.ends_with(&format!("  {name}"))).count() != 1;
    for name in file::ALL.into_iter().filter(|name| listed(name)) {
        wrong.push(format!("{}: {name} is not in it, or twice", place(file::MANIFEST)));
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for name in entries.map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        if !files.contains_key(name.as_str()) {
            wrong.push(format!("{}: it belongs to no submission", place(&name)));
        }
    }
    wrong.sort();
    if wrong.is_empty() { Ok(files) } else { Err(wrong) }
}
