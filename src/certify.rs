//! `tileproof certify`: bytecode that says what is proved of a kernel, for compilers that make faster code of it, and the conditions
//! that a launch must keep for it.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use driver::certify::{Certified, Fact, Language, certify, guard, variants};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use spec::proof::Proved;

use crate::output::{eprint, print};
use crate::proved::describe;
use crate::sources::KernelArguments;

/// What the file must be.
const FILE: &str = "Tile IR bytecode, with a file of contracts beside it (FILE.contract for FILE.tilebc), or a source that a \
                    compiler makes it of (FILE.cu, FILE.py)";

/// What to certify.
#[derive(Debug, Args)]
#[command(mut_arg("file", |file| file.help(FILE)))]
pub struct Arguments {
    #[command(flatten)]
    kernel: KernelArguments,
    /// The bytecode to write
    #[arg(short, long, value_name = "FILE", required_unless_present = "variants")]
    output: Option<PathBuf>,
    /// Which facts to write, with commas between them; a compiler may make slower code of some
    #[arg(long, value_name = "FACTS", value_enum, value_delimiter = ',', default_values_t = [Written::Inbounds])]
    facts: Vec<Written>,
    /// Write the few sets of facts that are worth timing into this folder, as KERNEL.FACTS.tilebc
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "facts"])]
    variants: Option<PathBuf>,
    /// Take a conditional proof: the clauses that nobody wrote are in the guard, and in FILE.contract beside the bytecode
    #[arg(long)]
    accept_inferred: bool,
    /// Write what a launch must keep, as a function in C++ (FILE.h, FILE.hpp or FILE.cuh) or Python (FILE.py), or as JSON (FILE.json)
    #[arg(long, value_name = "FILE")]
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
    /// Accesses of arrays that are apart wait for no token of each other
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
/// A file that cannot be read or written or is no bytecode of 13.4 or newer, or a kernel that is not proved, or only under clauses that
/// nobody wrote.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let language = arguments.guard.as_deref().map(Language::of).transpose()?;
    let (file, path) = (arguments.kernel.read()?, &arguments.kernel.file);
    let Some(bytes) = file.source.bytes() else {
        return Err(Failure::usage(format!("{} is no bytecode", path.display()))
            .help("facts are written in bytecode, which other compilers take"));
    };
    let proved = file.prove(file.kernel(None)?)?;
    eprint(&describe(&proved));
    if proved.is_conditional() && !arguments.accept_inferred {
        let clauses = proved.grounds().inferred.join(" and ");
        return Err(Failure::unproved(format!("@{} is proved only if {clauses}", proved.kernel().name))
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

/// Writes the contract under which a kernel is proved, with the clauses that were found; not over another one.
fn write_contract(path: &Path, proved: &Proved) -> Result<(), Failure> {
    let text = proved.contract().to_string();
    match fs::read_to_string(path) {
        Ok(known) if known != text => Err(Failure::usage(format!("{} has another contract", path.display()))
            .help("move it away, or write the bytecode under another name")),
        Ok(_) => Ok(()),
        Err(_) => write_file(path, text.as_bytes()),
    }
}

/// What was written, for people.
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
