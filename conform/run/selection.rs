//! A run of the suite: which cases, and what comes of them on a target.

use std::collections::BTreeMap;
use std::path::Path;

use driver::failure::Failure;

use super::device;
use super::parallel::{Watcher, map_in_parallel};
use super::scratch::Scratch;
use super::shard::Shard;
use super::source::CaseSource;
use super::target::{Agreement, ConformTarget, Ending, compare_ending, execute, interpret, recall};
use crate::case::admitted::Admitted;
use crate::case::{Case, State};
use crate::report::{Report, Row};
use crate::suite::write::Suite;

/// Which cases are run, and where they are from.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The folder of the corpus.
    pub corpus: &'a Path,
    /// A suite that was written earlier, in place of the corpus.
    pub suite: Option<&'a Path>,
    /// Only cases whose name has this in it.
    pub filter: &'a str,
    /// One part of several.
    pub shard: Option<Shard>,
    /// Whether generated cases that no device has agreed with are there, too.
    pub candidates: bool,
}

/// Cases that can be run or exported.
pub struct Selection<'a> {
    request: Request<'a>,
    source: CaseSource,
    /// The positions of the cases in the source.
    chosen: Vec<usize>,
}

/// What came of cases on a target.
pub struct Ended {
    /// By case.
    pub report: Report,
    /// Whether a GPU does not answer any more, so that the process can only be left.
    pub hangs: bool,
    rows: Vec<RowOfCase>,
}

/// What was written of a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// How many cases it has.
    pub cases: usize,
    /// How many of each kind.
    pub counts: BTreeMap<String, usize>,
}

/// What came of a case, and the case, where it could be made.
struct RowOfCase {
    row: Row,
    case: Option<Case>,
}

/// A case, or why it cannot be made; none of a generated one that does not count.
type Made = Option<Result<Case, String>>;

impl<'a> Selection<'a> {
    /// The cases that are asked for.
    ///
    /// # Errors
    /// A corpus or a suite that cannot be read, or no case.
    pub fn open(request: Request<'a>) -> Result<Self, Failure> {
        let source = match request.suite {
            Some(root) => CaseSource::suite(root)?,
            None => CaseSource::corpus(request.corpus, request.filter, request.candidates)?,
        };
        let named = (0..source.len()).filter(|at| source.name(*at).contains(request.filter));
        let has = |position: usize| request.shard.is_none_or(|shard| shard.has(position));
        let chosen: Vec<_> = named.enumerate().filter(|(at, _)| has(*at)).map(|(_, name)| name).collect();
        if chosen.is_empty() {
            return Err(Failure::usage(format!("no case has `{}` in its name", request.filter))
                .help("--candidates takes generated cases that no device has agreed with, too"));
        }
        Ok(Selection { request, source, chosen })
    }

    /// Writes the suite to a folder.
    ///
    /// # Errors
    /// A case that cannot be made, or a file that cannot be written.
    pub fn export(&self, root: &Path, watcher: &dyn Watcher) -> Result<Exported, Failure> {
        let made = map_in_parallel(&self.chosen, watcher, |at| self.source.case(at));
        let mut suite = Suite::new(root)?;
        for (at, case) in self.chosen.iter().zip(made) {
            let failed = |why: String| Failure::ill_formed(format!("{}: {why}", self.source.name(*at)));
            if let Some(case) = case.map_err(failed)? {
                suite.add(&case)?;
            }
        }
        let file = suite.finish()?;
        Ok(Exported { cases: file.cases.len(), counts: file.counts })
    }

    /// Runs the cases on a target; `proofs` is a folder with the proofs of their kernels for a GPU, without which kernels are
    /// checked first. `candidates` says whether generated cases count that no device has agreed with.
    ///
    /// # Errors
    /// There is no GPU, and one is the target.
    pub fn run(
        &self,
        target: &ConformTarget,
        proofs: Option<&Path>,
        watcher: &dyn Watcher,
    ) -> Result<Ended, Failure> {
        let (rows, hangs) = if *target == ConformTarget::Gpu {
            self.run_on_gpu(proofs, watcher)?
        } else {
            let scratch = Scratch::new();
            let one = |at: usize| {
                let case = self.make(at)?;
                Some(row_of(self.source.name(at), case, |case| self.ending(target, &scratch, case)))
            };
            (map_in_parallel(&self.chosen, watcher, one).into_iter().flatten().collect(), false)
        };
        let report = Report {
            target: target.to_string(),
            shard: self.request.shard.map(|shard| format!("{}/{}", shard.index, shard.count)),
            rows: rows.iter().map(|one: &RowOfCase| one.row.clone()).collect(),
        };
        Ok(Ended { report, hangs, rows })
    }

    fn make(&self, at: usize) -> Made {
        let case = self.source.case(at).transpose()?;
        let counts = |case: &Case| case.state != State::Candidate || self.request.candidates;
        Some(case).filter(|case| case.as_ref().map_or(true, counts))
    }

    /// How a case ends on a target that takes several at once.
    fn ending(&self, target: &ConformTarget, scratch: &Scratch, case: &Case) -> Ending {
        match target {
            ConformTarget::Interp => interpret(case, None),
            ConformTarget::Exec(command) => match scratch.file(&self.source, case) {
                Ok(file) => execute(case, command, &file, &scratch.results(case)),
                Err(failure) => Ending::Lost(failure.to_string()),
            },
            ConformTarget::Results(folder) => recall(case, &folder.join(&case.name)),
            ConformTarget::Gpu => Ending::Skipped("a GPU takes one case after the other".to_owned()),
        }
    }

    /// What came of the cases on a GPU, and whether that hangs.
    fn run_on_gpu(
        &self,
        proofs: Option<&Path>,
        watcher: &dyn Watcher,
    ) -> Result<(Vec<RowOfCase>, bool), Failure> {
        let all = map_in_parallel(&self.chosen, watcher, |at| (at, self.make(at)));
        let all: Vec<_> = all.into_iter().filter_map(|(at, made)| Some((at, made?))).collect();
        let cases: Vec<&Case> = all.iter().filter_map(|(_, made)| made.as_ref().ok()).collect();
        watcher.begins(cases.len());
        let done = device::run(&cases, proofs, watcher)?;
        watcher.ends();
        let mut endings = done.endings.into_iter();
        let missing = || Ending::Skipped("it was not run".to_owned());
        let row = |(at, made)| row_of(self.source.name(at), made, |_| endings.next().unwrap_or_else(missing));
        Ok((all.into_iter().map(row).collect(), done.hangs))
    }
}

impl Ended {
    /// Writes which generated cases agree, to a file that says on which device.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write_admitted(&self, path: &Path, device: &str) -> Result<(), Failure> {
        let mut admitted = Admitted::new(device);
        for RowOfCase { row, case } in &self.rows {
            if let (Agreement::Agrees, Some(case)) = (&row.agreement, case)
                && case.state != State::Written
            {
                admitted.add(case);
            }
        }
        admitted.write(path)
    }
}

/// What came of a case.
fn row_of(name: &str, case: Result<Case, String>, ending: impl FnOnce(&Case) -> Ending) -> RowOfCase {
    match case {
        Ok(case) => {
            let agreement = compare_ending(&case, &ending(&case));
            let (chapter, origin) = (case.chapter.clone(), case.origin.name());
            let row = Row { name: name.to_owned(), chapter, origin, agreement };
            RowOfCase { row, case: Some(case) }
        }
        Err(why) => {
            let agreement = Agreement::Disagrees(format!("the case cannot be made: {why}"));
            let row = Row { name: name.to_owned(), chapter: "?".to_owned(), origin: "?", agreement };
            RowOfCase { row, case: None }
        }
    }
}
