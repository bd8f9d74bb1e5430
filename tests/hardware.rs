//! The tables of what hardware did, and of what the documents leave open: no line is missing, and each leads somewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// One line of a table of `corpus/hardware/README.md`.
struct Row {
    id: String,
    cells: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// The lines whose number has such a prefix.
fn rows(prefixes: &[&str]) -> Vec<Row> {
    let text = read("corpus/hardware/README.md");
    let cells = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'));
    let rows = cells.map(|line| {
        let mut cells = line.split('|').map(|cell| cell.trim().to_owned());
        Row { id: cells.next().unwrap_or_default(), cells: cells.collect() }
    });
    rows.filter(|row| prefixes.iter().any(|prefix| row.id.starts_with(prefix))).collect()
}

/// Every number from 1 to the last, once and in order.
fn numbered(rows: &[Row], prefix: &str, last: usize) {
    let ids: Vec<_> = rows.iter().map(|row| row.id.as_str()).filter(|id| id.starts_with(prefix)).collect();
    let all: Vec<_> = (1..=last).map(|number| format!("{prefix}{number}")).collect();
    assert_eq!(ids, all);
}

/// The entries of FOUND.md that a cell names.
fn entries(cell: &str) -> impl Iterator<Item = usize> {
    cell.split("FOUND ").skip(1).filter_map(|rest| {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().ok()
    })
}

/// The files of cases that a cell names.
fn cases(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2).filter(|word| word.ends_with(".tile"))
}

/// Whether a comment of the text names the line, and not only a longer number that begins like it.
fn names(text: &str, id: &str) -> bool {
    let comments =
        text.lines().filter_map(|line| line.strip_prefix("//")).filter(|line| !line.starts_with('@'));
    comments
        .flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-'))
        .any(|word| word == id)
}

/// Fails where a cell names neither a case nor an entry, and gives no reason.
fn leads_somewhere(row: &Row, cell: &str, found: &str, must_name: bool) {
    let id = &row.id;
    for case in cases(cell) {
        let text = read(&format!("corpus/hardware/{case}"));
        assert!(!must_name || names(&text, id), "no comment of {case} names {id}");
        if let Some(kernel) = cell.split('@').nth(1) {
            assert!(text.contains(&format!("entry @{kernel}(")), "{id}: {case} has no @{kernel}");
        }
    }
    for number in entries(cell) {
        assert!(found.contains(&format!("\n{number}. **")), "{id}: FOUND.md has no entry {number}");
    }
    let led = cases(cell).count() + entries(cell).count();
    assert!(led > 0 || cell.split_whitespace().count() > 3, "{id} has no case, no entry and no reason");
}

#[test]
fn every_observation_has_a_case_an_entry_or_a_reason() {
    let (rows, found) = (rows(&["K-", "TOK-"]), read("FOUND.md"));
    numbered(&rows, "K-", 65);
    numbered(&rows, "TOK-", 5);
    for row in &rows {
        leads_somewhere(row, &row.cells[1], &found, true);
    }
}

#[test]
fn everything_that_is_open_is_decided_in_a_chapter() {
    let (rows, found) = (rows(&["I-"]), read("FOUND.md"));
    numbered(&rows, "I-", 46);
    for row in &rows {
        let (chapter, heading) = row.cells[1].split_once(", ").expect("a chapter and a heading");
        let text = read(&format!("spec/{chapter}"));
        let stands =
            text.lines().any(|line| line.trim_start_matches('#').trim() == heading && line.starts_with("##"));
        assert!(stands, "{}: {chapter} has no section `{heading}`", row.id);
        leads_somewhere(row, &row.cells[2], &found, false);
    }
}
