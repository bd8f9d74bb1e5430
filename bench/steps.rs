//! How long a step of the debugger takes, forwards and backwards, in every launch of the corpus that is run: the command with its
//! answer.
#![allow(clippy::print_stdout, reason = "a benchmark prints what it measures")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use conform::corpus::directive::{self, Directive, Task};
use conform::corpus::prepare::prepare;
use debugger::console::reply;
use debugger::{Debugger, Subject};
use driver::load::{Flags, Source, find_contract};
use driver::signature::Signature;

/// The most steps of a launch.
const STEPS: usize = 2000;

/// So many steps back from the end.
const BACK: usize = 50;

fn main() {
    let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/kernels")) {
        let Ok(source) = Source::read(&file, None) else { continue };
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        for subject in subjects(&source, &text) {
            let options = interp::Options { fuel: u64::MAX, ..interp::Options::default() };
            let Ok(mut debugger) = Debugger::new(&subject, &options) else { continue };
            let name = format!("{} @{}", file.display(), subject.kernel.name);
            let time = |debugger: &mut Debugger<'_>, command: &str, times: &mut Vec<(Duration, String)>| {
                let start = Instant::now();
                let said = reply(debugger, command);
                times.push((start.elapsed(), name.clone()));
                said.is_ok_and(|lines| !lines.iter().any(|line| line.contains("blocks have run")))
            };
            for _ in 0..STEPS {
                if !time(&mut debugger, "step", &mut forwards) {
                    break;
                }
            }
            for _ in 0..BACK {
                time(&mut debugger, "back", &mut backwards);
            }
        }
    }
    tell("step", forwards);
    tell("back", backwards);
}

/// The launches that a file of the corpus runs.
fn subjects(source: &Source, text: &str) -> Vec<Subject> {
    let Ok(module) = source.module() else { return Vec::new() };
    let directives = text.lines().enumerate().filter_map(|(at, line)| directive::parse(at + 1, line)?.ok());
    let subject = |directive: Directive| {
        let Task::Run { grid, arguments, .. } = &directive.task else { return None };
        let prepared = prepare(&module, directive.kernel.as_deref(), *grid, arguments).ok()?;
        let contract = find_contract(&module, &prepared.kernel, &Flags::default()).ok()?;
        let signature = Signature::new(&prepared.kernel, &contract);
        let (source, launch) = (source.clone(), prepared.launch);
        Some(Subject {
            source,
            kernel: prepared.kernel,
            signature,
            launch,
            about: String::new(),
            is_broken: false,
        })
    };
    directives.filter_map(subject).collect()
}

fn tell(what: &str, mut times: Vec<(Duration, String)>) {
    times.sort();
    let at = |share: usize| {
        times.get(times.len().saturating_sub(1) * share / 1000).map_or(0.0, |one| milliseconds(one.0))
    };
    println!(
        "{what}: {} times, median {:.3} ms, 99 % {:.3} ms, 99.9 % {:.3} ms, most {:.3} ms",
        times.len(),
        at(500),
        at(990),
        at(999),
        at(1000)
    );
    for (time, name) in times.iter().rev().take(3) {
        println!("  {:.3} ms  {name}", milliseconds(*time));
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The `.tile` files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|kind| kind == "tile") {
            found.push(path);
        }
    }
    found.sort();
    found
}
