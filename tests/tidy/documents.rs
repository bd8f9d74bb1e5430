//! Paths in documents: every link leads to a file and a heading, every path in code exists, and `file.rs::name` is in that file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::prose::DOCUMENTS;
use crate::{File, files, none};

/// Documents with checked paths.
fn is_document(file: &File) -> bool {
    let is_page = file.is(&["md"]) && matches!(file.folder(), "docs" | "integrations");
    is_page || DOCUMENTS.contains(&file.path.as_str())
}

/// The lines outside of blocks of code.
fn prose(text: &str) -> String {
    let parts = text.split("```").step_by(2);
    parts.collect::<Vec<_>>().join("\n")
}

/// The targets of links.
fn links(prose: &str) -> Vec<&str> {
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).collect()
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The path of a link from a file, from the root.
fn resolved(from: &str, link: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What is wrong with the links of a file.
fn dead(file: &File, texts: &BTreeMap<&str, &str>) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for link in links(&prose(&file.text)) {
        let (path, place) = link.split_once('#').unwrap_or((link, ""));
        let target = if path.is_empty() { file.path.clone() } else { resolved(&file.path, path) };
        if !root.join(&target).exists() {
            wrong.push(format!("{}: no file {link}", file.path));
        } else if let (false, Some(text)) = (place.is_empty(), texts.get(target.as_str())) {
            let text = prose(text);
            let headings =
                text.lines().filter_map(|line| Some(line.strip_prefix('#')?.trim_start_matches('#')));
            if !headings.map(anchor).any(|heading| heading == place) {
                wrong.push(format!("{}: no heading {link}", file.path));
            }
        }
    }
    wrong
}

/// Whether a path of code means a file or a folder of the tree: from the root, or as the end of a longer path.
fn is_known(path: &str, paths: &BTreeSet<&str>, folders: &BTreeSet<String>) -> bool {
    let path = path.trim_end_matches('/');
    let ends =
        |known: &str| known.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    paths.iter().any(|known| ends(known)) || folders.iter().any(|known| ends(known))
}

/// What is wrong with the code in the sentences of a file.
fn unknown(
    file: &File,
    texts: &BTreeMap<&str, &str>,
    paths: &BTreeSet<&str>,
    folders: &BTreeSet<String>,
) -> Vec<String> {
    let prose = prose(&file.text);
    let mut wrong = Vec::new();
    for span in prose.split('`').skip(1).step_by(2) {
        let (path, name) = span.split_once("::").map_or((span, None), |(path, name)| (path, Some(name)));
        let is_path = path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '/' | '.' | '-'));
        let is_rust = path.ends_with(".rs") && !matches!(path, "x.rs" | ".rs");
        let first = path.split('/').next().unwrap_or_default();
        let is_ours = path.contains('/') && folders.contains(first) && !path.chars().any(char::is_uppercase);
        if !is_path || !(is_rust || is_ours) {
            continue;
        }
        let rust = format!("{path}.rs");
        if !is_known(path, paths, folders) && !is_known(&rust, paths, folders) {
            wrong.push(format!("{}: no path `{span}`", file.path));
        } else if let (true, Some(name)) = (is_rust, name) {
            let name = name.trim_end_matches("()");
            let name = name.rsplit("::").next().unwrap_or(name);
            let mut named = texts.iter().filter(|(known, _)| {
                known.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            });
            if !named.any(|(_, text)| text.contains(name)) {
                wrong.push(format!("{}: `{span}` is not in the file", file.path));
            }
        }
    }
    wrong
}

#[test]
fn every_path_of_a_document_exists() {
    let files = files();
    let texts: BTreeMap<&str, &str> =
        files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let paths: BTreeSet<&str> = texts.keys().copied().collect();
    let mut folders = BTreeSet::new();
    for path in &paths {
        let parents = Path::new(path).ancestors().skip(1).map(|folder| folder.display().to_string());
        folders.extend(parents.filter(|folder| !folder.is_empty()));
    }
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| is_document(file)) {
        wrong.extend(dead(file, &texts));
        wrong.extend(unknown(file, &texts, &paths, &folders));
    }
    none("paths in documents", &wrong);
}

#[test]
fn wrong_paths_are_found() {
    let page = |text: &str| File { path: "docs/README.md".to_owned(), text: text.to_owned() };
    let texts = BTreeMap::from([("docs/README.md", "# A `b` c\n"), ("src/x.rs", "fn known() {}\n")]);
    let (paths, folders) = (texts.keys().copied().collect(), BTreeSet::from(["src".to_owned()]));
    assert_eq!(dead(&page("[1](../README.md) [2](none.md) [3](#a-b-c) [4](#b)"), &texts).len(), 2);
    let text = "`src/x.rs::known` `src/x.rs::other` `src/y.rs` `src/x` `a/b` `y.rs`\n```\n`z.rs`\n```\n";
    assert_eq!(unknown(&page(text), &texts, &paths, &folders).len(), 3);
    assert_eq!(anchor("Check a `x` file, now"), "check-a-x-file-now");
}
