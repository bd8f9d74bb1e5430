//! `tileproof check`: files in, reports and an exit code out.

pub(crate) mod headline;
mod human;
mod json;
pub(crate) mod launches;
mod scripts;
mod unknown;

use std::path::{Path, PathBuf};
use std::slice;

use clap::Args;
use driver::check::Options;
use driver::check::report::{KernelReport, Verdict};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use driver::load::{Flags, Source, require_arguments, require_kernel, select_kernels};
use driver::proof;
use spec::problem::Refused;
use spec::proof::Proved;
use spec::syntax::kernel::Module;

pub use self::human::report as describe;
use crate::output::{Style, eprint, print};
use crate::sources;

/// What to check, and how to say it.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Tile C++ (FILE.cu), cuTile Python (FILE.py: the script is executed, for its launches; or FILE.py:KERNEL with samples of its
    /// arguments, such as 'a=f32[1000]' n=3), or Tile IR: assembly with contracts, or bytecode with a file of contracts beside it
    /// (FILE.contract for FILE.tilebc)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Contracts for the kernels of the one file, wherever they stand
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// Check this kernel only
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// The grid of every launch, for example 'cdiv(N, 128)' or '4, 2'; wins over the file's
    #[arg(long, value_name = "GRID", allow_hyphen_values = true)]
    grid: Option<String>,
    /// What every launch promises, for example 'N >= 1'; added to the file's clauses
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true)]
    requires: Vec<String>,
    /// One launch only, with whatever is in memory: all integer arguments, and the grid where the contract does not
    /// state it, for example 'N=1000,grid=8' or 'rows=3,cols=5,grid=(2,1)'
    #[arg(long, value_name = "LAUNCH", allow_hyphen_values = true)]
    at: Option<String>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    /// Accept no proof that needs clauses which nobody wrote (exit code 3)
    #[arg(long, conflicts_with = "allow_conditional")]
    strict: bool,
    /// Accept proofs that need clauses which nobody wrote (exit code 0, where 7 is), unless they are likely to hide a bug
    #[arg(long)]
    allow_conditional: bool,
    /// Say of what is unknown all that was found out
    #[arg(long, short)]
    verbose: bool,
    /// About how long a kernel may take, with inference and replays; counted in work, not by a clock, which ends only what
    /// takes half as long again: such a kernel is unknown [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<f64>,
    /// Write the first counterexample to this file, for `tileproof run --launch`
    #[arg(long, value_name = "FILE")]
    counterexample: Option<PathBuf>,
    /// Write what was proved of the one kernel, and what that rests on, to this file, for `--proof` of other verbs
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write every question that decides an obligation, and every lemma, as an SMT-LIB 2 script into this folder, which
    /// must be new or empty
    #[arg(long, value_name = "DIR")]
    emit_smt2: Option<PathBuf>,
    /// How long a script of Python may run [default: 300]
    #[arg(long, value_name = "SECONDS")]
    script_timeout: Option<u64>,
    /// For the compiler of C++, such as -I and -D; for a script its arguments
    #[arg(last = true, value_name = "WORDS")]
    words: Vec<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && f64::is_finite(seconds) => Ok(seconds),
        Ok(_) | Err(_) => Err("a number of seconds above 0 is needed".to_owned()),
    }
}

/// Runs the verb.
///
/// # Errors
/// A file that cannot be read or written, or a kernel that no file has.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if let Some(warning) = verify::old_solver_warning() {
        eprint(&format!("warning: {warning}\n"));
    }
    let Arguments { files, contract, words, script_timeout, .. } = arguments;
    let asked = sources::asked(files, contract.as_deref(), words, *script_timeout)?;
    let opened = sources::open_all(&asked)?;
    let modules: Vec<_> = opened.units.iter().map(|unit| unit.source.module()).collect();
    let sources: Vec<_> = opened.units.iter().map(|unit| &unit.source).collect();
    let kernel = arguments.kernel.as_deref().map(|wanted| sources::symbol(&sources, wanted)).transpose()?;
    if let Some(wanted) = &kernel {
        let names = modules.iter().flatten().flat_map(|module| &module.kernels).map(|k| k.name.as_str());
        // A file that does not parse may well have it.
        if modules.iter().all(Result::is_ok) {
            require_kernel(wanted, &names.collect::<Vec<_>>())?;
        }
    }
    if arguments.proof.is_some() {
        one_kernel(kernel.as_deref(), &modules)?;
    }
    let options = Options {
        kernel,
        flags: flags(arguments)?,
        seconds: arguments.timeout,
        ignore: None,
        scripts: arguments.emit_smt2.is_some(),
        suggest: true,
        whole: arguments.proof.is_some(),
    };
    look_at_names(&sources, &modules, &options)?;
    if let Some(folder) = &arguments.emit_smt2 {
        scripts::prepare(folder)?;
    }

    let mut all: Vec<(Source, KernelReport)> = Vec::new();
    for (unit, module) in opened.units.iter().zip(modules) {
        let source = &unit.source;
        let reports = match module {
            Ok(module) if module.kernels.is_empty() => return Err(no_kernel(source)),
            Ok(module) => launches::check(unit, &module, &options),
            Err(problem) => vec![(source.clone(), KernelReport::refused(None, problem))],
        };
        for (source, report) in reports {
            if !arguments.json {
                show(&source, slice::from_ref(&report), all.is_empty(), arguments.verbose)?;
            }
            all.push((source, report));
        }
    }
    let all: Vec<_> = all.iter().map(|(source, report)| (source, report)).collect();
    let exit = launches::conclude(&opened, &all, conclude(arguments, &all)?);
    if let Some(path) = &arguments.proof {
        let proved = all.iter().find_map(|(source, report)| Some((*source, report.proof.as_deref()?)));
        match proved.filter(|_| matches!(exit, Exit::Success | Exit::Conditional)) {
            Some((source, proved)) => write_proof(path, proved, source)?,
            None => eprint(&format!("there is no proof: {} is not written\n", path.display())),
        }
    }
    Ok(exit)
}

/// Warns of sources that are newer than what was compiled of them, and holds the names of the flags against the kernels.
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
        let flags = launches::with_constants(source, &options.flags);
        kernels.into_iter().try_for_each(|kernel| require_arguments(module, kernel, &flags))?;
    }
    Ok(())
}

/// That one kernel is meant, as far as files can be read.
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

/// Prints the reports of one file, with empty lines between them.
fn show(source: &Source, reports: &[KernelReport], first: bool, verbose: bool) -> Result<(), Failure> {
    let style = Style::of_stdout();
    for (at, report) in reports.iter().enumerate() {
        let gap = if first && at == 0 { "" } else { "\n" };
        print(&format!("{gap}{}", human::report(source, report, style, verbose)))?;
    }
    Ok(())
}

/// The clauses of the command line, which must at least parse.
fn flags(arguments: &Arguments) -> Result<Flags, Failure> {
    let flags = Flags {
        grid: arguments.grid.clone(),
        requires: arguments.requires.clone(),
        at: arguments.at.clone(),
    };
    flags
        .parse()
        .map_err(|problem| Failure::usage(problem.message).help(problem.help.unwrap_or_default()))?;
    Ok(flags)
}

/// Says what belongs to all kernels, and which exit code they make.
fn conclude(arguments: &Arguments, all: &[(&Source, &KernelReport)]) -> Result<Exit, Failure> {
    if arguments.json {
        print(&json::report(all))?;
    } else if all.len() > 1 {
        print(&human::summary(all))?;
    }
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
    let worst = all.iter().max_by_key(|(_, report)| report.verdict);
    let verdict = worst.map_or(Verdict::Proved, |(_, report)| report.verdict);
    let suspicious = all.iter().any(|(_, report)| report.likely_bug.is_some());
    Ok(match verdict {
        Verdict::Conditional if arguments.strict => Exit::Unknown,
        Verdict::Conditional if arguments.allow_conditional && !suspicious => Exit::Success,
        verdict @ (Verdict::Proved
        | Verdict::Conditional
        | Verdict::Unknown
        | Verdict::Unsupported
        | Verdict::IllFormed
        | Verdict::Undefined) => verdict.exit(),
    })
}

fn no_kernel(source: &Source) -> Failure {
    Failure::ill_formed(format!("{} has no kernel", source.name))
        .help("a kernel is an `entry` of a `cuda_tile.module`, as `tileirdisasm` prints it")
}
