//! The second compilation of a file: with a header before it that has the preconditions of Tile C++ as assertions, which nvcc drops
//! otherwise. It is checked, and never run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::unset::{Headers, unset_in, with_rules, with_values};
use super::without::{functions, lines, refused, without};
use super::{Manner, run};
use crate::compile::scratch::Scratch;
use crate::failure::Failure;
use crate::load::second::Marks;
use crate::load::{Checked, LeftOut, UnsetValues};

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

/// Compiles a file with the header before it, with assertions for its assumptions, and without the functions that nvcc refuses then.
pub(super) fn compile(nvcc: &Path, file: &Path, flags: &[String]) -> Result<Checked, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let (changed, headers) = (with_rules(&text), Headers::of(file, &text, flags));
    if changed != text || headers.has_rules() {
        return compile_changed(nvcc, file, flags, |copies| headers.write(file, &changed, None, copies));
    }
    match run(nvcc, file, flags, Manner::Checked) {
        Ok(bytes) => Ok(checked(bytes, Vec::new())),
        Err(failure) => {
            let file = &Part { nvcc, file, flags: &with_folder(file, flags), text: &text };
            file.compile_rest(&failure).ok_or_else(|| reason(&failure))
        }
    }
}

fn checked(bytes: Vec<u8>, left_out: Vec<LeftOut>) -> Checked {
    Checked { bytes, marks: Marks::Each, left_out, unset: Vec::new() }
}

/// Compiles a changed text of a file, whose headers get changed copies in a folder.
fn compile_changed(
    nvcc: &Path,
    file: &Path,
    flags: &[String],
    change: impl FnOnce(&Scratch) -> Result<String, Failure>,
) -> Result<Checked, String> {
    let copies = Scratch::new().map_err(|failure| reason(&failure))?;
    let changed = change(&copies).map_err(|failure| reason(&failure))?;
    let part = Part { nvcc, file, flags: &with_folder(file, flags), text: &changed };
    match part.compile(&changed) {
        Ok(bytes) => Ok(checked(bytes, Vec::new())),
        Err(failure) => part.compile_rest(&failure).ok_or_else(|| reason(&failure)),
    }
}

/// Compiles a file with undetermined values for local variables without a value, and once more for arrays and classes.
pub(super) fn compile_unset(nvcc: &Path, file: &Path, flags: &[String]) -> Vec<UnsetValues> {
    let Ok(text) = fs::read_to_string(file).map(|text| with_rules(&text)) else { return Vec::new() };
    let (unset, headers) = (unset_in(&text), Headers::of(file, &text, flags));
    let mut found = Vec::new();
    for followed in [false, true] {
        if !unset.iter().any(|one| one.is_needed(followed)) && !headers.has_unset(followed) {
            continue;
        }
        let changed = with_values(&text, &unset, followed);
        let compiled = compile_changed(nvcc, file, flags, |copies| {
            headers.write(file, &changed, Some(followed), copies)
        });
        let named = unset.iter().filter(|one| followed || !one.may_be_followed());
        let variables = named.map(|one| (one.name.clone(), one.line)).collect();
        found.push(UnsetValues { compiled, followed, variables });
    }
    found
}

/// The flags, with the folder of a file for what it includes.
fn with_folder(file: &Path, flags: &[String]) -> Vec<String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    [flags, &[format!("-I{}", folder.display())]].concat()
}

/// A changed text in place of an author's file.
struct Part<'a> {
    nvcc: &'a Path,
    file: &'a Path,
    flags: &'a [String],
    text: &'a str,
}

impl Part<'_> {
    /// Compiles a text under the name of the file.
    fn compile(&self, text: &str) -> Result<Vec<u8>, Failure> {
        let scratch = Scratch::new()?;
        let part = scratch.file(&self.file.file_name().unwrap_or_default().to_string_lossy());
        let line = format!("#line 1 \"{}\"\n", self.file.display().to_string().replace('\\', "\\\\"));
        fs::write(&part, line + text).map_err(|error| Failure::file(&part, "write", &error))?;
        run(self.nvcc, &part, self.flags, Manner::Checked)
    }

    /// Compiles the kernels that have no part in an error.
    fn compile_rest(&self, failure: &Failure) -> Option<Checked> {
        let functions = functions(self.text);
        let (mut said, mut named) = (failure.to_string(), BTreeSet::new());
        for _ in 0..ROUNDS {
            let before = named.len();
            named.extend(lines(&said, self.file));
            let chosen = refused(&functions, self.text, &named).filter(|_| named.len() > before)?;
            match self.compile(&without(self.text, &functions, &chosen)) {
                Ok(bytes) => {
                    let why = reason(failure);
                    let left_out = chosen
                        .iter()
                        .map(|at| LeftOut { lines: functions[*at].lines.clone(), why: why.clone() });
                    return Some(checked(bytes, left_out.collect()));
                }
                Err(failure) => said = failure.to_string(),
            }
        }
        None
    }
}

/// Why there is no second compilation, in a line.
fn reason(failure: &Failure) -> String {
    let message = failure.to_string();
    let error = message.lines().find(|line| line.contains("error")).or(message.lines().next());
    error.unwrap_or_default().trim().to_owned()
}
