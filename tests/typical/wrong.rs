//! Thirty kernels with a typical bug each.

use std::{env, fs};

use super::{Case, cases, every, typical};

/// The most lines of a report on a typical bug, with the picture.
const MOST: usize = 25;

/// How many lines of a report are read first.
const FIRST: usize = 8;

/// Compares the report with the reviewed one; `BLESS=1` writes it.
fn compare(case: &Case, report: &str) -> Result<(), String> {
    let path = typical(&format!("wrong/{}.txt", case.file));
    // The time that the check took is no part of what is said of the kernel.
    let report: String = report
        .lines()
        .filter(|line| !line.contains(" checked in "))
        .fold(String::new(), |text, line| text + line.trim_end() + "\n");
    if env::var_os("BLESS").is_some() {
        return fs::write(path, report).map_err(|error| error.to_string());
    }
    let known = fs::read_to_string(path).map_err(|error| error.to_string())?;
    if known == report {
        Ok(())
    } else {
        Err(format!("another report than the one that was read:\n{report}"))
    }
}

#[test]
fn every_report_names_the_bug_first_and_nothing_wrong_is_accepted() {
    let cases = cases("wrong.json");
    assert_eq!(cases.len(), 30);
    every(&cases, |case| {
        let folder = case.folder("wrong");
        // Also where proofs for some launches are accepted.
        let (code, report) = case.check(&folder, &["--allow-conditional"]);
        if !matches!(code, Some(1 | 3 | 7)) {
            return Err(format!("exit {code:?}:\n{report}"));
        }
        let stem = case.file.split('.').next().unwrap_or_default();
        let is_line = |line: &&str| line.starts_with(&format!("{}: {stem}", case.file));
        let line = report.lines().find(is_line).unwrap_or_default();
        if !line.contains(&format!(": {}", case.verdict)) {
            return Err(format!("another verdict than {}:\n{report}", case.verdict));
        }
        if report.lines().count() > MOST {
            return Err(format!("a report of more than {MOST} lines:\n{report}"));
        }
        // The picture explains the lines above it.
        let told = report.lines().map(str::trim).filter(|line| !line.starts_with('|'));
        let head = report.lines().take(FIRST).map(str::trim).chain(told).collect::<Vec<_>>().join(" ");
        match case.names.iter().find(|words| !head.contains(*words)) {
            Some(words) => Err(format!("`{words}` is not in the first lines of\n{report}")),
            None => compare(case, &report),
        }
    });
}
