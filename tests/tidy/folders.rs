//! Folders: none has so many files that it answers more than one question.

use std::collections::BTreeMap;

use crate::{none, rust_files};

/// The most `.rs` files of a folder.
const MOST: usize = 15;

#[test]
fn no_folder_has_many_files() {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for file in rust_files() {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *count.entry(folder.to_owned()).or_default() += 1;
    }
    let full = count.iter().filter(|(_, count)| **count > MOST);
    let full = full.map(|(folder, count)| format!("{folder}: {count} files"));
    none("more than 15 .rs files in a folder", &full.collect::<Vec<_>>());
}
