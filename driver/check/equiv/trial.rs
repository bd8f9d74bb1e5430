//! Launches that both kernels run. They use ordinary bits, or few numbers among zeros, for which open sums are equal in every
//! order. Elements of a finite field in place of floats give equal results for equal formulas, independent of rounding.

use interp::{Contents, Options};
use spec::syntax::launch::{Argument, Launch};
use spec::valid::Valid;
use verify::Rewrites;

use super::arrays::{Arrays, Side};
use super::bounds;
use super::fill::{Floats, fill};
use crate::check::completion::Completion;
use crate::check::replay::{MEMORY, fuel};

/// Steps of a run that count as a unit of work.
const STEPS_A_UNIT: u64 = 100;

/// Units of two runs with bounds.
const BOUNDED: u64 = 50_000;

/// An element with different results of two launches.
#[derive(Debug, Clone, PartialEq)]
pub struct Differing {
    /// The array.
    pub array: String,
    /// The element's place in the array.
    pub place: u64,
    /// The value of each kernel, in words.
    pub values: [String; 2],
}

/// The result of running a pair of launches.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::check) enum Trial {
    /// The results agree.
    Same,
    /// The results differ.
    Different(Box<Differing>),
    /// A run did not finish, so there is no answer.
    Abstained,
}

/// Kernels with their contracts, which run launches.
pub(in crate::check) struct Runner<'a> {
    pub(in crate::check) sides: [Completion<'a>; 2],
    /// Whether arguments differ: then what both write is compared.
    pub(in crate::check) is_varied: bool,
    /// The only compared array, by its parameter, restricted to elements that one of the launches writes.
    pub(in crate::check) only: Option<usize>,
}

impl Runner<'_> {
    /// The launches under the contracts, with numbers for floats; `None` if they violate the contracts.
    pub(in crate::check) fn complete(
        &self,
        pair: &[Launch; 2],
        floats: Floats,
        seed: u64,
    ) -> Option<[Launch; 2]> {
        let [a, b] = &self.sides;
        let one = fill(a.contract, &a.complete(&pair[0])?, floats, seed);
        let other = fill(b.contract, &b.complete(&pair[1])?, floats, seed);
        Some([one, other])
    }

    /// Runs both.
    pub(in crate::check) fn run(&self, pair: &[Launch; 2], floats: Floats) -> Trial {
        let options = Options {
            fuel: fuel::EQUIVALENCE,
            memory: MEMORY,
            counts_writes: true,
            payload: floats == Floats::Field,
            finds_open: floats == Floats::Sparse,
            ..Options::default()
        };
        let run = |kernel: &Valid, launch: &Launch| {
            // What another order of a sum makes something else says nothing of few numbers.
            let outcome = interp::run(kernel, launch, &options).ok().filter(|outcome| !outcome.open);
            let spent = outcome.as_ref().map_or(fuel::EQUIVALENCE, |outcome| outcome.spent);
            self.sides[0].budget().spend(1 + spent / STEPS_A_UNIT);
            outcome
        };
        let [one, other] = &self.sides;
        let Some(left) = run(one.kernel, &pair[0]) else { return Trial::Abstained };
        let Some(right) = run(other.kernel, &pair[1]) else { return Trial::Abstained };
        let left = |side: usize, buffer: usize| [&left, &right][side].buffers.get(buffer);
        self.find_differing(pair, floats, &left, &|_, _, _| true)
            .map_or(Trial::Same, |found| Trial::Different(Box::new(found)))
    }

    /// The first element that differs for every choice that the rules leave open: the possible values of both launches are disjoint.
    pub(super) fn find_apart(&self, pair: &[Launch; 2], rewrites: Rewrites) -> Option<Differing> {
        let [one, other] = &self.sides;
        one.budget().spend(BOUNDED);
        let left = bounds::run(one.kernel, &pair[0], rewrites)?;
        let right = bounds::run(other.kernel, &pair[1], rewrites)?;
        let both = [&left, &right];
        let is_apart = |arrays: &Arrays<'_>, place: u64, buffers: [usize; 2]| {
            let away = |side: usize| {
                let offset = arrays.byte(side, place);
                both[side].away(buffers[side], offset, arrays.element)
            };
            arrays.is_apart(place, away(0) + away(1))
        };
        self.find_differing(pair, Floats::Ordinary, &|side, buffer| both[side].contents(buffer), &is_apart)
    }

    /// The number of elements of an array by the contract, if stated.
    fn stated(&self, launch: &Launch, position: usize) -> Option<u64> {
        let bound = self.sides[0].contract;
        let mut clauses = bound.contract.buffers.iter();
        let clause = clauses.find(|clause| bound.position(&clause.name) == Some(position))?;
        let len: i128 = bound.number(&clause.len, &mut |symbol| self.sides[0].symbol(launch, symbol));
        u64::try_from(len).ok()
    }

    /// The first differing and accepted element.
    fn find_differing<'c>(
        &self,
        pair: &[Launch; 2],
        floats: Floats,
        left: &dyn Fn(usize, usize) -> Option<&'c Contents>,
        accepts: &dyn Fn(&Arrays<'_>, u64, [usize; 2]) -> bool,
    ) -> Option<Differing> {
        let bound = self.sides[0].contract;
        for position in 0..bound.kernel.params.len() {
            let Some(element) = bound.pointee(position) else { continue };
            if self.only.is_some_and(|only| only != position) {
                continue;
            }
            let side = |at: usize| match pair[at].arguments.get(position) {
                Some(Argument::Pointer { buffer, offset }) => {
                    let memory = left(at, *buffer)?;
                    Some((Side { memory, offset: *offset }, *buffer))
                }
                Some(Argument::Scalar(_)) | None => None,
            };
            let (Some((a, one)), Some((b, other))) = (side(0), side(1)) else { continue };
            let stated = self.stated(&pair[0], position);
            let arrays = Arrays {
                element,
                sides: [a, b],
                is_varied: self.is_varied,
                only_written: self.only.is_some(),
                floats,
                stated,
            };
            let found = arrays.differing().find(|place| accepts(&arrays, *place, [one, other]));
            if let Some(place) = found {
                let array = bound.argument_name(position).to_owned();
                let values = [0, 1].map(|side| arrays.show(side, place));
                return Some(Differing { array, place, values });
            }
        }
        None
    }
}
