//! The cases of the corpus: every `run` directive with expected buffers or a broken rule.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interp::{Contents, Options};
use spec::syntax::count::usize_from_u64;

use crate::case::chapter;
use crate::case::{Case, Expected, Forms, Left, Origin, State};
use crate::corpus::compiled::collect_compiled;
use crate::corpus::directive::{self, Directive, ExpectedOutcome, Task};
use crate::corpus::prepare::{Pointer, Prepared, prepare};
use driver::accuracy::{ElementRef, Pointee, Reading, Reference, read};
use driver::failure::Failure;
use driver::scalar;

/// A directive that has yet to become a case.
pub(crate) struct Written {
    /// The case's name.
    pub(crate) name: String,
    pub(super) directive: Directive,
    pub(super) forms: Arc<Forms>,
    pub(super) module: Arc<spec::syntax::kernel::Module>,
}

/// A `run` directive.
pub(super) struct Run {
    /// The kernel.
    pub(super) kernel: String,
    /// The number among the kernel's runs in the file, from 1.
    pub(super) number: usize,
    pub(super) directive: Directive,
}

/// The `run` directives of every kernel, C++ and contract file below a folder, in order.
///
/// # Errors
/// The file cannot be read, or a line is not a directive.
pub(crate) fn collect_written(root: &Path) -> Result<Vec<Written>, Failure> {
    let mut paths = Vec::new();
    walk(root, &mut paths)?;
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        match path.extension().and_then(|kind| kind.to_str()) {
            Some("tile") => file(root, &path, &mut all)?,
            Some("cu" | "contract") => collect_compiled(root, &path, &mut all)?,
            Some(_) | None => {}
        }
    }
    Ok(all)
}

fn walk(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder).map_err(|error| Failure::file(folder, "read", &error))? {
        let path = entry.map_err(|error| Failure::file(folder, "read", &error))?.path();
        if path.is_dir() {
            walk(&path, into)?;
        } else {
            into.push(path);
        }
    }
    Ok(())
}

/// The text of a file.
///
/// # Errors
/// The file cannot be read.
pub(super) fn read_text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))
}

/// A path from the root of the corpus.
pub(super) fn below(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

/// The runs in a text.
///
/// # Errors
/// A line is not a directive.
pub(super) fn runs(path: &Path, text: &str) -> Result<Vec<Run>, Failure> {
    let mut counts = std::collections::HashMap::new();
    let mut runs = Vec::new();
    for (line, words) in (1..).zip(text.lines()).filter(|(_, words)| words.trim().starts_with("//@ run ")) {
        let Some(parsed) = directive::parse(line, words) else { continue };
        let directive = parsed.map_err(|why| Failure::ill_formed(format!("{}:{why}", path.display())))?;
        let (Task::Run { .. }, Some(kernel)) = (&directive.task, directive.kernel.clone()) else { continue };
        let number = counts.entry(kernel.clone()).or_insert(0);
        *number += 1;
        runs.push(Run { kernel, number: *number, directive });
    }
    Ok(runs)
}

fn file(root: &Path, path: &Path, all: &mut Vec<Written>) -> Result<(), Failure> {
    let text = read_text(path)?;
    // An unreadable module has checks only.
    let Ok(module) = spec::parse::module(&text) else { return Ok(()) };
    let mut sources = Vec::new();
    for kind in ["cu", "py"] {
        let source = path.with_extension(kind);
        if source.exists() {
            sources.push((format!("kernels/{}", below(root, &source)), read_text(&source)?.into()));
        }
    }
    let forms = Forms { tile: format!("kernels/{}", below(root, path)), text: text.as_str().into(), sources };
    let (forms, module) = (Arc::new(forms), Arc::new(module));
    let stem = below(root, &path.with_extension(""));
    for Run { kernel, number, directive } in runs(path, &text)? {
        let name = format!("{stem}/{kernel}/{number}");
        all.push(Written { name, directive, forms: Arc::clone(&forms), module: Arc::clone(&module) });
    }
    Ok(())
}

/// The origin of expected values, by folder.
fn origin(name: &str) -> (Origin, &'static str) {
    let folder = name.split('/').next().unwrap_or_default();
    match folder {
        "measured" => {
            (Origin::Hardware, "an NVIDIA H100, driver 580.159.04, NVIDIA's compiler 13.5.37 for sm_90")
        }
        "hardware" => {
            (Origin::Hardware, "an NVIDIA H200, driver 580.159.04, NVIDIA's compiler 13.5.37 for sm_90")
        }
        "elements" => {
            (Origin::Hand, "exact rational arithmetic and one rounding, apart from the interpreter")
        }
        _ => (Origin::Hand, "worked out from the documents before anything could run it"),
    }
}

impl Written {
    /// The case, with how far another implementation may be from the expected values.
    ///
    /// # Errors
    /// The directive does not fit its kernel, or the interpreter's own values are outside the tolerance.
    pub(crate) fn case(&self) -> Result<Case, String> {
        let Task::Run { grid, arguments, in_order, result } = &self.directive.task else {
            return Err("it is no run".to_owned());
        };
        let prepared = prepare(&self.module, self.directive.kernel.as_deref(), *grid, arguments)?;
        let stem = Path::new(&self.forms.tile).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let (expected, asserts, chapter) = match result {
            ExpectedOutcome::Breaks(rule) => (Expected::Breaks(*rule), Vec::new(), chapter::of_rule(*rule)),
            ExpectedOutcome::Leaves(lists) => {
                let given: Vec<_> = lists.iter().map(|left| (left.name.as_str(), &left.elements)).collect();
                let (reference, outcome) = reference(&prepared)?;
                let leaves = Expected::Leaves(leaves(&prepared, &reference, &given)?);
                let asserts = outcome.failed_asserts.into_iter().map(|failed| failed.message).collect();
                (leaves, asserts, chapter::of_kernel(&prepared.kernel, stem.as_deref().unwrap_or_default()))
            }
        };
        let (origin, how) = origin(&self.name);
        Ok(Case {
            name: self.name.clone(),
            chapter,
            operations: chapter::operations(&prepared.kernel),
            forms: Forms::clone(&self.forms),
            prepared,
            in_order: *in_order,
            expected,
            asserts,
            origin,
            how: how.to_owned(),
            state: State::Written,
        })
    }
}

/// The expected buffers of the directive.
fn leaves(
    prepared: &Prepared,
    reference: &Reference,
    lists: &[(&str, &Vec<String>)],
) -> Result<Vec<Left>, String> {
    let left = |(name, elements): &(&str, &Vec<String>)| {
        let at = prepared.pointers.iter().position(|pointer| pointer.name == *name);
        let at = at.ok_or_else(|| format!("`{name}` is no pointer"))?;
        let pointer = &prepared.pointers[at];
        let value = |text: &String| match text.as_str() {
            "?" => Ok(None),
            text => scalar::parse(pointer.element, text).map(Some),
        };
        let given = elements.strip_suffix(&["...".to_owned()]).unwrap_or(elements);
        let mut values = given.iter().map(value).collect::<Result<Vec<_>, _>>()?;
        let len = usize_from_u64(pointer.shape.iter().product());
        if values.len() > len || values.len() < len && given.len() == elements.len() {
            return Err(format!("`{name}` has {len} elements"));
        }
        values.resize(len, None);
        let left = left(reference, at, pointer, values);
        if left.is_within_its_room(pointer.element) {
            Ok(left)
        } else {
            Err(format!("`{name}` is neither the interpreter's result nor near"))
        }
    };
    lists.iter().map(left).collect()
}

fn spot(pointer: &Pointer, index: usize) -> ElementRef {
    ElementRef::new(pointer.buffer, pointer.element, driver::convert::count(index))
}

/// The interpreter's result for a launch, and the permitted difference of other results.
pub(crate) fn reference(prepared: &Prepared) -> Result<(Reference, interp::Outcome), String> {
    let Prepared { kernel, launch, pointers, .. } = prepared;
    let outcome = interp::run(kernel, launch, &Options::default()).map_err(|stop| stop.to_string())?;
    let of = |pointer: &Pointer| Pointee { buffer: pointer.buffer, element: pointer.element };
    let pointees: Vec<_> = pointers.iter().map(of).collect();
    let reference = Reference::new(kernel, launch, &pointees, outcome.buffers.clone())?;
    Ok((reference, outcome))
}

/// The expected contents of a buffer, with the tolerance around the interpreter's values.
fn left(reference: &Reference, at: usize, pointer: &Pointer, values: Vec<Option<u64>>) -> Left {
    let spots: Vec<_> = (0..values.len()).map(|index| spot(pointer, index)).collect();
    let reading = |(which, reading): (usize, Reading)| {
        let own = spots.iter().map(|spot| reference.own(*spot).nth(which).flatten().unwrap_or(0));
        (reading, own.collect::<Vec<u64>>())
    };
    let same = |(_, own): &(Reading, Vec<u64>)| {
        values.iter().zip(own).all(|(value, own)| value.is_none_or(|bits| bits == *own))
    };
    let mut readings: Vec<_> = match spots.is_empty() {
        true => Vec::new(),
        false => reference.readings().enumerate().map(reading).collect(),
    };
    if readings.iter().all(same) {
        readings.clear();
    }
    let magnitudes: Option<Vec<u64>> = spots
        .iter()
        .map(|spot| reference.magnitude(*spot))
        .collect::<Option<_>>()
        .filter(|all: &Vec<_>| !all.is_empty());
    Left { pointer: at, values, room: reference.room(), readings, magnitudes }
}

/// All contents of a buffer after the launch, from the interpreter.
pub(crate) fn as_it_is(reference: &Reference, at: usize, pointer: &Pointer, buffers: &[Contents]) -> Left {
    let len = usize_from_u64(pointer.shape.iter().product());
    let value = |index: usize| read(&buffers[pointer.buffer], spot(pointer, index));
    left(reference, at, pointer, (0..len).map(value).collect())
}
