//! The checks of a run: kernels of sources for all launches, and launches made by the sources. Several run at once, and results are
//! reported in order or as they finish.

mod launch_site;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;

use spec::problem::Refused;
use spec::syntax::kernel::{Kernel, Module};

use super::explanation::explain;
use super::general::General;
use super::launched::{Earlier, check_in_script, find_all_broken};
use super::options::Options;
use super::report::KernelReport;
use super::usage::Usage;
use crate::cache::Cache;
use crate::compile::{LaunchedAt, Unit};
use crate::load::{Position, Source, find_stray_contract, select_kernels};
use crate::pool::{self, Progress};

/// The progress of a batch.
#[derive(Debug)]
pub enum Told {
    /// The next report, with the source as it is to be named.
    Report(Box<(Source, KernelReport)>),
    /// Nothing was decided for a moment.
    Waiting,
}

/// Sources to check.
#[derive(Debug)]
pub struct Batch<'a> {
    parts: Vec<Part<'a>>,
    /// The launches of each script.
    earlier: BTreeMap<Option<&'a str>, Earlier<'a>>,
    cache: Option<&'a Cache>,
    jobs: usize,
}

/// A source.
#[derive(Debug)]
struct Part<'a> {
    unit: &'a Unit,
    module: Result<&'a Module, Refused>,
    /// For the kernels.
    options: Options,
    /// For launches.
    single: Options,
}

/// A task, with the number of its source.
#[derive(Debug)]
enum Task<'a> {
    /// A source that is not accepted, or a contract of no kernel.
    Refused(usize, Refused),
    /// A kernel for all launches.
    Kernel(usize, &'a Arc<Kernel>),
    /// A launch.
    Launch(usize, &'a Arc<Kernel>, &'a LaunchedAt),
}

impl<'a> Batch<'a> {
    /// A batch over sources with their contracts, checked with options. Cached verdicts are used, and the number of parallel tasks defaults
    /// to the number of processors.
    pub fn new(
        units: impl IntoIterator<Item = (&'a Unit, &'a Result<Module, Refused>)>,
        options: &Options,
        cache: Option<&'a Cache>,
        jobs: Option<NonZero<usize>>,
    ) -> Self {
        let units: Vec<(&'a Unit, &'a Result<Module, Refused>)> = units.into_iter().collect();
        let read: Vec<(&'a Unit, &'a Module)> =
            units.iter().filter_map(|(unit, module)| Some((*unit, module.as_ref().ok()?))).collect();
        let part = |(unit, module): &(&'a Unit, &'a Result<Module, Refused>)| {
            let usage = module.as_ref().map(|module| Usage::of((unit, module), &read)).unwrap_or_default();
            let flags = options.flags.with_constants(&unit.source);
            let single = Options { flags, ..options.clone() };
            // Without a proof, a launch is checked by itself.
            let whole =
                Options { whole: options.whole || !unit.launches.is_empty(), usage, ..single.clone() };
            Part { unit, module: module.as_ref().map_err(Clone::clone), options: whole, single }
        };
        let mut scripts: BTreeMap<Option<&'a str>, Vec<(&'a Unit, &'a Module)>> = BTreeMap::new();
        for (unit, module) in &read {
            scripts.entry(unit.script.as_deref()).or_default().push((unit, module));
        }
        let of_script = |(name, units): (_, Vec<_>)| (name, Earlier::of(units.into_iter()));
        let earlier = scripts.into_iter().map(of_script).collect();
        let jobs = jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        Batch { parts: units.iter().map(part).collect(), earlier, cache, jobs }
    }

    /// The kernels of the expected reports, in order; none for a rejected source.
    pub fn names(&self) -> Vec<String> {
        let name = |task: Task<'_>| match task {
            Task::Refused(..) => String::new(),
            Task::Kernel(_, kernel) | Task::Launch(_, kernel, _) => kernel.name.clone(),
        };
        self.tasks().into_iter().map(name).collect()
    }

    /// The scripts whose kernels and launches the reports will be about, in order; none where a source makes no launch.
    pub fn scripts(&self) -> Vec<Option<&'a str>> {
        let script = |task: Task<'a>| match task {
            Task::Refused(number, _) | Task::Kernel(number, _) | Task::Launch(number, ..) => {
                self.parts[number].unit.script.as_deref()
            }
        };
        self.tasks().into_iter().map(script).collect()
    }

    /// The place of a kernel's operation, by position.
    pub fn position(&self, kernel: &str, operation: usize) -> Option<Position> {
        self.parts.iter().find_map(|part| {
            let kernels = &part.module.as_ref().ok()?.kernels;
            let found = kernels.iter().find(|one| one.name == kernel)?;
            Some(part.unit.source.position(&found.operations().nth(operation)?.at))
        })
    }

    /// Checks everything, and tells reports in the order of the sources.
    pub fn check(&self, mut each: impl FnMut(Told)) {
        let tasks = self.tasks();
        let firsts = self.firsts(&tasks);
        let work = |task: &Task<'a>| self.work(task, &firsts);
        pool::run(&tasks, self.jobs, work, |progress| match progress {
            Progress::Done(done) => each(Told::Report(Box::new(done))),
            Progress::Waiting => each(Told::Waiting),
        });
    }

    /// Checks everything, and passes on each report as soon as possible: a slow kernel delays no other.
    pub fn check_unordered(&self, mut each: impl FnMut(Told)) {
        let tasks = self.tasks();
        let firsts = self.firsts(&tasks);
        let work = |task: &Task<'a>| self.work(task, &firsts);
        pool::run_unordered(&tasks, self.jobs, work, |progress| match progress {
            Progress::Done((_, done)) => each(Told::Report(Box::new(done))),
            Progress::Waiting => each(Told::Waiting),
        });
    }

    /// Slots for the results of kernels that launches wait for, by source.
    fn firsts(&self, tasks: &[Task<'_>]) -> Vec<OnceLock<Option<General<'a>>>> {
        let firsts: Vec<OnceLock<Option<General<'a>>>> = self.parts.iter().map(|_| OnceLock::new()).collect();
        for (number, first) in firsts.iter().enumerate() {
            let is_it = |task: &Task<'_>| matches!(task, Task::Kernel(of, kernel) if *of == number && self.is_launched(number, kernel));
            if !tasks.iter().any(is_it) {
                // Nobody will.
                first.get_or_init(|| None);
            }
        }
        firsts
    }

    /// All tasks, in order.
    fn tasks(&self) -> Vec<Task<'a>> {
        let mut tasks = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            let module = match &part.module {
                Ok(module) => *module,
                Err(problem) => {
                    tasks.push(Task::Refused(number, problem.clone()));
                    continue;
                }
            };
            if part.unit.general {
                let mut kernels: Vec<&Arc<Kernel>> = match &part.options.kernel {
                    Some(wanted) => select_kernels(&module.kernels, wanted),
                    None => module.kernels.iter().collect(),
                };
                kernels.sort_by_key(|kernel| kernel.at.offset);
                tasks.extend(kernels.into_iter().map(|kernel| Task::Kernel(number, kernel)));
                let stray = find_stray_contract(module);
                tasks.extend(stray.map(|problem| Task::Refused(number, problem.into())));
            }
            let wanted =
                |kernel: &&Arc<Kernel>| part.options.kernel.as_ref().is_none_or(|name| *name == kernel.name);
            if let Some(kernel) = module.kernels.first().filter(wanted) {
                let launches = part.unit.launches.iter();
                tasks.extend(launches.map(|launched| Task::Launch(number, kernel, launched)));
            }
        }
        tasks
    }

    /// Whether the launches of a source are of a kernel.
    fn is_launched(&self, number: usize, kernel: &Kernel) -> bool {
        let part = &self.parts[number];
        let first = part.module.as_ref().ok().and_then(|module| module.kernels.first());
        !part.unit.launches.is_empty() && first.is_some_and(|first| first.name == kernel.name)
    }

    fn work(&'a self, task: &Task<'a>, firsts: &[OnceLock<Option<General<'a>>>]) -> (Source, KernelReport) {
        let (Task::Refused(number, _) | Task::Kernel(number, _) | Task::Launch(number, ..)) = task;
        let part = &self.parts[*number];
        let source = &part.unit.source;
        let refused = |problem: &Refused| KernelReport::refused(None, problem.clone());
        let module = match &part.module {
            Ok(module) => *module,
            Err(problem) => return (source.clone(), refused(problem)),
        };
        match task {
            Task::Refused(_, problem) => (source.clone(), refused(problem)),
            Task::Kernel(_, kernel) => {
                let is_first = self.is_launched(*number, kernel);
                let launches = if is_first { &part.unit.launches[..] } else { &[] };
                let check = || General::check_launched((module, kernel), &part.options, launches, self.cache);
                let general = caught(check, kernel);
                let report = match general {
                    Ok(general) if is_first => {
                        let report = general.kept().clone();
                        firsts[*number].get_or_init(|| Some(general));
                        report
                    }
                    Ok(general) => general.into_report(),
                    Err(report) => {
                        firsts[*number].get_or_init(|| None);
                        *report
                    }
                };
                let mut report = find_all_broken((module, kernel), launches, report);
                explain(module, kernel, &mut report);
                (source.clone(), report)
            }
            Task::Launch(_, kernel, launched) => {
                let general = firsts[*number].wait().as_ref();
                let nothing = Earlier::default();
                let earlier = self.earlier.get(&part.unit.script.as_deref()).unwrap_or(&nothing);
                let check = || {
                    let about = (general, earlier);
                    check_in_script((module, kernel), launched, about, &part.single, self.cache)
                };
                let mut report = caught(check, kernel).unwrap_or_else(|report| *report);
                explain(module, kernel, &mut report);
                let launch = launch_site::describe(launched, &|file| source.author_text(file));
                (source.named(&launched.place).of_launch(&launch), report)
            }
        }
    }
}

/// The result of a check; after a panic, a report about the bug.
fn caught<R>(check: impl FnOnce() -> R, kernel: &Kernel) -> Result<R, Box<KernelReport>> {
    catch_unwind(AssertUnwindSafe(check)).map_err(|panic| {
        Box::new(KernelReport { name: Some(kernel.name.clone()), ..KernelReport::after_panic(&*panic) })
    })
}
