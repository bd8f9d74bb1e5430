//! A worker: a process that checks one file, reports the results, and ends. It ends early with its input, if the server closes it
//! or dies.

mod accesses;
mod findings;
mod place;
mod promise;
mod words;

use std::io::{self, BufRead, Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, fs, thread};

use driver::cache::Cache;
use driver::check::{Batch, Options, Told};
use driver::compile::{Asked, Language, Opened, Unit, has_kernel, open};
use driver::config::Config;
use driver::exit::Exit;
use driver::failure::Failure;
use driver::interrupt;
use driver::load::Source;
use report::accept::{Accept, Accepted, baseline};
use report::checked::Checked;

use self::place::Places;
use crate::order::{Line, Order, Part, Task};

/// Returns the text of a file after `tileproof fix`, with the new verdicts; `None` without changes.
pub type Mend = fn(Asked, Option<f64>) -> Result<Option<(String, String)>, Failure>;

/// The number of checks beyond the number of processors: a few slow kernels delay no other.
const MORE: usize = 2;

/// How long a compiler may take to end when it is asked to.
const GRACE: Duration = Duration::from_secs(1);

/// Whether no child process runs, so that this process may end at any time.
static ALONE: AtomicBool = AtomicBool::new(false);

/// Takes an order from standard input, and answers it on standard output.
///
/// # Errors
/// The order is invalid.
pub fn work(mend: Mend) -> Result<Exit, Failure> {
    // Work independent of the order is done in advance.
    let cache = Cache::of_environment();
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    if line.is_empty() && read.is_ok() {
        // This worker is not needed.
        return Ok(Exit::Success);
    }
    let order: Option<Order> = read.ok().and_then(|_| serde_json::from_str(&line).ok());
    let Some(order) = order else {
        return Err(Failure::usage("this is no order of a language server")
            .help("`tileproof server` starts workers by itself"));
    };
    watch();
    match order.task {
        Task::Check => check(&order, cache.as_ref()),
        Task::Fix => tell(&fix(&order, mend)),
    }
    tell(&Line::Done);
    Ok(Exit::Success)
}

/// Ends this process with its input, like Ctrl-C, after its compilers.
fn watch() {
    thread::spawn(|| {
        // Nothing more comes in; an error is an end, too.
        let _ = io::copy(&mut io::stdin().lock().by_ref(), &mut io::sink());
        interrupt::ask();
        if !ALONE.load(Ordering::Relaxed) {
            thread::sleep(GRACE);
        }
        launch::leave(Exit::Unknown.code());
    });
}

fn tell(line: &Line) {
    let Ok(text) = serde_json::to_string(line) else { return };
    let mut output = io::stdout().lock();
    // A server that is gone needs no answer.
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

/// The configuration for a file, with accepted findings.
struct Setting {
    config: Config,
    accepted: Accepted,
}

impl Setting {
    /// Goes to the folder of the configuration, from which paths are told, or to that of the file.
    fn of(file: &Path) -> Result<Self, Failure> {
        let folder = file.parent().unwrap_or(Path::new("/"));
        let path = Config::find(folder);
        let working = path.as_deref().and_then(Path::parent).unwrap_or(folder);
        // On failure, paths are relative to the root.
        let _ = env::set_current_dir(working);
        let config = path.map_or_else(|| Ok(Config::default()), |path| Config::read(&path))?;
        let mut accepted = Accepted::default();
        accepted.extend(config.accept.iter().map(Accept::configured).collect());
        if let Some(path) = &config.baseline {
            accepted.extend(baseline::read(path)?);
        }
        Ok(Setting { config, accepted })
    }

    /// The file, with the options for its compiler.
    fn asked(&self, file: &Path) -> Asked {
        let is_cpp = Language::of(file) == Some(Language::Cpp);
        let words = if is_cpp { self.config.nvcc.clone() } else { Vec::new() };
        Asked { file: file.to_owned(), words, ..Asked::default() }
    }
}

fn check(order: &Order, cache: Option<&Cache>) {
    let places = Places::new(order);
    let done = Setting::of(&order.file).and_then(|setting| {
        let opened = open_file(order, &setting)?;
        ALONE.store(true, Ordering::Relaxed);
        check_all(order, &places, &setting, &opened, cache);
        Ok(opened.problems)
    });
    let problems = done.unwrap_or_else(|failure| vec![failure]);
    if !problems.is_empty() && !interrupt::is_asked() {
        let findings = problems.iter().flat_map(|problem| findings::of_failure(&places, problem)).collect();
        tell(&Line::Part(Box::new(Part { findings, spots: Vec::new() })));
    }
    // What cannot be kept is found out again.
    let _ = cache.and_then(Cache::finish);
}

/// The file as it is edited, or as it is saved and compiled; nothing of a file that has no kernel.
fn open_file(order: &Order, setting: &Setting) -> Result<Opened, Failure> {
    if let Some(text) = &order.text {
        let source = Source::in_file(&order.file, text);
        let unit = Unit::alone(source);
        let has_text = !text.trim().is_empty();
        return Ok(Opened { units: has_text.then_some(unit).into_iter().collect(), ..Opened::default() });
    }
    let bytes = fs::read(&order.file).map_err(|error| Failure::file(&order.file, "read", &error))?;
    if !has_kernel(&order.file, &bytes) {
        return Ok(Opened::default());
    }
    open(&setting.asked(&order.file))
}

fn check_all(order: &Order, places: &Places, setting: &Setting, opened: &Opened, cache: Option<&Cache>) {
    let modules: Vec<_> = opened.units.iter().map(|unit| unit.source.module()).collect();
    let options =
        Options { seconds: order.seconds, suggest: true, whole: true, masks: true, ..Options::default() };
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = NonZero::new(processors + MORE);
    let batch = Batch::new(opened.units.iter().zip(&modules), &options, cache, jobs);
    let strictness = setting.config.conditional;
    batch.check_unordered(|told| {
        let Told::Report(told) = told else { return };
        let (source, report) = *told;
        let one = setting.accepted.apply(Checked::new(source, report));
        let findings = findings::of_report(places, &one, strictness);
        tell(&Line::Part(Box::new(Part { findings, spots: accesses::spots(places, &one) })));
    });
}

fn fix(order: &Order, mend: Mend) -> Line {
    let fixed = Setting::of(&order.file).and_then(|setting| mend(setting.asked(&order.file), order.seconds));
    match fixed {
        Ok(fixed) => Line::Fixed(fixed),
        Err(failure) => Line::Failed(failure.to_string()),
    }
}
