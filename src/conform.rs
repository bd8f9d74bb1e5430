//! `tileproof conform`: the corpus as a suite of cases that any implementation can run (`corpus/CONFORM.md`).

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::Args;
use conform::run::{ConformTarget, Ended, Request, Selection, Shard, Watcher};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::print;
use crate::proved::eprint_trusted;

/// What to run, and on what.
#[derive(Debug, Args)]
pub struct Arguments {
    /// interp, gpu, exec:COMMAND, or results:DIR
    #[arg(long, value_name = "TARGET", default_value = "interp", value_parser = ConformTarget::parse)]
    target: ConformTarget,
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

/// Runs the verb.
///
/// # Errors
/// A corpus or a suite that cannot be read, or a file that cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let selection = Selection::open(Request {
        corpus: &arguments.corpus,
        suite: arguments.suite.as_deref(),
        filter: &arguments.filter,
        shard: arguments.shard,
        candidates: arguments.candidates || arguments.export.is_some(),
    })?;
    let bar = Bar(Mutex::new(None));
    if let Some(root) = &arguments.export {
        return export(&selection, root, &bar);
    }
    let ended = selection.run(&arguments.target, arguments.proofs.as_deref(), &bar)?;
    let exit = tell(arguments, &ended)?;
    if ended.hangs {
        launch::leave(exit.code());
    }
    Ok(exit)
}

/// Writes the suite.
fn export(selection: &Selection<'_>, root: &Path, bar: &Bar) -> Result<Exit, Failure> {
    let written = selection.export(root, bar)?;
    let counts: Vec<_> = written.counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    print(&format!("{} cases in {}: {}\n", written.cases, root.display(), counts.join(", ")))?;
    Ok(Exit::Success)
}

/// Writes and prints what came of the cases.
fn tell(arguments: &Arguments, ended: &Ended) -> Result<Exit, Failure> {
    if let (Some(path), Some(device)) = (&arguments.admit, &arguments.device) {
        ended.write_admitted(path, device)?;
    }
    let report = &ended.report;
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

/// A bar that shows how many cases are done, on a terminal.
struct Bar(Mutex<Option<ProgressBar>>);

impl Bar {
    fn with(&self, act: impl FnOnce(&ProgressBar)) {
        if let Ok(bar) = self.0.lock()
            && let Some(bar) = bar.as_ref()
        {
            act(bar);
        }
    }
}

impl Watcher for Bar {
    fn begins(&self, count: usize) {
        let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {eta}");
        let bar = ProgressBar::new(u64::try_from(count).unwrap_or(u64::MAX));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        if let Ok(mut known) = self.0.lock() {
            *known = Some(bar);
        }
    }

    fn advances(&self) {
        self.with(|bar| bar.inc(1));
    }

    fn ends(&self) {
        self.with(ProgressBar::finish_and_clear);
    }

    fn trusts(&self, clauses: &[String]) {
        eprint_trusted(clauses);
    }
}
