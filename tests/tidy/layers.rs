//! The order of the folders of `verify`: each needs only folders of its own layer and of the layers below. Control flow, loops and memory
//! of symbolic execution are one layer, since a loop runs its body, and a load depends on the path.

use std::collections::{BTreeMap, BTreeSet};

use crate::modules::Crate;
use crate::{File, none, rust_files};

/// The layers of the crate, the lowest first: folders, and files outside of folders.
const LAYERS: [&[&str]; 15] = [
    &["budget", "fault_injection", "check_policy"],
    &["terms"],
    &["smt", "nonlinear"],
    &["values"],
    &["report"],
    &["options"],
    &["symbolic", "loops", "memory"],
    &["counterexample"],
    &["proving"],
    &["race"],
    &["attempt"],
    &["infer", "properties"],
    &["equal", "finite", "audit"],
    &["ensure", "reading", "litmus"],
    &["lib"],
];

/// The folder of a file of the crate, or its own name outside of folders.
fn part(path: &str) -> &str {
    let inside = path.split_once('/').map_or(path, |(_, inside)| inside);
    inside.split(['/', '.']).next().unwrap_or(inside)
}

/// The errors of a crate: imports from higher layers, and parts without a layer.
fn upward(files: &[File], root: &str, layers: &[&[&str]]) -> Vec<String> {
    let texts: BTreeMap<&str, &str> =
        files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let read = |path: &str| texts.get(path).copied();
    let layer = |path: &str| layers.iter().position(|layer| layer.contains(&part(path)));
    let mut found = Vec::new();
    let tests: BTreeSet<&str> =
        files.iter().filter(|file| file.is_test()).map(|file| file.path.as_str()).collect();
    for (file, needs) in Crate::read(root, &read).needs() {
        if tests.contains(file.as_str()) {
            continue;
        }
        let Some(own) = layer(&file) else {
            found.push(format!("{file} is in no layer"));
            continue;
        };
        let above = needs.iter().filter(|other| layer(other).is_some_and(|other| other > own));
        found.extend(above.map(|other| format!("{file} needs {other}, which is above it")));
    }
    found
}

#[test]
fn folders_of_verify_need_no_folder_above_them() {
    none("an import from a higher layer", &upward(&rust_files(), "verify/lib.rs", &LAYERS));
}

#[test]
fn imports_from_above_are_found() {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let files = [
        file("v/lib.rs", "mod low; mod high; mod other;"),
        file("v/low/mod.rs", "mod inner; pub fn f() {}"),
        file("v/low/inner.rs", "use crate::high::g;"),
        file("v/high.rs", "use crate::low::f; pub fn g() {}"),
        file("v/other.rs", ""),
    ];
    let found = upward(&files, "v/lib.rs", &[&["low"], &["high"], &["lib"]]);
    assert_eq!(found, ["v/low/inner.rs needs v/high.rs, which is above it", "v/other.rs is in no layer"]);
}
