//! Tile C++, compiled by NVIDIA's nvcc.

mod checked;
mod database;
mod errors;
mod find;
mod kernels;
mod mangled;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use spec::syntax::kernel::{Kernel, Module};

use self::kernels::Declared;
use super::child;
use super::opened::Asked;
use super::scratch::Scratch;
use crate::convert::index;
use crate::failure::Failure;
use crate::load::comments::{Origin, Said};
use crate::load::{Compiled, Source};

/// What nvcc must be told for Tile C++ to become bytecode with lines.
const NEEDED: [&str; 4] = ["--enable-tile", "-tile-only", "-tilebc", "-lineinfo"];

/// Which GPU is compiled for, where nobody says: bytecode for one is checked as for any other.
const ARCH: &str = "-arch=sm_90";

/// The language, where nobody says.
const STANDARD: &str = "-std=c++20";

/// Compiles a file of Tile C++, and reads what its author says of the kernels.
///
/// # Errors
/// No nvcc, one that does not know Tile C++, or a file that it does not accept.
pub(super) fn compile(asked: &Asked) -> Result<Source, Failure> {
    let file = &asked.file;
    let nvcc = find::nvcc()?;
    let flags = flags(asked)?;
    let (bytes, checked) = thread::scope(|scope| {
        let checked = scope.spawn(|| run(&nvcc, file, &flags, Manner::Checked));
        let plain = run(&nvcc, file, &flags, Manner::Plain);
        (plain, checked.join())
    });
    let bytes = bytes?;
    let checked = checked.map_err(|_| "it was not compiled, which is a bug of ours".to_owned());
    let checked = checked.and_then(|made| made.map_err(|failure| checked::reason(&failure)));
    let text = fs::read_to_string(file).map_err(|error| Failure::file(file, "read", &error))?;
    let compiled = Compiled::new(&file.display().to_string(), bytes, folders(file)).with_checked(checked);
    Source::compiled(compiled, asked.contract.as_deref(), |module| {
        describe(module, file, &text, &asked.words)
    })
}

/// How a file is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// As it is.
    Plain,
    /// With the rules of its language as assertions.
    Checked,
}

/// What the compiler is told of a file, beside what it always must.
fn flags(asked: &Asked) -> Result<Vec<String>, Failure> {
    let mut flags = match asked.words.is_empty() {
        true => database::flags(asked.instead_of.as_ref().unwrap_or(&asked.file))?,
        false => asked.words.clone(),
    };
    if let Some(folder) = asked.folder_of_original() {
        flags.push(format!("-I{}", folder.display()));
    }
    if !flags.iter().any(|flag| is_arch(flag)) {
        flags.push(ARCH.to_owned());
    }
    if !flags.iter().any(|flag| flag.starts_with("-std") || flag.starts_with("--std")) {
        flags.push(STANDARD.to_owned());
    }
    Ok(flags)
}

/// The bytecode that nvcc makes of a file.
fn run(nvcc: &Path, file: &Path, flags: &[String], manner: Manner) -> Result<Vec<u8>, Failure> {
    let scratch = Scratch::new()?;
    let header = (manner == Manner::Checked).then(|| checked::write_header(&scratch)).transpose()?;
    let [made, said] = ["kernels.tilebc", "said"].map(|name| scratch.file(name));
    let mut command = Command::new(nvcc);
    command.args(NEEDED).args(flags).arg("-o").arg(&made);
    command.args(header.iter().flat_map(|header| checked::include(header)));
    let output = File::create(&said).and_then(|file| Ok((file.try_clone()?, file)));
    let (out, err) = output.map_err(|error| Failure::file(&said, "write", &error))?;
    command.arg(file).stdin(Stdio::null()).stdout(out).stderr(err);
    let ended = child::run(command, None).map_err(|error| Failure::file(nvcc, "start", &error))?;
    let status = ended.ok_or_else(Failure::interrupted)?;
    match fs::read(&made) {
        Ok(bytes) if status.success() => Ok(bytes),
        Ok(_) | Err(_) => {
            let said = fs::read(&said).unwrap_or_default();
            Err(errors::failure(file, nvcc, &String::from_utf8_lossy(&said)))
        }
    }
}

fn is_arch(flag: &str) -> bool {
    ["-arch", "--gpu-architecture"].iter().any(|start| flag.starts_with(start))
}

fn folders(file: &Path) -> Vec<std::path::PathBuf> {
    file.parent().map(Path::to_owned).into_iter().chain([std::path::PathBuf::new()]).collect()
}

/// The macros that are numbers, of `-DTILE=16`: contracts may name them, as the source does.
fn defined(words: &[String]) -> impl Iterator<Item = (String, i128)> {
    words.iter().filter_map(|word| {
        let (name, value) = word.strip_prefix("-D")?.split_once('=')?;
        Some((name.to_owned(), value.parse().ok()?))
    })
}

/// What the sources say of the kernels of a module: the file itself, then those that it includes.
fn describe(
    module: &Module,
    file: &Path,
    text: &str,
    words: &[String],
) -> (Vec<Said>, Vec<(String, String)>, Origin) {
    let own = kernels::declared(text);
    let mut elsewhere: Vec<Declared> = Vec::new();
    for path in included(module) {
        let known =
            fs::canonicalize(&path).ok().is_some_and(|path| fs::canonicalize(file).ok() == Some(path));
        let other = if known { String::new() } else { fs::read_to_string(&path).unwrap_or_default() };
        // Names are known from there; what is said there is said at the kernel's own place.
        elsewhere
            .extend(kernels::declared(&other).into_iter().map(|kernel| Declared { offset: 0, ..kernel }));
    }
    let (mut said, mut called) = (Vec::new(), Vec::new());
    for kernel in &module.kernels {
        let Some(name) = mangled::demangle(&kernel.name) else { continue };
        let fits = |one: &&Declared| one.name == name.last && one.names.len() == kernel.params.len();
        let at_line =
            || kernels::declared_at(text, &name.last, line_in(kernel, file)?).filter(|one| fits(&one));
        let found = own.iter().chain(&elsewhere).find(fits).cloned().or_else(at_line);
        called.push((kernel.name.clone(), name.to_string()));
        let Some(found) = found else { continue };
        let constants = found.template.iter().zip(&name.arguments);
        said.push(Said {
            symbol: kernel.name.clone(),
            constants: constants
                .filter_map(|(name, value)| Some((name.clone(), value.number?)))
                .chain(defined(words))
                .collect(),
            names: found.names,
            clauses: found.clauses,
            offset: found.offset,
        });
    }
    (said, called, Origin::new(text))
}

/// The line of a file that a kernel stands at, if it is of that file.
fn line_in(kernel: &Kernel, file: &Path) -> Option<usize> {
    let place = &kernel.at.source.as_ref()?.position;
    let is_this = fs::canonicalize(&place.file).ok()? == fs::canonicalize(file).ok()?;
    is_this.then(|| index(place.line))
}

/// The files that operations come from.
fn included(module: &Module) -> BTreeSet<String> {
    let places =
        module.kernels.iter().flat_map(|kernel| kernel.operations()).filter_map(|op| op.at.source.as_ref());
    places
        .flat_map(|place| [&place.position].into_iter().chain(&place.inlined))
        .map(|at| at.file.to_string())
        .collect()
}
