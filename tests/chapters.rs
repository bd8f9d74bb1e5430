//! The kernels of the chapters: each is read, and gets the verdict that stands beside it.

use std::sync::Arc;

use spec::chapters::{self, Example};
use spec::contract::Bound;
use spec::problem::Refused;
use spec::syntax::kernel::Module;
use spec::valid::Valid;

/// Tries every example, and fails with all that went wrong.
#[track_caller]
fn every(check: impl Fn(&Example) -> Result<(), String>) {
    let examples = chapters::examples();
    assert!(examples.len() > 50, "only {} examples", examples.len());
    let wrong: Vec<_> = examples
        .iter()
        .filter_map(|example| {
            let problem = check(example).err()?;
            Some(format!("spec/{}:{} ({}): {problem}", example.chapter, example.line, example.heading))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), examples.len(), wrong.join("\n"));
}

/// The line of the example that a byte of it stands on, counted from 1.
fn line(example: &Example, offset: usize) -> usize {
    example.text.get(..offset).unwrap_or(example.text).matches('\n').count() + 1
}

fn read(example: &Example) -> Result<Module, String> {
    let module = spec::parse::module(example.text);
    module.map_err(|problem| format!("line {}: {}", line(example, problem.at.offset), problem.message))
}

#[test]
fn every_kernel_is_well_formed() {
    every(|example| {
        let module = read(example)?;
        let ([kernel], [contract]) = (&module.kernels[..], &module.contracts[..]) else {
            return Err("not one kernel with one contract".to_owned());
        };
        Valid::new(Arc::clone(kernel)).map_err(|refused| {
            let at = match &refused {
                Refused::IllFormed(problem) => &problem.at,
                Refused::Unsupported(problem) => &problem.at,
            };
            format!("line {}: {refused}", line(example, at.offset))
        })?;
        Bound::new(contract, kernel).map(|_| ()).map_err(|problem| problem.message)
    });
}

#[test]
fn every_kernel_is_printed_as_it_was_read() {
    every(|example| {
        let module = read(example)?;
        let printed = spec::print::module(&module);
        let again =
            spec::parse::module(&printed).map_err(|problem| format!("{}:\n{printed}", problem.message))?;
        if again == module { Ok(()) } else { Err(format!("reads back as something else:\n{printed}")) }
    });
}
