//! Thirty kernels with a typical bug each.

use std::{env, fs};

use super::{Case, cases, every, typical};

/// How many lines of a report are read first.
const FIRST: usize = 8;

/// The report, against the one that a person has read; `BLESS=1` writes it.
fn compare(case: &Case, report: &str) -> Result<(), String> {
    let path = typical(&format!("wrong/{}.txt", case.file));
    // The solver's version and what it took are no part of what is said of the kernel.
    let report: String = report
        .lines()
        .filter(|line| !line.contains("rests on"))
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
fn every_report_names_the_bug_first() {
    let cases = cases("wrong.json");
    assert_eq!(cases.len(), 30);
    every(&cases, |case| {
        let folder = case.folder("wrong");
        let (_, report) = case.check(&folder, &[]);
        let first = report.lines().next().unwrap_or_default();
        if !first.contains(&format!(": {}", case.verdict)) {
            return Err(format!("another verdict than {}:\n{report}", case.verdict));
        }
        let head: Vec<&str> = report.lines().take(FIRST).map(str::trim).collect();
        let head = head.join(" ");
        match case.names.iter().find(|words| !head.contains(*words)) {
            Some(words) => Err(format!("`{words}` is not in the first lines of\n{report}")),
            None => compare(case, &report),
        }
    });
}

#[test]
fn nothing_that_is_wrong_is_accepted() {
    let cases = cases("wrong.json");
    every(&cases, |case| {
        let folder = case.folder("wrong");
        match case.check(&folder, &["--allow-conditional"]) {
            (Some(1 | 3 | 7), _) => Ok(()),
            (code, report) => Err(format!("exit {code:?}:\n{report}")),
        }
    });
}
