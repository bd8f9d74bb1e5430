//! `tileproof check`: files in, reports and an exit code out.

mod arguments;
mod configs;
mod format;
mod progress;
mod scripts;
mod shard;
mod teller;

use std::path::{Path, PathBuf};

use driver::cache::Cache;
use driver::check::report::KernelReport;
use driver::check::{Batch, Options, Told as Reported, Usage};
use driver::compile::{Asked, Language, Opened, Unit};
use driver::config::Config;
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use driver::load::{Source, require_arguments, require_kernel, select_kernels};
use driver::proof;
use report::accept::{Accept, Accepted, baseline};
use report::checked::Checked;
use report::fingerprint::Identity;
use report::json;
use spec::problem::Refused;
use spec::proof::Proved;
use spec::syntax::kernel::Module;

pub use self::arguments::Arguments;
use self::progress::Progress;
use self::teller::Teller;
use crate::interrupt;
use crate::output::eprint;
use crate::sources;

/// Runs the verb.
///
/// # Errors
/// A file cannot be read or written, or the kernel is missing.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.merge {
        return shard::merge(arguments);
    }
    interrupt::watch();
    if let Some(warning) = verify::old_solver_warning() {
        eprint(&format!("warning: {warning}\n"));
    }
    let cache = if arguments.no_cache { None } else { Cache::of_environment() };
    let config = arguments.config()?;
    let mut arguments = arguments.clone();
    arguments.complete(&config)?;
    let arguments = &arguments;
    if let Some(words) = &arguments.configs {
        return configs::run(arguments, words, &config, cache.as_ref());
    }
    let accepted = accepted(arguments, &config)?;
    let Arguments { files, contract, words, script_timeout, .. } = arguments;
    let found = find_files(files, &config.exclude, arguments.only_with_kernels)?;
    let Some(mut found) = found else { return Ok(Exit::Success) };
    let mut asked = sources::asked(&found.files, contract.as_deref(), words, *script_timeout)?;
    let is_cpp = |one: &&mut Asked| Language::of(&one.file) == Some(Language::Cpp) && one.words.is_empty();
    asked.iter_mut().filter(is_cpp).for_each(|one| one.words.clone_from(&config.nvcc));
    let shard = arguments.shard.map(|part| shard::cut(arguments, part, &config, &mut found, &mut asked));
    let opened = sources::open_found(&found, &asked, arguments.jobs)?;
    let modules: Vec<_> = opened.units.iter().map(|unit| unit.source.module()).collect();
    let options = options(arguments, &opened, &modules)?;
    if let Some(folder) = &arguments.emit_smt2 {
        scripts::prepare(folder)?;
    }
    if let Some(unit) = opened.units.iter().zip(&modules).find_map(without_kernel) {
        return Err(no_kernel(&unit.source));
    }
    // A proof is made anew every time, and so are questions that are to be shown.
    let verdicts = cache.as_ref().filter(|_| arguments.proof.is_none() && arguments.emit_smt2.is_none());
    let batch = Batch::new(opened.units.iter().zip(&modules), &options, verdicts, arguments.jobs);
    let mut teller = Teller::new(arguments, batch.scripts());
    let checked = check_all(arguments, &batch, &accepted, &mut teller)?;
    warn_of_stale(arguments, &accepted, &found.files);
    let (problems, conditional) = (&opened.problems, arguments.conditional());
    let told = teller.told(&checked, problems, conditional, shard.as_ref());
    teller.conclude(&told)?;
    let all: Vec<_> = checked.iter().map(|one| (&one.source, &one.report)).collect();
    write_shown(arguments, &all)?;
    if let Some(path) = &arguments.write_baseline {
        write_file(path, baseline::text(path, &checked).as_bytes())?;
    }
    let exit = told.exit();
    if let Some(path) = &arguments.proof {
        let proved = all.iter().find_map(|(source, report)| Some((*source, report.proof.as_deref()?)));
        match proved.filter(|_| matches!(exit, Exit::Success | Exit::Conditional)) {
            Some((source, proved)) => write_proof(path, proved, source)?,
            None => eprint(&format!("there is no proof: {} is not written\n", path.display())),
        }
    }
    if let Some(warning) = cache.as_ref().and_then(Cache::finish) {
        eprint(&format!("warning: {warning}\n"));
    }
    Ok(exit)
}

/// The files to check; `None` if only files with kernels count, and no file has a kernel.
fn find_files(
    files: &[PathBuf],
    excluded: &[PathBuf],
    only_with_kernels: bool,
) -> Result<Option<sources::Found>, Failure> {
    let mut found =
        if only_with_kernels { sources::find_with_kernels(files)? } else { sources::find(files)? };
    found.leave_out(excluded);
    match (found.is_empty(), only_with_kernels) {
        (false, _) => Ok(Some(found)),
        (true, true) => Ok(None),
        (true, false) => Err(Failure::usage("tileproof.toml excludes every file with a kernel")),
    }
}

/// Checks the files of a configuration, and writes their findings as its baseline.
///
/// # Errors
/// A file that cannot be read or written.
pub fn write_baseline(config: &Path, files: &[PathBuf], baseline: &Path) -> Result<(), Failure> {
    run(&Arguments::for_baseline(config, files, baseline)).map(|_| ())
}

/// The options of the check, validated against the kernels.
fn options(
    arguments: &Arguments,
    opened: &Opened,
    modules: &[Result<Module, Refused>],
) -> Result<Options, Failure> {
    let sources: Vec<_> = opened.units.iter().map(|unit| &unit.source).collect();
    let kernel = arguments.kernel.as_deref().map(|wanted| sources::symbol(&sources, wanted)).transpose()?;
    if let Some(wanted) = &kernel {
        let names = modules.iter().flatten().flat_map(|module| &module.kernels).map(|k| k.name.as_str());
        // A file that does not parse may have the kernel.
        if modules.iter().all(Result::is_ok) {
            require_kernel(wanted, &names.collect::<Vec<_>>())?;
        }
    }
    if arguments.proof.is_some() {
        one_kernel(kernel.as_deref(), modules)?;
    }
    let options = Options {
        kernel,
        flags: arguments.flags()?,
        seconds: arguments.timeout,
        ignore: None,
        scripts: arguments.emit_smt2.is_some(),
        suggest: true,
        whole: arguments.proof.is_some(),
        masks: true,
        usage: Usage::default(),
    };
    look_at_names(&sources, modules, &options)?;
    Ok(options)
}

/// Checks all kernels, and prints each report as soon as possible.
fn check_all(
    arguments: &Arguments,
    batch: &Batch<'_>,
    accepted: &Accepted,
    teller: &mut Teller<'_>,
) -> Result<Vec<Checked>, Failure> {
    let names = batch.names();
    let count = names.len();
    let (mut all, mut failed, mut progress) = (Vec::new(), Ok(()), Progress::new(names));
    batch.check(|told| {
        if let Reported::Report(told) = told {
            let (source, mut report) = *told;
            progress.done();
            if arguments.no_times {
                report.forget_times();
            }
            let one = accepted.apply(Checked::new(source, report));
            all.push(one);
            if failed.is_ok() {
                failed = teller.tell(&all, false);
            }
        } else {
            progress.wait(batch);
        }
        if driver::interrupt::is_asked() {
            progress.erase();
            // What is still being decided need not be waited for.
            launch::leave(teller.interrupt(&all, count, arguments.conditional()).code());
        }
    });
    failed?;
    if driver::interrupt::is_asked() {
        launch::leave(teller.interrupt(&all, count, arguments.conditional()).code());
    }
    Ok(all)
}

/// Warns of sources newer than their compiled output, and validates the flags' names against the kernels.
fn look_at_names(
    sources: &[&Source],
    modules: &[Result<Module, Refused>],
    options: &Options,
) -> Result<(), Failure> {
    for (source, module) in sources.iter().zip(modules) {
        let Ok(module) = module else { continue };
        for file in source.newer_files(module) {
            eprint(&format!(
                "warning: {file} is newer than {}: lines and names may be of another version; compile it again\n",
                source.name
            ));
        }
        let kernels = module.kernels.iter();
        let wanted = options.kernel.as_deref().map(|wanted| select_kernels(&module.kernels, wanted));
        let kernels = wanted.unwrap_or_else(|| kernels.collect());
        let flags = options.flags.with_constants(source);
        kernels.into_iter().try_for_each(|kernel| require_arguments(module, kernel, &flags))?;
    }
    Ok(())
}

/// Requires exactly one kernel, as far as files can be read.
fn one_kernel(wanted: Option<&str>, modules: &[Result<Module, Refused>]) -> Result<(), Failure> {
    let modules = || modules.iter().flatten();
    let kernels = modules().flat_map(|module| &module.kernels);
    let names: Vec<_> = kernels.map(|kernel| kernel.name.as_str()).collect();
    let of = |module: &Module| {
        wanted.map_or(module.kernels.len(), |wanted| select_kernels(&module.kernels, wanted).len())
    };
    let meant: usize = modules().map(of).sum();
    if meant <= 1 {
        return Ok(());
    }
    Err(Failure::usage(format!("--proof is for one kernel, and there are {meant}"))
        .help(format!("give one file, and --kernel to name one of @{}", names.join(", @"))))
}

fn write_proof(path: &Path, proved: &Proved, source: &Source) -> Result<(), Failure> {
    let module = source.module().map_err(|problem| Failure::refused(&problem, source))?;
    proof::write(path, proved, source, &module)
}

/// The accepted findings, read before the check.
fn accepted(arguments: &Arguments, config: &Config) -> Result<Accepted, Failure> {
    let mut accepted = Accepted::default();
    accepted.extend(config.accept.iter().map(Accept::configured).collect());
    if let Some(path) = &arguments.baseline {
        accepted.extend(baseline::read(path)?);
    }
    Ok(accepted)
}

/// Warns of each `[[accept]]` of a checked file without a finding, and counts such entries of the baseline.
fn warn_of_stale(arguments: &Arguments, accepted: &Accepted, files: &[PathBuf]) {
    // A check of one kernel does not see the findings of others.
    let all = if arguments.kernel.is_none() { accepted.stale(files) } else { Vec::new() };
    let (gone, stale): (Vec<&Accept>, Vec<&Accept>) = all.into_iter().partition(|one| one.is_exact);
    for one in stale {
        let file = one.file.as_deref().and_then(Path::file_name).unwrap_or_default().display();
        let Identity { rule, kernel, access, .. } = &one.identity;
        eprint(&format!(
            "warning: stale [[accept]]: {file} has no finding {rule} of {kernel} at `{access}`; remove it\n"
        ));
    }
    // A new baseline of the same run drops them.
    if let Some(path) = arguments
        .baseline
        .as_ref()
        .filter(|path| !gone.is_empty() && arguments.write_baseline.as_ref() != Some(path))
    {
        let entries = if gone.len() == 1 {
            "1 entry of the baseline was"
        } else {
            &format!("{} entries of the baseline were", gone.len())
        };
        let path = path.display();
        eprint(&format!(
            "note: {entries} not seen; run the same check with `--write-baseline {path}` to drop fixed findings\n"
        ));
    }
}

/// Writes the counterexample and the solver's queries, if requested.
fn write_shown(arguments: &Arguments, all: &[(&Source, &KernelReport)]) -> Result<(), Failure> {
    if let Some(path) = &arguments.counterexample {
        let examples = |(source, report): &(&Source, &KernelReport)| {
            report.counterexamples().first().map(|example| json::counterexample(source, report, example))
        };
        match all.iter().find_map(examples) {
            Some(text) => write_file(path, text.as_bytes())?,
            None => eprint(&format!("there is no counterexample: {} is not written\n", path.display())),
        }
    }
    if let Some(folder) = &arguments.emit_smt2 {
        scripts::write(folder, all)?;
    }
    Ok(())
}

/// A unit without kernels.
fn without_kernel<'a>((unit, module): (&'a Unit, &Result<Module, Refused>)) -> Option<&'a Unit> {
    module.as_ref().is_ok_and(|module| module.kernels.is_empty()).then_some(unit)
}

fn no_kernel(source: &Source) -> Failure {
    Failure::ill_formed(format!("{} has no kernel", source.name))
        .help("a kernel is an `entry` of a `cuda_tile.module`, as `tileirdisasm` prints it")
}
