//! `--emit-smt2`: the solver's questions as SMT-LIB 2 scripts, one a file, for a second opinion by another solver. Obligations
//! decided by number ranges never became queries: one file per kernel has a query for each of these ranges.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use verify::{Decided, Script};

use driver::check::report::KernelReport;
use driver::failure::Failure;
use driver::files::write_file;
use driver::load::Source;

/// Makes sure that the folder is there and empty: scripts of two runs are never mixed.
///
/// # Errors
/// It holds something, cannot be made, or cannot be looked into.
pub(super) fn prepare(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "make the folder", &error))?;
    let mut inside = fs::read_dir(folder).map_err(|error| Failure::file(folder, "read", &error))?;
    if inside.next().is_some() {
        return Err(Failure::usage(format!("the folder {} is not empty", folder.display()))
            .help("scripts of two runs are not mixed: give --emit-smt2 a new folder"));
    }
    Ok(())
}

/// Writes the scripts of all kernels; gives how many.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(folder: &Path, all: &[(&Source, &KernelReport)]) -> Result<usize, Failure> {
    let scripts = all.iter().flat_map(|(source, report)| {
        report.scripts.iter().map(move |script| (*source, report.name.as_deref().unwrap_or_default(), script))
    });
    let mut written = 0;
    for (source, kernel, script) in scripts {
        written += 1;
        let path = folder.join(file_name(written, source, kernel, script));
        write_file(&path, text(source, kernel, script).as_bytes())?;
    }
    Ok(written)
}

/// The number keeps names apart whatever files and kernels are called.
fn file_name(number: usize, source: &Source, kernel: &str, script: &Script) -> String {
    let stem = Path::new(&source.name).file_stem().unwrap_or_default().to_string_lossy();
    let what = match script.decides.first() {
        _ if !script.claims.is_empty() => "ranges",
        Some(decided) => decided.rule.code(),
        None => "lemma",
    };
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let name: String = format!("{stem}.{kernel}.{what}").chars().map(plain).collect();
    format!("{number:05}.{name}.smt2")
}

/// The whole script. Names of files and kernels stand in comments, which end with the line.
fn text(source: &Source, kernel: &str, script: &Script) -> String {
    let (status, meaning) = match (script.satisfiable, script.decides.is_empty()) {
        (Some(false), _) if !script.claims.is_empty() => ("unsat", "each term lies in its range"),
        (Some(false), true) => ("unsat", "this cannot be, which obligations may rest on"),
        (Some(false), false) => ("unsat", "no launch of the contract breaks the rule"),
        (Some(true), _) => ("sat", "some values break the rule"),
        (None, _) => ("unknown", "the solver gave up"),
    };
    let mut comments = format!("tileproof {}, @{kernel} of {}\n", env!("CARGO_PKG_VERSION"), source.name);
    let by_ranges = if script.claims.is_empty() { "" } else { " by ranges" };
    match script.claims.len() {
        0 if script.decides.is_empty() => comments.push_str("a lemma\n"),
        0 => {}
        count => {
            let _ = writeln!(comments, "ranges of terms, a question each: {count}");
        }
    }
    for Decided { rule, at, other } in &script.decides {
        let place = source.position(at);
        let _ =
            write!(comments, "decides{by_ranges} {rule} at {}:{}:{}", place.file, place.line, place.column);
        if let Some(other) = other {
            let place = source.position(other);
            let _ = write!(comments, " with {}:{}:{}", place.file, place.line, place.column);
        }
        comments.push('\n');
    }
    let _ = writeln!(comments, "expected: {status}, {meaning}");
    let mut text = String::new();
    for line in comments.lines() {
        let line = line.replace(|c: char| c.is_control(), " ");
        let _ = writeln!(text, "; {line}");
    }
    let _ =
        write!(text, "(set-info :smt-lib-version 2.6)\n(set-info :status {status})\n(set-logic QF_NIA)\n");
    text.push_str(script.text.trim_end());
    if script.claims.is_empty() {
        text.push_str("\n(check-sat)\n");
    }
    for claim in &script.claims {
        let _ = write!(text, "\n(push 1)\n{claim}\n(check-sat)\n(pop 1)\n");
    }
    text
}
