//! The file that is changed: what a check says of a version of it.

use driver::check::report::{KernelReport, Verdict};
use driver::check::{Batch, Options, Told};
use driver::code::{Code, Language};
use driver::compile::{Asked, Opened, open, open_changed};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::load::Source;
use driver::repair::{Change, Problem, propose};
use spec::rules::Rule;
use spec::syntax::kernel::Module;

use report::headline;

/// A source, and how it is compiled and checked.
pub(super) struct Subject {
    pub(super) asked: Asked,
    pub(super) language: Language,
    pub(super) options: Options,
}

/// What a check says of a version.
#[derive(Clone)]
pub(super) struct State {
    pub(super) reports: Vec<KernelReport>,
    pub(super) modules: Vec<Module>,
    /// By report: what is broken first, and what may be changed for it.
    pub(super) broken: Vec<Option<Broken>>,
}

/// A rule that is broken at a line of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Broken {
    pub(super) rule: Rule,
    pub(super) place: (usize, usize),
    pub(super) changes: Vec<Change>,
}

impl Subject {
    /// Compiles and checks a version; `original` is what the file holds.
    pub(super) fn check(&self, original: &str, text: &str) -> Result<State, Failure> {
        if text == original {
            return self.state(open(&self.asked)?, text);
        }
        let changed = open_changed(&self.asked, text)?;
        let opened = Opened {
            units: changed.opened.units,
            notes: changed.opened.notes,
            problems: changed.opened.problems,
        };
        self.state(opened, text)
    }

    fn state(&self, opened: Opened, text: &str) -> Result<State, Failure> {
        if let Some(problem) = opened.problems.into_iter().next() {
            return Err(problem);
        }
        let mut state = State { reports: Vec::new(), modules: Vec::new(), broken: Vec::new() };
        let code = Code::new(text, self.language);
        for unit in &opened.units {
            let module = unit.source.module();
            if let Err(problem) = &module {
                return Err(Failure::refused(problem, &unit.source));
            }
            Batch::new([(unit, &module)], &self.options, None, None).check(|told| {
                if let Told::Report(told) = told {
                    let (source, report) = *told;
                    state.broken.push(self.broken(&code, &source, &report));
                    state.reports.push(report);
                }
            });
            state.modules.extend(module);
        }
        Ok(state)
    }

    /// What a report says first, where that is of this file.
    fn broken(&self, code: &Code<'_>, source: &Source, report: &KernelReport) -> Option<Broken> {
        let (rule, at) = headline::broken(report)?;
        let position = source.position(at);
        let own = self.asked.file.file_name()?.to_string_lossy().into_owned();
        if !position.file.ends_with(&own) {
            return None;
        }
        let offset = code.offset(position.line, position.column)?;
        let contract = headline::contract(source, report).unwrap_or_default();
        let changes = propose(code, &Problem { rule, offset, contract: &contract });
        Some(Broken { rule, place: (position.line, position.column), changes })
    }
}

/// How bad a report is.
pub(super) fn rank(report: &KernelReport) -> u8 {
    let likely = report.likely_bug.is_some();
    match report.verdict {
        Verdict::Proved => 0,
        Verdict::Conditional => 1 + u8::from(likely),
        Verdict::Unknown => 3 + u8::from(likely),
        Verdict::Unsupported => 5,
        Verdict::Undefined => 6,
        Verdict::IllFormed => 7,
    }
}

impl State {
    /// How the process ends where this is left.
    pub(super) fn exit(&self) -> Exit {
        let worst = self.reports.iter().map(rank).max().unwrap_or(3);
        match worst {
            0 | 1 => Exit::Success,
            6 => Exit::Undefined,
            7 => Exit::IllFormed,
            _ => Exit::Unknown,
        }
    }

    /// Lines of loads that need a mask for which no padding is clear.
    pub(super) fn unclear(&self) -> impl Iterator<Item = usize> {
        let broken = self.broken.iter().flatten();
        let needs = |broken: &&Broken| [Rule::TileInside, Rule::MemoryBounds].contains(&broken.rule);
        broken.filter(needs).filter(|broken| broken.changes.is_empty()).map(|broken| broken.place.0)
    }

    /// The verdicts, in a few words.
    pub(super) fn summary(&self) -> String {
        let said = self.reports.iter().map(|report| {
            let likely = if report.likely_bug.is_some() { "likely bug; " } else { "" };
            let name = report.name.as_deref().unwrap_or_default();
            format!("@{} is {likely}{}", driver::load::function_name(name), report.verdict.name())
        });
        said.collect::<Vec<_>>().join(", ")
    }
}
