//! The changed file, and the check of each version.

use std::collections::BTreeSet;

use driver::check::report::{KernelReport, Verdict};
use driver::check::{Batch, Options, Told, Unkept, prove_same_results, unneeded_masks};
use driver::code::{Code, Language};
use driver::compile::{Asked, Opened, open, open_changed};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::load::Source;
use driver::repair::{Change, Problem, propose};
use spec::problem::{Refused, Unsupported};
use spec::rules::Rule;
use spec::syntax::contract::{BufferClause, Contract};
use spec::syntax::kernel::Module;
use verify::Clause;

use report::headline;

/// A source, and how it is compiled and checked.
pub(super) struct Subject {
    pub(super) asked: Asked,
    pub(super) language: Language,
    pub(super) options: Options,
}

/// The check of a version.
#[derive(Clone)]
pub(super) struct State {
    pub(super) reports: Vec<KernelReport>,
    pub(super) modules: Vec<Module>,
    /// By report, the position of its module.
    of: Vec<usize>,
    /// The places of accesses that need no mask, by line and column.
    pub(super) unneeded: Vec<(usize, usize)>,
    /// The unread kernels, each with the reason.
    pub(super) left_out: Vec<String>,
    /// By report, the first finding, and its possible changes.
    pub(super) broken: Vec<Option<Broken>>,
    /// The launches of the script: module and name of the kernel, and whether the launch is proved.
    launches: Vec<(usize, Option<String>, bool)>,
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
        let mut state = State {
            reports: Vec::new(),
            modules: Vec::new(),
            of: Vec::new(),
            unneeded: Vec::new(),
            left_out: Vec::new(),
            broken: Vec::new(),
            launches: Vec::new(),
        };
        let code = Code::new(text, self.language);
        for unit in &opened.units {
            let module = unit.source.module();
            if let Err(problem) = &module {
                let failure = Failure::refused(problem, &unit.source);
                match problem {
                    // The other kernels of the file can still be repaired.
                    Refused::Unsupported(Unsupported { at, .. }) if opened.units.len() > 1 => {
                        state.left_out.push(format!("{}: {failure}", unit.source.position(at)));
                        continue;
                    }
                    Refused::Unsupported(_) | Refused::IllFormed(_) => return Err(failure),
                }
            }
            Batch::new([(unit, &module)], &self.options, None, None).check(|told| {
                if let Told::Report(told) = told {
                    let (source, report) = *told;
                    state.broken.push(self.broken(&code, &source, &report));
                    state.unneeded.extend(self.unneeded(&source, &report));
                    if source.launch().is_some() {
                        let is_proved = report.verdict == Verdict::Proved;
                        state.launches.push((state.modules.len(), report.name.clone(), is_proved));
                    }
                    state.of.push(state.modules.len());
                    state.reports.push(report);
                }
            });
            state.modules.extend(module);
        }
        Ok(state)
    }

    /// The accesses of the file that need no mask.
    fn unneeded(&self, source: &Source, report: &KernelReport) -> Vec<(usize, usize)> {
        let own = self.asked.file.file_name().map(|name| name.to_string_lossy().into_owned());
        let places = unneeded_masks(source, report).into_iter().map(|at| source.position(&at));
        let is_own = |file: &str| own.as_ref().is_some_and(|own| file.ends_with(own));
        places.filter(|at| is_own(&at.file)).map(|at| (at.line, at.column)).collect()
    }

    /// The first finding of a report, if in the file.
    fn broken(&self, code: &Code<'_>, source: &Source, report: &KernelReport) -> Option<Broken> {
        let (rule, at) = headline::broken(report)?;
        let position = source.position(at);
        let own = self.asked.file.file_name()?.to_string_lossy().into_owned();
        if !position.file.ends_with(&own) {
            return None;
        }
        let offset = code.offset(position.line, position.column)?;
        let mut contract = headline::contract(source, report).unwrap_or_default();
        contract.buffers.extend(told_by_launches(report, &contract));
        let origin = headline::first(report).and_then(|example| headline::origin_offset(source, at, example));
        let wraps = Problem::may_wrap(headline::first(report).map(|example| &example.violation));
        let elements = headline::element_types_of(source, report);
        let problem = Problem { rule, offset, contract: &contract, origin, wraps, elements: &elements };
        let changes = propose(code, &problem);
        Some(Broken { rule, place: (position.line, position.column), changes })
    }
}

/// The sizes of arrays that launches show and no clause states, for masks that compare with them.
fn told_by_launches(report: &KernelReport, contract: &Contract) -> Vec<BufferClause> {
    let shown = report.contract.inferred.iter().take(report.contract.assumed.count);
    let sizes = shown.filter_map(|one| match &one.clause {
        Clause::Buffer { name, element, len, .. } => {
            Some(BufferClause { name: name.clone(), element: *element, len: len.clone(), uninit: false })
        }
        Clause::Requires(_) | Clause::Align { .. } | Clause::Contents { .. } | Clause::Related { .. } => None,
    });
    sizes.filter(|size| !contract.buffers.iter().any(|known| known.name == size.name)).collect()
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
    /// The kernels that another version changes, by module and name.
    fn changed<'a>(&'a self, after: &'a State) -> impl Iterator<Item = (usize, &'a String)> {
        let modules = self.modules.iter().zip(&after.modules).enumerate();
        modules.flat_map(|(at, (old, new))| {
            let changed = old.kernels.iter().filter(|kernel| !new.kernels.contains(kernel));
            changed.map(move |kernel| (at, &kernel.name))
        })
    }

    /// A changed kernel with launches in the script, all of which are proved as the kernel is: a proof with shorter arrays says nothing of
    /// these.
    pub(super) fn find_right_launches<'a>(&'a self, after: &'a State) -> Option<&'a str> {
        let is_right = |(at, kernel): &(usize, &String)| {
            let mut own =
                self.launches.iter().filter(|(of, name, _)| of == at && name.as_ref() == Some(kernel));
            own.clone().next().is_some() && own.all(|(_, _, is_proved)| *is_proved)
        };
        self.changed(after).find(is_right).map(|(_, name)| name.as_str())
    }

    /// Proves that the changed kernels keep the results of every defined launch.
    pub(super) fn keeps_results(&self, changed: &State, options: &Options) -> Result<(), Unkept> {
        for (number, (old, new)) in self.modules.iter().zip(&changed.modules).enumerate() {
            let own = changed.of.iter().zip(&changed.reports).filter(|(of, _)| **of == number);
            let own: Vec<KernelReport> = own.map(|(_, report)| report.clone()).collect();
            prove_same_results(old, new, &own, options)?;
        }
        Ok(())
    }

    /// The lengths of arrays that the proofs of changed kernels need and no contract states. Longer arrays are no part of the proof.
    pub(super) fn inferred_lengths(&self, before: &State) -> BTreeSet<String> {
        let changed: BTreeSet<(usize, &String)> = before.changed(self).collect();
        let is_changed = |(of, report): &(&usize, &KernelReport)| {
            report.name.as_ref().is_some_and(|name| changed.contains(&(**of, name)))
        };
        let reports = self.of.iter().zip(&self.reports).filter(is_changed);
        let inferred = reports.flat_map(|(_, report)| &report.contract.inferred);
        let lengths = inferred.filter(|one| matches!(one.clause, Clause::Buffer { .. }));
        lengths.map(|one| format!("`{}`", one.clause)).collect()
    }

    /// The exit code of the state.
    pub(super) fn exit(&self) -> Exit {
        let worst = self.reports.iter().map(rank).max().unwrap_or(3);
        match worst {
            0 | 1 => Exit::Success,
            6 => Exit::Undefined,
            7 => Exit::IllFormed,
            _ => Exit::Unknown,
        }
    }

    /// Lines of loads that need a mask but have no clear padding.
    pub(super) fn unclear(&self) -> BTreeSet<usize> {
        let broken = self.broken.iter().flatten();
        let needs = |broken: &&Broken| [Rule::TileInside, Rule::MemoryBounds].contains(&broken.rule);
        // Several kernels and launches break the same line.
        broken.filter(needs).filter(|broken| broken.changes.is_empty()).map(|broken| broken.place.0).collect()
    }

    /// The rules that kernels break first, each with its line and the number of edits that are known for it.
    pub(super) fn all_broken(&self) -> Vec<(Rule, usize, usize)> {
        let broken = self.broken.iter().zip(&self.reports).filter(|(_, report)| rank(report) >= 2);
        let mut all: Vec<_> = broken
            .filter_map(|(broken, _)| broken.as_ref())
            .map(|broken| (broken.rule, broken.place.0, broken.changes.len()))
            .collect();
        // Instances of a template and launches of a kernel break the same line.
        let mut told = BTreeSet::new();
        all.retain(|(rule, line, _)| told.insert((*rule, *line)));
        all
    }

    /// The verdicts, in a few words.
    pub(super) fn summary(&self) -> String {
        let said = self.reports.iter().map(|report| {
            let name = driver::load::function_name(report.name.as_deref().unwrap_or_default());
            let words = match report.verdict {
                _ if report.likely_bug.is_some() => "still a likely bug",
                Verdict::Proved => "proved",
                Verdict::Conditional => "proved under preconditions",
                Verdict::Unknown => "unknown",
                Verdict::Unsupported => "unsupported",
                Verdict::IllFormed => "ill-formed",
                Verdict::Undefined => "undefined behavior",
            };
            format!("{name}: {words}")
        });
        said.collect::<Vec<_>>().join("; ")
    }
}
