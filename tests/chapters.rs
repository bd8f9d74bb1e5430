//! The kernels of the chapters: each is read, and gets the verdict that stands beside it.

use std::sync::Arc;

use driver::check::report::{KernelReport, Outcome, Status, Verdict};
use driver::check::search;
use driver::check::{Options, check_module};
use spec::chapters::{self, Example};
use spec::contract::Bound;
use spec::problem::Refused;
use spec::syntax::contract::Property;
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

#[test]
fn every_property_is_what_stands_beside_it() {
    let kinds = std::cell::RefCell::new(std::collections::BTreeSet::new());
    every(|example| {
        let reports = check_module(example.text, &Options::default());
        let properties: Vec<_> = reports.iter().flat_map(|report| &report.properties).collect();
        let Some(last) = properties.last() else { return Ok(()) };
        let violated = example.text.contains("// violated");
        kinds.borrow_mut().insert((last.property.name(), violated));
        let (wanted, others) =
            if violated { ("violated", properties.len() - 1) } else { ("proved", properties.len()) };
        let right = last.outcome.name() == wanted
            && properties[..others].iter().all(|one| one.outcome == Outcome::Proved);
        if right { Ok(()) } else { Err(format!("{properties:?}")) }
    });
    for name in Property::NAMES {
        let both = [true, false].iter().all(|violated| kinds.borrow().contains(&(*name, *violated)));
        assert!(both, "{name} is not kept and broken");
    }
}

#[test]
fn every_kernel_gets_its_verdict() {
    every(|example| {
        let reports = check_module(example.text, &Options::default());
        let [report] = &reports[..] else { return Err(format!("{} reports", reports.len())) };
        match example.breaks {
            None => proved(report),
            Some((code, at)) => undefined(example, report, code, at),
        }
    });
}

#[test]
fn no_small_launch_breaks_a_kernel_that_is_proved() {
    every(|example| {
        if example.breaks.is_some() {
            return Ok(());
        }
        let module = read(example)?;
        let kernel = Valid::new(Arc::clone(&module.kernels[0])).map_err(|refused| refused.to_string())?;
        let contract = Bound::new(&module.contracts[0], &kernel).map_err(|problem| problem.message)?;
        let found = search(&kernel, &contract, None);
        found.map_or(Ok(()), |found| Err(format!("{} at {:?}", found.violation, found.launch)))
    });
}

/// Proved, without conditions, and with every obligation reached by some launch.
fn proved(report: &KernelReport) -> Result<(), String> {
    let open = report.obligations.iter().filter(|finding| finding.status != Status::Proved);
    let open: Vec<_> = open.map(|finding| format!("{}: {:?}", finding.rule, finding.status)).collect();
    if report.verdict != Verdict::Proved {
        return Err(format!("{}: {}", said(report), open.join(", ")));
    }
    let reached = report.obligations.iter().all(|finding| finding.reached == Some(true));
    if report.obligations.is_empty() || !reached { Err("proved of nothing".to_owned()) } else { Ok(()) }
}

/// Undefined, by only one rule, and at the expected line: the interpreter was there.
fn undefined(example: &Example, report: &KernelReport, code: &str, at: usize) -> Result<(), String> {
    let found = report.counterexamples();
    let broken: Vec<_> = found
        .iter()
        .map(|found| (found.violation.rule.code(), line(example, found.violation.party.at.offset)))
        .collect();
    if report.verdict == Verdict::Undefined && broken == [(code, at)] {
        Ok(())
    } else {
        Err(format!("{} with {broken:?}, not {:?}", said(report), (code, at)))
    }
}

fn said(report: &KernelReport) -> String {
    let problem = report.problem.as_ref().map_or_else(String::new, |problem| format!(" ({problem})"));
    format!("{}{problem} {}", report.verdict.name(), report.notes.join("; "))
}
