//! `tileproof certify`: bytecode whose accesses promise to be in bounds wherever that is proved, for compilers that make
//! faster code of the promise, and the conditions that a launch must keep for it.

mod guard;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use frontends::bytecode;
use spec::proof::Proved;
use spec::syntax::kernel::{Block, Kernel, Module, Operation};
use spec::syntax::op::Op;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::kernel::pick;
use crate::output::{complain, print, write_file};
use crate::proof;
use crate::source::Source;

/// The first version of Tile IR in which an access can promise to be in bounds, after the 13.
const FIRST: u8 = 4;

/// What to certify.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Tile IR bytecode, with a file of contracts beside it (FILE.contract for FILE.tilebc)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Contracts for the file's kernels, wherever they stand
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// The kernel; may be left out where there is only one
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// The bytecode to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The proof of the kernel (`tileproof check FILE --proof PROOF`); without it, the kernel is checked
    #[arg(long, value_name = "PROOF")]
    proof: Option<PathBuf>,
    /// Write what a launch must keep, as a function in C++ (FILE.h, FILE.hpp or FILE.cuh) or in Python (FILE.py)
    #[arg(long, value_name = "FILE")]
    guard: Option<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A file that cannot be read or written or is no bytecode of 13.4 or newer, or a kernel that is not proved.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let language = arguments.guard.as_deref().map(guard::Language::of).transpose()?;
    let source = Source::read(&arguments.file, arguments.contract.as_deref())?;
    let module = source.module().map_err(|problem| Failure::refused(&problem, &source))?;
    let bytes = fs::read(&arguments.file).map_err(|error| Failure::file(&arguments.file, "read", &error))?;
    if !bytecode::is_bytecode(&bytes) {
        return Err(Failure::usage(format!("{} is no bytecode", arguments.file.display()))
            .help("promises are set in bytecode, which other compilers take"));
    }
    let kernel = pick(&module, arguments.kernel.as_deref())?;
    let proved = proof::proved(&source, &module, kernel, arguments.proof.as_deref())?;
    complain(&proof::describe(&proved));
    let (certified, promises) = certified(&bytes, &proved, &arguments.file)?;
    write_file(&arguments.output, &certified)?;
    if let (Some(path), Some(language)) = (&arguments.guard, language) {
        write_file(path, guard::text(&proved, language).as_bytes())?;
    }
    let plural = if promises == 1 { "promise" } else { "promises" };
    print(&format!("{}: {promises} {plural} more\n", arguments.output.display()))?;
    Ok(Exit::Success)
}

/// The file with a promise wherever the proof has one to make, and how many more those are.
fn certified(bytes: &[u8], proved: &Proved, path: &Path) -> Result<(Vec<u8>, usize), Failure> {
    let wrong = |what: &str| Failure::unproved(format!("{}: {what}, which is a bug of ours", path.display()));
    let read = |bytes: &[u8]| -> Result<Module, Failure> {
        bytecode::module(bytes).map_err(|_| wrong("what was written does not read back"))
    };
    let before = read(bytes)?;
    let promises = bytecode::promises(bytes).map_err(|_| wrong("the promises are not found"))?;
    let name = &proved.kernel().name;
    let find = |module: &Module| module.kernels.iter().find(|kernel| kernel.name == *name).cloned();
    let kernel = find(&before).ok_or_else(|| wrong("the kernel is not there"))?;
    let operations: Vec<_> = kernel.operations().collect();
    let mut after = bytes.to_vec();
    let (places, known) = (accesses(&kernel), accesses(proved.kernel()));
    for (operation, axis) in proved.whole_tiles() {
        // The kernel that was proved may have more operations, but no other accesses (`Valid::written`).
        let place = known.iter().position(|one| one == operation).and_then(|at| places.get(at));
        let offset = place.and_then(|place| operations.get(*place)).map(|op| op.at.offset);
        let promise = promises.iter().find(|promise| Some(promise.operation) == offset);
        let Some(promise) = promise else {
            return Err(Failure::unsupported(format!(
                "{} is of a Tile IR before 13.{FIRST}, in which no access can promise to be in bounds",
                path.display()
            ))
            .help("make the bytecode with a compiler of 13.4 or newer"));
        };
        let place = Some(promise.at + axis).filter(|_| *axis < promise.axes);
        let byte =
            place.and_then(|place| after.get_mut(place)).ok_or_else(|| wrong("an axis is not there"))?;
        *byte = 1;
    }
    // What was written is the same kernel, but for what is promised.
    let mut again = read(&after)?;
    for kernel in again.kernels.iter_mut().filter(|kernel| kernel.name == *name) {
        forget(&mut Arc::make_mut(kernel).body, &mut operations.iter().copied());
    }
    if again != before {
        return Err(wrong("what was written is another kernel"));
    }
    Ok((after, proved.whole_tiles().len()))
}

/// The positions of the operations that access views.
fn accesses(kernel: &Kernel) -> Vec<usize> {
    let is_access =
        |op: &Operation| matches!(op.op, Op::LoadViewTko | Op::StoreViewTko | Op::AtomicRedViewTko);
    kernel.operations().enumerate().filter(|(_, op)| is_access(op)).map(|(at, _)| at).collect()
}

/// Gives every operation the promises that it had.
fn forget(block: &mut Block, before: &mut dyn Iterator<Item = &Operation>) {
    for op in &mut block.ops {
        if let Some(before) = before.next() {
            op.attributes.inbounds.clone_from(&before.attributes.inbounds);
        }
        op.regions.iter_mut().for_each(|region| forget(region, before));
    }
}
