//! Findings that authors accept in comments of their own files, with places from debug information.

use std::collections::BTreeMap;
use std::sync::Arc;

use spec::problem::IllFormed;
use spec::syntax::kernel::{Allowance, Kernel, Module};
use spec::syntax::span::{Place, SourcePlace, SourcePosition};

/// A kernel, with the last line of a file that its operations come from.
struct Lines<'m> {
    kernel: &'m Kernel,
    last: u32,
}

/// Adds what comments of the author's files accept, `tileproof: allow RULE, because …` behind `//` or `#`: each belongs to the kernel
/// that it stands in, or to the next.
///
/// # Errors
/// A `tileproof` comment without a valid meaning, with its place.
pub(super) fn add_allowances(
    module: &mut Module,
    read: &dyn Fn(&str) -> Option<Arc<str>>,
) -> Result<(), IllFormed> {
    let mut files: BTreeMap<String, Vec<Lines<'_>>> = BTreeMap::new();
    for kernel in &module.kernels {
        if let Some((file, lines)) = lines_of(kernel) {
            files.entry(file).or_default().push(lines);
        }
    }
    let mut found = Vec::new();
    for (file, kernels) in &files {
        let Some(text) = read(file) else { continue };
        for (line, words) in (1u32..).zip(text.lines()) {
            let Some(comment) = comment(words) else { continue };
            // The kernels whose last line is the nearest: one function may be compiled several times.
            let Some(last) = kernels.iter().filter(|of| of.last >= line).map(|of| of.last).min() else {
                continue;
            };
            for of in kernels.iter().filter(|of| of.last == last) {
                let position = SourcePosition { file: file.clone(), line, column: 1 };
                let source = SourcePlace { position, inlined: Vec::new() };
                let at = Place { source: Some(source.into()), ..of.kernel.at.clone() };
                let accepted = spec::parse::allowance(comment);
                let accepted = accepted.map_err(|problem| IllFormed { at: at.clone(), ..problem })?;
                found.push((of.kernel.name.clone(), Allowance { at, ..accepted }));
            }
        }
    }
    // A contract in comments may have said the same.
    let is_known = |(name, accepted): &(String, Allowance)| {
        let known = module.allowances.iter();
        known.filter(|(of, _)| of == name).any(|(_, other)| other.rule == accepted.rule)
    };
    found.retain(|one| !is_known(one));
    module.allowances.extend(found);
    Ok(())
}

/// The source file of a kernel, and its lines.
fn lines_of(kernel: &Kernel) -> Option<(String, Lines<'_>)> {
    let positions = || kernel.operations().filter_map(|op| Some(&op.at.source.as_ref()?.position));
    let file = &positions().next()?.file;
    let own = || positions().filter(|position| position.file == *file).map(|position| position.line);
    Some((file.clone(), Lines { kernel, last: own().max()? }))
}

/// The accepted rule of a comment.
fn comment(line: &str) -> Option<&str> {
    let (before, said) = line.split_once("tileproof:")?;
    let is_comment = before.trim_end().ends_with("//") || before.trim_end().ends_with('#');
    Some(said.trim()).filter(|said| is_comment && said.split_whitespace().next() == Some("allow"))
}
