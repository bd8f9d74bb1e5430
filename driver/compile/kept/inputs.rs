//! Files that a compiler read, and folders that it looked into.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::cache::digest_of;

/// How names end of files that compilers look for by themselves.
const SOUGHT: [&str; 13] =
    ["h", "hh", "hpp", "hxx", "cuh", "inl", "inc", "ipp", "tpp", "py", "so", "pyd", "pth"];

/// The digests of files, and of the names in folders: a new file may stand before one that was read.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::compile) struct Inputs {
    files: BTreeMap<String, String>,
    folders: BTreeMap<String, String>,
}

impl Inputs {
    /// The inputs as they are now; none where a file cannot be read, or was written since a moment.
    pub(super) fn read(files: &[String], folders: &[String], since: SystemTime) -> Option<Self> {
        let file = |file: &String| {
            let written = fs::metadata(file).and_then(|data| data.modified()).ok()?;
            Some((file.clone(), of_file(file)?)).filter(|_| written <= since)
        };
        let folder = |folder: &String| (folder.clone(), of_folder(folder));
        Some(Inputs {
            files: files.iter().map(file).collect::<Option<_>>()?,
            folders: folders.iter().map(folder).collect(),
        })
    }

    /// Whether all of it is as it was.
    pub(super) fn are_unchanged(&self) -> bool {
        let same = |(file, digest): (&String, &String)| of_file(file).as_ref() == Some(digest);
        self.folders.iter().all(|(folder, digest)| of_folder(folder) == *digest)
            && self.files.iter().all(same)
    }
}

fn of_file(file: &str) -> Option<String> {
    Some(digest_of(&fs::read(file).ok()?))
}

/// The names of what compilers look for: files of their kinds, and folders. Of a folder that is not there, none.
fn of_folder(folder: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = Path::new(&name).extension().map(|kind| kind.to_string_lossy().to_lowercase());
        let is_sought = kind.is_some_and(|kind| SOUGHT.contains(&kind.as_str()));
        let is_folder = || entry.path().is_dir();
        if !name.starts_with(['.', '_']) && (is_sought || is_folder()) || name == "__init__.py" {
            names.push(name);
        }
    }
    names.sort();
    digest_of(names.join("\0").as_bytes())
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn a_text_a_new_name_and_a_late_write_are_seen() {
        let folder = std::env::temp_dir().join(format!("tileproof-inputs-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder is writable");
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("it is ours");
        let (file, here) = (folder.join("a.h").display().to_string(), folder.display().to_string());
        let read = |since| Inputs::read(slice::from_ref(&file), slice::from_ref(&here), since);
        assert!(read(SystemTime::now()).is_none(), "there is no file");
        write("a.h", "1");
        let inputs = read(SystemTime::now()).expect("it is there");
        assert!(inputs.are_unchanged());
        write("notes.txt", "");
        assert!(inputs.are_unchanged());
        write("b.h", "");
        assert!(!inputs.are_unchanged());
        fs::remove_file(folder.join("b.h")).expect("it is ours");
        assert!(inputs.are_unchanged());
        write("a.h", "2");
        assert!(!inputs.are_unchanged());
        assert!(read(SystemTime::UNIX_EPOCH).is_none(), "it was written later");
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
