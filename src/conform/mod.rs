//! `tileproof conform`: the corpus as a suite of cases that any implementation can run (`corpus/CONFORM.md`).

mod arguments;

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::sync::Mutex;

use conform::profile::{Profile, Waivers};
use conform::report::Report;
use conform::run::{Batch, Ended, Exported, Request, Selection, Watcher, Way};
use conform::submission::{self, Verified};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use driver::interrupt::is_asked;
use indicatif::{ProgressBar, ProgressStyle};

pub use self::arguments::Arguments;
use crate::interrupt;
use crate::output::{eprint, print};
use crate::proved::eprint_trusted;
use spec::syntax::count::u64_from_usize;

/// How many reasons of a refusal are printed.
const SHOWN: usize = 50;

/// Runs the verb.
///
/// # Errors
/// A corpus or a suite that cannot be read, or a file that cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.batch.serve {
        conform::batch::serve(io::BufReader::new(io::stdin()), io::stdout())?;
        return Ok(Exit::Success);
    }
    let made = &arguments.made;
    let whole = made.archive.is_some() || made.verify.is_some() || !made.merge.is_empty();
    let selection = Selection::open(Request {
        corpus: &arguments.corpus,
        suite: arguments.suite.as_deref(),
        filter: &arguments.filter,
        shard: arguments.shard,
        candidates: arguments.candidates || made.export.is_some(),
        frozen: whole || arguments.mustpass || made.submission.is_some(),
    })?;
    interrupt::watch();
    let bar = Bar(Mutex::new(None));
    if let Some(root) = &made.export {
        return written(root, &selection.export(root, &bar)?);
    }
    if let Some(path) = &made.archive {
        return written(path, &selection.archive(path, &bar)?);
    }
    if let Some(version) = &made.freeze {
        let cases = selection.freeze(version, &bar)?.cases;
        print(&format!("suite {version} has {cases} cases\n"))?;
        return Ok(Exit::Success);
    }
    if let Some(folder) = &made.verify {
        return verify(arguments, folder, submission::verify(&selection, folder, &bar)?);
    }
    let waivers = arguments.stated.waivers.as_deref().map(Waivers::read).transpose()?;
    if !made.merge.is_empty() {
        let into = made.submission.as_deref();
        let ended = submission::merge(&selection, &made.merge, waivers.as_ref(), into, &bar)?;
        return tell(arguments, &ended);
    }
    let ended = perform(arguments, &selection, &waivers.unwrap_or_default(), &bar)?;
    let exit = tell(arguments, &ended)?;
    if ended.hangs {
        launch::leave(exit.code());
    }
    Ok(exit)
}

/// Runs the cases; writes the submission of that.
fn perform(
    arguments: &Arguments,
    selection: &Selection<'_>,
    waivers: &Waivers,
    bar: &Bar,
) -> Result<Ended, Failure> {
    let profile = arguments.stated.profile.as_deref().map(Profile::read).transpose()?;
    let (batch, made) = (&arguments.batch, &arguments.made);
    if made.submission.is_some() && profile.is_none() {
        return Err(Failure::usage("a submission has a profile: --profile FILE"));
    }
    let way = Way {
        target: &arguments.target,
        proofs: arguments.proofs.as_deref(),
        batch: batch.batch.then_some(Batch { limit: batch.limit, restarts: batch.restarts }),
        profile: profile.as_ref(),
        waivers,
    };
    let ended = selection.run(&way, bar)?;
    if let (Some(path), Some(device)) = (&arguments.admit, &arguments.device) {
        ended.write_admitted(path, device)?;
    }
    match &made.submission {
        Some(root) if is_asked() => {
            eprint(&format!("interrupted: {} is not written\n", root.display()));
        }
        Some(root) => submission::submit(root, &ended, &way)?,
        None => {}
    }
    if made.submission.is_some() && arguments.shard.is_none() {
        for (line, why) in ended.unused_waivers(waivers) {
            eprint(&format!("waiver {line} is not needed: {why}\n"));
        }
    }
    Ok(ended)
}

/// Describes the written suite.
fn written(path: &Path, exported: &Exported) -> Result<Exit, Failure> {
    let counts: Vec<_> = exported.counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let text = format!("{} cases in {}: {}\n", exported.cases, path.display(), counts.join(", "));
    // An archive may go to standard output.
    if path == Path::new("/dev/stdout") {
        eprint(&text)
    } else {
        print(&text)?
    }
    Ok(Exit::Success)
}

/// Reports whether a submission is correct.
fn verify(arguments: &Arguments, folder: &Path, verified: Verified) -> Result<Exit, Failure> {
    let Verified { refusals, submission } = verified;
    let mut text = String::new();
    // Writing to a string does not fail.
    for why in refusals.iter().take(SHOWN) {
        let _ = writeln!(text, "refused: {why}");
    }
    if refusals.len() > SHOWN {
        let _ = writeln!(text, "refused: and {} reasons more", refusals.len() - SHOWN);
    }
    if let (Some((digest, report)), true) = (submission, refusals.is_empty()) {
        text += &shown(arguments, &report)?;
        if !arguments.json {
            let _ = writeln!(text, "{} is correct: submission {digest}", folder.display());
        }
    }
    print(&text)?;
    Ok(if refusals.is_empty() { Exit::Success } else { Exit::Refused })
}

/// Writes and prints what came of the cases.
fn tell(arguments: &Arguments, ended: &Ended) -> Result<Exit, Failure> {
    let report = &ended.report;
    if let Some(path) = &arguments.junit {
        write_file(path, report.junit().as_bytes())?;
    }
    print(&shown(arguments, report)?)?;
    Ok(match report.total() {
        total if total.disagree > 0 => Exit::Undefined,
        total if total.errors > 0 => Exit::Harness,
        total if total.agree + total.waived == 0 || is_asked() => Exit::Unknown,
        _ => Exit::Success,
    })
}

fn shown(arguments: &Arguments, report: &Report) -> Result<String, Failure> {
    match arguments.json {
        true => report.json().map_err(|error| Failure::usage(error.to_string())),
        false => Ok(report.text()),
    }
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
        let bar = ProgressBar::new(u64_from_usize(count));
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
