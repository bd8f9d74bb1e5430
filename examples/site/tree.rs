//! The documents of the tree: README, and every file reachable by links.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::links::{Target, site_file};
use crate::page::Page;

/// The first pages.
const START: [&str; 2] = ["README.md", "docs/README.md"];

/// The given pages, and all documents reachable from them and from README; README comes first.
///
/// # Errors
/// A link to a missing file, with its page.
pub(crate) fn with_documents(root: &Path, made: Vec<Page>) -> Result<Vec<Page>, String> {
    let mut pages = Vec::new();
    for path in START {
        pages.push(document(root, path).ok_or_else(|| format!("{path} is not there"))?);
    }
    pages.extend(made);
    let mut known: BTreeSet<String> = pages.iter().map(|page| page.file.clone()).collect();
    let mut missing = Vec::new();
    let mut at = 0;
    while let Some(page) = pages.get(at) {
        at += 1;
        let (file, targets) = (page.file.clone(), page.targets.clone());
        for target in targets {
            let Target::Here { path, .. } = target else { continue };
            if !known.insert(site_file(&path)) {
                continue;
            }
            match document(root, &path) {
                Some(page) => pages.push(page),
                None => missing.push(format!("{file}: there is no {path}")),
            }
        }
    }
    if missing.is_empty() { Ok(pages) } else { Err(missing.join("\n")) }
}

/// The page of a file of the tree, or of a folder.
fn document(root: &Path, path: &str) -> Option<Page> {
    let place = root.join(path);
    if place.is_dir() {
        let entries = fs::read_dir(&place).ok()?.flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        return Some(Page::plain(path, &(names.join("\n") + "\n")));
    }
    let text = fs::read_to_string(&place).ok()?;
    let is_markdown = place.extension().is_some_and(|kind| kind == "md");
    Some(if is_markdown { Page::new(path, path, &text) } else { Page::plain(path, &text) })
}
