//! Tile C++, compiled by NVIDIA's nvcc.

mod checked;
mod database;
mod errors;
mod find;
mod kernels;
mod macros;
mod mangled;
mod said;
mod unread;
mod unset;
mod without;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use super::child;
use super::opened::{Asked, Opened, Unit};
use super::scratch::Scratch;
use crate::failure::Failure;
use crate::load::{Checked, Compiled, Source};

/// What nvcc must be told for Tile C++ to become bytecode with lines.
const NEEDED: [&str; 4] = ["--enable-tile", "-tile-only", "-tilebc", "-lineinfo"];

/// The kernel that nvcc invents for a file without one.
const NO_KERNEL: &str = "__$dummy_kernel";

/// The default GPU: bytecode is checked alike for all GPUs.
const ARCH: &str = "-arch=sm_90";

/// The default language.
const STANDARD: &str = "-std=c++20";

/// Compiles a file of Tile C++, and reads what its author says of the kernels.
///
/// # Errors
/// nvcc is missing, does not support Tile C++, or rejects the file.
pub(super) fn compile(asked: &Asked) -> Result<Opened, Failure> {
    let file = &asked.file;
    let nvcc = find::nvcc()?;
    let flags = flags(asked)?;
    let text = text_of(file)?;
    let (bytes, checked, unset) = thread::scope(|scope| {
        let checked = scope.spawn(|| checked::compile(&nvcc, file, &flags));
        let unset = scope.spawn(|| checked::compile_unset(&nvcc, file, &flags));
        let plain = run(&nvcc, file, &flags, Manner::Plain);
        (plain, checked.join(), unset.join())
    });
    let bytes = bytes?;
    let panicked = || "it was not compiled, which is a bug of ours".to_owned();
    let checked = checked.unwrap_or_else(|_| Err(panicked()));
    let checked =
        unset.map_err(|_| panicked()).and_then(|unset| checked.map(|checked| Checked { unset, ..checked }));
    let compiled = Compiled::new(&file.display().to_string(), bytes, folders(file)).with_checked(checked);
    let mut notes = Vec::new();
    let source = Source::compiled(compiled, asked.contract.as_deref(), |module| {
        notes = said::stray(module, file, &text);
        notes.extend(said::host_launches(file, &text));
        let described = said::describe(module, file, &text, &asked.words);
        notes.extend(unread::comments(file, &text, &described.0));
        described
    })?;
    let symbols: Vec<&str> = source.names().map(|(symbol, _)| symbol).collect();
    if !symbols.is_empty() && symbols.iter().all(|symbol| *symbol == NO_KERNEL) {
        return Err(Failure::usage(format!("{} has no tile kernel", file.display())).help(
            "a tile kernel is a function with `__tile_global__`; kernels with `__global__` are not checked",
        ));
    }
    let units = vec![Unit::alone(source)];
    Ok(Opened { units, notes, ..Opened::default() })
}

/// The text of a file. nvcc accepts comments in any encoding, but places are counted in UTF-8.
fn text_of(file: &Path) -> Result<String, Failure> {
    let bytes = fs::read(file).map_err(|error| Failure::file(file, "read", &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Failure::usage(format!("{}:{line}: this line is not UTF-8", file.display()))
            .help("convert the file, for example with `iconv -f latin1 -t utf-8`")
    })
}

/// How a file is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Unchanged.
    Plain,
    /// With the rules of its language as assertions.
    Checked,
}

/// The compiler's flags for a file, besides the fixed ones.
fn flags(asked: &Asked) -> Result<Vec<String>, Failure> {
    let mut flags = match asked.words.is_empty() {
        true => database::flags(asked.instead_of.as_ref().unwrap_or(&asked.file))?,
        false => asked.words.clone(),
    };
    if let Some(folder) = asked.folder_of_original() {
        flags.push(format!("-I{}", folder.display()));
    }
    if asked.file.extension().is_none_or(|kind| kind != "cu") {
        // nvcc goes by the name, and takes no header for a source.
        flags.extend(["-x", "cu"].map(str::to_owned));
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
