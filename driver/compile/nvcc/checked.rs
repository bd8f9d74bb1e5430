//! The second compilation of a file: with a header before it that has the preconditions of Tile C++ as assertions, which nvcc drops
//! otherwise. It is checked, and never run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::without::{functions, lines, refused, without};
use super::{Manner, run};
use crate::compile::scratch::Scratch;
use crate::failure::Failure;
use crate::load::second::Marks;
use crate::load::{Checked, LeftOut};

/// The header.
const HEADER: &str = include_str!("cuda_tile_checked.h");

/// What the header is called, in bytecode too: its lines are nobody's to change.
const NAME: &str = "cuda_tile_checked.h";

/// Writes the header into a folder.
pub(super) fn write_header(folder: &Scratch) -> Result<PathBuf, Failure> {
    let path = folder.file(NAME);
    fs::write(&path, HEADER).map_err(|error| Failure::file(&path, "write", &error))?;
    Ok(path)
}

/// The flags that put the header before a file.
pub(super) fn include(header: &Path) -> [String; 2] {
    ["-include".to_owned(), header.display().to_string()]
}

/// How often functions are left out that the compiler refuses: it stops at the first errors.
const ROUNDS: usize = 4;

/// Compiles a file with the header before it, without the functions that nvcc refuses then.
pub(super) fn compile(nvcc: &Path, file: &Path, flags: &[String]) -> Result<Checked, String> {
    let whole = run(nvcc, file, flags, Manner::Checked);
    let failure = match whole {
        Ok(bytes) => return Ok(Checked { bytes, marks: Marks::Each, left_out: Vec::new() }),
        Err(failure) => failure,
    };
    compile_rest(nvcc, file, flags, &failure).ok_or_else(|| reason(&failure))
}

/// Compiles the kernels that have no part in an error.
fn compile_rest(nvcc: &Path, file: &Path, flags: &[String], failure: &Failure) -> Option<Checked> {
    let text = fs::read_to_string(file).ok()?;
    let functions = functions(&text);
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let flags = [flags, &[format!("-I{}", folder.display())]].concat();
    let (mut said, mut named) = (failure.to_string(), BTreeSet::new());
    for _ in 0..ROUNDS {
        let before = named.len();
        named.extend(lines(&said, file));
        let chosen = refused(&functions, &text, &named).filter(|_| named.len() > before)?;
        let scratch = Scratch::new().ok()?;
        let part = scratch.file(&file.file_name()?.to_string_lossy());
        let line = format!("#line 1 \"{}\"\n", file.display().to_string().replace('\\', "\\\\"));
        fs::write(&part, line + &without(&text, &functions, &chosen)).ok()?;
        match run(nvcc, &part, &flags, Manner::Checked) {
            Ok(bytes) => {
                let why = reason(failure);
                let left_out =
                    chosen.iter().map(|at| LeftOut { lines: functions[*at].lines.clone(), why: why.clone() });
                return Some(Checked { bytes, marks: Marks::Each, left_out: left_out.collect() });
            }
            Err(failure) => said = failure.to_string(),
        }
    }
    None
}

/// Why there is no second compilation, in a line.
fn reason(failure: &Failure) -> String {
    let message = failure.to_string();
    let error = message.lines().find(|line| line.contains("error")).or(message.lines().next());
    error.unwrap_or_default().trim().to_owned()
}
