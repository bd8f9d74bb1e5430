//! Counterexamples: a model of the solver, minimised, and made a launch.

mod bytes;
mod lists;
mod related;

use std::collections::{BTreeMap, BTreeSet};

use spec::contract::{Bound, Interval, Symbol};
use spec::domain::{Bool as _, Number, between};
use spec::origins::Region;
use spec::syntax::attributes::Rounding;
use spec::syntax::count::{saturating_u32, usize_from_u64};
use spec::syntax::format;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::Scalar;

use self::bytes::{Start, bits, write};
use self::lists::{listed_arrays, write_tables};
use self::related::settle_related;
use crate::budget::effort;
use crate::budget::policy::Purpose;
use crate::smt::answer::Answer;
use crate::smt::model::Model;
use crate::symbolic::machine::Machine;
use crate::symbolic::setup::Allocation;
use crate::terms::{Num, Substitution, Truth, Values};
use crate::values::access::{FloatRecord, LoadRecord};

/// How many questions may be asked to make one counterexample small.
const QUESTIONS: u32 = 120;
/// The most work per counterexample on unanswered queries.
const IN_VAIN: u64 = 400_000;
/// The largest buffer that is filled if zeros break its `contents` clause.
const FILLED: u64 = 1 << 24;

/// A launch that makes the formula true, as small as the budget allows. `blocks` are to be run; `other` is the
/// second copy of everything, for races.
pub(crate) fn find_counterexample(
    machine: &mut Machine<'_>,
    formula: &Truth,
    blocks: &[[Num; 3]],
    other: Option<&mut Substitution>,
) -> Option<Launch> {
    let (_, model) = machine.solver.find_model(formula, Purpose::Requirement);
    let model = minimise_model(machine, *formula, model?, blocks);
    let (mut loads, mut floats) = (machine.recorder.loads.clone(), machine.recorder.floats.clone());
    if let Some(other) = other {
        let copies = machine.recorder.loads.iter().map(|load| LoadRecord {
            when: other.truth(&load.when),
            of_launch: load.of_launch,
            is_own_element: load.is_own_element,
            which: other.num(&load.which),
            offset: other.num(&load.offset),
            value: other.num(&load.value),
            element: load.element,
        });
        loads.extend(copies);
        floats.extend(machine.recorder.floats.iter().map(|float| float.replaced(other)));
    }
    build_launch(machine, &model, blocks, &loads, &floats)
}

/// Makes a model small: the grid first, then the arguments, then what is left.
fn minimise_model(
    machine: &mut Machine<'_>,
    mut formula: Truth,
    mut model: Model,
    blocks: &[[Num; 3]],
) -> Model {
    let mut targets: Vec<Num> = machine.setup.grid.to_vec();
    targets.extend(machine.setup.scalars.iter().flatten().cloned());
    targets.extend(machine.setup.allocations.iter().map(|allocation| allocation.size));
    targets.extend(blocks.iter().flatten().cloned());
    let mut questions = if machine.policy.ends_at_violation() { 0 } else { QUESTIONS };
    for target in targets.iter().filter(|target| target.value().is_none()) {
        minimise_number(machine, target, &formula, &mut model, &mut questions);
        if let Some(value) = model.num(target) {
            formula = formula.and(&target.equals(&Num::constant(value)));
        }
    }
    model
}

/// Makes one number of a model small: a natural number if possible, and nearest to zero. Most least values are
/// small, so the search starts there and doubles its steps.
fn minimise_number(
    machine: &mut Machine<'_>,
    target: &Num,
    formula: &Truth,
    model: &mut Model,
    questions: &mut u32,
) {
    let Some(found) = model.num(target) else { return };
    let greatest = i128::from(i64::MAX);
    let natural = found >= 0 || try_bound(machine, formula, &between(target, 0, greatest), model, questions);
    let magnitude = |model: &Model| model.num(target).map_or(0, i128::saturating_abs);
    let (mut low, mut step) = (if natural { target.lo().max(0) } else { 1 }, 0);
    while low < magnitude(model) && *questions > 0 {
        let middle = low + step.min((magnitude(model) - low) / 2);
        let bound = if natural { between(target, 0, middle) } else { between(target, -middle, -1) };
        if !try_bound(machine, formula, &bound, model, questions) {
            low = middle + 1;
            step = step.saturating_mul(2).saturating_add(1);
        }
    }
}

/// Takes a model within a bound, if any.
fn try_bound(
    machine: &mut Machine<'_>,
    formula: &Truth,
    bound: &Truth,
    model: &mut Model,
    questions: &mut u32,
) -> bool {
    *questions = questions.saturating_sub(1);
    let before = effort::spent();
    let (answer, found) = machine.solver.find_model(&formula.and(bound), Purpose::Requirement);
    if answer == Answer::Unknown {
        // The allowance of queries is charged in proportion to the work.
        let part = (effort::spent() - before) * u64::from(QUESTIONS) / IN_VAIN;
        *questions = questions.saturating_sub(saturating_u32(part));
    }
    match (answer, found) {
        (Answer::Possible, Some(smaller)) => {
            *model = smaller;
            true
        }
        (Answer::Possible | Answer::Impossible | Answer::Unknown, _) => false,
    }
}

/// The launch of a model.
fn build_launch(
    machine: &mut Machine<'_>,
    model: &Model,
    blocks: &[[Num; 3]],
    loads: &[LoadRecord],
    floats: &[FloatRecord],
) -> Option<Launch> {
    let small = |num: &Num| u32::try_from(model.num(num)?).ok();
    let place = |axes: &[Num; 3]| Some([small(&axes[0])?, small(&axes[1])?, small(&axes[2])?]);
    let grid = place(&machine.setup.grid)?;
    let mut run: Vec<[u32; 3]> = Vec::new();
    for block in blocks {
        let block = place(block)?;
        if !run.contains(&block) {
            run.push(block);
        }
    }
    let (mut buffers, starts) = build_buffers(machine, model)?;
    write_tables(machine, model, &mut buffers, &starts)?;
    let mut arguments = Vec::new();
    for (position, scalar) in machine.setup.scalars.iter().enumerate() {
        let pointer = machine.setup.find_allocation(position);
        arguments.push(match (scalar, pointer) {
            (Some(scalar), _) => Argument::Scalar(bits(model.num(scalar)?, find_width(machine, position))),
            (None, Some(which)) => {
                let (buffer, offset) = starts[which]?;
                Argument::Pointer { buffer, offset }
            }
            (None, None) => {
                let given = machine.setup.floats[position].as_ref();
                let any = || nearest_to_zero(&machine.setup.bound, position);
                Argument::Scalar(given.and_then(|given| given.bits(model)).or_else(any).unwrap_or(0))
            }
        });
    }
    put_loads(machine, model, loads, (&mut buffers, &starts))?;
    for float in floats {
        let (place, bytes) = ((&float.when, &float.which, &float.offset), float.given.format.bytes());
        let place = place_of(model, place, bytes, &starts, &buffers);
        if let (Some((_, offset, buffer)), Some(pattern)) = (place, float.given.bits(model)) {
            let bytes = usize_from_u64(bytes);
            write(&mut buffers[buffer].contents, offset, &pattern.to_le_bytes()[..bytes]);
        }
    }
    Some(Launch { grid, arguments, buffers, blocks: Some(run) })
}

/// The permitted float nearest to zero, if the contract bounds the argument.
fn nearest_to_zero(bound: &Bound<'_>, position: usize) -> Option<u64> {
    let Interval { least, greatest } = bound.float_interval(position)?;
    format::convert(0f64.clamp(least, greatest), bound.float(position)?, Rounding::Zero)
}

/// Writes loaded values to their places, with neighboring elements that keep the relations of the contract.
fn put_loads(
    machine: &Machine<'_>,
    model: &Model,
    loads: &[LoadRecord],
    (buffers, starts): (&mut [Buffer], &[Option<Start>]),
) -> Option<()> {
    let mut kept = BTreeSet::new();
    for load in loads {
        let place = (&load.when, &load.which, &load.offset);
        let Some((which, offset, buffer)) = place_of(model, place, load.bytes(), starts, buffers) else {
            continue;
        };
        let value = model.num(&load.value)?;
        if may_be_there(machine, model, which, value) {
            let value = bits(value, 64).to_le_bytes();
            let bytes = usize_from_u64(load.bytes());
            write(&mut buffers[buffer].contents, offset, &value[..bytes]);
            if load.of_launch {
                kept.insert((buffer, offset));
            }
        }
    }
    settle_related(machine, model, starts, buffers, &kept);
    Some(())
}

/// Whether memory may hold the value at launch. A loaded value need not: an earlier store may have written
/// the value.
fn may_be_there(machine: &Machine<'_>, model: &Model, which: usize, value: i128) -> bool {
    let allocation = &machine.setup.allocations[which];
    // Undetermined launch contents have no relations, but a loaded value is requested.
    if allocation.uninit && machine.setup.bound.relations(allocation.parameter).next().is_some() {
        return false;
    }
    let clause = allocation.contents.as_ref().filter(|_| allocation.element.is_integer());
    let holds = clause.map(|clause| machine.setup.of_element(clause, &Num::constant(value)));
    holds.is_none_or(|holds| model.truth(&holds) == Some(true))
}

/// The buffers, and the buffer and offset of every allocation behind a parameter or a list. Allocations with a possible
/// overlap share a buffer, and are placed by address.
fn build_buffers(machine: &mut Machine<'_>, model: &Model) -> Option<(Vec<Buffer>, Vec<Option<Start>>)> {
    let allocations = machine.setup.allocations.clone();
    let mut buffers: Vec<Buffer> = Vec::new();
    let mut starts: Vec<Option<Start>> = vec![None; allocations.len()];
    // Arrays of lists come first: tables contain their places, whatever sizes others get later.
    let mut order = listed_arrays(machine, model);
    let is_parameter = |which: &usize| {
        let parameter = allocations[*which].parameter;
        parameter < machine.setup.scalars.len()
            && machine.setup.bound.first_with_array(parameter) == parameter
    };
    order.extend((0..allocations.len()).filter(is_parameter));
    for (number, which) in order.iter().enumerate() {
        let allocation = &allocations[*which];
        let bytes = u64::try_from(model.num(&allocation.size)?).ok()?;
        let base = model.num(&allocation.base)?;
        let together = order[..number].iter().find(|one| {
            let before = &allocations[**one];
            let near = model
                .num(&before.base)
                .zip(model.num(&before.size))
                .is_some_and(|(start, size)| base < start + size && start < base + i128::from(bytes));
            near && machine.setup.may_overlap(**one, *which)
        });
        if let Some(before) = together {
            let (buffer, start) = starts[*before]?;
            let shift = base - model.num(&allocations[*before].base)? + i128::from(start);
            // The lower one must come first, to be found from the start of the buffer.
            let start = u64::try_from(shift).ok()?;
            // Clauses about either buffer hold for both if the two are one.
            let contents = fill_buffers(machine, model, allocation, bytes)?;
            let shared = &mut buffers[buffer];
            shared.bytes = shared.bytes.max(start + bytes);
            if shared.contents.is_empty() {
                shared.contents = contents.into_iter().map(|(at, chunk)| (at + start, chunk)).collect();
            }
            starts[*which] = Some((buffer, start));
            continue;
        }
        let contents = fill_buffers(machine, model, allocation, bytes)?;
        let uninit = allocation.uninit;
        // An array of a list may be aligned better than its elements, and the kernel may assume the
        // alignment.
        let alignment = match allocation.region {
            Region::Listed(_) => allocation.alignment.max(1 << base.trailing_zeros().min(8)),
            Region::At(_) => allocation.alignment,
        };
        starts[*which] = Some((buffers.len(), 0));
        buffers.push(Buffer { bytes, alignment, uninit, contents });
    }
    Some((buffers, starts))
}

/// Contents that keep the allocation's clause everywhere.
fn fill_buffers(
    machine: &mut Machine<'_>,
    model: &Model,
    allocation: &Allocation,
    bytes: u64,
) -> Option<BTreeMap<u64, Vec<u8>>> {
    let Some(clause) = &allocation.contents else { return Some(BTreeMap::new()) };
    if bytes == 0 {
        return Some(BTreeMap::new());
    }
    if !allocation.element.is_integer() {
        return fill_with_floats(machine, allocation, bytes);
    }
    let element = allocation.any_element();
    let holds = machine.setup.bound.truth(clause, &mut |symbol| match symbol {
        Symbol::Element => element,
        Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Length(_) | Symbol::Index | Symbol::Place(_) => {
            Num::constant(value_of(machine, model, symbol).unwrap_or(0))
        }
    });
    let zero = element.equals(&Num::constant(0));
    if machine.solver.ask(&holds.and(&zero), Purpose::Requirement) == Answer::Possible {
        return Some(BTreeMap::new());
    }
    let value = machine.solver.find_model(&holds, Purpose::Requirement).1?.num(&element)?;
    repeat(allocation.element, bits(value, 64), bytes)
}

/// Floats nearest to zero that keep the allocation's clause, unless zero does.
fn fill_with_floats(
    machine: &Machine<'_>,
    allocation: &Allocation,
    bytes: u64,
) -> Option<BTreeMap<u64, Vec<u8>>> {
    let is_listed = matches!(allocation.region, Region::Listed(_));
    let stated = machine.setup.bound.element_interval(allocation.parameter).filter(|_| !is_listed);
    let Some(Interval { least, greatest }) = stated.filter(|stated| !stated.has(0.0)) else {
        return Some(BTreeMap::new());
    };
    // No float keeps a clause without numbers.
    let zero = Some(0f64).filter(|_| least <= greatest)?;
    let one = format::convert(zero.clamp(least, greatest), allocation.element, Rounding::Zero)?;
    repeat(allocation.element, one, bytes)
}

/// An array of one element all over, if it is not too large.
fn repeat(element: Scalar, one: u64, bytes: u64) -> Option<BTreeMap<u64, Vec<u8>>> {
    if bytes > FILLED {
        return None;
    }
    let size = usize::try_from(element.bytes()).ok()?;
    let count = usize::try_from(bytes).ok()? / size;
    Some(BTreeMap::from([(0, one.to_le_bytes()[..size].repeat(count))]))
}

/// The value of a contract's name in a model, if the name belongs to the launch.
fn value_of(machine: &Machine<'_>, model: &Model, symbol: Symbol) -> Option<i128> {
    match symbol {
        Symbol::Argument(position) => {
            machine.setup.scalars[position].as_ref().and_then(|scalar| model.num(scalar))
        }
        Symbol::Grid(axis) => model.num(&machine.setup.grid[axis]),
        Symbol::Length(_) => model.num(&machine.setup.symbol(symbol)),
        Symbol::Element | Symbol::Index | Symbol::Place(_) => None,
    }
}

fn find_width(machine: &Machine<'_>, position: usize) -> u32 {
    machine.setup.bound.scalar(position).map_or(64, |scalar| scalar.bits())
}

/// The model's place of a loaded value inside a buffer, if loaded: the allocation, the place, the buffer.
fn place_of(
    model: &Model,
    (when, which, offset): (&Truth, &Num, &Num),
    bytes: u64,
    starts: &[Option<Start>],
    buffers: &[Buffer],
) -> Option<(usize, u64, usize)> {
    model.truth(when).filter(|loaded| *loaded)?;
    let which = usize::try_from(model.num(which)?).ok()?;
    let (buffer, start) = (*starts.get(which)?)?;
    let offset = u64::try_from(model.num(offset)?).ok()?.checked_add(start)?;
    let inside = offset.checked_add(bytes).is_some_and(|end| end <= buffers[buffer].bytes);
    inside.then_some((which, offset, buffer))
}
