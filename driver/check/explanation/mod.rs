//! The values behind a counterexample: a second run of the launch stands before the operation that breaks the rule, and looks back.

mod axes;
mod nan;
mod numbers;
pub(super) mod values;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use interp::{Fault, History, How, Node, Of, Options, SeenElement, SliceStep, Slicer, Stepper, Stop};
use spec::problem::Violation;
use spec::rules::Rule;
use spec::syntax::attributes::Signedness;
use spec::syntax::count::{low_word, u64_from_usize};
use spec::syntax::kernel::{Kernel, Module, Operation, ValueId};
use spec::syntax::launch::Launch;
use spec::syntax::op::{Control, Core, Meaning, Op};
use spec::valid::Valid;

use self::numbers::{FOLLOWED, LEAST, number, parameter};
pub use self::values::{Cause, Computation, Explanation, Lanes, Numbers, Origin};
use super::replay::{MEMORY, fuel};
use super::report::{Counterexample, KernelReport, Outcome, Status};
use super::source_rules::second;

/// The most counterexamples of a report that are run again.
const EXPLAINED: usize = 8;

/// Explains the counterexamples of a report on a kernel.
pub(super) fn explain(module: &Module, kernel: &Kernel, report: &mut KernelReport) {
    let own = module.kernels.iter().find(|one| one.name == kernel.name);
    let own = own.into_iter().chain(second(module, kernel));
    let kernels: Vec<Valid> = own.filter_map(|one| Valid::new(one.clone()).ok()).collect();
    let likely = report.likely_bug.as_mut().and_then(|bug| bug.example.as_mut());
    let refuted = report.obligations.iter_mut().filter_map(|finding| match &mut finding.status {
        Status::Refuted(example) => Some(example),
        Status::Proved | Status::Unknown(_) | Status::Accepted(_) => None,
    });
    for example in likely.into_iter().chain(refuted).take(EXPLAINED) {
        let explain = || kernels.iter().find_map(|kernel| explained(kernel, example));
        // The report has no words about its values then.
        let found = catch_unwind(AssertUnwindSafe(explain)).ok().flatten();
        example.explanation = found.map(Box::new);
    }
    let KernelReport { properties, signature, .. } = report;
    for one in properties {
        let Outcome::Violated(lacking) = &mut one.outcome else { continue };
        let explain = || kernels.iter().find_map(|kernel| nan::beginning(kernel, lacking, signature));
        if let Some(found) = catch_unwind(AssertUnwindSafe(explain)).ok().flatten() {
            lacking.what.push_str(&found.words);
            one.at = one.at.take().or(Some(found.at));
        }
    }
}

/// The explanation of a launch, if a second run breaks the same rule at the same place.
fn explained(kernel: &Valid, example: &Counterexample) -> Option<Explanation> {
    let Counterexample { launch, violation, .. } = example;
    if !has_values(violation.rule) {
        return None;
    }
    let options = Options { fuel: fuel::EXPLANATION, least: LEAST, memory: MEMORY, ..Options::default() };
    let mut history = History::new(kernel, launch, &options, crate::interrupt::is_asked).ok()?;
    while history.forward() {}
    let Some(interp::End::Stopped(Stop::Violation(found))) = history.ended() else { return None };
    if found.rule != violation.rule || found.party.at.offset != violation.party.at.offset {
        return None;
    }
    let origin = violation.rule.is_about_determinacy().then(|| origin(&history, launch, found)).flatten();
    Some(Explanation { numbers: numbers(history.now(), found), origin })
}

/// Whether operands or an origin say more than the access and its picture.
fn has_values(rule: Rule) -> bool {
    rule.is_about_determinacy() || rule.code().starts_with("arith.") || NUMBERS.contains(&rule)
}

/// Rules about numbers besides those of arithmetic.
const NUMBERS: [Rule; 5] =
    [Rule::LoopStep, Rule::LoopOverflow, Rule::AssumeBounded, Rule::ViewStride, Rule::ShapeRange];

/// The integer operands of the next operation.
fn numbers(here: &Stepper<'_>, violation: &Violation) -> Option<Numbers> {
    let op = here.operation()?;
    if let Some(numbers) = axes::numbers(here, op, violation.rule) {
        return Some(numbers);
    }
    let has_numbers = match op.op.meaning() {
        Meaning::Elementwise | Meaning::Core(Core::Assume) | Meaning::Control(Control::For) => true,
        Meaning::Core(_) | Meaning::Memory(_) | Meaning::Control(_) | Meaning::Unsupported => false,
    };
    let lane = violation.party.lane.as_deref().and_then(|lane| here.lane_of(op, lane)).unwrap_or(0);
    let unsigned = is_unsigned(op, violation.rule);
    let count = if op.op == Op::For { 3 } else { op.operands.len() };
    let operands = op.operands.get(..count).filter(|_| has_numbers)?;
    let values = operands.iter().map(|value| number(here, *value, lane, unsigned)).collect::<Option<_>>()?;
    let of = |value: &ValueId| here.kernel().ty(*value).tile()?.element.scalar();
    let operand = of(operands.first()?)?;
    let result = op.results.first().and_then(of).unwrap_or(operand);
    Some(Numbers { op: op.op, values, axis: None, operand, result, unsigned })
}

/// Whether an operation reads its operands as natural numbers.
fn is_unsigned(op: &Operation, rule: Rule) -> bool {
    let by_rule = [Rule::UnsignedOverflow, Rule::TruncationUnsigned].contains(&rule);
    by_rule || op.attributes.signedness == Some(Signedness::Unsigned)
}

/// The first operation of the slice that gives no value.
fn origin(history: &History<'_>, launch: &Launch, violation: &Violation) -> Option<Origin> {
    let nodes = Slicer::new(history, FOLLOWED).violation(violation);
    nodes.iter().find_map(|node| origin_below(node, None, (history, launch)))
}

/// The origin below a node, whose parent is the load. Operands of a computation without a result have values.
fn origin_below<'k>(
    node: &Node<'k>,
    load: Option<&Operation>,
    (history, launch): (&History<'k>, &Launch),
) -> Option<Origin> {
    if let (How::By(there, op, SliceStep::Computed(Some(Fault::Undetermined))), Of::Value(_, lanes)) =
        (&node.how, &node.of)
    {
        let cause = Cause::Computed(computation(history, (there, op), *lanes.first()?)?);
        return Some(Origin { at: op.at.clone(), parameter: None, cause });
    }
    match &node.of {
        Of::Skipped(op, _) => {
            let lanes = skipped(&node.here, op)?;
            let is_view = op.operands.iter().any(|value| node.here.kernel().ty(*value).tiled().is_some());
            let cause = if is_view { Cause::Outside(lanes) } else { Cause::Masked(lanes) };
            let parameter = array_read(&node.here, op).and_then(|array| parameter(&node.here, array, launch));
            return Some(Origin { at: op.at.clone(), parameter, cause });
        }
        Of::Memory { array, offsets, bytes, is_written: false, .. } => {
            let unwritten = offsets.iter().find(|offset| is_unwritten(&node.here, *array, **offset, *bytes));
            if let (Some(offset), Some(load)) = (unwritten, load) {
                let parameter = parameter(&node.here, *array, launch);
                let bytes = i64::try_from(*bytes).expect("an element has at most 8 bytes").max(1);
                let cause = match parameter.is_none() && is_declaration(node.here.kernel(), load) {
                    true => Cause::Unset,
                    false => Cause::Unwritten(offset.div_euclid(bytes)),
                };
                return Some(Origin { at: load.at.clone(), parameter, cause });
            }
        }
        Of::Value(..) | Of::Stored(_) | Of::Memory { .. } => {}
    }
    let load = match &node.how {
        How::By(_, op, SliceStep::Read) => Some(*op),
        How::By(..) | How::Argument | How::Known | How::Cut | How::Start => None,
    };
    node.children.iter().find_map(|child| origin_below(child, load, (history, launch)))
}

/// Whether a load stands for the missing value of a declaration: it reads memory that the same place of the source makes.
fn is_declaration(kernel: &Kernel, load: &Operation) -> bool {
    let position = |op: &Operation| op.at.source.as_ref().map(|place| place.position.clone());
    let made = position(load);
    made.is_some() && kernel.scratch().any(|memory| position(memory) == made)
}

/// The next operation, which gives no result in a lane.
fn computation<'k>(
    history: &History<'k>,
    (there, op): (&Rc<Stepper<'k>>, &Operation),
    lane: usize,
) -> Option<Computation> {
    let result = there.kernel().ty(*op.results.first()?).tile()?.element.scalar()?;
    let unsigned = op.attributes.signedness == Some(Signedness::Unsigned);
    let operands = nan::operands(there, op, lane);
    let nan = nan::computed(history, there, op, lane);
    Some(Computation { op: op.op, operands, result, unsigned, nan })
}

/// The lanes that the next load does not read.
fn skipped(here: &Stepper<'_>, op: &Operation) -> Option<Lanes> {
    let tile = here.kernel().ty(*op.results.first()?).tile()?;
    let read: BTreeSet<usize> = here.accesses(op)?.ok()?.all().map(|(lane, ..)| lane).collect();
    let lanes: Vec<usize> = (0..tile.len()).filter(|lane| !read.contains(lane)).collect();
    let (first, last) = (*lanes.first()?, *lanes.last()?);
    let is_run = last - first + 1 == lanes.len();
    Some(Lanes { first: index_of(first, &tile.shape), last: index_of(last, &tile.shape), is_run })
}

fn is_unwritten(here: &Stepper<'_>, array: usize, offset: i64, bytes: u64) -> bool {
    let range = u64::try_from(offset).ok().map(|start| start..start.saturating_add(bytes));
    let Some((contents, range)) = here.contents(array).zip(range) else { return false };
    range.end <= contents.len() && contents.undetermined(range).contains(&true)
}

/// The array that the next load reads.
fn array_read(here: &Stepper<'_>, op: &Operation) -> Option<usize> {
    let from = *op.operands.first()?;
    let element = match here.value(from)? {
        interp::Seen::View(view) => view.base,
        interp::Seen::Tile(tile) => tile.element(0),
        interp::Seen::Token => return None,
    };
    match element {
        SeenElement::Pointer { array, offset, .. } => array.or_else(|| Some(here.resolve(offset)?.0)),
        SeenElement::Bits(_) | SeenElement::Undetermined => None,
    }
}

/// The index of a lane that is counted in row-major order.
fn index_of(lane: usize, shape: &[u32]) -> Vec<u32> {
    let mut rest = u64_from_usize(lane);
    let along = |extent: &u32| {
        let extent = u64::from(*extent).max(1);
        let at = rest % extent;
        rest /= extent;
        low_word(at)
    };
    let mut index: Vec<u32> = shape.iter().rev().map(along).collect();
    index.reverse();
    index
}
