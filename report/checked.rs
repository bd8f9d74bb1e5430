//! The result of a whole command: the kernels with their open findings, and the unreadable files.

use driver::check::report::{KernelReport, Outcome, Verdict};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::load::Source;

use crate::entry::{Entry, Level, entries};
use crate::region::relative;
use crate::shard::Shard;

/// The treatment of proofs with inferred preconditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conditional {
    /// An exit code of their own.
    #[default]
    Report,
    /// They are accepted, unless a bug is likely.
    Accept,
    /// Conditional proofs are rejected.
    Reject,
}

/// A checked kernel.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The source.
    pub source: Source,
    /// The report; accepted findings are marked.
    pub report: KernelReport,
    /// The open findings.
    pub entries: Vec<Entry>,
    /// Findings accepted by a baseline or a configuration.
    pub accepted: Vec<Entry>,
}

impl Checked {
    /// A report whose accepted findings are those of the source.
    pub fn new(source: Source, report: KernelReport) -> Self {
        let entries = entries(&source, &report);
        Checked { source, report, entries, accepted: Vec::new() }
    }

    /// The exit code of a process for this kernel alone. The verdict stays; if all of its findings are accepted, the code is success.
    pub fn exit(&self, conditional: Conditional) -> Exit {
        let some = !self.accepted.is_empty();
        let is_broken = self.entries.iter().any(|entry| entry.level == Level::Error);
        let verdict = match self.report.verdict {
            Verdict::Undefined | Verdict::Unknown if some && self.entries.is_empty() => Verdict::Proved,
            Verdict::Undefined if some && !is_broken => Verdict::Unknown,
            verdict @ (Verdict::Proved
            | Verdict::Conditional
            | Verdict::Unknown
            | Verdict::Unsupported
            | Verdict::IllFormed
            | Verdict::Undefined) => verdict,
        };
        let of = |is_it: fn(&Outcome) -> bool| self.report.properties.iter().any(|one| is_it(&one.outcome));
        match (verdict, conditional) {
            _ if of(|outcome| matches!(outcome, Outcome::Violated(_))) => Exit::Violated,
            (Verdict::Proved | Verdict::Conditional, _)
                if of(|outcome| matches!(outcome, Outcome::Unknown(_))) =>
            {
                Exit::Unknown
            }
            // A launch without undefined behavior that nobody can have meant.
            (Verdict::Proved, _) if self.report.likely_bug.is_some() => Exit::Conditional,
            (Verdict::Conditional, Conditional::Reject) => Exit::Unknown,
            (Verdict::Conditional, Conditional::Accept) if self.report.likely_bug.is_none() => Exit::Success,
            (verdict, _) => verdict.exit(),
        }
    }

    /// The author's name of the kernel after an `@`; the file's name if no kernel was read.
    pub fn name(&self) -> String {
        let name = self.report.name.as_deref();
        name.map_or_else(|| self.source.name.clone(), |name| format!("@{}", self.source.readable(name)))
    }
}

/// Everything.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// The kernels, in order.
    pub kernels: &'a [Checked],
    /// The unreadable files.
    pub problems: &'a [Failure],
    /// The treatment of conditional proofs.
    pub conditional: Conditional,
    /// The part of a sharded check, if any.
    pub shard: Option<&'a Shard>,
    /// Whether a person is told the details of proofs.
    pub verbose: bool,
    /// The total time; `None` if not reported.
    pub seconds: Option<f64>,
}

impl Told<'_> {
    /// The exit code: undefined behavior is worse than a file that cannot be read, and that is worse than anything else.
    pub fn exit(&self) -> Exit {
        joined(self.worst(), self.problems.first().map(|problem| problem.exit))
    }

    /// The exit code of the worst kernel.
    pub(crate) fn worst(&self) -> Option<Exit> {
        worst(self.kernels.iter().map(|one| one.exit(self.conditional)))
    }

    /// The number of accepted findings, by the source, a baseline or a configuration.
    pub fn accepted(&self) -> usize {
        // Where a bug is only likely, no obligation is accepted.
        let likely = |one: &Checked| one.accepted.iter().filter(|entry| entry.obligations.is_empty()).count();
        self.kernels.iter().map(|one| one.report.accepted() + likely(one)).sum()
    }

    /// The end of a summary that counts unreadable files, errors of autotuners and accepted findings; empty without any.
    pub fn rest_in_words(&self) -> String {
        let of_files: Vec<&Failure> =
            self.problems.iter().filter(|problem| problem.file_name().is_some()).collect();
        // Timing runs of an autotuner that change the data of the next run.
        let (tuned, unread): (Vec<&Failure>, Vec<&Failure>) =
            of_files.into_iter().partition(|problem| problem.exit == Exit::Undefined);
        let counted = |count: usize, one: &str, several: &str| match count {
            0 => String::new(),
            1 => format!("; 1 {one}"),
            count => format!("; {count} {several}"),
        };
        [
            counted(tuned.len(), "array is changed by timing runs", "arrays are changed by timing runs"),
            counted(unread.len(), "file could not be read", "files could not be read"),
            counted(self.accepted(), "accepted", "accepted"),
        ]
        .concat()
    }
}

/// The kernels with those of each script that launches check by themselves before the checks for all sizes: a launch of the author
/// explains a bug best.
pub(crate) fn launches_first(kernels: &[Checked]) -> Vec<&Checked> {
    let mut ordered: Vec<&Checked> = kernels.iter().collect();
    let place = |one: &Checked| kernels.iter().position(|other| script(&other.source) == script(&one.source));
    ordered.sort_by_key(|one| (place(one), one.source.launch().is_none()));
    ordered
}

/// A finding that several launches or instances of a template share, told once.
pub(crate) struct Shared<'a> {
    /// The finding of the first of them.
    pub(crate) entry: &'a Entry,
    /// The names of the others: a kernel, or the place of a launch.
    pub(crate) others: Vec<String>,
}

impl Shared<'_> {
    /// The kernels and launches with the same finding, such as `also in k.py:7 (2 launches), k.py:12`; none without others.
    pub(crate) fn list(&self) -> Option<String> {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for name in &self.others {
            match counts.iter_mut().find(|(known, _)| known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let words = counts.iter().map(|(name, count)| match count {
            1 => (*name).to_owned(),
            count => format!("{name} ({count} launches)"),
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| format!("also in {}", words.join(", ")))
    }
}

/// The findings of all kernels, launches first; a finding that repeats an earlier finding joins it.
pub(crate) fn shared(kernels: &[Checked]) -> Vec<Shared<'_>> {
    let mut all: Vec<Shared<'_>> = Vec::new();
    for one in launches_first(kernels) {
        // Findings of one kernel stay apart.
        let earlier = all.len();
        for entry in &one.entries {
            match all[..earlier].iter_mut().find(|known| entry.repeats(known.entry)) {
                Some(known) => known.others.push(match one.source.launch() {
                    Some(_) => relative(&one.source.name),
                    None => one.name().trim_start_matches('@').to_owned(),
                }),
                None => all.push(Shared { entry, others: Vec::new() }),
            }
        }
    }
    all
}

/// The file of a source; the source of a launch is named by file and line.
fn script(source: &Source) -> &str {
    let line = source.launch().and_then(|_| source.name.rsplit_once(':'));
    line.map_or(source.name.as_str(), |(file, _)| file)
}

/// The worst of the exit codes of kernels.
pub fn worst(exits: impl Iterator<Item = Exit>) -> Option<Exit> {
    exits.max_by_key(|exit| badness(*exit))
}

/// The exit code of everything, of the worst kernel's and of the first file's that could not be read.
pub(crate) const fn joined(kernel: Option<Exit>, file: Option<Exit>) -> Exit {
    match (kernel, file) {
        (Some(worst @ (Exit::Undefined | Exit::Violated)), _) => worst,
        (_, Some(exit)) | (Some(exit), None) => exit,
        (None, None) => Exit::Unknown,
    }
}

/// How bad a kernel's exit code is, as its verdict is.
const fn badness(exit: Exit) -> usize {
    match exit {
        Exit::Success => 0,
        Exit::Conditional => 1,
        Exit::Unknown => 2,
        Exit::IllFormed => 3,
        Exit::Violated => 4,
        Exit::Undefined => 5,
        Exit::Usage | Exit::NoGpu | Exit::Fault | Exit::Harness | Exit::Refused => 6,
    }
}
