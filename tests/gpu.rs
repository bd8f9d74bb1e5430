//! The runs of the corpus on a GPU, as far as their kernels are proved for them, compared with the interpreter. Without a GPU nothing runs,
//! which is an error only with `GPU=1`.
//!
//! `FILTER=text` picks runs as in `tests/corpus.rs`. `CORPUS` is the corpus. `PROOFS` is a folder with proofs F/K.proof for kernel K of
//! F.tile; without it kernels are checked first. After `SECONDS` no run begins. `BARE=1` leaves memory unguarded for a sanitizer.
#![allow(clippy::print_stdout, reason = "this is a program that reports what it finds")]

#[allow(dead_code, reason = "each test takes what it needs")]
mod harness;

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use driver::accuracy::{Pointee, Reference};
use driver::gpu::{self, Compared, Loaded, Stop, compare};
use driver::load::Source;
use driver::proof;
use harness::directive::{Directive, ExpectedOutcome, Task};
use harness::run::Prepared;
use harness::{File, files, run};
use interp::Options;
use launch::placement::Manner;
use launch::{Device, Error, leave, watch};
use spec::proof::Proved;

/// The most bytes that a launch may have here: sparse on the interpreter, but not on a GPU.
const MOST_BYTES: u64 = 1 << 28;

/// The results of the runs.
#[derive(Default)]
struct Tally {
    agree: usize,
    wrong: Vec<String>,
    undecided: Vec<String>,
    outside: usize,
    late: usize,
    /// Kernels that do not run: why, and how many.
    without: BTreeMap<String, usize>,
}

fn main() -> ExitCode {
    let start = Instant::now();
    let wanted = env::var("GPU").is_ok_and(|value| value == "1");
    let device = match Device::open(0, watch::LIMIT) {
        Ok(device) => device,
        Err(error) => {
            println!("nothing ran on a GPU: {error}");
            return ExitCode::from(u8::from(wanted));
        }
    };
    let filter = env::var("FILTER").unwrap_or_default();
    let limit = env::var("SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(86_400);
    let done = env::var("DONE").ok().and_then(|done| done.parse().ok()).unwrap_or(0);
    let (mut tally, mut begun) = (Tally::default(), 0u64);
    for file in files() {
        for (kernel, cases) in runs(file, &filter) {
            begun += 1;
            if begun <= done {
                continue;
            }
            if start.elapsed() > Duration::from_secs(limit) {
                tally.late += cases.len();
                continue;
            }
            match launches(&device, file, kernel, &cases, &mut tally) {
                Ok(()) => {}
                Err(Error::Hangs { .. }) => {
                    tally.report(start);
                    // Whoever waited for the device would wait for ever.
                    leave(1);
                }
                Err(_) => {
                    // A driver takes no more work from a process whose kernel failed: the rest is another process's.
                    tally.report(start);
                    return go_on(begun, limit.saturating_sub(start.elapsed().as_secs()));
                }
            }
        }
    }
    tally.report(start);
    ExitCode::from(u8::from(!tally.wrong.is_empty()))
}

/// Continues in a new process after so many runs, because one of them failed.
fn go_on(done: u64, seconds: u64) -> ExitCode {
    let program = env::current_exe().expect("a program knows its file");
    let rest =
        Command::new(program).env("DONE", done.to_string()).env("SECONDS", seconds.to_string()).status();
    if let Err(problem) = rest {
        println!("the rest did not run: {problem}");
    }
    ExitCode::FAILURE
}

/// The runs of a file that end well in every order of their blocks, by kernel.
fn runs<'a>(file: &'a File, filter: &str) -> BTreeMap<&'a str, Vec<&'a Directive>> {
    let mut runs: BTreeMap<&str, Vec<&Directive>> = BTreeMap::new();
    for case in file.cases.iter().flatten() {
        let ends_well =
            matches!(&case.task, Task::Run { in_order: false, result: ExpectedOutcome::Leaves(_), .. });
        let label = format!("corpus/{}:{}: {}", file.path, case.line, case.text);
        if let (true, Some(kernel)) = (ends_well && label.contains(filter), case.kernel.as_deref()) {
            runs.entry(kernel).or_default().push(case);
        }
    }
    runs
}

/// Runs the launches of a kernel; fails where the device is not to be used any more as it is.
fn launches(
    device: &Device,
    file: &File,
    name: &str,
    cases: &[&Directive],
    tally: &mut Tally,
) -> Result<(), Error> {
    let proved = match proved(file, name) {
        Ok(proved) => proved,
        Err(_) => {
            *tally.without.entry("they are not proved".to_owned()).or_default() += 1;
            return Ok(());
        }
    };
    let program = match gpu::compile(&proved, device) {
        Ok(program) => program,
        Err(unsupported) => {
            *tally.without.entry(unsupported.message).or_default() += 1;
            return Ok(());
        }
    };
    let label = |case: &Directive| format!("corpus/{}:{}: {}", file.path, case.line, case.text);
    let kernel = match gpu::load(device, program) {
        Ok(kernel) => kernel,
        Err(error) => {
            tally.wrong.push(format!("corpus/{} @{name}: {error}", file.path));
            return Ok(());
        }
    };
    for case in cases {
        match launch_one(device, file, (&proved, &kernel), case) {
            Ok(Seen::Agrees) => tally.agree += 1,
            Ok(Seen::Outside) => tally.outside += 1,
            Ok(Seen::Wrong(why)) => tally.wrong.push(format!("{}\n    {why}", label(case))),
            Ok(Seen::Undecided(why)) => tally.undecided.push(format!("{}\n    {why}", label(case))),
            Err(error) => {
                tally.wrong.push(format!("{}\n    {error}", label(case)));
                return Err(error);
            }
        }
    }
    Ok(())
}

fn proved(file: &File, name: &str) -> Result<Proved, String> {
    let module = file.module.as_ref().map_err(|problem| problem.message.clone())?;
    let source = Source::new(&file.path, &file.text);
    let kernel = module.kernels.iter().find(|kernel| kernel.name == name);
    let kernel = kernel.ok_or_else(|| format!("there is no @{name}"))?;
    let place =
        |proofs| Path::new(&proofs).join(file.path.trim_end_matches(".tile")).join(format!("{name}.proof"));
    let proof: Option<PathBuf> = env::var_os("PROOFS").map(place);
    proof::prove(&source, module, kernel, proof.as_deref()).map_err(|failure| failure.to_string())
}

/// The observation of a launch.
enum Seen {
    /// The GPU's results are permitted.
    Agrees,
    /// The proof does not speak of it.
    Outside,
    /// The GPU leaves something else.
    Wrong(String),
    /// The results differ, and no rule limits the difference.
    Undecided(String),
}

fn launch_one(
    device: &Device,
    file: &File,
    (proved, kernel): (&Proved, &Loaded<'_>),
    case: &Directive,
) -> Result<Seen, Error> {
    let Task::Run { grid, arguments, .. } = &case.task else { return Ok(Seen::Outside) };
    let Prepared { launch, pointers, .. } = match run::prepare(file, case.kernel.as_deref(), *grid, arguments)
    {
        Ok(prepared) => prepared,
        Err(why) => return Ok(Seen::Wrong(why)),
    };
    if proof::validate_launch(proved, &launch).is_err() {
        return Ok(Seen::Outside);
    }
    if launch.buffers.iter().map(|buffer| buffer.bytes).sum::<u64>() > MOST_BYTES {
        return Ok(Seen::Undecided(format!("its buffers have more than {MOST_BYTES} bytes")));
    }
    let pointees: Vec<_> =
        pointers.iter().map(|(_, buffer, element)| Pointee { buffer: *buffer, element: *element }).collect();
    let outcome = match interp::run(proved.kernel(), &launch, &Options::default()) {
        Ok(outcome) => outcome,
        Err(stop) => return Ok(Seen::Wrong(format!("in the interpreter: {stop}"))),
    };
    if !outcome.failed_asserts.is_empty() {
        return Ok(Seen::Undecided("an assertion fails, which ends the launch on a GPU".to_owned()));
    }
    let reference = Reference::new(proved.kernel(), &launch, &pointees, outcome.buffers.clone());
    let reference = match reference {
        Ok(reference) => reference,
        Err(why) => return Ok(Seen::Undecided(why)),
    };
    let bare = env::var("BARE").is_ok_and(|value| value == "1");
    let left = gpu::run(device, kernel, proved, &launch, if bare { Manner::Bare } else { Manner::Guarded });
    let left = match left {
        Ok(left) => left,
        Err(Stop::Contract(_)) => return Ok(Seen::Outside),
        Err(Stop::Device(error @ Error::Strays { .. })) => return Ok(Seen::Wrong(error.to_string())),
        Err(Stop::Device(error)) if error.is_of_the_run() => return Err(error),
        Err(Stop::Device(error)) => return Ok(Seen::Undecided(error.to_string())),
    };
    let name =
        |at: usize| pointers.iter().find(|(_, buffer, _)| *buffer == at).map_or("", |(name, _, _)| name);
    Ok(match compare(&reference, &pointees, &outcome.buffers, &left.buffers) {
        Compared::Permitted { .. } => Seen::Agrees,
        Compared::Differs(one) => Seen::Wrong(one.describe(name(one.buffer))),
        Compared::Open(one, _) => Seen::Undecided(one.describe(name(one.buffer))),
    })
}

impl Tally {
    fn report(&self, start: Instant) {
        self.undecided.iter().for_each(|line| println!("undecided {line}"));
        self.wrong.iter().for_each(|line| println!("WRONG {line}"));
        for (why, count) in &self.without {
            println!("{count} kernels do not run: {why}");
        }
        let Tally { agree, wrong, undecided, outside, late, .. } = self;
        println!(
            "{agree} runs agree with the interpreter, {} do not, {} are undecided; {outside} are outside their contract, {late} \
             did not begin; {:.0} s",
            wrong.len(),
            undecided.len(),
            start.elapsed().as_secs_f64()
        );
    }
}
