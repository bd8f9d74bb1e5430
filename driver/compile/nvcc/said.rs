//! What the sources say of the kernels of a module: names of parameters, constants, and contracts in comments.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use spec::syntax::kernel::{Kernel, Module};

use super::kernels::{self, CppFile, Declared};
use super::mangled;
use crate::code::{Code, Language};
use crate::convert::index;
use crate::load::comments::{Clause, Origin, Said};

/// The macros that are numbers, of `-DTILE=16`: contracts may name them, as the source does.
fn defined(words: &[String]) -> impl Iterator<Item = (String, i128)> {
    words.iter().filter_map(|word| {
        let (name, value) = word.strip_prefix("-D")?.split_once('=')?;
        Some((name.to_owned(), value.parse().ok()?))
    })
}

/// The contracts of a module's kernels in the source file and its included files. The source file is read first.
pub(super) fn describe(
    module: &Module,
    file: &Path,
    text: &str,
    words: &[String],
) -> (Vec<Said>, Vec<(String, String)>, Origin) {
    let code = CppFile::new(text);
    let own = code.declared();
    let mut elsewhere: Vec<Declared> = Vec::new();
    for path in included(module) {
        let known =
            fs::canonicalize(&path).ok().is_some_and(|path| fs::canonicalize(file).ok() == Some(path));
        let other = if known { String::new() } else { fs::read_to_string(&path).unwrap_or_default() };
        // Names are known from there; clauses there are read at the kernel's own place.
        elsewhere.extend(
            CppFile::new(&other).declared().into_iter().map(|kernel| Declared { offset: 0, ..kernel }),
        );
    }
    let lines = kernel_lines(module, file);
    let single = |line: &usize| lines.iter().filter(|other| *other == line).count() == 1;
    let (mut said, mut called) = (Vec::new(), Vec::new());
    for kernel in &module.kernels {
        let Some(name) = mangled::demangle(&kernel.name) else { continue };
        let fits = |one: &&Declared| one.name == name.last && one.names.len() == kernel.params.len();
        let line = line_in(kernel, file);
        let at_line = || code.declared_at(&name.last, line?).filter(|one| fits(&one));
        let made = || code.made_at(&name.last, line.filter(single)?).filter(|one| fits(&one));
        // A macro of another file makes it: the names of its parameters are not known.
        let above = || {
            let line = line.filter(single)?;
            Some(Declared { clauses: code.clauses_above(line), ..Declared::default() })
        };
        let found = own.iter().chain(&elsewhere).find(fits).cloned();
        let found = found.or_else(at_line).or_else(made).or_else(above);
        called.push((kernel.name.clone(), name.to_string()));
        let Some(mut found) = found else { continue };
        if let Some(line) = line {
            found.clauses.retain(|clause| !is_of_another(text, clause, line, &lines));
        }
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

/// The line of a kernel in a file, if the kernel is from the file.
fn line_in(kernel: &Kernel, file: &Path) -> Option<usize> {
    let place = &kernel.at.source.as_ref()?.position;
    let is_this = fs::canonicalize(&place.file).ok()? == fs::canonicalize(file).ok()?;
    is_this.then(|| index(place.line))
}

/// The source files of operations.
fn included(module: &Module) -> BTreeSet<String> {
    let places =
        module.kernels.iter().flat_map(|kernel| kernel.operations()).filter_map(|op| op.at.source.as_ref());
    places
        .flat_map(|place| [&place.position].into_iter().chain(&place.inlined))
        .map(|at| at.file.to_string())
        .collect()
}

/// The lines of a file that kernels stand at, each as often as one does.
fn kernel_lines(module: &Module, file: &Path) -> Vec<usize> {
    module.kernels.iter().filter_map(|kernel| line_in(kernel, file)).collect()
}

/// Whether another kernel stands between a clause and a line.
fn is_of_another(text: &str, clause: &Clause, line: usize, lines: &[usize]) -> bool {
    let start = |line: usize| kernels::start_of_line(text, line).unwrap_or(0);
    lines.iter().any(|other| *other < line && clause.offset < start(*other))
}

/// A note on the launches of host code, `kernel<<<grid, block>>>(…)`, which a check does not read.
pub(super) fn host_launches(file: &Path, text: &str) -> Option<String> {
    let code = Code::new(text, Language::Cpp).code;
    let first = code.find("<<<")?;
    let line = code[..first].matches('\n').count() + 1;
    let (file, count) = (file.display(), code.matches("<<<").count());
    let launches =
        if count == 1 { "1 host launch is".to_owned() } else { format!("{count} host launches are") };
    Some(format!(
        "{file}:{line}: {launches} not read; kernels are checked for all launches, and `--at n=1000,grid=4` checks one"
    ))
}

/// Notes on clauses above a macro invocation that makes several kernels. The kernel of these comments is unclear.
pub(super) fn stray(module: &Module, file: &Path, text: &str) -> Vec<String> {
    let lines = kernel_lines(module, file);
    let several: BTreeSet<usize> = lines
        .iter()
        .copied()
        .filter(|line| lines.iter().filter(|other| *other == line).count() > 1)
        .collect();
    let code = CppFile::new(text);
    let of_templates = |line: usize| {
        let found = module.kernels.iter().find(|kernel| line_in(kernel, file) == Some(line));
        let name = found.and_then(|kernel| mangled::demangle(&kernel.name));
        name.is_some_and(|name| code.declared_at(&name.last, line).is_some())
    };
    let mut notes = Vec::new();
    for line in several.into_iter().filter(|line| !of_templates(*line)) {
        let clauses = code.clauses_above(line);
        if clauses.is_empty() {
            continue;
        }
        notes.push(format!(
            "{}:{line}: the contract above this macro is left out: the macro makes several kernels; write the contracts into a file (--contract)",
            file.display()
        ));
    }
    notes
}
