//! `tileproof check`: every kernel of a file, proved, refuted by a launch that the interpreter has run, or neither.

mod completed;
mod coverage;
mod human;
pub mod infer;
pub mod json;
mod replay;
pub mod report;
mod resolve;
mod scripts;
pub mod search;
mod verb;

use std::any::Any;
use std::cell::Cell;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use spec::contract::Bound;
use spec::origins::Origins;
use spec::problem::{IllFormed, Refused, Unsupported};
use spec::proof::Proved;
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Allowance, Kernel, Module};
use spec::valid::Valid;
use verify::Budget;

use self::coverage::prove;
pub use self::human::report as describe;
use self::infer::Search;
use self::report::{Clauses, Finding, KernelReport, Status, Verdict};
use self::resolve::{Missing, resolve};
pub use self::verb::{Arguments, run};
pub use crate::contract::Flags;
use crate::contract::{contract, stray};
use crate::failure::Failure;
use crate::signature::Signature;
use crate::source::Source;

/// What is said of clauses that nobody could make weaker in the work that they may cost.
pub const CUT: &str = "the search for weaker clauses was cut short: these may be stronger than need be";

/// What the solver is given for one question for a second of `--timeout`, in steps of its own: a tenth of the work that the
/// whole kernel may cost.
const STEPS_A_SECOND: f64 = 100_000.0;

/// How many times the seconds of `--timeout` a kernel may take by the clock, where its work takes longer than it should.
const SLACK: f64 = 3.0;

/// The seconds of `--timeout`, where it is not given.
const SECONDS: f64 = 10.0;

/// The stack of a thread that checks kernels: terms nest as deep as a kernel has operations in a row. It is address
/// space, and no memory until it is used.
const STACK: usize = 1 << 30;

/// What to check, and how.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// This kernel only.
    pub kernel: Option<String>,
    /// Clauses beside those of the file.
    pub flags: Flags,
    /// About how long a kernel may take, all in all: work is counted, and the clock ends what takes three times as long.
    pub seconds: Option<f64>,
    /// A rule that both readings leave out: what is tested is that something else then notices.
    pub ignore: Option<Rule>,
    /// Whether to keep the solver's questions.
    pub scripts: bool,
    /// Whether to find out what accesses could promise, for the proof.
    pub whole: bool,
}

/// Checks the kernels of a text.
pub fn check_module(text: &str, options: &Options) -> Vec<KernelReport> {
    match spec::parse::module(text) {
        Ok(module) => check_parsed(&module, options),
        Err(problem) => vec![KernelReport::refused(None, problem.into())],
    }
}

/// Checks the kernels of a module, as many at once as there are processors.
pub fn check_parsed(module: &Module, options: &Options) -> Vec<KernelReport> {
    let wanted = |kernel: &&Arc<Kernel>| options.kernel.as_ref().is_none_or(|name| *name == kernel.name);
    let kernels: Vec<_> = module.kernels.iter().filter(wanted).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || kernels.get(next.fetch_add(1, Ordering::Relaxed));
        let mut done = Vec::new();
        while let Some(kernel) = take() {
            done.push((kernel.at.offset, check_kernel(module, kernel, options)));
        }
        done
    };
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(kernels.len());
    let mut reports = thread::scope(|scope| {
        let worker = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let workers: Vec<_> = (0..workers).filter_map(|at| worker(at).ok()).collect();
        // Where no thread can be had, this one does the work.
        let mut reports = if workers.is_empty() { work() } else { Vec::new() };
        for worker in workers {
            match worker.join() {
                Ok(done) => reports.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        reports
    });
    reports.sort_by_key(|(offset, _)| *offset);
    let stray = stray(module).map(|problem| KernelReport::refused(None, problem.into()));
    reports.into_iter().map(|(_, report)| report).chain(stray).collect()
}

/// The proof of a kernel under the contract that its file has for it.
///
/// # Errors
/// The verdict is another one.
pub(crate) fn proved(source: &Source, module: &Module, kernel: &Kernel) -> Result<Proved, Failure> {
    let options = Options { kernel: Some(kernel.name.clone()), whole: true, ..Options::default() };
    let reports = check_parsed(module, &options);
    let worst = reports.iter().map(|report| report.verdict).max().unwrap_or(Verdict::Unknown);
    let proof = reports.into_iter().find_map(|report| report.proof);
    proof.filter(|_| worst == Verdict::Proved).map(|proof| *proof).ok_or_else(|| {
        let mut failure = Failure::unproved(format!("@{} is not proved: {}", kernel.name, worst.name()));
        failure.exit = worst.exit();
        let help = format!("`tileproof check {} --kernel {}` says why", source.name, kernel.name);
        failure.help(help)
    })
}

/// Checks one kernel under the contract that the file has for it.
fn check_kernel(module: &Module, kernel: &Arc<Kernel>, options: &Options) -> KernelReport {
    match contract(module, kernel, &options.flags) {
        Ok(contract) => check_under(module, kernel, &contract, options),
        Err(problem) => KernelReport::refused(Some(kernel.name.clone()), problem.into()),
    }
}

/// Checks one kernel under a contract, which need not be the file's.
pub fn check_under(
    module: &Module,
    kernel: &Arc<Kernel>,
    contract: &Contract,
    options: &Options,
) -> KernelReport {
    let start = Instant::now();
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let kernel = Valid::new(kernel.clone())?;
        check_valid(module, &kernel, contract, options)
    }));
    let report = match checked {
        Ok(report) => report.unwrap_or_else(|problem| KernelReport::refused(None, problem)),
        Err(panic) => failed(&*panic),
    };
    KernelReport { name: Some(kernel.name.clone()), seconds: start.elapsed().as_secs_f64(), ..report }
}

/// A report on a kernel on which tileproof itself failed: nothing is known, and other kernels are not to suffer.
fn failed(panic: &(dyn Any + Send)) -> KernelReport {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let message = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let note = format!("tileproof failed on this kernel, which is a bug of ours: {message}");
    KernelReport { notes: vec![note], ..KernelReport::unknown() }
}

fn check_valid(
    module: &Module,
    kernel: &Valid,
    contract: &Contract,
    options: &Options,
) -> Result<KernelReport, Refused> {
    let bound = Bound::new(contract, kernel)?;
    let signature = Signature::new(kernel, contract);
    let seconds = options.seconds.unwrap_or(SECONDS);
    let budget = Budget::new(seconds, Duration::from_secs_f64((seconds * SLACK).clamp(0.1, 1e9)));
    let limits = limits(options, seconds, &budget);
    // Folding is for the solver alone: the replay runs what the author wrote.
    let folded = spec::fold::kernel(kernel);
    let allowed = module.allowances.iter().filter(|(name, _)| *name == kernel.name);
    let allowances: Vec<_> = allowed.map(|(_, allowance)| allowance).collect();
    let open = verify::Open::of(&bound);
    // Where anything is open, one launch that breaks a rule is enough to start to look for what excludes it.
    let quick = verify::Options { first: open.launch() && options.ignore.is_none(), ..limits.clone() };
    let mut proof = verify::check(&folded, &Bound::new(contract, &folded)?, &quick);
    if proof.empty {
        return Err(Refused::IllFormed(contradiction(kernel, contract, &proof.vacuous)));
    }
    let (mut missing, mut stopped) = (Missing::None, proof.stopped);
    let is_open = !all_proved(&proof, &allowances) && !proof.stopped;
    if options.ignore.is_none() && open.anything() && is_open {
        let search = Search {
            kernel,
            folded: &folded,
            base: contract,
            allowances: &allowances,
            limits: &limits,
            effort: Search::effort(&open, &budget),
            spent: Cell::default(),
        };
        let completed = search.complete(&open);
        if let Some(found) = completed.proof {
            let given = std::mem::take(&mut proof.given);
            let bound = Bound::new(&completed.contract, kernel)?;
            let coverage = found.coverage.clone();
            let report = resolve(kernel, &bound, found, &allowances, &limits, &Missing::None);
            let contract = Clauses { given, inferred: completed.clauses, ..report.contract };
            let mut notes = report.notes;
            if completed.cut {
                notes.push(CUT.to_owned());
            }
            let report = KernelReport { signature, contract, notes, ..report };
            return Ok(prove(&coverage, &bound, kernel, report));
        }
        if open.launch() {
            missing = if completed.hopeless { Missing::None } else { Missing::Unknown(completed.clauses) };
            let whole = verify::check(&folded, &Bound::new(contract, &folded)?, &limits);
            // What ended at the first launch that breaks a rule says more than what ended before.
            stopped |= whole.stopped;
            if !whole.stopped {
                proof = whole;
            }
        }
    }
    let coverage = proof.coverage.clone();
    let report = resolve(kernel, &bound, proof, &allowances, &limits, &missing);
    followed(kernel, &report)?;
    let mut report = KernelReport { signature, ..report };
    if stopped || budget.is_late() {
        report.end_early(&budget, seconds);
        return Ok(report);
    }
    // Where a rule is left out, nothing is proved.
    Ok(if options.ignore.is_none() { prove(&coverage, &bound, kernel, report) } else { report })
}

/// How the verifier is run.
fn limits(options: &Options, seconds: f64, budget: &Budget) -> verify::Options {
    verify::Options {
        rlimit: steps(seconds),
        ignore: options.ignore,
        scripts: options.scripts,
        whole: options.whole,
        budget: budget.clone(),
        ..verify::Options::default()
    }
}

/// That what was found does not hang on what stands in a table of addresses, if the kernel takes one.
fn followed(kernel: &Valid, report: &KernelReport) -> Result<(), Unsupported> {
    let origins = Origins::new(kernel);
    let elsewhere = |finding: &Finding| {
        let op = kernel.operations().nth(finding.operation);
        matches!(finding.status, Status::Refuted(_)) && op.is_some_and(|op| !origins.follows_table(op))
    };
    match &origins.loaded_pointer {
        Some(at) if report.verdict != Verdict::Proved && !report.obligations.iter().any(elsewhere) => {
            let message = "a pointer is made of a number that is loaded from memory, as of a list of arrays: what it \
                           points to no contract can say";
            Err(Unsupported { message: message.to_owned(), at: at.clone() })
        }
        Some(_) | None => Ok(()),
    }
}

/// That no launch meets a contract; of the buffers that are named, no value of an element keeps what is said.
fn contradiction(kernel: &Valid, contract: &Contract, vacuous: &[(String, String)]) -> IllFormed {
    let help = match vacuous {
        [] => "nothing would be proved by it: two clauses contradict each other".to_owned(),
        [(name, words), ..] => format!(
            "nothing would be proved by it: {words}, and `{name}` has elements (a `buffer` clause may say that it \
             has none)"
        ),
    };
    let message = format!("no launch meets the contract of @{}", kernel.name);
    IllFormed { message, at: contract.at.clone(), help: Some(help) }
}

/// Whether nothing is left to show.
fn all_proved(proof: &verify::Report, allowances: &[&Allowance]) -> bool {
    let accepted = |rule: Rule| allowances.iter().any(|allowance| allowance.rule == rule.code());
    proof.obligations.iter().all(|one| one.status == verify::Status::Proved || accepted(one.rule))
}

/// At least one step: none would be no limit.
fn steps(seconds: f64) -> u32 {
    (seconds * STEPS_A_SECOND).clamp(1.0, u32::MAX.into()) as u32
}
