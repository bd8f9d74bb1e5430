//! `tileproof equiv`: compares the results of two kernels.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use driver::check::Options;
use driver::check::equiv::{Asked, Compared, compare};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::load::{Flags, find_contract, require_arguments};
use report::several::equiv;
use verify::Rewrites;

use crate::help;
use crate::interrupt;
use crate::output::print;
use crate::sources::{KernelArguments, KernelFile};

/// The kernels to compare, and the terms of the comparison.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The file of the first kernel: Tile C++, cuTile Python (FILE.py:KERNEL takes samples after `--`), or Tile IR
    #[arg(index = 1, value_name = "FILE")]
    one: PathBuf,
    /// The file of the second kernel; may be the same file
    #[arg(index = 2, value_name = "OTHER")]
    other: PathBuf,
    /// Read contracts for both kernels from this file
    #[arg(long, help_heading = help::CONTRACT, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// Read the contract of the second kernel from this file
    #[arg(long, help_heading = help::CONTRACT, value_name = "FILE")]
    other_contract: Option<PathBuf>,
    /// The first kernel [default: the only one]
    #[arg(long, help_heading = help::KERNEL, value_name = "NAME")]
    kernel: Option<String>,
    /// The second kernel [default: the kernel of the same name, or the only one]
    #[arg(long, help_heading = help::KERNEL, value_name = "NAME")]
    other_kernel: Option<String>,
    /// The grid of every launch, such as 'cdiv(N, 128)'; overrides the files
    #[arg(long, help_heading = help::CONTRACT, value_name = "GRID", allow_hyphen_values = true)]
    grid: Option<String>,
    /// The grid of the second kernel
    #[arg(long, help_heading = help::CONTRACT, value_name = "GRID", allow_hyphen_values = true)]
    other_grid: Option<String>,
    /// A precondition of every launch, such as 'N >= 1'; added to the files' preconditions
    #[arg(long, help_heading = help::CONTRACT, value_name = "CONDITION", allow_hyphen_values = true)]
    requires: Vec<String>,
    /// Compare in one launch with any memory contents; give all integer arguments, such as 'N=1000'
    #[arg(long, help_heading = help::COMPARISON, value_name = "LAUNCH", allow_hyphen_values = true, conflicts_with = "vary")]
    at: Option<String>,
    /// Let this integer argument differ between the two launches; results must still be equal
    #[arg(long, help_heading = help::COMPARISON, value_name = "NAME")]
    vary: Vec<String>,
    /// Treat formulas that differ only by these rewrites as equal
    #[arg(long, help_heading = help::COMPARISON, value_name = "REWRITES", value_delimiter = ',')]
    allow: Vec<Rewrite>,
    /// Print one JSON object
    #[arg(long, help_heading = help::REPORT)]
    json: bool,
    /// Approximate seconds for each kernel's check and for the comparison [default: 8]
    #[arg(long, help_heading = help::EFFORT, value_name = "SECONDS", value_parser = crate::setup::seconds::parse_seconds)]
    timeout: Option<f64>,
    /// Flags of the C++ compiler (-I, -D), arguments of the script, or sample arguments of FILE.py:KERNEL
    #[arg(index = 3, last = true, value_name = "WORDS")]
    words: Vec<String>,
}

/// A rewrite between formulas that count as equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rewrite {
    /// A product and a sum, rounded once (fused) or twice
    Contraction,
    /// Sums of the same terms, in any order
    Reassociation,
}

/// Runs the verb.
///
/// # Errors
/// A file cannot be read, a kernel is missing, or the two cannot be compared.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    interrupt::watch();
    let Arguments { contract, kernel, words, .. } = arguments;
    let read = |file: &PathBuf, contract: &Option<PathBuf>, kernel: &Option<String>| {
        KernelArguments::new(file.clone(), contract.clone(), kernel.clone(), words.clone())
    };
    let one = read(&arguments.one, contract, kernel);
    let own_contract = arguments.other_contract.as_ref().or(contract.as_ref()).cloned();
    let other = read(&arguments.other, &own_contract, &arguments.other_kernel);
    let (one, other) = (one.read()?, other.read()?);
    let first = one.kernel(None)?;
    let is_there = other.module.kernels.iter().any(|candidate| candidate.name == first.name);
    let second = other.kernel(Some(first.name.as_str()).filter(|_| is_there))?;
    let contracts = [
        find(&one, first, &arguments.flags(&arguments.grid))?,
        find(
            &other,
            second,
            &arguments
                .flags(arguments.other_grid.as_ref().map_or(&arguments.grid, |_| &arguments.other_grid)),
        )?,
    ];
    let sides = [
        Compared { source: &one.source, module: &one.module, kernel: first, contract: &contracts[0] },
        Compared { source: &other.source, module: &other.module, kernel: second, contract: &contracts[1] },
    ];
    let has = |rewrite| arguments.allow.contains(&rewrite);
    let rewrites =
        Rewrites { contraction: has(Rewrite::Contraction), reassociation: has(Rewrite::Reassociation) };
    let asked = Asked { vary: arguments.vary.clone(), rewrites };
    let options = Options { seconds: arguments.timeout, ..Options::default() };
    let comparison = compare(&sides[0], &sides[1], &asked, &options)?;
    let told = [&sides[0], &sides[1]];
    print(&if arguments.json { equiv::json(told, &comparison) } else { equiv::human(told, &comparison) })?;
    Ok(equiv::exit(&comparison))
}

/// The contract of a kernel, with the clauses of the command line.
fn find(
    file: &KernelFile<'_>,
    kernel: &std::sync::Arc<spec::syntax::kernel::Kernel>,
    flags: &Flags,
) -> Result<spec::syntax::contract::Contract, Failure> {
    flags
        .parse()
        .map_err(|problem| Failure::usage(problem.message).help(problem.help.unwrap_or_default()))?;
    let flags = flags.with_constants(&file.source);
    require_arguments(&file.module, kernel, &flags)?;
    find_contract(&file.module, kernel, &flags)
        .map_err(|problem| Failure::refused(&problem.into(), &file.source))
}

impl Arguments {
    fn flags(&self, grid: &Option<String>) -> Flags {
        Flags { grid: grid.clone(), requires: self.requires.clone(), at: self.at.clone(), ..Flags::default() }
    }
}
