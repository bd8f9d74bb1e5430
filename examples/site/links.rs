//! Links: the target page of a Markdown link, and dead links.

use std::collections::{BTreeMap, BTreeSet};

use crate::page::Page;

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A path from the root of the tree, with an anchor.
    Here {
        /// The path.
        path: String,
        /// The anchor, or nothing.
        anchor: String,
    },
    /// Another host, which is not checked.
    Elsewhere(String),
}

impl Target {
    /// What a link of the document at `from` means.
    pub(crate) fn new(from: &str, link: &str) -> Self {
        if link.contains("://") || link.starts_with("mailto:") {
            return Target::Elsewhere(link.to_owned());
        }
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = if path.is_empty() { from.split('/').collect() } else { Vec::new() };
        if !path.is_empty() {
            parts.extend(folder.split('/').filter(|part| !part.is_empty()));
        }
        for part in path.split('/') {
            match part {
                "" | "." => {}
                // A path outside of the tree names no file.
                ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        Target::Here { path: parts.join("/"), anchor: anchor.to_owned() }
    }
}

/// The file of the page of a path: README is the page of its folder.
pub(crate) fn site_file(path: &str) -> String {
    match path.strip_suffix(".md") {
        Some("README") => "index.html".to_owned(),
        Some(stem) => {
            stem.strip_suffix("/README").map_or(format!("{stem}.html"), |at| format!("{at}/index.html"))
        }
        None => format!("{path}.html"),
    }
}

/// A file as a page of another file names it.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let folder: Vec<&str> = from.split('/').collect();
    let target: Vec<&str> = to.split('/').collect();
    let (folder, last) = (&folder[..folder.len() - 1], target.len() - 1);
    let same = folder.iter().zip(&target[..last]).take_while(|(one, other)| one == other).count();
    let up = "../".repeat(folder.len() - same);
    up + &target[same..].join("/")
}

/// The dead links, each with its page.
pub(crate) fn dead(pages: &[Page]) -> Vec<String> {
    let places: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|page| (page.file.as_str(), anchors(&page.html))).collect();
    let mut dead = Vec::new();
    for page in pages {
        for target in &page.targets {
            let Target::Here { path, anchor } = target else { continue };
            let file = site_file(path);
            let why = match places.get(file.as_str()) {
                None => "there is no such page",
                Some(known) if !anchor.is_empty() && !known.contains(anchor.as_str()) => {
                    "the page has no such place"
                }
                Some(_) => continue,
            };
            let place = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
            let shown = if file == page.file { String::new() } else { relative(&page.file, &file) };
            dead.push(format!("{}: {shown}{place}: {why}", page.file));
        }
    }
    dead
}

fn anchors(html: &str) -> BTreeSet<&str> {
    html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}
