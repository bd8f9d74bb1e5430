//! The kernels of a file, as many at once as there are processors.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use spec::proof::Proved;
use spec::syntax::kernel::{Kernel, Module};

use super::general::General;
use super::options::Options;
use super::report::{KernelReport, Verdict};
use crate::failure::Failure;
use crate::load::{Source, find_stray_contract, function_name, select_kernels};
use crate::pool::{self, Progress};

/// Checks the kernels of a text.
pub fn check_module(text: &str, options: &Options) -> Vec<KernelReport> {
    match spec::parse::module(text) {
        Ok(module) => match module.unread.first() {
            Some(unread) => vec![KernelReport::refused(None, unread.clone().into())],
            None => check_parsed(&module, options),
        },
        Err(problem) => vec![KernelReport::refused(None, problem.into())],
    }
}

/// Checks the kernels of a module, as many at once as there are processors.
pub fn check_parsed(module: &Module, options: &Options) -> Vec<KernelReport> {
    let kernels: Vec<&Arc<Kernel>> = match &options.kernel {
        Some(wanted) => select_kernels(&module.kernels, wanted),
        None => module.kernels.iter().collect(),
    };
    let mut reports = Vec::new();
    let jobs = thread::available_parallelism().map_or(1, NonZero::get);
    let check = |kernel: &&Arc<Kernel>| {
        (kernel.at.offset, General::check(module, kernel, options, None).into_report())
    };
    pool::run(&kernels, jobs, check, |progress| match progress {
        Progress::Done(done) => reports.push(done),
        Progress::Waiting => {}
    });
    reports.sort_by_key(|(offset, _)| *offset);
    let stray = find_stray_contract(module).map(|problem| KernelReport::refused(None, problem.into()));
    reports.into_iter().map(|(_, report)| report).chain(stray).collect()
}

/// The proof of a kernel under its contract in the file.
///
/// # Errors
/// The verdict is different.
pub(crate) fn prove_kernel(source: &Source, module: &Module, kernel: &Kernel) -> Result<Proved, Failure> {
    let options = Options { kernel: Some(kernel.name.clone()), whole: true, ..Options::default() };
    let reports = check_parsed(module, &options);
    let worst = reports.iter().map(|report| report.verdict).max().unwrap_or(Verdict::Unknown);
    let proof = reports.into_iter().find_map(|report| report.proof);
    proof.filter(|_| worst.is_proof()).map(|proof| *proof).ok_or_else(|| {
        let mut failure =
            Failure::unproved(format!("@{} is not proved: {}", function_name(&kernel.name), worst.name()));
        failure.exit = worst.exit();
        let help = format!("`tileproof check {} --kernel {}` says why", source.name, kernel.name);
        failure.help(help)
    })
}
