//! The variables of the environment that tests, benchmarks, examples and scripts read are the rows of CONTRIBUTING's
//! table, each with who reads it.

use std::collections::{BTreeMap, BTreeSet};

use crate::{File, files, none};

/// Functions whose first argument is the name of a variable.
const READERS: [&str; 7] = ["var(", "var_os(", "number(", "variable(", "get(", "getenv(", "environ["];

/// Prefixes of foreign names: cargo sets or documents them.
const FOREIGN: [&str; 4] = ["CARGO", "DEP_", "ORIGIN", "OUT_DIR"];

/// Whether it can be the name of a variable.
fn is_name(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    word.len() > 1 && word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().all(fits)
}

/// The names in quotes right behind a reader, in Rust and Python.
fn in_code(text: &str) -> BTreeSet<&str> {
    let quoted = READERS.iter().flat_map(|reader| text.split(reader).skip(1));
    let names = quoted.filter_map(|rest| rest.strip_prefix('"')?.split('"').next());
    let member = text.split('"').collect::<Vec<_>>();
    let members = member.windows(2).filter(|pair| pair[1].starts_with(" in os.environ")).map(|pair| pair[0]);
    names.chain(members).filter(|name| is_name(name)).collect()
}

/// The external names of a shell script: those with a default, or without an assignment.
fn in_script(text: &str) -> BTreeSet<&str> {
    let uses = text.split('$').skip(1).map(|rest| rest.trim_start_matches('{'));
    let names = uses.map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        (&rest[..end], rest[end..].starts_with(":-"))
    });
    let is_set = |name: &str| {
        text.lines()
            .any(|line| line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with('=')))
    };
    names
        .filter(|(name, optional)| is_name(name) && (*optional || !is_set(name)))
        .map(|(name, _)| name)
        .collect()
}

/// The files that read each variable.
fn read(files: &[File]) -> BTreeMap<String, Vec<String>> {
    let mut read: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files.iter().filter(|file| !file.path.starts_with("tests/tidy/")) {
        let names = if file.is(&["rs", "py"]) {
            in_code(&file.text)
        } else if file.is(&["sh"]) {
            in_script(&file.text)
        } else {
            BTreeSet::new()
        };
        for name in names.into_iter().filter(|name| !FOREIGN.iter().any(|start| name.starts_with(start))) {
            read.entry(name.to_owned()).or_default().push(file.path.clone());
        }
    }
    read
}

/// The names in the first column of the table below the heading `## Variables`.
fn listed(text: &str) -> BTreeSet<&str> {
    let below = text.split("\n## Variables").nth(1).and_then(|rest| rest.split("\n## ").next());
    let rows = below.unwrap_or_default().lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split(['=', '`']).next()).collect()
}

#[test]
fn every_variable_that_is_read_is_listed() {
    let files = files();
    let text = files.iter().find(|file| file.path == "CONTRIBUTING.md").map_or("", |file| &file.text);
    let (listed, read) = (listed(text), read(&files));
    let missing = read.iter().filter(|(name, _)| !listed.contains(name.as_str()));
    let missing = missing.map(|(name, by)| format!("{name}, which {} reads", by.join(", ")));
    let unread = listed.iter().filter(|name| !read.contains_key(**name));
    let unread = unread.map(|name| format!("{name} is listed, and nobody reads it"));
    none("the table of variables in CONTRIBUTING.md", &missing.chain(unread).collect::<Vec<_>>());
}

#[test]
fn variables_are_found() {
    let rust = "env::var(\"A_B\") number(\"SEED\", 3) var(\"lower\") get(\"X1\") other(\"NOT\")";
    assert_eq!(in_code(rust).into_iter().collect::<Vec<_>>(), ["A_B", "SEED", "X1"]);
    assert_eq!(in_code("if \"CUBINS\" in os.environ:\n x = os.environ[\"ARCH\"]").len(), 2);
    let script = "HERE=1\nx=${GIVEN:-y} $HERE ${HERE} $OTHER $lower\n";
    assert_eq!(in_script(script).into_iter().collect::<Vec<_>>(), ["GIVEN", "OTHER"]);
    assert_eq!(listed("a\n## Variables\n| `A=1` | x |\n| `B` | y |\n## C\n| `D` | z |").len(), 2);
}
