//! `tileproof check --configs`: one kernel in every configuration of an autotuner. What differs in hints alone is decided once, and
//! several are decided at once.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use driver::cache::Cache;
use driver::check::{Batch, Options, Told as Reported, Usage};
use driver::compile::{Asked, Language, Opened, Unit, open};
use driver::config::Config;
use driver::configs::{
    Condition, Configuration, HINTS, Safe, Signature, Value, conditions, filter, hints, read, read_tuner,
    trusted_apart,
};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use driver::load::Flags;
use report::checked::Checked;
use report::format::Format;
use report::several::configs::{Decided, human, json};

use super::Arguments;
use crate::output::{eprint, print};
use crate::sources;

/// The requested check of every configuration.
struct Asking<'a> {
    arguments: &'a Arguments,
    asked: Asked,
    kernel: Option<String>,
    flags: Flags,
    cache: Option<&'a Cache>,
}

/// Decides every configuration, and reports the results.
///
/// # Errors
/// The words name no configuration, or more than one file or kernel is given, or the compiler is missing.
pub(super) fn run(
    arguments: &Arguments,
    words: &str,
    config: &Config,
    cache: Option<&Cache>,
) -> Result<Exit, Failure> {
    if !matches!(arguments.format(), Format::Human | Format::Json) {
        return Err(Failure::usage("--configs tells its configurations as text or by --json"));
    }
    let asking = Asking::new(arguments, config, cache)?;
    let all = match &asking.asked.kernel {
        Some(kernel) if words.is_empty() => read_tuner(&asking.asked.file, kernel, arguments.script_timeout)?,
        Some(_) | None => read(words, arguments.script_timeout)?,
    };
    let (decided, signatures) = asking.decide_all(&all)?.into_iter().unzip();
    let (decided, signatures): (Vec<Decided>, Vec<Option<Signature>>) = (decided, signatures);
    let exits = decided.iter().map(|one| one.exit(arguments.conditional()));
    let exit = report::checked::worst(exits).unwrap_or(Exit::Success);
    let is_json = arguments.format() == Format::Json;
    let text = if is_json { json(&decided, arguments.no_times) } else { human(&decided, arguments.quiet) };
    match &arguments.output {
        Some(path) => write_file(path, text.as_bytes())?,
        None => print(&text)?,
    }
    if let Some(path) = &arguments.filter {
        write_file(path, asking.filter(&decided, &signatures).as_bytes())?;
    }
    if let Some(warning) = cache.and_then(Cache::finish) {
        eprint(&format!("warning: {warning}\n"));
    }
    Ok(exit)
}

impl<'a> Asking<'a> {
    fn new(arguments: &'a Arguments, config: &Config, cache: Option<&'a Cache>) -> Result<Self, Failure> {
        let (mut files, mut kernel) = (arguments.files.clone(), arguments.kernel.clone());
        if let Some(first) = files.first_mut().filter(|first| !first.exists()) {
            let text = first.to_string_lossy().into_owned();
            if let Some((path, name)) = text.rsplit_once(':').filter(|(path, _)| !path.ends_with(".py")) {
                (*first, kernel) = (path.into(), Some(name.to_owned()));
            }
        }
        let Arguments { contract, words, script_timeout, .. } = arguments;
        let mut asked = sources::asked(&files, contract.as_deref(), words, *script_timeout)?;
        let (Some(mut asked), true) = (asked.pop(), asked.is_empty()) else {
            return Err(Failure::usage("--configs is for one kernel of one file").help("write FILE:KERNEL"));
        };
        let language = Language::of(&asked.file);
        if language == Some(Language::Python) && asked.kernel.is_none() {
            let message = format!("--configs is for one kernel, and {} is a script", asked.file.display());
            return Err(Failure::usage(message)
                .help("write FILE.py:KERNEL and a sample of each argument, as a=f32[1000]"));
        }
        if language == Some(Language::Cpp) && asked.words.is_empty() {
            asked.words.clone_from(&config.nvcc);
        }
        Ok(Asking { arguments, asked, kernel, flags: arguments.flags()?, cache })
    }

    /// The kernel, for people.
    fn title(&self) -> String {
        let kernel = self.asked.kernel.as_ref().or(self.kernel.as_ref());
        let file = self.asked.file.display();
        kernel.map_or_else(|| file.to_string(), |kernel| format!("{file}:{}", kernel.trim_start_matches('@')))
    }

    /// The file for a tuner.
    fn filter(&self, decided: &[Decided], signatures: &[Option<Signature>]) -> String {
        let apart = |one: &Decided| {
            one.outcome.as_ref().as_ref().map_or(Vec::new(), |told| trusted_apart(&told.report))
        };
        let apart: Vec<_> = decided.iter().map(apart).collect();
        let rows = decided.iter().zip(&apart).zip(signatures).filter_map(|((one, apart), signature)| {
            let (conditions, signature) = (one.conditions.as_deref()?, signature.as_ref()?);
            Some(Safe { configuration: &one.configuration, conditions, apart, signature })
        });
        let rows: Vec<Safe<'_>> = rows.collect();
        let first = signatures.iter().flatten().next();
        let all = decided.iter().map(|one| &one.configuration);
        filter(&self.title(), &hints(Language::of(&self.asked.file), first, all), &rows)
    }

    /// The names of the kernel's hints, with the configurations opened on the way: those up to the first that the compiler
    /// accepts. If the compiler accepts none, no name counts as a hint.
    fn hints(&self, all: &[Configuration]) -> (Vec<&'static str>, Opening) {
        let mut opening = HashMap::new();
        if !all.iter().any(|one| one.named_as_hints().next().is_some()) {
            return (HINTS.to_vec(), opening);
        }
        let language = Language::of(&self.asked.file);
        if language == Some(Language::Cpp) {
            return (hints(language, None, all.iter()), opening);
        }
        for (number, configuration) in all.iter().enumerate() {
            let opened = open(&self.configured(configuration, &HINTS).0);
            let found = opened.and_then(|opened| self.unit(opened));
            let signature = found.as_ref().ok().and_then(|unit| self.signature(unit));
            opening.insert(number, found);
            if signature.is_some() {
                return (hints(language, signature.as_ref(), all.iter()), opening);
            }
        }
        (Vec::new(), opening)
    }

    /// All configurations, several at once, with the arguments that each was compiled for.
    fn decide_all(&self, all: &[Configuration]) -> Result<Vec<(Decided, Option<Signature>)>, Failure> {
        let (hints, opening) = self.hints(all);
        let means = |one: &Configuration| all.iter().position(|other| other.means_the_same(one, &hints));
        let mut meant: Vec<usize> = all.iter().map(|one| means(one).unwrap_or(0)).collect();
        let owners = meant.clone();
        meant.sort_unstable();
        meant.dedup();
        let (next, opening) = (AtomicUsize::new(0), Mutex::new(opening));
        let found = Mutex::new(Vec::new());
        let jobs =
            self.arguments.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        thread::scope(|scope| {
            for _ in 0..jobs.min(meant.len()) {
                scope.spawn(|| {
                    while let Some(number) = meant.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if driver::interrupt::is_asked() {
                            return;
                        }
                        let opened = opening.lock().unwrap_or_else(PoisonError::into_inner).remove(number);
                        let decided = self.decide(&all[*number], &hints, opened);
                        found.lock().unwrap_or_else(PoisonError::into_inner).push((*number, decided));
                    }
                });
            }
        });
        if driver::interrupt::is_asked() {
            return Err(Failure::interrupted());
        }
        tell_all(all, &owners, found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Decides one configuration; its source may be open already.
    fn decide(
        &self,
        configuration: &Configuration,
        hints: &[&str],
        opened: Option<Result<Unit, Failure>>,
    ) -> Result<(Checked, Option<Signature>), Failure> {
        let (asked, flags) = self.configured(configuration, hints);
        let unit = opened.unwrap_or_else(|| open(&asked).and_then(|opened| self.unit(opened)))?;
        let module = unit.source.module();
        let wanted = self.kernel.as_deref();
        let kernel = wanted.map(|wanted| sources::symbol(&[&unit.source], wanted)).transpose()?;
        if let Ok(module) = &module {
            let names: Vec<&str> = module.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
            if let Some(kernel) = &kernel {
                driver::load::require_kernel(kernel, &names)?;
            }
        }
        let arguments = self.arguments;
        let options = Options {
            kernel,
            flags,
            seconds: arguments.timeout,
            ignore: None,
            scripts: false,
            suggest: true,
            whole: false,
            masks: false,
            usage: Usage::default(),
        };
        super::look_at_names(&[&unit.source], std::slice::from_ref(&module), &options)?;
        let mut reports = Vec::new();
        Batch::new([(&unit, &module)], &options, self.cache, NonZero::new(1)).check(|told| {
            if let Reported::Report(told) = told {
                let (source, report) = *told;
                reports.push(Checked::new(source, report));
            }
        });
        match (reports.pop(), reports.is_empty()) {
            (Some(one), true) => Ok((one, self.signature(&unit))),
            (Some(_) | None, _) => {
                Err(Failure::usage("--configs is for one kernel, and the file has several")
                    .help("write FILE:KERNEL"))
            }
        }
    }

    /// The arguments that a kernel was compiled for.
    fn signature(&self, unit: &Unit) -> Option<Signature> {
        let module = unit.source.module().ok()?;
        let wanted = self.kernel.as_deref().map(|wanted| sources::symbol(&[&unit.source], wanted));
        let is_it = |name: &str| match &wanted {
            Some(symbol) => symbol.as_ref().is_ok_and(|symbol| symbol == name),
            None => true,
        };
        let kernel = module.kernels.iter().find(|kernel| is_it(&kernel.name))?;
        let contract = module.contracts.iter().find(|contract| contract.kernel == kernel.name);
        Signature::new(kernel, contract, unit.passed.as_ref())
    }

    /// The unit with the kernel.
    fn unit(&self, mut opened: Opened) -> Result<Unit, Failure> {
        if opened.units.is_empty() {
            let problem = opened.problems.pop();
            return Err(problem.unwrap_or_else(|| Failure::ill_formed("there is no kernel")));
        }
        let has = |unit: &Unit| {
            let symbol = self.kernel.as_deref().map(|wanted| sources::symbol(&[&unit.source], wanted));
            let has_kernel = |symbol: &str| {
                unit.source
                    .module()
                    .is_ok_and(|module| module.kernels.iter().any(|kernel| kernel.name == symbol))
            };
            match symbol {
                Some(Ok(symbol)) => has_kernel(&symbol),
                Some(Err(_)) | None => true,
            }
        };
        let mut units = opened.units;
        let at = units.iter().position(has).unwrap_or(0);
        Ok(units.swap_remove(at))
    }

    /// The compiler's arguments and the promises of launches, in a configuration.
    fn configured(&self, configuration: &Configuration, hints: &[&str]) -> (Asked, Flags) {
        let (mut asked, mut flags) = (self.asked.clone(), self.flags.clone());
        let language = Language::of(&asked.file);
        if language == Some(Language::Python) {
            let sample = |(name, value): &(String, Value)| format!("{name}={value}");
            asked.hints = configuration.named_as_hints().map(sample).collect();
        }
        let is_sample = |name: &str| language == Some(Language::Python) && HINTS.contains(&name);
        for (name, value) in configuration.constants(hints).filter(|(name, _)| !is_sample(name)) {
            match language {
                Some(Language::Python) => {
                    asked
                        .samples
                        .retain(|sample| sample.split_once('=').is_none_or(|(known, _)| known != name));
                    asked.samples.push(format!("{name}={value}"));
                }
                Some(Language::Cpp) => asked.words.push(format!("-D{name}={}", number(value))),
                Some(Language::Table) | None => flags.requires.push(format!("{name} == {}", number(value))),
            }
        }
        (asked, flags)
    }
}

/// Opened configurations, by number.
type Opening = HashMap<usize, Result<Unit, Failure>>;

/// A decided configuration with its number.
type Found = (usize, Result<(Checked, Option<Signature>), Failure>);

/// Reports each configuration, using the deciding configuration's result.
fn tell_all(
    all: &[Configuration],
    owners: &[usize],
    mut found: Vec<Found>,
) -> Result<Vec<(Decided, Option<Signature>)>, Failure> {
    let is_usage = |(_, outcome): &Found| matches!(outcome, Err(failure) if failure.exit == Exit::Usage);
    // An error of usage affects all configurations.
    if let Some(at) = found.iter().position(is_usage)
        && let (_, Err(failure)) = found.swap_remove(at)
    {
        return Err(failure);
    }
    let part = |(number, outcome): Found| {
        let (checked, signature) = match outcome {
            Ok((checked, signature)) => (Ok(checked), signature),
            Err(failure) => (Err(failure), None),
        };
        (number, (Arc::new(checked), signature))
    };
    let found: HashMap<usize, _> = found.into_iter().map(part).collect();
    let told = |(configuration, owner): (&Configuration, &usize)| {
        let (outcome, signature) = found.get(owner).cloned().ok_or_else(Failure::interrupted)?;
        let conditions = outcome.as_ref().as_ref().ok().and_then(kept);
        let decided = Decided { configuration: configuration.clone(), outcome, conditions };
        Ok((decided, signature))
    };
    all.iter().zip(owners).map(told).collect()
}

/// A value as a number of C++ or of a contract.
fn number(value: &Value) -> String {
    match value {
        Value::Truth(truth) => i64::from(*truth).to_string(),
        Value::Number(_) | Value::Word(_) => value.to_string(),
    }
}

/// The launch conditions, if the kernel is proved with all of its properties.
fn kept(checked: &Checked) -> Option<Vec<Condition>> {
    let report = &checked.report;
    let ensured = report.properties.iter().all(|one| one.outcome == driver::check::report::Outcome::Proved);
    let all = conditions(report);
    let decided = all.iter().all(|one| !one.inferred || one.python.is_some());
    (report.verdict.is_proof() && ensured && decided).then_some(all)
}
