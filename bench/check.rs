//! `check` as a whole process, release build, for every kernel of the corpus that has a contract.
//! Prints each kernel's time (the least of five runs), then the distribution.
#![allow(clippy::print_stdout, reason = "a benchmark prints what it measures")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 5;

fn main() {
    let mut times: Vec<(Duration, String)> = Vec::new();
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/kernels")) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let Ok(module) = spec::parse::module(&text) else { continue };
        for contract in &module.contracts {
            let least = (0..RUNS).map(|_| once(&file, &contract.kernel)).min().unwrap_or_default();
            let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let name = format!("{stem} @{}", contract.kernel);
            println!("{:8.1} ms  {name}", milliseconds(least));
            times.push((least, name));
        }
    }
    times.sort();
    let at = |share: usize| {
        times.get(times.len().saturating_sub(1) * share / 100).map_or(0.0, |t| milliseconds(t.0))
    };
    let over = |limit| times.iter().filter(|(time, _)| milliseconds(*time) > limit).count();
    println!(
        "{} kernels: median {:.1} ms, 95 % {:.1} ms, most {:.1} ms",
        times.len(),
        at(50),
        at(95),
        at(100)
    );
    println!("over 50 ms: {}, over 2 s: {}", over(50.0), over(2000.0));
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// One run of the whole process.
fn once(file: &Path, kernel: &str) -> Duration {
    let start = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_tileproof"))
        .args(["check", "--kernel", kernel])
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.is_ok(), "tileproof does not start");
    start.elapsed()
}

/// The `.tile` files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "tile") {
            found.push(path);
        }
    }
    found.sort();
    found
}
