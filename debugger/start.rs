//! How a check finds the launch that is debugged: its counterexample, else a launch of the contract.

use std::sync::Arc;

use driver::check::report::{Counterexample, KernelReport};
use driver::check::{Batch, Options, Told, check_parsed, sample_launch};
use driver::compile::Unit;
use driver::failure::Failure;
use driver::load::{Flags, Meaning, Source, find_contract};
use driver::signature::Signature;
use spec::contract::Bound;
use spec::syntax::kernel::{Kernel, Module};

use crate::subject::Subject;

/// Checks a kernel, and takes the launch that breaks a rule, or one of the contract.
///
/// # Errors
/// The kernel is rejected, or no launch of its contract was found.
pub fn find(
    source: &Source,
    module: &Module,
    kernel: &Arc<Kernel>,
    flags: &Flags,
    seconds: Option<f64>,
) -> Result<Subject, Failure> {
    let refused = |problem: &_| Failure::refused(problem, source);
    let contract = find_contract(module, kernel, flags).map_err(|problem| refused(&problem.into()))?;
    let Meaning { compiled: valid, kernel: meant, note: _ } = Meaning::new(source, module, kernel)?;
    let signature = Signature::new(&valid, &contract);
    let (name, flags) = (Some(kernel.name.clone()), flags.clone());
    let options = Options { kernel: name, flags, seconds, ..Options::default() };
    let reports = check_parsed(module, &options);
    let Some(report) = reports.iter().find(|report| report.name.as_ref() == Some(&kernel.name)) else {
        return Err(Failure::unproved(format!("@{} was not checked", kernel.name)));
    };
    if let Some(problem) = &report.problem {
        return Err(refused(problem));
    }
    let subject = |launch, about, is_broken| Subject {
        source: source.clone(),
        kernel: meant.clone(),
        signature: signature.clone(),
        launch,
        about,
        is_broken,
    };
    if let Some((example, about)) = broken(source, report) {
        return Ok(subject(example.launch.clone(), about, true));
    }
    let bound = Bound::new(&contract, &valid).map_err(|problem| refused(&problem.into()))?;
    let launch = sample_launch(&valid, &bound).ok_or_else(|| {
        Failure::unproved(format!(
            "@{} is {}, and no launch of it was found",
            kernel.name,
            report.verdict.name()
        ))
        .help("give one: --at N=5,grid=2, or --grid and --arg as for `tileproof run`, or --launch FILE")
    })?;
    let about = format!("@{} is {}: this is a launch of its contract", kernel.name, report.verdict.name());
    Ok(subject(launch, about, false))
}

/// Checks the kernels and launches of a script. Takes its first launch that breaks a rule, else a typical launch that does; `at`
/// selects the launches of a place, such as `train.py:56`. `None` if no launch breaks a rule.
///
/// # Errors
/// The kernel has no meaning.
pub fn find_in_script(
    units: &[Unit],
    kernel: Option<&str>,
    at: Option<&str>,
    seconds: Option<f64>,
) -> Result<Option<Subject>, Failure> {
    let modules: Vec<_> = units.iter().map(|unit| unit.source.module()).collect();
    let options = Options { kernel: kernel.map(str::to_owned), seconds, ..Options::default() };
    // A launch of the author comes before a typical launch of the same kernel.
    let (mut first, mut typical) = (None, None);
    Batch::new(units.iter().zip(&modules), &options, None, None).check(|told| {
        let Told::Report(told) = told else { return };
        let (source, report) = *told;
        let is_meant = at.is_none_or(|at| is_at(&source, at));
        let slot = if source.launch().is_some() { &mut first } else { &mut typical };
        if let Some((example, about)) = broken(&source, &report).filter(|_| is_meant && slot.is_none()) {
            let (launch, name) = (example.launch.clone(), report.name.clone());
            *slot = Some((source.clone(), name, report.signature.clone(), launch, about));
        }
    });
    let Some((source, name, signature, launch, about)) = first.or(typical) else { return Ok(None) };
    let module = source.module().map_err(|problem| Failure::refused(&problem, &source))?;
    let Some(kernel) = module.kernels.iter().find(|kernel| Some(&kernel.name) == name.as_ref()) else {
        return Ok(None);
    };
    let Meaning { kernel, .. } = Meaning::new(&source, &module, kernel)?;
    let about = if source.launch().is_some() { format!("{}: {about}", source.name) } else { about };
    Ok(Some(Subject { source, kernel, signature, launch, about, is_broken: true }))
}

/// Whether a report is of the launch at a place.
fn is_at(source: &Source, at: &str) -> bool {
    let plain = |name: &str| name.trim_start_matches("./").to_owned();
    source.launch().is_some()
        && (plain(&source.name) == plain(at) || source.name.ends_with(&format!("/{at}")))
}

/// The launch that breaks a rule, with a message.
fn broken<'a>(source: &Source, report: &'a KernelReport) -> Option<(&'a Counterexample, String)> {
    let place = |example: &Counterexample| source.position(&example.violation.party.at);
    if let Some(example) = report.counterexamples().first() {
        let rule = example.violation.rule.code();
        return Some((example, format!("this launch breaks {rule} at {}", place(example))));
    }
    if let Some(example) = report.likely_bug.as_ref().and_then(|bug| bug.example.as_deref()) {
        let rule = example.violation.rule.code();
        return Some((example, format!("likely bug: a typical launch breaks {rule} at {}", place(example))));
    }
    let inferred = report.contract.inferred.iter();
    let outside = inferred.filter_map(|one| Some((one.because.as_deref()?, &one.clause))).next();
    outside.map(|(example, clause)| {
        let rule = example.violation.rule.code();
        (example, format!("proved if {clause}: without it, this launch breaks {rule} at {}", place(example)))
    })
}
