//! What nvcc read for a compilation, as it writes that down for `make`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::kept::Read;

/// How many folders of a name, as `a/b` in `#include "a/b/c.h"`, are looked for beside where a header was found.
const DEPTH: usize = 3;

/// The files of a rule, `made : file file \`; none where it is no such rule.
pub(super) fn files(rule: &str) -> Option<Vec<String>> {
    let (_, listed) = rule.split_once(" : ").or_else(|| rule.split_once(": "))?;
    let (mut files, mut file) = (Vec::new(), String::new());
    let mut letters = listed.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        match (letter, next) {
            ('\\', Some('\n')) => {}
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => file.extend(letters.next()),
            (letter, _) if letter.is_whitespace() => {
                files.extend(Some(std::mem::take(&mut file)).filter(|file| !file.is_empty()));
            }
            (letter, _) => file.push(letter),
        }
    }
    files.extend(Some(file).filter(|file| !file.is_empty()));
    Some(files).filter(|files| !files.is_empty())
}

/// What was read for a file with such flags, by the files of the rule: those that flags name, as files of more flags, are read too,
/// and headers are looked for in more folders than they were found in.
pub(super) fn read(file: &Path, flags: &[String], mut files: Vec<String>) -> Read {
    let named = flags.iter().map(|flag| flag.rsplit(['=', '@']).next().unwrap_or(flag));
    files.extend(named.filter(|path| Path::new(path).is_file()).map(str::to_owned));
    let folders = sought(&folders(file, flags), &files);
    Read { files, folders, ..Read::default() }
}

/// Every folder where a header that is new would stand before one of the files: beside one of them, or where headers are looked for,
/// under the same name.
fn sought(folders: &[String], files: &[String]) -> Vec<String> {
    let found: BTreeSet<&Path> = files.iter().filter_map(|file| Path::new(file).parent()).collect();
    let mut all: BTreeSet<PathBuf> = folders.iter().map(PathBuf::from).collect();
    for folder in found {
        all.insert(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() });
        let parts: Vec<_> = folder.components().collect();
        for depth in 1..=DEPTH.min(parts.len()) {
            let name: PathBuf = parts[parts.len() - depth..].iter().collect();
            if name.is_relative() {
                all.extend(folders.iter().map(|start| Path::new(start).join(&name)));
            }
        }
    }
    all.into_iter().map(|folder| folder.display().to_string()).collect()
}

/// The folders where headers are looked for, as far as they are not the compiler's own: that of the file, and those that flags name.
fn folders(file: &Path, flags: &[String]) -> Vec<String> {
    const NAMED: [&str; 6] =
        ["-I", "-isystem", "-iquote", "-idirafter", "--include-path", "--system-include"];
    let own = file.parent().map(|folder| folder.display().to_string());
    let own = own.map(|folder| if folder.is_empty() { ".".to_owned() } else { folder });
    let mut folders: Vec<String> = own.into_iter().collect();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        if NAMED.contains(&flag.as_str()) {
            folders.extend(flags.next().cloned());
        } else if let Some(folder) = NAMED.iter().find_map(|name| flag.strip_prefix(name)) {
            folders.push(folder.trim_start_matches('=').to_owned());
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_rule_are_read() {
        let rule = "k.tilebc : k.cu \\\n    /usr/a\\ b.h \\\n    c$$.h \\\n    d\\e.h\n";
        assert_eq!(files(rule).expect("it is a rule"), ["k.cu", "/usr/a b.h", "c$.h", "d\\e.h"]);
        assert_eq!(files(""), None);
        assert_eq!(files("k.tilebc :"), None);
    }

    #[test]
    fn folders_are_those_of_the_file_and_of_flags() {
        let flags = ["-Ia", "-DX", "-I", "b", "-isystem", "c"].map(str::to_owned);
        assert_eq!(folders(Path::new("k.cu"), &flags), [".", "a", "b", "c"]);
        assert_eq!(folders(Path::new("x/k.cu"), &[]), ["x"]);
        let files = ["x/k.cu", "/opt/lib/in/a.h"].map(str::to_owned);
        let sought = sought(&["x".to_owned()], &files);
        assert_eq!(sought, ["/opt/lib/in", "x", "x/in", "x/lib/in", "x/opt/lib/in", "x/x"]);
    }
}
