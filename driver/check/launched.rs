//! A launch of an author: either covered by a proof, or checked alone, with its actual sizes, numbers and addresses.

mod beyond;
mod contents;
mod decided;
mod executed;
mod floats;
mod lists;
mod made;
mod overlapping;
mod properties;
mod typical;
mod unwritten;
mod views;
mod written;

use std::sync::Arc;

use spec::admit::{LEAST, Placed, admit};
use spec::contract::Bound;
use spec::problem::IllFormed;
use spec::syntax::array;
use spec::syntax::contract::{Binary, BufferClause, Contract, Expr, binary};
use spec::syntax::format;
use spec::syntax::kernel::{Kernel, Module};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::span::{Place, SourcePlace, SourcePosition};
use spec::syntax::types::{Element, Scalar};
use verify::Clause;

pub(super) use self::beyond::{find_all_broken, find_excluded};
pub(super) use self::made::Made;
use self::made::alignment;
pub(super) use self::written::Earlier;
use super::general::General;
use super::kept::{Subject, placement};
use super::options::Options;
use super::report::{Clauses, Counterexample, Inferred, KernelReport, Status, Verdict};
use super::suspect::empty::find_update;
use crate::cache::Cache;
use crate::compile::LaunchedAt;
use crate::load::{Flags, find_contract};
use crate::proof::validate_placed_launch;
use crate::scalar;
use crate::signature::{Parameter, Signature};

/// Checks one launch of a script, behind its earlier launches and decisions.
pub(super) fn check_in_script(
    (module, kernel): (&Module, &Arc<Kernel>),
    launched: &LaunchedAt,
    (general, earlier): (Option<&General<'_>>, &Earlier<'_>),
    options: &Options,
    cache: Option<&Cache>,
) -> KernelReport {
    let report = check_launch((module, kernel), launched, general, options, cache);
    let report = written::confirm((module, kernel), (launched, earlier), options, report);
    decided::limit(launched, report)
}

/// Checks one launch of a kernel. `general` is the result for all launches, if the kernel was checked.
fn check_launch(
    (module, kernel): (&Module, &Arc<Kernel>),
    launched: &LaunchedAt,
    general: Option<&General<'_>>,
    options: &Options,
    cache: Option<&Cache>,
) -> KernelReport {
    let named = |report: KernelReport| KernelReport { name: Some(kernel.name.clone()), ..report };
    let refused = |problem: IllFormed| named(KernelReport::refused(None, problem.into()));
    // The grid and the arguments are the launch's own.
    let flags = Flags { properties: options.flags.properties.clone(), ..Flags::default() };
    let contract = match find_contract(module, kernel, &flags) {
        Ok(contract) => contract,
        Err(problem) => return refused(problem),
    };
    let wrong = |message: String| IllFormed::new(message, &contract.at);
    let signature = Signature::new(kernel, &contract);
    let made = match Made::new(launched, &signature) {
        Ok(made) => made,
        Err(what) => return refused(wrong(format!("the launch does not fit the kernel: {what}"))),
    };
    if let Some(clause) = find_broken(kernel, &contract, &made) {
        let message = format!("the launch breaks `{clause}`, which the contract promises");
        let help = Some("launch it otherwise, or weaken the contract".to_owned());
        return refused(IllFormed { message, at: place_of(launched, &contract), help });
    }
    let (exact, overlap) = describe_launch(&contract, kernel, &made);
    let subject = Subject { module, kernel, contract: &exact, options };
    let check = || {
        let covered = general.filter(|_| contract.ensures.is_empty());
        let report = match covered.and_then(|general| as_proved(general.with_proof(), &made)) {
            Some(report) => KernelReport { signature: signature.clone(), ..named(report) },
            None => check_alone(&subject, &made, overlap, &contract),
        };
        let report = find_update(kernel, &|at| made.is_empty(at), report);
        unwritten::find_missing(kernel, &contract, (launched, &made), report)
    };
    let Some(cache) = cache.filter(|_| subject.may_be_kept()) else { return check() };
    let all = general.map(General::kept);
    let shapes: Vec<_> = launched.arguments.iter().map(|one| (&one.shape, &one.strides)).collect();
    let placed = placement(&made.launch, &made.addresses, (kernel, &contract), all);
    let key = cache
        .key("launch")
        .with_key("general", general.and_then(|general| general.key(cache)))
        .with_key("launch", Some(subject.key(cache)))
        .with_all_of("placed", &placed)
        .with_all_of("contents", &made.launch.buffers)
        .with_all_of("own", &made.own)
        .with_all_of("around", &made.around)
        .with_all_of("changed", &made.changed)
        .with_all_of("shapes", &shapes);
    subject.recall(cache, &key, check).report
}

/// The contract of a launch alone, and whether some of its arrays overlap.
fn describe_launch(contract: &Contract, kernel: &Kernel, made: &Made) -> (Contract, bool) {
    let mut exact = with_launch(contract, kernel, made);
    made.add_lists(&mut exact, kernel);
    let overlap =
        exact.aliases.len() > contract.aliases.len() || exact.same_arrays.len() > contract.same_arrays.len();
    contents::add_clauses(&mut exact, kernel, made);
    floats::add_bounds(&mut exact, kernel, made);
    (exact, overlap)
}

/// The report on a launch alone; some arrays may overlap. Reads may reach the memory around a view.
fn check_alone(subject: &Subject<'_>, made: &Made, overlap: bool, written: &Contract) -> KernelReport {
    let kernel = subject.kernel;
    let report = views::without_addresses(kernel, check_arrays(subject, made, overlap));
    let Some(wide) = views::widen(kernel, made, &report) else { return report };
    let (exact, overlap) = describe_launch(written, kernel, &wide);
    let again = check_arrays(&Subject { contract: &exact, ..*subject }, &wide, overlap);
    views::choose(made, report, again)
}

/// The report on a launch alone, for arrays of exactly their sizes.
fn check_arrays(subject: &Subject<'_>, made: &Made, overlap: bool) -> KernelReport {
    let kernel = subject.kernel;
    let report = subject.check(None).report;
    let report = floats::confirm(kernel, made, report);
    let report = properties::confirm(kernel, subject.contract, (made, subject.options), report);
    let is_open = matches!(report.verdict, Verdict::Undefined | Verdict::Unknown);
    if (overlap || made.has_mixed_list()) && is_open {
        return without_contents(made, overlapping::confirm(kernel, made, report));
    }
    let report = without_contents(made, report);
    if overlap {
        return report;
    }
    let report = executed::decide(kernel, made, contents::confirm(kernel, made, report));
    typical::find_with_typical_floats(kernel, subject.contract, made, report)
}

/// The report, in which nothing is refuted by contents of memory: a launch of an author has its own, which nobody has seen.
fn without_contents(made: &Made, mut report: KernelReport) -> KernelReport {
    let signature = report.signature.clone();
    for one in &mut report.obligations {
        let Status::Refuted(example) = &one.status else { continue };
        let held = find_contents(made, example);
        if !held.is_empty() {
            one.status = Status::Unknown(describe_contents((&signature, made), &example.launch, &held));
        }
    }
    if report.verdict == Verdict::Undefined && report.counterexamples().is_empty() {
        report.verdict = Verdict::Unknown;
    }
    report
}

/// The buffers with contents that a violation depends on; the words of tables are the launch's own.
fn find_contents(made: &Made, example: &Counterexample) -> Vec<usize> {
    let tables: Vec<usize> = made.tables.iter().filter_map(|table| table.buffer(&example.launch)).collect();
    let buffers = example.launch.buffers.iter().enumerate();
    let held = buffers.filter(|(at, buffer)| !buffer.contents.is_empty() && !tables.contains(at));
    held.map(|(at, _)| at).collect()
}

/// An array with unknown elements that may decide, and a clause about it; an array of integers probably holds indices.
fn describe_contents((signature, made): (&Signature, &Made), launch: &Launch, buffers: &[usize]) -> String {
    let is_held = |argument: &Argument| matches!(argument, Argument::Pointer { buffer, .. } if buffers.contains(buffer));
    let arguments = launch.arguments.iter().zip(&signature.0).enumerate();
    let held = arguments.filter(|(_, (argument, _))| is_held(argument));
    let (seen, unseen): (Vec<_>, Vec<_>) = held.partition(|(at, _)| made.is_seen(*at));
    if let (Some((_, (_, array))), true) = (seen.first(), unseen.is_empty()) {
        return format!(
            "this depends on the elements of `{}`: the proof knows the range and the order of those of the launch, which are not enough",
            array.name
        );
    }
    let is_integer = |element: Option<Scalar>| element.is_some_and(Scalar::is_integer);
    let is_changed = |(at, (_, array)): &&(usize, (&Argument, &Parameter))| {
        made.changed.contains(at) && is_integer(array.pointee())
    };
    if let Some((_, (_, array))) = unseen.iter().find(is_changed) {
        return format!(
            "this depends on the elements of `{0}`, which an earlier launch may have changed. After a launch that writes, \
             nothing is known of NumPy arrays. Add a `contents` clause above the kernel, as in `contents {0} : 0 <= value && value < n`",
            array.name
        );
    }
    let arrays: Vec<_> = unseen.into_iter().map(|(_, (_, parameter))| parameter).collect();
    let index = arrays.iter().find(|array| is_integer(array.pointee()));
    match (index, arrays.first()) {
        (Some(array), _) => format!(
            "this depends on the elements of `{0}`, which the contract does not constrain; add a `contents` clause above the kernel, as in \
             `contents {0} : 0 <= value && value < n`",
            array.name
        ),
        (None, Some(array)) => {
            let nan =
                if buffers.iter().any(|at| has_nan(launch, *at, array)) { " and may be NaN" } else { "" };
            format!(
                "this depends on the elements of `{0}`, which are unknown{nan}. Make the kernel right for every element, or bound the \
                 elements by a clause above the kernel, as in `contents {0} : 0 <= value && value <= 1`",
                array.name
            )
        }
        (None, None) => {
            "this depends on the contents of memory, which the contract does not constrain".to_owned()
        }
    }
}

/// Whether a buffer of a launch holds a NaN, read as the elements of a parameter.
fn has_nan(launch: &Launch, buffer: usize, array: &Parameter) -> bool {
    let (Some(element), Some(buffer)) = (array.pointee(), launch.buffers.get(buffer)) else { return false };
    let mut all = buffer.contents.values().flat_map(|bytes| array::elements(element, bytes));
    all.any(|bits| format::value(bits, element).is_some_and(f64::is_nan))
}

/// The author's line that makes a launch.
fn place_of(launched: &LaunchedAt, contract: &Contract) -> Place {
    let (file, line) = launched.place.rsplit_once(':').unwrap_or((&launched.place, "1"));
    let position = SourcePosition { file: file.to_owned(), line: line.parse().unwrap_or(1), column: 0 };
    Place { source: Some(SourcePlace { position, inlined: Vec::new() }.into()), ..contract.at.clone() }
}

/// What of the author's promises about numbers and sizes a launch breaks, and about what is in memory as far as that is known.
pub(super) fn find_broken(kernel: &Kernel, contract: &Contract, made: &Made) -> Option<String> {
    let mut known = contract.clone();
    let bound = Bound { contract, kernel };
    let is_known =
        |name: &str| bound.position(name).is_some_and(|at| bound.float(at).is_some() || made.is_seen(at));
    known.contents.retain(|(name, _)| is_known(name));
    known.relations.retain(|(name, _)| is_known(name));
    if let Some(broken) = made.find_different(&bound) {
        return Some(broken);
    }
    // The launch has a buffer for each pointer.
    known.same_arrays.clear();
    // A contract that does not fit is told by the check.
    let bound = Bound::new(&known, kernel).ok()?;
    admit(&bound, &made.launch).err()
}

/// The report of a launch within a proved contract.
fn as_proved(general: &KernelReport, made: &Made) -> Option<KernelReport> {
    let proved = general
        .proof
        .as_deref()
        .filter(|_| matches!(general.verdict, Verdict::Proved | Verdict::Conditional))?;
    let placed = Placed { addresses: &made.addresses, seen: &made.seen, device: LEAST };
    let unseen = validate_placed_launch(proved, &made.launch, &placed).ok()?;
    // What is in memory and nobody has seen, nobody has promised either.
    let is_open = |one: &&Inferred| match &one.clause {
        Clause::Contents { parameter, .. } | Clause::Related { parameter, .. } => !made.is_seen(*parameter),
        Clause::Requires(_) | Clause::Buffer { .. } | Clause::Align { .. } => false,
    };
    let inferred: Vec<Inferred> = general.contract.inferred.iter().filter(is_open).cloned().collect();
    let verdict = if inferred.is_empty() { Verdict::Proved } else { Verdict::Conditional };
    let given = launch_clauses(general, &made.launch);
    let contract = Clauses { given, inferred, trusted: unseen, ..Clauses::default() };
    Some(KernelReport {
        verdict,
        contract,
        obligations: general.obligations.clone(),
        axioms: general.axioms.clone(),
        notes: vec!["the proof of the kernel covers this launch".to_owned()],
        ..KernelReport::unknown()
    })
}

/// The numbers of a launch, in the words of clauses.
fn launch_clauses(general: &KernelReport, launch: &Launch) -> Vec<String> {
    let [x, y, z] = launch.grid;
    let mut clauses = vec![format!("grid = ({x}, {y}, {z})")];
    for (argument, parameter) in launch.arguments.iter().zip(&general.signature.0) {
        if let (Argument::Scalar(bits), Element::Scalar(kind)) = (argument, parameter.element) {
            clauses.push(format!("{} == {}", parameter.name, scalar::show(kind, *bits, parameter.unsigned)));
        }
    }
    clauses
}

/// Adds a pointer to the clause about an earlier pointer with the same array.
fn add_to_same(clauses: &mut Vec<Vec<String>>, earlier: &str, name: &str) {
    match clauses.iter_mut().find(|names| names.iter().any(|one| one == earlier)) {
        Some(names) if names.iter().any(|one| one == name) => {}
        Some(names) => names.push(name.to_owned()),
        None => clauses.push(vec![earlier.to_owned(), name.to_owned()]),
    }
}

/// The contract of this launch alone: of the author's, what is said of memory stays.
fn with_launch(contract: &Contract, kernel: &Kernel, made: &Made) -> Contract {
    let number = |number: u64| Expr::Number(number.into());
    let mut exact = contract.clone();
    exact.grid = Some(made.launch.grid.iter().map(|extent| number((*extent).into())).collect());
    (exact.requires, exact.arrays, exact.buffers, exact.aligns) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let bound = Bound { contract, kernel };
    let ends = |at: usize| {
        Some((*made.addresses.get(at)?, made.addresses.get(at)? + made.launch.buffers.get(at)?.bytes))
    };
    let mut pointers: Vec<(usize, String)> = made.listed(&bound);
    for (number, (array, called)) in pointers.iter().enumerate() {
        let mut others = pointers[..number].iter();
        let overlap = others.find(|(other, _)| made.overlap(*array, *other));
        exact.aliases.extend(overlap.map(|(_, other)| (other.clone(), called.clone())));
    }
    for (position, argument) in made.launch.arguments.iter().enumerate() {
        let name = bound.argument_name(position).to_owned();
        match argument {
            Argument::Scalar(bits) => {
                if let Some(kind) = bound.scalar(position) {
                    let value = scalar::integer(kind, *bits, bound.is_unsigned(position));
                    exact.requires.push(binary(Binary::Eq, Expr::Name(name), Expr::Number(value)));
                }
            }
            // A table overlaps nothing.
            Argument::Pointer { .. } if made.tables.iter().any(|table| table.parameter == position) => {}
            Argument::Pointer { buffer, .. } => {
                let (Some(element), Some((start, end))) = (bound.pointee(position), ends(*buffer)) else {
                    continue;
                };
                let is_said = contract.buffers.iter().any(|clause| clause.name == name && clause.uninit);
                let uninit = is_said || made.launch.buffers.get(*buffer).is_some_and(|buffer| buffer.uninit);
                let len = number(element.count_in(end - start));
                exact.buffers.push(BufferClause { name: name.clone(), element, len, uninit });
                exact.aligns.push((name.clone(), alignment(start)));
                let earlier = pointers.iter().find(|(other, called)| {
                    let other_position = bound.position(called);
                    made.are_one_array(*other, *buffer)
                        && other_position.is_some_and(|at| {
                            bound.pointee(at) == Some(element) && !bound.are_disjoint(at, position)
                        })
                });
                if let Some((_, called)) = earlier {
                    add_to_same(&mut exact.same_arrays, called, &name);
                    pointers.push((*buffer, name));
                    continue;
                }
                for (other, called) in &pointers {
                    let overlap = made.overlap(*buffer, *other);
                    if overlap && !bound.may_overlap(position, bound.position(called).unwrap_or(position)) {
                        exact.aliases.push((called.clone(), name.clone()));
                    }
                }
                pointers.push((*buffer, name));
            }
        }
    }
    exact
}
