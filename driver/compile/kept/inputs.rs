//! What a compiler read: files, folders that it looked into, and variables of the environment.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use serde::{Deserialize, Serialize};

use crate::cache::digest_of;

/// The names of what a compiler read.
#[derive(Debug, Default, Deserialize)]
pub(in crate::compile) struct Read {
    /// Files, which are compared byte by byte.
    pub(in crate::compile) files: Vec<String>,
    /// Folders, of which the names in them are compared.
    pub(in crate::compile) folders: Vec<String>,
    /// Files that were looked for, and were not there.
    #[serde(default)]
    pub(in crate::compile) missing: Vec<String>,
    /// Files of packages, which are compared by their size and time.
    #[serde(default)]
    pub(in crate::compile) packages: Vec<String>,
    /// Variables of the environment.
    #[serde(default)]
    pub(in crate::compile) variables: Vec<String>,
}

/// How names end of files that compilers look for by themselves.
const SOUGHT: [&str; 13] =
    ["h", "hh", "hpp", "hxx", "cuh", "inl", "inc", "ipp", "tpp", "py", "so", "pyd", "pth"];

/// The digests of files, and of the names in folders: a new file may stand before one that was read.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Inputs {
    files: BTreeMap<String, String>,
    folders: BTreeMap<String, String>,
    missing: Vec<String>,
    packages: BTreeMap<String, String>,
    variables: BTreeMap<String, Option<String>>,
}

impl Inputs {
    /// The inputs as they are now; none where a file cannot be read, or was written since a moment.
    pub(super) fn of(read: &Read, since: SystemTime) -> Option<Self> {
        let file = |file: &String| {
            let written = fs::metadata(file).and_then(|data| data.modified()).ok()?;
            Some((file.clone(), of_file(file)?)).filter(|_| written <= since)
        };
        let folder = |folder: &String| (folder.clone(), of_folder(folder));
        let package = |file: &String| Some((file.clone(), stamp(file)?));
        let inputs = Inputs {
            files: read.files.iter().map(file).collect::<Option<_>>()?,
            folders: read.folders.iter().map(folder).collect(),
            missing: read.missing.clone(),
            packages: read.packages.iter().map(package).collect::<Option<_>>()?,
            variables: read.variables.iter().map(|name| (name.clone(), variable(name))).collect(),
        };
        inputs.are_missing().then_some(inputs)
    }

    /// Whether all of it is as it was.
    pub(super) fn are_unchanged(&self) -> bool {
        self.variables.iter().all(|(name, value)| variable(name) == *value)
            && self.folders.iter().all(|(folder, digest)| of_folder(folder) == *digest)
            && self.are_missing()
            && self.packages.iter().all(|(file, of)| stamp(file).as_ref() == Some(of))
            && self.files.iter().all(|(file, digest)| of_file(file).as_ref() == Some(digest))
    }

    /// Whether what was not there is not there still.
    fn are_missing(&self) -> bool {
        self.missing.iter().all(|path| fs::metadata(path).is_err())
    }
}

fn variable(name: &str) -> Option<String> {
    env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

/// The size of a file, and when it was written.
pub(super) fn stamp(file: impl AsRef<Path>) -> Option<String> {
    let data = fs::metadata(file).ok()?;
    let written = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Some(format!("{} {written:?}", data.len()))
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
    use super::*;

    #[test]
    fn whatever_changes_is_seen() {
        let folder = env::temp_dir().join(format!("tileproof-inputs-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder is writable");
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("it is ours");
        let (file, here) = (folder.join("a.h").display().to_string(), folder.display().to_string());
        let path = |name: &str| folder.join(name).display().to_string();
        let named = Read {
            files: vec![file],
            folders: vec![here],
            missing: vec![path("c.json")],
            packages: vec![path("p")],
            variables: vec!["PATH".to_owned(), "NO_SUCH_VARIABLE".to_owned()],
        };
        let read = |since| Inputs::of(&named, since);
        assert!(read(SystemTime::now()).is_none(), "there is no file");
        write("a.h", "1");
        assert!(read(SystemTime::now()).is_none(), "there is no file of a package");
        write("p", "");
        let inputs = read(SystemTime::now()).expect("it is there");
        assert!(inputs.are_unchanged());
        write("notes.txt", "");
        assert!(inputs.are_unchanged());
        write("b.h", "");
        assert!(!inputs.are_unchanged());
        fs::remove_file(folder.join("b.h")).expect("it is ours");
        assert!(inputs.are_unchanged());
        write("p", "1");
        assert!(!inputs.are_unchanged());
        let inputs = read(SystemTime::now()).expect("it is there");
        write("c.json", "");
        assert!(!inputs.are_unchanged());
        assert!(read(SystemTime::now()).is_none(), "it is there now");
        fs::remove_file(folder.join("c.json")).expect("it is ours");
        let other = Inputs { variables: [("PATH".to_owned(), None)].into(), ..inputs };
        assert!(!other.are_unchanged());
        let inputs = read(SystemTime::now()).expect("it is there");
        write("a.h", "2");
        assert!(!inputs.are_unchanged());
        assert!(read(SystemTime::UNIX_EPOCH).is_none(), "it was written later");
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
