//! Launches that both kernels run: in ordinary bits; with few numbers among zeros, where sums that the rules leave open come to the same
//! in every order; and with elements of a finite field in the place of floats, where formulas that are equal leave the same whatever
//! they round.

use std::collections::BTreeMap;

use interp::{Contents, Options, Outcome};
use spec::contract::Bound;
use spec::syntax::array;
use spec::syntax::attributes::Rounding;
use spec::syntax::format;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Scalar;
use spec::valid::Valid;

use crate::check::completion::Completion;
use crate::check::replay::MEMORY;
use crate::convert::{count, index};
use crate::scalar;

/// Steps of one run, and of how many a unit of work is.
const FUEL: u64 = 8_000_000;
const STEPS_A_UNIT: u64 = 100;

/// The largest array that is filled, in elements.
const FILLED: u64 = 1 << 16;

/// How many distances of numbers that are not zero there are.
pub(super) const PERIODS: u64 = 6;

/// Between what floats lie.
const BOUNDS: (f64, f64) = (-2.0, 2.0);

/// What floats are in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) enum Floats {
    /// Numbers with all their digits.
    Ordinary,
    /// The same, with infinities, NaN and zeros among them.
    Special,
    /// Zeros, and few numbers with all their digits: sums of them are often the same in any order.
    Sparse,
    /// Elements of a finite field.
    Field,
}

/// An element that two launches leave differently.
#[derive(Debug, Clone, PartialEq)]
pub struct Differing {
    /// The array.
    pub array: String,
    /// The element's place in it.
    pub place: u64,
    /// What each leaves there, in words.
    pub values: [String; 2],
    /// Whether it is a float that no rounding explains, or no float.
    pub(in crate::check) is_far: bool,
}

/// What came of running a pair of launches.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::check) enum Trial {
    /// They leave the same.
    Same,
    /// They do not.
    Different(Box<Differing>),
    /// One of them did not come to its end, so that nothing is said.
    Abstained,
}

/// Kernels with their contracts, which run launches.
pub(in crate::check) struct Runner<'a> {
    pub(in crate::check) sides: [Completion<'a>; 2],
    /// Whether arguments differ: then what both write is compared.
    pub(in crate::check) is_varied: bool,
    /// The only array that is compared, by its parameter.
    pub(in crate::check) only: Option<usize>,
}

impl Runner<'_> {
    /// The launches as the contracts have them, with numbers for floats; none where they do not keep them.
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
            fuel: FUEL,
            memory: MEMORY,
            counts_writes: true,
            payload: floats == Floats::Field,
            finds_open: floats == Floats::Sparse,
            ..Options::default()
        };
        let run = |kernel: &Valid, launch: &Launch| {
            // What another order of a sum makes something else says nothing of few numbers.
            let outcome = interp::run(kernel, launch, &options).ok().filter(|outcome| !outcome.open);
            let spent = outcome.as_ref().map_or(FUEL, |outcome| outcome.spent);
            self.sides[0].budget().spend(1 + spent / STEPS_A_UNIT);
            outcome
        };
        let [one, other] = &self.sides;
        let Some(left) = run(one.kernel, &pair[0]) else { return Trial::Abstained };
        let Some(right) = run(other.kernel, &pair[1]) else { return Trial::Abstained };
        self.find_differing(pair, (&left, &right), floats)
            .map_or(Trial::Same, |found| Trial::Different(Box::new(found)))
    }

    /// The first element that differs.
    fn find_differing(
        &self,
        pair: &[Launch; 2],
        (left, right): (&Outcome, &Outcome),
        floats: Floats,
    ) -> Option<Differing> {
        let bound = self.sides[0].contract;
        for position in 0..bound.kernel.params.len() {
            let Some(element) = bound.pointee(position) else { continue };
            if self.only.is_some_and(|only| only != position) {
                continue;
            }
            let memory = |launch: &Launch, outcome: &Outcome| match launch.arguments.get(position) {
                Some(Argument::Pointer { buffer, offset }) => {
                    outcome.buffers.get(*buffer).cloned().map(|memory| (memory, *offset))
                }
                Some(Argument::Scalar(_)) | None => None,
            };
            let (Some(a), Some(b)) = (memory(&pair[0], left), memory(&pair[1], right)) else { continue };
            let arrays = Arrays { element, one: a, other: b, is_varied: self.is_varied, floats };
            if let Some((place, values, is_far)) = arrays.find_differing() {
                let array = bound.argument_name(position).to_owned();
                return Some(Differing { array, place, values, is_far });
            }
        }
        None
    }
}

/// What two launches left in one array.
struct Arrays {
    element: Scalar,
    one: (Contents, u64),
    other: (Contents, u64),
    is_varied: bool,
    floats: Floats,
}

impl Arrays {
    fn find_differing(&self) -> Option<(u64, [String; 2], bool)> {
        let size = self.element.bytes();
        let len = |(memory, offset): &(Contents, u64)| memory.len().saturating_sub(*offset) / size;
        let len = len(&self.one).min(len(&self.other));
        let mut places = std::collections::BTreeSet::new();
        for (memory, offset) in [&self.one, &self.other] {
            for range in memory.touched() {
                let first = range.start.saturating_sub(*offset) / size;
                let last = range.end.saturating_sub(*offset).div_ceil(size).min(len);
                places.extend(first..last);
            }
        }
        let differing: Vec<u64> = places.iter().copied().filter(|place| self.differs(*place)).collect();
        let first = *differing.first()?;
        let far = differing.iter().copied().find(|place| self.is_far(*place, &places));
        let place = far.unwrap_or(first);
        let shown = [&self.one, &self.other].map(|side| self.show(side, place));
        Some((place, shown, far.is_some()))
    }

    fn bits(&self, (memory, offset): &(Contents, u64), place: u64) -> Option<u64> {
        let from = offset + place * self.element.bytes();
        let range = from..from + self.element.bytes();
        if memory.undetermined(range.clone()).contains(&true) {
            return None;
        }
        array::elements(self.element, &memory.bytes(range)).first().copied()
    }

    fn is_written(&self, (memory, offset): &(Contents, u64), place: u64) -> bool {
        let from = offset + place * self.element.bytes();
        (from..from + self.element.bytes()).all(|byte| memory.writes(byte) > 0)
    }

    fn differs(&self, place: u64) -> bool {
        let both = || self.is_written(&self.one, place) && self.is_written(&self.other, place);
        let [a, b] = [&self.one, &self.other].map(|side| self.bits(side, place));
        let is_nan = |bits: Option<u64>| {
            bits.and_then(|bits| scalar::float(self.element, bits)).is_some_and(f64::is_nan)
        };
        let same = a == b || self.floats != Floats::Field && is_nan(a) && is_nan(b);
        !same && (!self.is_varied || both())
    }

    /// Whether no rounding explains the difference: of floats it is large beside the largest element.
    fn is_far(&self, place: u64, places: &std::collections::BTreeSet<u64>) -> bool {
        const SHARE: f64 = 1.0 / 16.0;
        let value = |side, place| self.bits(side, place).and_then(|bits| scalar::float(self.element, bits));
        if self.element.is_integer() || self.floats == Floats::Field {
            return true;
        }
        let (Some(a), Some(b)) = (value(&self.one, place), value(&self.other, place)) else { return true };
        let all = places.iter().flat_map(|place| [value(&self.one, *place), value(&self.other, *place)]);
        let largest =
            all.flatten().filter(|value| value.is_finite()).fold(0.0, |most: f64, v| most.max(v.abs()));
        a.is_nan() != b.is_nan() || a.is_finite() != b.is_finite() || (a - b).abs() > largest * SHARE
    }

    fn show(&self, side: &(Contents, u64), place: u64) -> String {
        match self.bits(side, place) {
            None => "undetermined".to_owned(),
            Some(bits) if self.floats == Floats::Field && !self.element.is_integer() => {
                format!("{bits} (mod p)")
            }
            Some(bits) => scalar::show(self.element, bits, false),
        }
    }
}

/// The launch with numbers for floats: the same in both launches, element by element, and none that is another's.
fn fill(bound: &Bound<'_>, launch: &Launch, floats: Floats, seed: u64) -> Launch {
    let mut filled = launch.clone();
    for (position, argument) in launch.arguments.iter().enumerate() {
        match argument {
            Argument::Scalar(_) => {
                let kernel = bound.kernel;
                let scalar = kernel.tile(kernel.params[position]).element.scalar();
                if let Some(scalar) = scalar.filter(|scalar| !scalar.is_integer()) {
                    let stated = bound.float_interval(position).map(|all| (all.least, all.greatest));
                    let bits = number(scalar, stated, floats, seed, (position, 0));
                    filled.arguments[position] = Argument::Scalar(bits);
                }
            }
            Argument::Pointer { buffer, offset } => {
                let Some(element) = bound.pointee(position) else { continue };
                let fits = !element.is_integer() && element.in_a_byte() == 1;
                let Some(into) = filled.buffers.get_mut(*buffer).filter(|into| fits && !into.uninit) else {
                    continue;
                };
                let elements = (into.bytes.saturating_sub(*offset) / element.bytes()).min(FILLED);
                let mut about = bound.contract.contents.iter().map(|(name, _)| bound.position(name));
                let is_stated = about.any(|other| other == Some(position));
                let stated = verify::float_bounds(bound, position).filter(|_| is_stated);
                let all = (0..elements).map(|at| number(element, stated, floats, seed, (position, at)));
                into.contents = BTreeMap::from([(*offset, array::bytes(element, all))]);
            }
        }
    }
    filled
}

/// A number that is drawn for an element, between what a contract states.
fn number(
    element: Scalar,
    stated: Option<(f64, f64)>,
    floats: Floats,
    seed: u64,
    (position, at): (usize, u64),
) -> u64 {
    let drawn = mixed(seed ^ count(position).rotate_left(48) ^ at.rotate_left(8));
    let (least, greatest) = stated.map_or(BOUNDS, within);
    match floats {
        // Below the prime of every type.
        Floats::Field => drawn >> (64 - (element.bits() - 2).min(52)),
        Floats::Special if stated.is_none() && drawn.is_multiple_of(8) => {
            let drawn = drawn / 8;
            let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0][index(drawn % 5)];
            format::convert(special, element, Rounding::NearestEven).unwrap_or_default()
        }
        Floats::Sparse if least <= 0.0 && 0.0 <= greatest && !is_one_of_two(seed, at) => 0,
        Floats::Ordinary | Floats::Special | Floats::Sparse => {
            let share = crate::convert::nearest_f64((drawn >> 11).into()) / 2f64.powi(53);
            let value = least + (greatest - least) * share;
            format::convert(value, element, Rounding::NearestEven).unwrap_or_default()
        }
    }
}

/// Whether an element is one of those that are not zero: two of 16 neighbours, of 32, and so on to 512, by the seed. So no line of as
/// many elements has more.
fn is_one_of_two(seed: u64, at: u64) -> bool {
    let period = 16 << (seed % PERIODS);
    [seed, seed + 1].into_iter().any(|one| mixed(one) % period == at % period)
}

/// What of bounds lies near zero, or is nearest to it.
fn within((least, greatest): (f64, f64)) -> (f64, f64) {
    (least.max(BOUNDS.0.min(greatest)), greatest.min(BOUNDS.1.max(least)))
}

/// Bits without an order (Steele, Lea and Flood's mixer).
fn mixed(seed: u64) -> u64 {
    let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
