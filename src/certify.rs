//! `tileproof certify`: writes proved facts into bytecode, for compilers that generate faster code from them. A guard checks the
//! conditions that a launch must meet.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use driver::certify::{Certified, Fact, Language, certify, guard, variants};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use driver::load::function_name;
use spec::proof::Proved;

use crate::help;
use crate::output::{eprint, print};
use crate::proved::describe;
use crate::sources::KernelArguments;

/// The help of FILE in the verb.
const FILE: &str =
    "Tile IR bytecode with contracts in FILE.contract, or a source to compile (FILE.cu, FILE.py)";

/// The kernel to certify, and the facts.
#[derive(Debug, Args)]
#[command(mut_arg("file", |file| file.help(FILE)))]
pub struct Arguments {
    #[command(flatten)]
    kernel: KernelArguments,
    /// The bytecode to write
    #[arg(short, long, help_heading = help::FILES, value_name = "FILE", required_unless_present_any = ["variants", "guard"])]
    output: Option<PathBuf>,
    /// The kinds of facts to write, separated by commas; some facts may lead to slower code
    #[arg(long, help_heading = help::FACTS, value_name = "FACTS", value_enum, value_delimiter = ',', default_values_t = [Written::Inbounds])]
    facts: Vec<Written>,
    /// Write candidate sets of facts for timing into this folder, as KERNEL.FACTS.tilebc
    #[arg(long, help_heading = help::FILES, value_name = "DIR", conflicts_with_all = ["output", "facts"])]
    variants: Option<PathBuf>,
    /// Accept inferred preconditions; the guard and FILE.contract beside the bytecode contain them
    #[arg(long, help_heading = help::FACTS)]
    accept_inferred: bool,
    /// Write the launch conditions as a function in C++ (.h, .hpp, .cuh) or Python (.py), or as JSON (.json)
    #[arg(long, help_heading = help::FILES, value_name = "FILE")]
    guard: Option<PathBuf>,
}

/// A kind of fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Written {
    /// Whole tiles lie inside their tensors
    Inbounds,
    /// Sizes are multiples of powers of two
    Divisible,
    /// Arrays whose rows are aligned are aligned
    Aligned,
    /// Accesses to disjoint arrays need no token order
    Tokens,
}

impl From<Written> for Fact {
    fn from(written: Written) -> Self {
        match written {
            Written::Inbounds => Fact::Inbounds,
            Written::Divisible => Fact::Divisible,
            Written::Aligned => Fact::Aligned,
            Written::Tokens => Fact::Tokens,
        }
    }
}

/// Runs the verb.
///
/// # Errors
/// The file cannot be read or written, or is older than bytecode 13.4. The kernel is not proved, or only with inferred preconditions.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let language = arguments.guard.as_deref().map(Language::of).transpose()?;
    let (file, path) = (arguments.kernel.read()?, &arguments.kernel.file);
    let is_written = arguments.output.is_some() || arguments.variants.is_some();
    let bytes = file.source.bytes().filter(|bytes| frontends::bytecode::is_bytecode(bytes));
    if is_written && bytes.is_none() {
        return Err(Failure::usage(format!("{} is no bytecode", path.display()))
            .help("facts are written in bytecode, which other compilers take"));
    }
    // Without bytecode, nothing but the guard is written.
    let bytes = bytes.unwrap_or_default();
    let proved = file.prove(file.kernel(None)?)?;
    eprint(&describe(&proved, arguments.kernel.verbose));
    if proved.is_conditional() && !arguments.accept_inferred {
        let clauses = proved.grounds().inferred.join(" and ");
        return Err(Failure::unproved(format!(
            "@{} is proved only if {clauses}",
            function_name(&proved.kernel().name)
        ))
        .help("write these clauses into the contract, or take them as they are with --accept-inferred"));
    }
    let name = path.display().to_string();
    let mut written = Vec::new();
    if let Some(output) = &arguments.output {
        let facts = arguments.facts.iter().map(|fact| Fact::from(*fact)).collect();
        written.push((output.clone(), certify(bytes, &proved, &name, &facts)?));
    }
    if let Some(folder) = &arguments.variants {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "make", &error))?;
        let kernel = &proved.kernel().name;
        let all = variants(bytes, &proved, &name)?;
        written
            .extend(all.into_iter().map(|(set, one)| (folder.join(format!("{kernel}.{set}.tilebc")), one)));
    }
    for (output, certified) in &written {
        if arguments.accept_inferred {
            write_contract(&output.with_extension("contract"), &proved)?;
        }
        write_file(output, &certified.bytecode)?;
    }
    if let (Some(path), Some(language)) = (&arguments.guard, language) {
        write_file(path, guard(&proved, language).as_bytes())?;
    }
    print(&written.iter().map(|(output, certified)| describe_facts(output, certified)).collect::<String>())?;
    Ok(Exit::Success)
}

/// Writes the contract of a proof, with its inferred clauses; never overwrites a contract.
fn write_contract(path: &Path, proved: &Proved) -> Result<(), Failure> {
    let text = proved.contract().to_string();
    match fs::read_to_string(path) {
        Ok(known) if known != text => Err(Failure::usage(format!("{} has another contract", path.display()))
            .help("move it away, or write the bytecode under another name")),
        Ok(_) => Ok(()),
        Err(_) => write_file(path, text.as_bytes()),
    }
}

/// Describes the written facts, for people.
fn describe_facts(output: &Path, certified: &Certified) -> String {
    let count = |number: usize, one: &str, several: &str| {
        format!("{number} {}", if number == 1 { one } else { several })
    };
    let mut all = vec![format!("{} more", count(certified.promises, "promise", "promises"))];
    let others = [
        (certified.divisors, "size divisible", "sizes divisible"),
        (certified.alignments, "array aligned", "arrays aligned"),
        (certified.tokens, "access waits for less", "accesses wait for less"),
    ];
    all.extend(
        others.iter().filter(|(number, ..)| *number > 0).map(|(n, one, several)| count(*n, one, several)),
    );
    let mut text = format!("{}: {}\n", output.display(), all.join(", "));
    for clause in &certified.withheld {
        text.push_str(&format!("  no promise is made, which no guard could keep: `{clause}`\n"));
    }
    text
}
