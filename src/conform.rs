//! `tileproof conform`: the corpus as a suite of cases that any implementation can run (`corpus/CONFORM.md`).
//!
//! 1. `directive`, `prepare`: the lines of the corpus, and the launches that they describe.
//! 2. `case`: what a case is, and the comparison.
//! 3. `collect`, `generate`: cases of the corpus, and generated ones; `chapter`, `admitted`: what is said of them.
//! 4. `file`, `suite`, `load`: cases in folders, written and read.
//! 5. `target`: what they run on. `report`: what came of it.

mod admitted;
pub mod case;
mod chapter;
mod collect;
mod device;
pub mod directive;
pub mod file;
mod generate;
mod load;
pub mod prepare;
pub mod report;
mod source;
mod suite;
pub mod target;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, process, thread};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::admitted::Admitted;
use self::case::{Case, State};
use self::report::{Report, Row};
use self::source::Source;
use self::suite::Suite;
use self::target::{Ending, Target, Verdict, execute, interpret, judge, recall};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{print, write_file};

/// What to run, and on what.
#[derive(Debug, Args)]
pub struct Arguments {
    /// interp, gpu, exec:COMMAND, or results:DIR
    #[arg(long, value_name = "TARGET", default_value = "interp", value_parser = Target::parse)]
    target: Target,
    /// Only cases whose name has this in it
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,
    /// One part of several, such as 2/5
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// A suite that was written earlier, in place of the corpus
    #[arg(long, value_name = "DIR")]
    suite: Option<PathBuf>,
    /// Write the suite to a folder, and run nothing
    #[arg(long, value_name = "DIR", conflicts_with = "suite")]
    export: Option<PathBuf>,
    /// Proofs of the kernels for the target gpu: F/K.proof for kernel K of F.tile; without it kernels are checked first
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Generated cases that no device has agreed with, too
    #[arg(long)]
    candidates: bool,
    /// Write which generated cases agree to a file
    #[arg(long, value_name = "FILE", requires = "device")]
    admit: Option<PathBuf>,
    /// What the target is, for that file
    #[arg(long, value_name = "TEXT")]
    device: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write JUnit's XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// Every n-th case, beginning with the i-th.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

impl Shard {
    /// Reads `2/5`.
    ///
    /// # Errors
    /// What a shard is.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parsed =
            text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parsed {
            Some((index, count)) if index >= 1 && index <= count => Ok(Shard { index, count }),
            Some(_) | None => {
                Err("a shard is a number from 1 on and how many there are, such as 2/5".to_owned())
            }
        }
    }

    /// Whether it has the case of that number.
    pub fn has(self, position: usize) -> bool {
        position % self.count + 1 == self.index
    }
}

/// Runs the verb.
///
/// # Errors
/// A corpus or a suite that cannot be read, or a file that cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let source = match &arguments.suite {
        Some(root) => Source::suite(root)?,
        None => {
            let candidates = arguments.candidates || arguments.export.is_some();
            Source::corpus(&arguments.corpus, &arguments.filter, candidates)?
        }
    };
    let mut names: Vec<usize> =
        (0..source.len()).filter(|at| source.name(*at).contains(&arguments.filter)).collect();
    if let Some(shard) = arguments.shard {
        names =
            names.into_iter().enumerate().filter(|(at, _)| shard.has(*at)).map(|(_, name)| name).collect();
    }
    if names.is_empty() {
        return Err(Failure::usage(format!("no case has `{}` in its name", arguments.filter))
            .help("--candidates takes generated cases that no device has agreed with, too"));
    }
    match &arguments.export {
        Some(root) => export(&source, &names, root),
        None => compare(arguments, &source, &names),
    }
}

/// Writes the suite.
fn export(source: &Source, names: &[usize], root: &Path) -> Result<Exit, Failure> {
    let made = every(names, workers(), |at| source.case(at));
    let mut suite = Suite::new(root)?;
    for (at, case) in names.iter().zip(made) {
        let failed = |why: String| Failure::ill_formed(format!("{}: {why}", source.name(*at)));
        if let Some(case) = case.map_err(failed)? {
            suite.add(&case)?;
        }
    }
    let file = suite.finish()?;
    let counts: Vec<_> = file.counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    print(&format!("{} cases in {}: {}\n", file.cases.len(), root.display(), counts.join(", ")))?;
    Ok(Exit::Success)
}

/// A case, or why it cannot be made; none of a generated one that does not count.
type Made = Option<Result<Case, String>>;

/// Runs the cases on the target, and says what came of them.
fn compare(arguments: &Arguments, source: &Source, names: &[usize]) -> Result<Exit, Failure> {
    let folder = env::temp_dir().join(format!("tileproof-conform-{}", process::id()));
    let scratch = Scratch(folder, Mutex::new(None));
    let made = |at: usize| -> Made {
        let case = source.case(at).transpose()?;
        let counts = |case: &Case| case.state != State::Candidate || arguments.candidates;
        Some(case).filter(|case| case.as_ref().map_or(true, counts))
    };
    let mut hangs = false;
    let rows: Vec<(Row, Option<Case>)> = if arguments.target == Target::Gpu {
        let all = every(names, workers(), |at| (at, made(at)));
        let (rows, stuck) = on_gpu(all, source, arguments.proofs.as_deref())?;
        hangs = stuck;
        rows
    } else {
        let one = |at: usize| {
            let case = made(at)?;
            Some(row(source.name(at), case, |case| ending(&arguments.target, &scratch, source, case)))
        };
        every(names, workers(), one).into_iter().flatten().collect()
    };
    let exit = tell(arguments, rows)?;
    if hangs {
        drop(scratch);
        launch::leave(exit.code());
    }
    Ok(exit)
}

/// How a case ends on a target that takes several at once.
fn ending(target: &Target, scratch: &Scratch, source: &Source, case: &Case) -> Ending {
    match target {
        Target::Interp => interpret(case, None),
        Target::Exec(command) => match scratch.file(source, case) {
            Ok(file) => execute(case, command, &file, &scratch.0.join("left").join(&case.name)),
            Err(failure) => Ending::Lost(failure.to_string()),
        },
        Target::Results(folder) => recall(case, &folder.join(&case.name)),
        Target::Gpu => Ending::Skipped("a GPU takes one case after the other".to_owned()),
    }
}

/// What came of a case.
fn row(name: &str, case: Result<Case, String>, ending: impl FnOnce(&Case) -> Ending) -> (Row, Option<Case>) {
    match case {
        Ok(case) => {
            let verdict = judge(&case, &ending(&case));
            let (chapter, origin) = (case.chapter.clone(), case.origin.name());
            (Row { name: name.to_owned(), chapter, origin, verdict }, Some(case))
        }
        Err(why) => {
            let verdict = Verdict::Disagrees(format!("the case cannot be made: {why}"));
            (Row { name: name.to_owned(), chapter: "?".to_owned(), origin: "?", verdict }, None)
        }
    }
}

/// What came of all cases, and whether the process can only be left.
type OnGpu = (Vec<(Row, Option<Case>)>, bool);

/// Runs cases on a GPU.
fn on_gpu(all: Vec<(usize, Made)>, source: &Source, proofs: Option<&Path>) -> Result<OnGpu, Failure> {
    let all: Vec<_> = all.into_iter().filter_map(|(at, made)| Some((at, made?))).collect();
    let cases: Vec<&Case> = all.iter().filter_map(|(_, made)| made.as_ref().ok()).collect();
    let progress = bar(cases.len());
    let done = device::run(&cases, proofs, || progress.inc(1))?;
    progress.finish_and_clear();
    let mut endings = done.endings.into_iter();
    let missing = || Ending::Skipped("it was not run".to_owned());
    let rows = all
        .into_iter()
        .map(|(at, made)| row(source.name(at), made, |_| endings.next().unwrap_or_else(missing)));
    Ok((rows.collect(), done.hangs))
}

/// Writes and prints what came of the cases.
fn tell(arguments: &Arguments, rows: Vec<(Row, Option<Case>)>) -> Result<Exit, Failure> {
    if let (Some(path), Some(device)) = (&arguments.admit, &arguments.device) {
        let mut admitted = Admitted::new(device);
        for (row, case) in &rows {
            if let (Verdict::Agrees, Some(case)) = (&row.verdict, case)
                && case.state != State::Written
            {
                admitted.add(case);
            }
        }
        admitted.write(path)?;
    }
    let report = Report {
        target: arguments.target.to_string(),
        shard: arguments.shard.map(|shard| format!("{}/{}", shard.index, shard.count)),
        rows: rows.into_iter().map(|(row, _)| row).collect(),
    };
    if let Some(path) = &arguments.junit {
        write_file(path, report.junit().as_bytes())?;
    }
    let text = if arguments.json {
        report.json().map_err(|error| Failure::usage(error.to_string()))?
    } else {
        report.text()
    };
    print(&text)?;
    Ok(match report.total() {
        total if total.disagree > 0 => Exit::Undefined,
        total if total.agree == 0 => Exit::Unknown,
        _ => Exit::Success,
    })
}

/// A folder that is gone afterwards, with a suite of the cases that have no file.
struct Scratch(PathBuf, Mutex<Option<Suite>>);

impl Scratch {
    /// The file of a case: that of its suite, or one that is written for it.
    fn file(&self, source: &Source, case: &Case) -> Result<PathBuf, Failure> {
        match source.path(&case.name) {
            Some(path) => Ok(path),
            None => {
                let mut suite = self.1.lock().map_err(|error| Failure::usage(error.to_string()))?;
                let suite = match suite.as_mut() {
                    Some(suite) => suite,
                    None => suite.insert(Suite::new(&self.0.join("suite"))?),
                };
                suite.add(case)
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It may never have been there.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn workers() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// A bar that shows how many of so many cases are done, on a terminal.
fn bar(len: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {eta}");
    let progress = ProgressBar::new(len as u64);
    progress.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    progress
}

/// Does something for every item, several at once; gives what came of them in order.
fn every<T: Send>(items: &[usize], workers: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let progress = bar(items.len());
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((position, item)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, *items.get(at)?)))
                {
                    let result = work(item);
                    if let Ok(mut done) = done.lock() {
                        done.push((position, result));
                    }
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(position, _)| *position);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_disjoint_and_complete() {
        for count in 1..=7 {
            let shards: Vec<_> = (1..=count).map(|index| Shard { index, count }).collect();
            for position in 0..100 {
                assert_eq!(
                    shards.iter().filter(|shard| shard.has(position)).count(),
                    1,
                    "{position} of {count}"
                );
            }
        }
        assert_eq!(Shard::parse("2/5"), Ok(Shard { index: 2, count: 5 }));
        for wrong in ["0/5", "6/5", "1", "a/b", "1/0", ""] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<_> = (0..100).rev().collect();
        assert_eq!(every(&items, 4, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }
}
