//! `reduce` and `scan` over terms. The order of combination is open, so results hold for every order. A sum lies between its least and
//! greatest term times the number of terms. A choice is one of the elements. Any other result is an arbitrary value of a range closed under
//! the combiner. Requirements of the combiner must hold in every order, too.

use spec::domain::{Bool as _, Int as _, Number, greatest_signed, least_signed};
use spec::ops::reduce::{self, Sums};
use spec::prose;
use spec::rules::Rule;
use spec::syntax::attributes::Literal;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::types::Scalar;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::report::Status;
use crate::symbolic::checkpoint::{begin_pass, discard_pass};
use crate::symbolic::machine::Machine;
use crate::symbolic::require::{is_reachable, record};
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth};
use crate::values::domain::SymbolicInt;
use crate::values::element::Element;
use crate::values::lanes::LaneSet;
use crate::values::tile::{Aggregate, Combined, Node, Other, Tile, TileKind};

/// A range of signed integers.
type Range = (i128, i128);

/// How often a range is widened before it is the type's.
const ROUNDS: usize = 3;
/// The most terms to examine one by one, if the facts about each do not suffice.
const FEW: u32 = 32;

/// `reduce`, `scan`
pub(crate) fn run_reduce<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    let axis = op.attributes.axis();
    op.regions.iter().flat_map(|region| &region.ops).for_each(|inner| machine.visit(inner));
    let place = match op.attributes.reverse {
        Some(reverse) => LaneSet::UpTo { axis, reverse },
        None => LaneSet::Along(axis),
    };
    let operands: Vec<Tile<'k>> = op.operands.iter().map(|operand| machine.tile(*operand)).collect();
    let gives = combine(machine, op, &operands, axis);
    let doubtful = op.regions.iter().any(leaves_undetermined);
    for (position, (result, value)) in op.results.iter().zip(gives).enumerate() {
        // The result's own operand comes first, because the result is one of its elements.
        let mut parts: Vec<_> = operands.iter().map(|tile| (tile.clone(), place)).collect();
        parts.swap(0, position);
        let aggregate = Aggregate { op, position, here: machine.state.path, parts, value, doubtful };
        let tile = Node::tile(machine.kernel.tile(*result), TileKind::Aggregate(aggregate.into()));
        machine.bind(*result, Val::Tile(tile));
    }
}

/// The result of each operand, and the requirements of the combiner.
fn combine<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    operands: &[Tile<'k>],
    axis: usize,
) -> Vec<Combined> {
    if let Some(inner) = reduce::integer_sum(machine.kernel, op) {
        return vec![combine_sum(machine, inner, &operands[0], axis)];
    }
    let neutral = reduce::plain(op).filter(|inner| reduce::is_neutral(machine.kernel, op, inner));
    if let Some(choice) = reduce::chooses(op) {
        if op.regions.iter().any(requires_anything) {
            let partials = chosen_partials(machine, op, operands);
            record_requirements(machine, op, &partials);
        }
        let passes_nan = choice.passes_nan && !machine.setup.has(Flaw::ChoosesPastNan);
        let flushes = choice.flushes && !machine.setup.has(Flaw::ChoosesPastFlush);
        let one_of = |(position, literal): (usize, _)| {
            let scalar = operands[position].scalar();
            let identity = scalar.map(|scalar| crate::values::literals::integer_literal(scalar, literal));
            let other = match identity {
                Some(identity) if neutral.is_none() => Other::Always(identity),
                Some(identity) if passes_nan => Other::ForNan(identity),
                Some(_) | None => Other::Never,
            };
            Combined::OneOf(other, flushes)
        };
        return op.attributes.identities.iter().copied().enumerate().map(one_of).collect();
    }
    combine_general(machine, op, operands)
}

/// The sum of integers; anything if it may wrap.
fn combine_sum<'k>(
    machine: &mut Machine<'k>,
    inner: &'k Operation,
    operand: &Tile<'k>,
    axis: usize,
) -> Combined {
    let count = operand.ty.shape[axis];
    let lane = machine.lane(&operand.ty.shape, 0);
    let element = machine.at(operand, &lane);
    let Some(SymbolicInt::Number { bits, .. }) = element.as_int().cloned() else {
        return Combined::Anything;
    };
    let all = sums([&element], count);
    for (rule, fits) in sum_requires(machine, inner, bits, &all) {
        let path = machine.state.path;
        if machine.policy.ignores(rule) || machine.state.mode != Mode::Record {
            continue;
        }
        machine.consider(inner, rule);
        if machine.is_established(rule, inner, None) {
            record(machine, inner, rule, Status::Proved, None, 0.0);
            continue;
        }
        let broken = path.and(&fits.not());
        machine.tell(|observer, machine| observer.fail(machine, (rule, &inner.at), &path, &broken));
        let proved = machine.solver.proves(&fits, &path, Purpose::Requirement)
            || fits_one_by_one(machine, inner, operand, axis, rule);
        let why = "what the combiner requires of partial results is not followed";
        let status = if proved { Status::Proved } else { Status::Unknown(why.to_owned()) };
        let reached = is_reachable(machine);
        record(machine, inner, rule, status, reached, 0.0);
    }
    let (least, most) = (Num::constant(least_signed(bits)), Num::constant(greatest_signed(bits)));
    let fits = all.positive.at_most(&most).and(&least.at_most(&all.negative));
    let path = machine.state.path;
    // An obligation to fit is a fact from here on.
    let exact =
        inner.attributes.overflow.no_signed_wrap || machine.solver.proves(&fits, &path, Purpose::Requirement);
    if exact { Combined::Sum(count) } else { Combined::Anything }
}

fn sum_requires(
    machine: &mut Machine<'_>,
    inner: &Operation,
    bits: u32,
    all: &Sums<Num>,
) -> Vec<(Rule, Truth)> {
    let mut domain = machine.domain(&Truth::constant(true));
    reduce::sum(&mut domain, &inner.attributes, bits, all);
    std::mem::take(&mut domain.required)
}

/// Whether the terms, one by one, keep a rule.
fn fits_one_by_one<'k>(
    machine: &mut Machine<'k>,
    inner: &Operation,
    operand: &Tile<'k>,
    axis: usize,
    rule: Rule,
) -> bool {
    let (extent, bits) = (operand.ty.shape[axis], operand.scalar().map_or(64, Scalar::bits));
    if extent > FEW {
        return false;
    }
    let mut lane = machine.lane(&operand.ty.shape, 0);
    let mut terms = Vec::new();
    for place in 0..extent {
        lane[axis] = Num::constant(place.into());
        terms.push(machine.at(operand, &lane));
    }
    let all = sums(&terms, 1);
    let path = machine.state.path;
    let required = sum_requires(machine, inner, bits, &all);
    required
        .iter()
        .filter(|(of, _)| *of == rule)
        .all(|(_, fits)| machine.solver.proves(fits, &path, Purpose::Requirement))
}

/// The range of an integer in any lane: its own range, or proved powers of two if the range is nearly the type's.
fn range_of<'k>(machine: &mut Machine<'k>, operand: &Tile<'k>) -> Option<Range> {
    let lane = machine.lane(&operand.ty.shape, 0);
    let element = machine.at(operand, &lane);
    let SymbolicInt::Number { bits, signed } = *element.as_int()? else { return None };
    let (mut lo, mut hi) = (signed.lo(), signed.hi());
    let path = machine.state.path;
    let mut holds = |claim: &Truth| machine.solver.proves(claim, &path, Purpose::Requirement);
    let most = |power: u32| (1i128 << power) - 1;
    if hi > most(bits - 2) {
        hi = least_power(bits - 1, |power| holds(&signed.at_most(&Num::constant(most(power)))))
            .map_or(hi, most);
    }
    let least = |power: u32| -(1i128 << power);
    if lo < least(bits - 2) && holds(&Num::constant(0).at_most(&signed)) {
        lo = 0;
    } else if lo < least(bits - 2) {
        lo = least_power(bits - 1, |power| holds(&Num::constant(least(power)).at_most(&signed)))
            .map_or(lo, least);
    }
    Some((lo, hi))
}

/// Any combiner: its operands and partial results lie in a closed range, and its requirements must hold for the
/// whole range.
fn combine_general<'k>(machine: &mut Machine<'k>, op: &'k Operation, operands: &[Tile<'k>]) -> Vec<Combined> {
    let identities = op.attributes.identities.iter();
    let begin = |(operand, literal): (&Tile<'k>, &Literal)| {
        let (lo, hi) = range_of(machine, operand)?;
        let scalar = operand.scalar()?;
        let identity = crate::values::literals::integer_literal(scalar, *literal);
        let signed = identity.as_int()?.signed();
        Some((lo.min(signed.lo()), hi.max(signed.hi())))
    };
    let mut ranges: Vec<Option<Range>> = operands.iter().zip(identities).map(begin).collect();
    // From the last round on, each growing range becomes its type's range, at least one per round. The final round finds no change, and its
    // ranges are kept.
    for round in 1..=ROUNDS + operands.len() {
        let partials = partials_of_ranges(machine, op, &ranges);
        let found = run_combiner(machine, op, &partials, Mode::Check);
        let mut grown = false;
        for (position, (range, operand)) in ranges.iter_mut().zip(operands).enumerate() {
            let Some((lo, hi)) = *range else { continue };
            let bits = operand.scalar().map_or(64, Scalar::bits);
            let all = (least_signed(bits), greatest_signed(bits));
            let (least, most) = found.get(position).copied().flatten().unwrap_or(all);
            if least < lo || most > hi {
                grown = true;
                *range = Some(if round < ROUNDS { (lo.min(least), hi.max(most)) } else { all });
            }
        }
        if !grown {
            break;
        }
    }
    let partials = partials_of_ranges(machine, op, &ranges);
    record_requirements(machine, op, &partials);
    ranges
        .into_iter()
        .map(|range| range.map_or(Combined::Anything, |(lo, hi)| Combined::Between(lo, hi)))
        .collect()
}

/// Two partial results of each operand for a combiner that chooses: each is an element of any lane, or the identity.
fn chosen_partials<'k>(machine: &mut Machine<'k>, op: &'k Operation, operands: &[Tile<'k>]) -> Vec<Element> {
    let params = op.regions.iter().flat_map(|region| &region.params).enumerate();
    let partial = |(position, param): (usize, &ValueId)| {
        let (operand, literal) = (&operands[position / 2], op.attributes.identities[position / 2]);
        let lane = machine.lane(&operand.ty.shape, position);
        let element = machine.at(operand, &lane);
        match machine.kernel.tile(*param).element.scalar() {
            Some(scalar) => {
                let identity = crate::values::literals::choose_literal(scalar, &[literal], &Num::constant(0));
                Element::choose(&Truth::fresh(), &element, &identity)
            }
            None => element,
        }
    };
    params.map(partial).collect()
}

/// Two partial results of each operand: any numbers of its range, or any value of its type.
fn partials_of_ranges(machine: &Machine<'_>, op: &Operation, ranges: &[Option<Range>]) -> Vec<Element> {
    let params = op.regions.iter().flat_map(|region| &region.params).enumerate();
    let partial = |(position, param): (usize, &ValueId)| {
        let ty = machine.kernel.tile(*param);
        match (ranges[position / 2], ty.element.scalar()) {
            (Some((lo, hi)), Some(scalar)) => Element::int(scalar.bits(), Num::fresh("partial", lo, hi)),
            (Some(_) | None, _) => crate::values::literals::arbitrary_element(ty, &[]),
        }
    };
    params.map(partial).collect()
}

/// Records the obligations of a combiner for two partial results of each operand.
fn record_requirements<'k>(machine: &mut Machine<'k>, op: &'k Operation, partials: &[Element]) {
    if machine.state.mode != Mode::Record || machine.policy.searches() {
        return;
    }
    let before = machine.recorder.obligations.len();
    run_combiner(machine, op, partials, Mode::Record);
    for obligation in &mut machine.recorder.obligations[before..] {
        // Such partial results need not come about.
        if matches!(obligation.status, Status::Refuted(_)) {
            let why = "what the combiner requires of partial results is not followed";
            obligation.status = Status::Unknown(why.to_owned());
        }
    }
}

/// True where an operation of a combiner may be undefined for some operands.
fn requires_anything(region: &Block) -> bool {
    let Some((_yield, body)) = region.ops.split_last() else { return false };
    let requires = |op: &Operation| {
        let reading = prose::operation(op.op, &op.attributes);
        // An operation without a reading has its rules elsewhere, so its obligations are always considered.
        reading.is_none_or(|reading| !reading.requires.is_empty()) || op.regions.iter().any(requires_anything)
    };
    body.iter().any(requires)
}

/// The ranges of the values that a combiner yields for two partial results of each operand.
fn run_combiner<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    partials: &[Element],
    mode: Mode,
) -> Vec<Option<Range>> {
    let Some(region) = op.regions.first() else { return Vec::new() };
    let checkpoint = begin_pass(machine, mode);
    for (param, partial) in region.params.iter().zip(partials) {
        let tile = Node::tile(machine.kernel.tile(*param), TileKind::Splat(partial.clone()));
        machine.bind(*param, Val::Tile(tile));
    }
    let exits = machine.run_block(region);
    let yielded = exits.first().map_or(&[][..], |exit| &exit.values);
    let mut found = Vec::new();
    for value in yielded {
        let element = value.tile().map(|tile| machine.at(tile, &[]));
        found.push(element.and_then(|element| match element.as_int()? {
            SymbolicInt::Number { signed, .. } => Some((signed.lo(), signed.hi())),
            SymbolicInt::Bit(_) => None,
        }));
    }
    discard_pass(machine, checkpoint);
    found
}

/// The least power below some for which a claim holds that holds for all greater ones.
fn least_power(below: u32, mut holds: impl FnMut(u32) -> bool) -> Option<u32> {
    let (mut no, mut yes) = (0, below);
    while no < yes {
        let middle = (no + yes) / 2;
        if holds(middle) { yes = middle } else { no = middle + 1 }
    }
    (yes < below).then_some(yes)
}

/// What so many of each of some integers add up to.
fn sums<'e>(elements: impl IntoIterator<Item = &'e Element>, count: u32) -> Sums<Num> {
    let count = Num::constant(count.into());
    let ints = elements.into_iter().filter_map(Element::as_int);
    let all = ints.fold(Sums::none(), |all, int| all.with(&int.signed(), &int.unsigned()));
    Sums {
        positive: all.positive.mul(&count),
        negative: all.negative.mul(&count),
        natural: all.natural.mul(&count),
    }
}

/// Whether an operation of a combiner may leave its result undetermined whatever its operands are.
fn leaves_undetermined(region: &Block) -> bool {
    let inner = |op: &Operation| {
        let reading = prose::operation(op.op, &op.attributes);
        reading.is_some_and(|reading| !reading.determined.is_empty())
            || op.regions.iter().any(leaves_undetermined)
    };
    region.ops.iter().any(inner)
}
