//! The kernels of a file, as many at once as there are processors.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use spec::proof::Proved;
use spec::syntax::kernel::{Kernel, Module};

use super::kernel::check_kernel;
use super::options::Options;
use super::report::{KernelReport, Verdict};
use crate::failure::Failure;
use crate::load::{Source, find_stray_contract};

/// The stack of a thread that checks kernels: terms nest as deep as a kernel has operations in a row. It is address
/// space, and no memory until it is used.
const STACK: usize = 1 << 30;

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
    let stray = find_stray_contract(module).map(|problem| KernelReport::refused(None, problem.into()));
    reports.into_iter().map(|(_, report)| report).chain(stray).collect()
}

/// The proof of a kernel under the contract that its file has for it.
///
/// # Errors
/// The verdict is another one.
pub(crate) fn prove_kernel(source: &Source, module: &Module, kernel: &Kernel) -> Result<Proved, Failure> {
    let options = Options { kernel: Some(kernel.name.clone()), whole: true, ..Options::default() };
    let reports = check_parsed(module, &options);
    let worst = reports.iter().map(|report| report.verdict).max().unwrap_or(Verdict::Unknown);
    let proof = reports.into_iter().find_map(|report| report.proof);
    proof.filter(|_| worst.is_proof()).map(|proof| *proof).ok_or_else(|| {
        let mut failure = Failure::unproved(format!("@{} is not proved: {}", kernel.name, worst.name()));
        failure.exit = worst.exit();
        let help = format!("`tileproof check {} --kernel {}` says why", source.name, kernel.name);
        failure.help(help)
    })
}
