//! Versions: the newest one of CHANGELOG.md is that of the program and of the Python package, and older ones stand below it.

use crate::{File, files};

/// A file of the root or below it.
fn file(path: &str) -> File {
    files().into_iter().find(|file| file.path == path).expect("the tree has it")
}

/// The version of a manifest: the first line with a version.
fn version(manifest: &str) -> Option<[u32; 3]> {
    manifest.lines().find_map(|line| numbers(line.strip_prefix("version = \"")?.strip_suffix('"')?))
}

/// The three numbers of a version.
fn numbers(text: &str) -> Option<[u32; 3]> {
    let parts: Vec<_> = text.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    parts.try_into().ok()
}

/// The versions of a list of changes, in order.
fn sections(changes: &str) -> Vec<[u32; 3]> {
    let headings = changes.lines().filter_map(|line| line.strip_prefix("## "));
    headings.filter(|heading| *heading != "Unreleased").filter_map(numbers).collect()
}

#[test]
fn the_newest_version_of_the_changes_is_that_of_the_program() {
    let changes = file("CHANGELOG.md").text;
    let sections = sections(&changes);
    let headings = changes.lines().filter(|line| line.starts_with("## ")).count();
    assert_eq!(headings, sections.len() + 1, "a heading is neither Unreleased nor a version");
    assert!(sections.windows(2).all(|pair| pair[0] > pair[1]), "{sections:?}");
    for manifest in ["Cargo.toml", "python/pyproject.toml"] {
        assert_eq!(version(&file(manifest).text), sections.first().copied(), "{manifest}");
    }
}

#[test]
fn versions_are_read() {
    assert_eq!(version("[package]\nname = \"a\"\nversion = \"1.20.3\"\n"), Some([1, 20, 3]));
    assert_eq!(sections("# Changes\n## Unreleased\n- a\n## 0.2.0\n## 0.1.0\n## x\n"), [[0, 2, 0], [0, 1, 0]]);
}
