//! The first finding of a report, and the suggested change.

use std::sync::Arc;

use driver::check::explanation::{Cause, Computation, Origin};
use driver::check::find_cause;
use driver::check::report::{Counterexample, KernelReport};
use driver::code::{Code, Language};
use driver::explain::advice;
use driver::load::{Excerpt, Flags, Source, find_contract};
use driver::repair::{Problem, element_types, propose};
use spec::problem::Violation;
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::language::Language as KernelLanguage;
use spec::syntax::kernel::{Kernel, Module, Operation};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::syntax::types::Scalar;

use crate::proposal::Proposer;

/// What the author may change where a rule is broken at a place of his own file.
pub(crate) enum Change {
    /// A line as it would be, by number.
    Line(usize, String),
    /// Advice in words.
    Words(String),
}

/// The change for a rule that is broken at a place, by a violation where a launch was seen.
pub(crate) fn change(
    proposer: &Proposer<'_>,
    report: &KernelReport,
    (rule, at): (Rule, &Place),
    example: Option<&Counterexample>,
) -> Change {
    let (source, contract) = (proposer.source, proposer.contract());
    let proposed = authors(source, at).and_then(|(excerpt, language)| {
        let code = Code::new(excerpt.source.inner(), language);
        let origin = example.and_then(|example| origin_offset(source, at, example));
        let wraps = Problem::may_wrap(example.map(|example| &example.violation));
        let elements = proposer.elements();
        let problem = Problem { rule, offset: excerpt.offset, contract, origin, wraps, elements };
        propose(&code, &problem).into_iter().find_map(|change| change.shown(&code))
    });
    match proposed {
        // `fix` tries the change on request.
        Some((line, words)) => Change::Line(line, words),
        None if rule == Rule::UndeterminedStored && example.is_none() && is_update(source, at) => {
            Change::Words(EMPTY.to_owned())
        }
        None if is_of_descriptor(source, rule, at) => Change::Words(DESCRIPTOR.to_owned()),
        None => {
            let violation = example.map(|example| &example.violation);
            let padded = example.and_then(|example| padding(source, report, example));
            let cause = || violation.and_then(|violation| cause(source, report, violation));
            let apart = || example.and_then(|example| apart(source, report, example, contract));
            let words = padded.or_else(cause).or_else(apart);
            Change::Words(words.unwrap_or_else(|| advice_for(rule, report, violation)))
        }
    }
}

/// Whether an operation updates memory: it reads elements and writes them anew.
fn is_update(source: &Source, at: &Place) -> bool {
    let words = source.operation(at);
    ["atomic_rmw", "atomic_red"].iter().any(|update| words.contains(update))
}

/// Whether a tensor descriptor of Triton makes an assumption.
fn is_of_descriptor(source: &Source, rule: Rule, at: &Place) -> bool {
    let stretch = source.stretch(at);
    let words = stretch.text.get(stretch.range).unwrap_or_default();
    matches!(rule, Rule::AssumeDivisible | Rule::AssumeAligned) && words.contains("tensor_descriptor")
}

/// The advice for what a descriptor assumes.
const DESCRIPTOR: &str = "the tensor descriptor requires this: pass such an argument, and promise it in the contract (`requires`, `align`)";

/// The advice for an update of an array that nobody has written.
const EMPTY: &str = "create the array with zeros: an update adds to the elements that are there";

/// The advice for a rule, with the clause of the array that a violation is about.
fn advice_for(rule: Rule, report: &KernelReport, violation: Option<&Violation>) -> String {
    let words = advice(rule).to_owned();
    let array = violation.and_then(|violation| report.signature.0.get(violation.parameter?));
    match array.and_then(|array| Some((array, array.pointee()?))) {
        Some((array, element)) => {
            let words = words.replace("buffer x : f32[n]", &format!("buffer {} : {element}[n]", array.name));
            words.replace("align x :", &format!("align {} :", array.name))
        }
        None => words,
    }
}

/// The load behind an undetermined value, for the explanation of a counterexample.
fn origin(example: &Counterexample) -> Option<&Origin> {
    example.explanation.as_ref()?.origin.as_ref()
}

/// The byte of the load in the author's file, if the broken rule is in the same file.
pub fn origin_offset(source: &Source, at: &Place, example: &Counterexample) -> Option<usize> {
    let (load, _) = authors(source, &origin(example)?.at)?;
    let (broken, _) = authors(source, at)?;
    (load.source.name() == broken.source.name()).then_some(load.offset)
}

/// The change at the origin of an undetermined value, in words: a missing padding of a load, a missing write, or an unguarded computation.
fn padding(source: &Source, report: &KernelReport, example: &Counterexample) -> Option<String> {
    let origin = origin(example)?;
    let (excerpt, language) = authors(source, &origin.at)?;
    let line = source.position(&origin.at).line;
    Some(match (&origin.cause, language) {
        (Cause::Unwritten(_), _) => {
            let array = origin.parameter.map_or("the memory", |at| report.signature.name(at));
            format!(
                "write every element of `{array}` before line {line} of {} reads it",
                excerpt.source.name()
            )
        }
        (Cause::Unset, _) => {
            format!("in line {line}, give the variable a value, or the function a result, on every path")
        }
        (Cause::Computed(computation), _) => guard(computation, line),
        // A fill value is one more place to write.
        (Cause::Outside(..) | Cause::Masked(..), _) if decides_write(source, &example.violation) => {
            format!(
                "lanes without an element in line {line} decide where something is written: leave them out by a mask, or give them an index \
                 outside of the array"
            )
        }
        (Cause::Outside(..) | Cause::Masked(..), Language::Python) if is_triton(source) => format!(
            "in line {line}, give the masked load a value for the masked-off lanes: `other=0.0`, or `other=-float(\"inf\")` before a \
             maximum; make sure that masked-off lanes do not change the result"
        ),
        (Cause::Outside(..) | Cause::Masked(..), Language::Python) => format!(
            "in line {line}, name the padding of the load: `padding_mode=ct.PaddingMode.ZERO`, or `NEG_INF` before a maximum; \
             make sure that padded lanes do not change the result"
        ),
        (Cause::Outside(..) | Cause::Masked(..), Language::Cpp) => format!(
            "in line {line}, give the masked load a value for the masked-off lanes, as in `ct::load_masked(pointers, mask, 0.0f)`; make sure that masked-off lanes do not change the result"
        ),
        (Cause::Outside(..) | Cause::Masked(..), Language::Table) => return None,
    })
}

/// Whether an undetermined value is the place of a write.
fn decides_write(source: &Source, violation: &Violation) -> bool {
    let words = source.operation(&violation.party.at);
    violation.rule == Rule::UndeterminedIndex
        && ["store", "atomic_"].iter().any(|write| words.contains(write))
}

/// The advice for a computation without a result.
fn guard(computation: &Computation, line: usize) -> String {
    match (computation.op, &computation.nan) {
        (Op::Ftoi, Some(nan)) => format!(
            "in line {line}, a conversion of NaN gives no integer: rule out {nan} before (replace a divisor of 0 by 1, or clamp the result)"
        ),
        (Op::Ftoi, None) => {
            format!(
                "in line {line}, clamp the number to the range of {} before the conversion",
                computation.result
            )
        }
        _ => format!("in line {line}, keep the operands in the range with results, or select another value"),
    }
}

/// Whether the kernels of a source come from Triton.
fn is_triton(source: &Source) -> bool {
    let of_triton = |kernel: &Arc<Kernel>| matches!(kernel.language, KernelLanguage::Triton { .. });
    source.module().is_ok_and(|module| module.kernels.iter().all(of_triton))
}

/// The first reported counterexample.
pub fn first(report: &KernelReport) -> Option<&Counterexample> {
    let likely = report.likely_bug.as_ref().and_then(|bug| bug.example.as_deref());
    likely.or(report.counterexamples().first().copied())
}

/// The first reported rule, and its place.
pub fn broken(report: &KernelReport) -> Option<(Rule, &Place)> {
    let seen = first(report).map(|example| (example.violation.rule, &example.violation.party.at));
    seen.or(report.likely_bug.as_ref().and_then(|bug| bug.broken()))
}

/// The author's line of a place, if his file is at hand.
pub fn authors(source: &Source, at: &Place) -> Option<(Excerpt, Language)> {
    at.source.as_ref()?;
    let excerpt = source.excerpt(at);
    let language = Language::of(excerpt.source.name().as_ref())?;
    (excerpt.elsewhere.is_none() && language != Language::Table).then_some((excerpt, language))
}

/// The advice for a read that races with a write: the array, or an array that may overlap, is written elsewhere.
fn apart(
    source: &Source,
    report: &KernelReport,
    example: &Counterexample,
    contract: &Contract,
) -> Option<String> {
    let violation = &example.violation;
    let other = violation.other.as_ref()?;
    if let Some(words) = specialized(source, report, violation) {
        return Some(words);
    }
    if source.position(&other.at) == source.position(&violation.party.at) {
        return None;
    }
    if let Some((one, same)) = contract.aliases.first() {
        return Some(format!(
            "`alias {one} {same}` lets both be a single array, and lanes read elements written by different lanes: pass two arrays without overlap"
        ));
    }
    if let Some((one, same)) = overlapping(report, &example.launch) {
        return Some(format!(
            "`{one}` and `{same}` overlap in this launch, and elements are read and written by different blocks or lanes: pass two arrays \
             without overlap"
        ));
    }
    if let Some(barrier) = barrier(source, report, violation) {
        return Some(barrier);
    }
    let array = report.signature.name(violation.parameter?);
    Some(format!(
        "`{array}` is read and written by different blocks or lanes: write into an array apart from `{array}`, or use an atomic update"
    ))
}

/// The advice for two unordered accesses of a program whose parts have warps of their own.
fn specialized(source: &Source, report: &KernelReport, violation: &Violation) -> Option<String> {
    let kernel = kernel_of(&source.module().ok()?, report)?;
    let is_specialized = matches!(kernel.language, KernelLanguage::Triton { threads: None });
    (is_specialized && violation.rule == Rule::RaceToken).then(|| {
        "with `warp_specialize=True`, warps share the work of the loop, and no barrier orders their accesses: leave it out, access each \
         element once, or use an atomic update"
            .to_owned()
    })
}

/// Two arrays of a launch that share memory, and begin at different places.
fn overlapping<'r>(report: &'r KernelReport, launch: &Launch) -> Option<(&'r str, &'r str)> {
    let place = |argument: &Argument| match argument {
        Argument::Pointer { buffer, offset } => Some((*buffer, *offset)),
        Argument::Scalar(_) => None,
    };
    let places: Vec<_> =
        launch.arguments.iter().enumerate().filter_map(|(at, one)| Some((at, place(one)?))).collect();
    let pairs = places.iter().flat_map(|one| places.iter().map(move |other| (one, other)));
    let mut overlap = pairs
        .filter(|((first, one), (second, other))| first < second && one.0 == other.0 && one.1 != other.1);
    let ((first, _), (second, _)) = overlap.next()?;
    Some((report.signature.name(*first), report.signature.name(*second)))
}

/// The advice for two unordered accesses of one Triton program: threads without an element of their own load copies of others.
fn barrier(source: &Source, report: &KernelReport, violation: &Violation) -> Option<String> {
    let kernel = kernel_of(&source.module().ok()?, report)?;
    let KernelLanguage::Triton { threads } = kernel.language else { return None };
    if violation.rule != Rule::RaceToken {
        return None;
    }
    let places = [&violation.party.at, &violation.other.as_ref()?.at];
    let is_one = |op: &&Operation| places.iter().any(|place| op.at.coincides(place));
    let tiles = kernel.operations().filter(is_one).filter_map(|op| kernel.ty(*op.operands.first()?).tile());
    let elements = tiles.map(|tile| tile.shape.iter().product::<u32>()).max()?;
    let barrier = "put `tl.debug_barrier()` between the two accesses";
    let is_one_lane = violation.other.as_ref().is_some_and(|other| other.lane == violation.party.lane);
    Some(if let Some(threads) = threads.filter(|threads| elements < *threads) {
        // The fewest threads are those of one warp.
        let fewer = if elements < 32 {
            String::new()
        } else {
            format!(", or launch with `num_warps={}`", elements / 32)
        };
        let elements = if elements == 1 { "1 element".to_owned() } else { format!("{elements} elements") };
        format!(
            "{barrier}{fewer}: the program has {threads} threads for {elements}, so several threads load one element, and one of them \
             may load after the store"
        )
    } else if is_one_lane {
        format!(
            "{barrier}: what is stored does not depend on what was read, so only equal layouts of both would order them. Triton gives equal \
             layouts to equal types and alignments; with these, `# tileproof: allow race.token, because …` accepts it"
        )
    } else {
        format!("{barrier}: elements of different threads have no order")
    })
}

/// The cause of a violation, if its operation shows the cause.
fn cause(source: &Source, report: &KernelReport, violation: &Violation) -> Option<String> {
    find_cause(&*kernel_of(&source.module().ok()?, report)?, violation)
}

/// The kernel of a report.
fn kernel_of(module: &Module, report: &KernelReport) -> Option<Arc<Kernel>> {
    module.kernels.iter().find(|kernel| Some(&kernel.name) == report.name.as_ref()).cloned()
}

/// What is said of the kernel of a report.
pub fn contract(source: &Source, report: &KernelReport) -> Option<Contract> {
    let module = source.module().ok()?;
    find_contract(&module, &*kernel_of(&module, report)?, &Flags::default()).ok()
}

/// The element types of the kernel's arrays, by the author's names.
pub fn element_types_of(source: &Source, report: &KernelReport) -> Vec<(String, Scalar)> {
    let module = source.module().ok();
    let kernel = module.as_ref().and_then(|module| kernel_of(module, report));
    kernel.map(|kernel| element_types(&kernel)).unwrap_or_default()
}
