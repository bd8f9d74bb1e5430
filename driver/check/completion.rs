//! Completes launches with trusted values: addresses aligned as the kernel assumes, and buffers as large as the kernel's accesses.
//!
//! A buffer without a clause about its size is *open*. A launch is first run with maximal open buffers, so that none is too small. It is
//! then run with as many bytes as the views span and the run accessed. A violation of [`Rule::MemoryBounds`] in the first run would happen
//! with every size.

use std::collections::BTreeMap;

use spec::contract::{Bound, Symbol};
use spec::origins::Origins;
use spec::rules::Rule;
use spec::syntax::contract::MAX_ALLOCATION;
use spec::syntax::count::{saturating_u64, usize_from_u64};
use spec::syntax::kernel::OpId;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;
use verify::Budget;

use super::replay::{Replay, Runs, in_orders};
use super::report::Counterexample;
use crate::convert::count;

/// Bytes of an open buffer whose contract excludes zeros.
const FILLED: u64 = 1 << 20;
/// The most elements to add to a buffer with relations in its contract.
const RELATED: usize = 1 << 12;

/// How launches of a contract are completed.
pub(super) struct Completion<'a> {
    pub(super) kernel: &'a Valid,
    pub(super) contract: &'a Bound<'a>,
    origins: Origins,
    ignore: Option<Rule>,
    ends: Option<OpId>,
    budget: Budget,
}

/// A launch with room in its open buffers.
struct Roomy {
    launch: Launch,
    /// By buffer, whether the size is unstated.
    open: Vec<bool>,
}

impl<'a> Completion<'a> {
    /// Of launches of a kernel; a rule may be left out.
    pub(super) fn new(
        kernel: &'a Valid,
        contract: &'a Bound<'a>,
        ignore: Option<Rule>,
        budget: &Budget,
    ) -> Self {
        Completion {
            kernel,
            contract,
            origins: Origins::new(kernel),
            ignore,
            ends: None,
            budget: budget.clone(),
        }
    }

    /// The completion without another rule.
    pub(super) fn ignoring(&self, rule: Rule) -> Self {
        Completion { origins: self.origins.clone(), ignore: Some(rule), budget: self.budget.clone(), ..*self }
    }

    /// The completion for runs that are of use only if this `for` ends.
    pub(super) fn ending(&self, ends: Option<OpId>) -> Self {
        Completion { ends, ..self.again() }
    }

    /// Another copy.
    pub(super) fn again(&self) -> Self {
        Completion { origins: self.origins.clone(), budget: self.budget.clone(), ..*self }
    }

    /// The work limit of all runs together.
    pub(super) const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Runs a launch, completed, for so many steps. The replayed violation happens with all promised and trusted
    /// clauses kept.
    pub(super) fn run(&self, launch: &Launch, fuel: u64) -> Replay {
        in_orders(self.kernel, launch, |launch| self.once(launch, fuel))
    }

    /// A launch of the contract with open buffers at their maximum size; `None` if it violates promised or trusted clauses.
    pub(super) fn complete(&self, launch: &Launch) -> Option<Launch> {
        let roomy = self.roomy(launch).launch;
        let kept = spec::admit::admit(self.contract, &roomy)
            .and_then(|()| spec::admit::trusted(self.contract, self.kernel, &roomy));
        kept.is_ok().then_some(roomy)
    }

    fn once(&self, launch: &Launch, fuel: u64) -> Replay {
        let roomy = self.roomy(launch);
        let runs = Runs { kernel: self.kernel, ignore: self.ignore, ends: self.ends, budget: &self.budget };
        let (found, reach) = match runs.measured(&roomy.launch, fuel) {
            (Replay::Broken(found), reach) => (found, reach),
            (other @ (Replay::Clean | Replay::Unfinished(_)), _) => return other,
        };
        if let Some(name) = self.too_small(&roomy, &found) {
            return Replay::Unfinished(format!("the size of `{name}` is not stated: add a `buffer` clause"));
        }
        let fitted = self.fitted(&roomy, &found.launch, &reach);
        let found = match runs.once(&fitted, fuel) {
            Replay::Broken(again) if is_same(&again, &found) => again,
            Replay::Broken(_) | Replay::Clean | Replay::Unfinished(_) => found,
        };
        let kept = spec::admit::admit(self.contract, &found.launch)
            .and_then(|()| spec::admit::trusted(self.contract, self.kernel, &found.launch));
        match kept {
            Ok(()) => Replay::Broken(found),
            Err(clause) => Replay::Unfinished(format!(
                "a launch that breaks a rule does not keep `{clause}`: it is no launch of the contract"
            )),
        }
    }

    /// A launch with open buffers as large as its run for so many steps asks.
    pub(super) fn completed(&self, launch: &Launch, fuel: u64) -> Launch {
        let roomy = self.roomy(launch);
        let runs = Runs { kernel: self.kernel, ignore: self.ignore, ends: self.ends, budget: &self.budget };
        let (_, reach) = runs.measured(&roomy.launch, fuel);
        self.fitted(&roomy, &roomy.launch, &reach)
    }

    /// The launch with open buffers as large as any can be, and pointers aligned as the kernel assumes.
    fn roomy(&self, launch: &Launch) -> Roomy {
        // An array of a list is as large as the list says.
        let mut roomy = Roomy { launch: launch.clone(), open: vec![false; launch.buffers.len()] };
        for argument in &launch.arguments {
            if let Argument::Pointer { buffer, .. } = argument {
                roomy.open[*buffer] = true;
            }
        }
        for (position, argument) in launch.arguments.iter().enumerate() {
            let Argument::Pointer { buffer, .. } = argument else { continue };
            let contract = self.contract.contract;
            let is_it = |name: &String| self.contract.position(name) == Some(position);
            if contract.buffers.iter().any(|clause| is_it(&clause.name))
                || self.contract.is_measured(position)
            {
                roomy.open[*buffer] = false;
            }
            let assumed = self.origins.alignment.get(&position).copied().unwrap_or(1);
            if !contract.aligns.iter().any(|(name, _)| is_it(name))
                && let Some(buffer) = roomy.launch.buffers.get_mut(*buffer)
            {
                buffer.alignment = buffer.alignment.max(assumed);
            }
        }
        for (number, buffer) in roomy.launch.buffers.iter_mut().enumerate() {
            if roomy.open[number] {
                self.widen(launch, number, buffer);
            }
        }
        roomy
    }

    /// Makes a buffer as large as it can be. If zero elements are forbidden, the new elements equal the first.
    fn widen(&self, launch: &Launch, number: usize, buffer: &mut Buffer) {
        let all = saturating_u64(MAX_ALLOCATION);
        let contract = self.contract.contract;
        let described = !contract.contents.is_empty() || !contract.relations.is_empty();
        let admits_all = || {
            let mut trial = launch.clone();
            trial.buffers[number].bytes = all;
            spec::admit::admit(self.contract, &trial).is_ok()
        };
        if !described || admits_all() {
            buffer.bytes = all;
            return;
        }
        let Some(bytes) = buffer.contents.get(&0).filter(|bytes| count(bytes.len()) == buffer.bytes) else {
            return;
        };
        let element = self.element(launch, number).min(buffer.bytes);
        let Some(first) = usize::try_from(element).ok().and_then(|len| bytes.get(..len)) else { return };
        let more = (FILLED.max(buffer.bytes) - buffer.bytes) / element.max(1);
        let more = first.repeat(usize_from_u64(more));
        let Some(bytes) = self.related(launch, number, bytes, &more) else { return };
        *buffer =
            Buffer { bytes: count(bytes.len()), contents: BTreeMap::from([(0, bytes)]), ..buffer.clone() };
    }

    /// The bytes of a buffer with added elements. If the contract relates them to the elements before, fewer are added, and
    /// they keep the relations.
    fn related(&self, launch: &Launch, number: usize, bytes: &[u8], more: &[u8]) -> Option<Vec<u8>> {
        let points = |at: &usize| matches!(launch.arguments[*at], Argument::Pointer { buffer, .. } if buffer == number);
        let mut positions = (0..launch.arguments.len()).filter(points);
        let Some(position) = positions.find(|at| self.contract.relations(*at).next().is_some()) else {
            return Some([bytes, more].concat());
        };
        let element = self.contract.pointee(position)?;
        let width = usize::try_from(element.bytes()).ok()?;
        let all = [bytes, &more[..more.len().min(RELATED * width)]].concat();
        let read = |bytes: &[u8]| {
            let whole = bytes.iter().rev().fold(0, |whole, byte| whole << 8 | u64::from(*byte));
            crate::scalar::integer(element, whole, false)
        };
        let mut elements: Vec<i128> = all.chunks_exact(width).map(read).collect();
        let kept: Vec<bool> = (0..elements.len()).map(|at| at < bytes.len() / width).collect();
        let known = |symbol| self.symbol(launch, symbol);
        let filling = spec::admit::Filling::new(self.contract, position, &known);
        if !filling.settle(&mut elements, &kept) {
            return None;
        }
        let values = elements.iter().map(|value| crate::scalar::from_integer(element, *value));
        let values: Vec<u64> = values.collect::<Option<_>>()?;
        Some(values.iter().flat_map(|value| value.to_le_bytes()[..width].to_vec()).collect())
    }

    /// What a name of the contract is in a launch.
    pub(super) fn symbol(&self, launch: &Launch, symbol: Symbol) -> i128 {
        match symbol {
            Symbol::Argument(position) => {
                let scalar = self.contract.scalar(position).zip(launch.arguments.get(position));
                let Some((scalar, Argument::Scalar(bits))) = scalar else { return 0 };
                crate::scalar::integer(scalar, *bits, self.contract.is_unsigned(position))
            }
            Symbol::Grid(axis) => launch.grid[axis].into(),
            Symbol::Length(position) => self.length(launch, position),
            Symbol::Element | Symbol::Index | Symbol::Place(_) => 0,
        }
    }

    /// The number of elements from a pointer to the end of its buffer.
    fn length(&self, launch: &Launch, position: usize) -> i128 {
        let Some(Argument::Pointer { buffer, offset }) = launch.arguments.get(position) else { return 0 };
        let bytes = launch.buffers.get(*buffer).map_or(0, |buffer| buffer.bytes.saturating_sub(*offset));
        self.contract.pointee(position).map_or(0, |element| element.count_in(bytes).into())
    }

    /// The bytes of an element, by the type of the buffer's parameter.
    fn element(&self, launch: &Launch, number: usize) -> u64 {
        let points =
            |argument: &Argument| matches!(argument, Argument::Pointer { buffer, .. } if *buffer == number);
        let position = launch.arguments.iter().position(points);
        position
            .and_then(|position| self.contract.pointee(position))
            .map_or(1, spec::syntax::types::Scalar::bytes)
    }

    /// The open buffer that would have to be larger for what was found not to be so.
    fn too_small(&self, roomy: &Roomy, found: &Counterexample) -> Option<&str> {
        let violation = &found.violation;
        let position = violation.parameter.filter(|_| violation.rule == Rule::MemoryBounds)?;
        let Argument::Pointer { buffer, .. } = found.launch.arguments.get(position)? else { return None };
        let could_grow = i128::from(roomy.launch.buffers.get(*buffer)?.bytes) < MAX_ALLOCATION;
        (roomy.open[*buffer] && could_grow).then(|| self.contract.argument_name(position))
    }

    /// The launch with open buffers as large as the run asked.
    fn fitted(&self, roomy: &Roomy, launch: &Launch, reach: &[u64]) -> Launch {
        let mut fitted = launch.clone();
        let viewed = spec::admit::viewed(self.contract, self.kernel, launch);
        for (number, buffer) in
            fitted.buffers.iter_mut().enumerate().filter(|(number, _)| roomy.open[*number])
        {
            let ends = launch.arguments.iter().zip(&viewed).filter_map(|(argument, bytes)| match argument {
                Argument::Pointer { buffer, offset } if *buffer == number => Some(offset + bytes),
                Argument::Pointer { .. } | Argument::Scalar(_) => None,
            });
            let asked = ends.chain([reach.get(number).copied().unwrap_or(0)]).max().unwrap_or(0);
            // Whole elements, as far as possible.
            let element = self.element(launch, number).max(1);
            buffer.bytes = asked.next_multiple_of(element).min(buffer.bytes);
            buffer.contents = std::mem::take(&mut buffer.contents)
                .into_iter()
                .filter(|(at, _)| *at < buffer.bytes)
                .map(|(at, mut bytes)| {
                    bytes.truncate(usize_from_u64(buffer.bytes - at));
                    (at, bytes)
                })
                .collect();
        }
        fitted
    }
}

/// Whether two launches break one rule at one place.
pub(super) fn is_same(one: &Counterexample, other: &Counterexample) -> bool {
    let offset = |party: &spec::problem::Party| party.at.offset;
    let (a, b) = (&one.violation, &other.violation);
    a.rule == b.rule
        && offset(&a.party) == offset(&b.party)
        && a.other.as_ref().map(offset) == b.other.as_ref().map(offset)
}
