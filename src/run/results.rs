//! What a run leaves: printed briefly, and written to files.

use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;

use interp::{Contents, Outcome};
use spec::syntax::array;
use spec::syntax::count::usize_from_u64;

use super::prepare::{Memory, Prepared};
use crate::output::eprint;
use driver::failure::Failure;
use driver::files::npy::Array;
use driver::load::Source;
use driver::scalar;
use driver::signature::Signature;
use report::text::wrapped;

/// How many elements are shown.
const SHOWN: u64 = 8;

/// Buffers after a run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Buffers<'a> {
    /// On the interpreter.
    Interp(&'a [Contents]),
    /// On a GPU, where nothing is known to be undetermined.
    Gpu(&'a [Vec<u8>]),
}

impl Buffers<'_> {
    /// The bytes of a range of a buffer, and the undetermined bytes; `None` for a missing buffer.
    fn read(self, buffer: usize, range: Range<u64>) -> Option<(Vec<u8>, Vec<bool>)> {
        match self {
            Buffers::Interp(buffers) => {
                let buffer = buffers.get(buffer)?;
                Some((buffer.bytes(range.clone()), buffer.undetermined(range)))
            }
            Buffers::Gpu(buffers) => {
                let index = |at: u64| usize::try_from(at).ok();
                let bytes = buffers.get(buffer)?.get(index(range.start)?..index(range.end)?)?;
                Some((bytes.to_vec(), vec![false; bytes.len()]))
            }
        }
    }
}

/// What is written: the parameter, and the file.
pub(super) fn outs(texts: &[String], signature: &Signature) -> Result<Vec<(usize, PathBuf)>, Failure> {
    let out = |text: &String| {
        let wrong = |reason: &str| {
            Failure::usage(format!("--out {text}: {reason}"))
                .help("write --out NAME=FILE.npy, with a pointer's name")
        };
        let (name, path) = text.split_once('=').ok_or_else(|| wrong("it has no file"))?;
        let position = signature.position(name).ok_or_else(|| wrong("the kernel has no such parameter"))?;
        let pointee = signature.0.get(position).and_then(|parameter| parameter.pointee());
        pointee.map(|_| (position, PathBuf::from(path))).ok_or_else(|| wrong("the parameter is no pointer"))
    };
    texts.iter().map(out).collect()
}

/// The most important results for a person.
pub(super) fn report(
    outcome: &Outcome,
    prepared: &Prepared,
    signature: &Signature,
    source: &Source,
) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    for step in &outcome.trace {
        let [x, y, z] = step.block;
        let (at, operation) = (source.position(&step.at), source.operation(&step.at));
        let results: Vec<_> =
            step.results.iter().map(|(name, value)| format!("; {name} is {value}")).collect();
        let _ = writeln!(text, "block ({x}, {y}, {z}) {at}: {operation}{}", results.concat());
    }
    for print in &outcome.prints {
        text.push_str(print);
        if !print.ends_with('\n') {
            text.push('\n');
        }
    }
    text.push_str(&arrays(Buffers::Interp(&outcome.buffers), prepared, signature));
    for failed in &outcome.failed_asserts {
        let [x, y, z] = failed.block;
        let at = source.position(&failed.at);
        let _ = writeln!(
            text,
            "assert failed in block ({x}, {y}, {z}), element {:?}, at {at}: {}",
            failed.lane, failed.message
        );
    }
    text
}

/// The first elements of every array, a line each.
pub(super) fn arrays(buffers: Buffers<'_>, prepared: &Prepared, signature: &Signature) -> String {
    let mut text = String::new();
    for (memory, parameter) in prepared.memories.iter().zip(&signature.0) {
        let Some(memory) = memory else { continue };
        let shape: Vec<_> = memory.shape.iter().map(ToString::to_string).collect();
        let label = format!("{}: {}[{}] = ", parameter.name, memory.element, shape.join(", "));
        text.push_str(&wrapped(&label, &first_elements(buffers, memory)));
    }
    text
}

fn first_elements(buffers: Buffers<'_>, memory: &Memory) -> String {
    let len: u64 = memory.shape.iter().product();
    let elements = elements(buffers, memory, len.min(SHOWN));
    let mut words: Vec<_> =
        elements.into_iter().map(|element| element.unwrap_or_else(|| "?".to_owned())).collect();
    if len > SHOWN {
        words.push("…".to_owned());
    }
    words.join(" ")
}

/// The first elements; `None` for undetermined ones.
fn elements(buffers: Buffers<'_>, memory: &Memory, count: u64) -> Vec<Option<String>> {
    let range = memory.offset..memory.offset + memory.element.bytes_of(count).unwrap_or(0);
    let Some((bytes, undetermined)) = buffers.read(memory.buffer, range) else { return Vec::new() };
    let width = usize_from_u64(memory.element.bytes());
    let share = usize_from_u64(memory.element.in_a_byte());
    let unknown = undetermined.chunks_exact(width).flat_map(|of| vec![of.contains(&true); share]);
    let words = array::elements(memory.element, &bytes).into_iter().zip(unknown);
    let shown = |bits| scalar::show(memory.element, bits, false);
    let elements = words.map(|(bits, unknown)| (!unknown).then(|| shown(bits)));
    elements.take(usize_from_u64(count)).collect()
}

/// Writes the requested files.
pub(super) fn write(
    buffers: Buffers<'_>,
    prepared: &Prepared,
    outs: &[(usize, PathBuf)],
) -> Result<(), Failure> {
    for (position, path) in outs {
        let Some(memory) = prepared.memories.get(*position).and_then(Option::as_ref) else { continue };
        let len = memory.element.bytes_of(memory.shape.iter().product()).unwrap_or(0);
        let range = memory.offset..memory.offset + len;
        let Some((bytes, undetermined)) = buffers.read(memory.buffer, range) else { continue };
        if undetermined.contains(&true) {
            eprint(&format!(
                "warning: {} has undetermined elements; they are written as some value\n",
                path.display()
            ));
        }
        let array = Array { element: memory.element, shape: memory.shape.clone(), bytes };
        array.write(path)?;
    }
    Ok(())
}
