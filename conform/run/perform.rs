//! Cases run on a target, and what comes of each.

use std::path::Path;
use std::time::Duration;

use driver::failure::Failure;
use driver::interrupt;
use spec::rules::Rule;

use super::device;
use super::parallel::{Watcher, map_in_parallel};
use super::scratch::Scratch;
use super::selection::Selection;
use super::target::{Agreement, ConformTarget, Ending, compare_ending, execute, interpret, recall};
use crate::batch::{self, Terms};
use crate::case::admitted::Admitted;
use crate::case::digest::Digests;
use crate::case::{Case, Expected, State};
use crate::profile::{Profile, Waivers};
use crate::report::{Report, Row};

/// How cases are run.
#[derive(Debug, Clone, Copy)]
pub struct Way<'a> {
    /// The target.
    pub target: &'a ConformTarget,
    /// A folder with the proofs of their kernels for a GPU, without which kernels are checked first.
    pub proofs: Option<&'a Path>,
    /// The single process for all cases, if any.
    pub batch: Option<Batch>,
    /// The profile of the implementation.
    pub profile: Option<&'a Profile>,
    /// The waivers for disagreeing cases.
    pub waivers: &'a Waivers,
}

/// The settings of a process for all cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// The time limit of an answer.
    pub limit: Duration,
    /// The number of restarts.
    pub restarts: usize,
}

/// The outcomes of cases on a target.
pub struct Ended {
    /// By case.
    pub report: Report,
    /// Whether a GPU does not answer any more, so that the process can only be left.
    pub hangs: bool,
    pub(crate) rows: Vec<RowOfCase>,
}

/// The outcome of a case, and the case unless its construction failed.
pub(crate) struct RowOfCase {
    pub(crate) row: Row,
    pub(crate) ending: Ending,
    pub(crate) case: Option<Case>,
    digests: Option<Digests>,
}

/// How every case ended, whether a GPU hangs, and errors that are of no case.
#[derive(Default)]
struct Endings {
    all: Vec<Ending>,
    hangs: bool,
    errors: Vec<String>,
}

impl Selection<'_> {
    /// Runs the cases.
    ///
    /// # Errors
    /// There is no GPU, and one is the target; or a case cannot be written for a command.
    pub fn run(&self, way: &Way<'_>, watcher: &dyn Watcher) -> Result<Ended, Failure> {
        let one_by_one = way.batch.is_none() && *way.target != ConformTarget::Gpu;
        let mut rows = Vec::new();
        let (mut hangs, mut errors) = (false, Vec::new());
        if one_by_one {
            let scratch = Scratch::new();
            let one = |at: usize| {
                let case = self.make(at)?;
                Some(row_of(self.name(at), case, way, |case| self.ending(way.target, &scratch, case)))
            };
            rows.extend(map_in_parallel(&self.chosen, watcher, one).into_iter().flatten());
        } else {
            let all = self.make_all(watcher);
            if interrupt::is_asked() {
                return Err(Failure::interrupted());
            }
            let runs = |case: &&Case| excluded(case, way.profile).is_none();
            let cases: Vec<&Case> =
                all.iter().filter_map(|(_, made)| made.as_ref().ok()).filter(runs).collect();
            watcher.begins(cases.len());
            let done = self.run_together(&cases, way, watcher)?;
            watcher.ends();
            (hangs, errors) = (done.hangs, done.errors);
            let mut endings = done.all.into_iter();
            let missing = || Ending::Skipped("it was not run".to_owned());
            let mut ending = |_: &Case| endings.next().unwrap_or_else(missing);
            rows.extend(all.into_iter().map(|(name, made)| row_of(name, made, way, &mut ending)));
        }
        Ok(self.ended(rows, way, Endings { all: Vec::new(), hangs, errors }))
    }

    /// The summary of cases with known endings.
    pub(crate) fn conclude(
        &self,
        way: &Way<'_>,
        watcher: &dyn Watcher,
        ending: impl Fn(&str, &Case) -> Ending + Sync,
    ) -> Ended {
        let one = |at: usize| {
            let (name, case) = (self.name(at), self.make(at)?);
            Some(row_of(name, case, way, |case| ending(name, case)))
        };
        let rows = map_in_parallel(&self.chosen, watcher, one).into_iter().flatten().collect();
        self.ended(rows, way, Endings::default())
    }

    fn ended(&self, rows: Vec<RowOfCase>, way: &Way<'_>, done: Endings) -> Ended {
        let digests = rows.iter().map(|one| (one.row.name.as_str(), one.digests.clone()));
        let report = Report {
            target: way.target.to_string(),
            shard: self.request.shard.map(|shard| shard.to_string()),
            suite: self.version(digests),
            rows: rows.iter().map(|one| one.row.clone()).collect(),
            errors: done.errors,
        };
        Ended { report, hangs: done.hangs, rows }
    }

    /// How a case ends on a target that takes several at once.
    fn ending(&self, target: &ConformTarget, scratch: &Scratch, case: &Case) -> Ending {
        if interrupt::is_asked() {
            return Ending::Skipped("interrupted".to_owned());
        }
        match target {
            ConformTarget::Interp => interpret(case, None),
            ConformTarget::Exec(command) => match scratch.file(&self.source, case) {
                Ok(file) => execute(case, command, &file, &scratch.results(case)),
                Err(failure) => Ending::Lost(failure.to_string()),
            },
            ConformTarget::Results(folder) => recall(case, &folder.join(&case.name)),
            ConformTarget::Gpu => Ending::Skipped("a GPU runs cases one by one".to_owned()),
        }
    }

    /// Runs cases on a target that takes all at once.
    fn run_together(
        &self,
        cases: &[&Case],
        way: &Way<'_>,
        watcher: &dyn Watcher,
    ) -> Result<Endings, Failure> {
        match (way.target, way.batch) {
            (ConformTarget::Exec(command), Some(Batch { limit, restarts })) => {
                let scratch = Scratch::new();
                for case in cases {
                    scratch.file(&self.source, case)?;
                }
                let root = self.request.suite.map_or_else(|| scratch.root(), Path::to_owned);
                let root = std::path::absolute(&root).unwrap_or(root);
                let terms = Terms { command: command.clone(), limit, restarts };
                let batch::Done { endings, errors } = batch::run(cases, &root, &terms, watcher);
                Ok(Endings { all: endings, hangs: false, errors })
            }
            (ConformTarget::Gpu, _) => {
                let done = device::run(cases, way.proofs, watcher)?;
                Ok(Endings { all: done.endings, hangs: done.hangs, errors: Vec::new() })
            }
            (ConformTarget::Interp | ConformTarget::Exec(_) | ConformTarget::Results(_), _) => {
                Err(Failure::usage("--batch is of a command: --target exec:COMMAND"))
            }
        }
    }
}

impl Ended {
    /// The unused waivers, each with its line.
    pub fn unused_waivers(&self, waivers: &Waivers) -> Vec<(usize, String)> {
        waivers.unused(self.rows.iter().map(|one| (one.row.name.as_str(), &one.row.agreement)))
    }

    /// Writes the agreeing generated cases, and the device's name, to a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_admitted(&self, path: &Path, device: &str) -> Result<(), Failure> {
        let mut admitted = Admitted::new(device);
        for RowOfCase { row, case, .. } in &self.rows {
            if let (Agreement::Agrees, Some(case)) = (&row.agreement, case)
                && case.state != State::Written
            {
                admitted.add(case);
            }
        }
        admitted.write(path)
    }
}

fn excluded(case: &Case, profile: Option<&Profile>) -> Option<&'static str> {
    profile.and_then(|profile| profile.excludes(case))
}

/// The outcome of a case.
fn row_of(
    name: &str,
    case: Result<Case, String>,
    way: &Way<'_>,
    ending: impl FnOnce(&Case) -> Ending,
) -> RowOfCase {
    let name = name.to_owned();
    let case = match case {
        Ok(case) => case,
        Err(why) => {
            let why = format!("the case cannot be made: {why}");
            let (agreement, ending) = (Agreement::Error(why.clone()), Ending::Lost(why));
            let (chapter, origin, operations) = ("?".to_owned(), "?", Vec::new());
            let (breaks, named, waived) = (None, None, None);
            let row = Row { name, chapter, origin, operations, breaks, named, agreement, waived };
            return RowOfCase { row, ending, case: None, digests: None };
        }
    };
    let digests = Some(Digests::of(&case));
    let ending = match excluded(&case, way.profile) {
        Some(why) => Ending::Skipped(why.to_owned()),
        None => ending(&case),
    };
    let case = match way.profile {
        Some(profile) => profile.narrow(case),
        None => case,
    };
    let agreement = compare_ending(&case, &ending);
    let breaks = match &case.expected {
        Expected::Breaks(rule) => Some(*rule),
        Expected::Leaves(_) => None,
    };
    let named = match &ending {
        Ending::Breaks(code) => Rule::from_code(code),
        Ending::Leaves(_) | Ending::Skipped(_) | Ending::Failed(_) | Ending::Lost(_) => None,
    };
    let waived = way.waivers.reason(&name, &agreement).map(str::to_owned);
    let (chapter, origin, operations) = (case.chapter.clone(), case.origin.name(), case.operations.clone());
    let row = Row { name, chapter, origin, operations, breaks, named, agreement, waived };
    RowOfCase { row, ending, case: Some(case), digests }
}
