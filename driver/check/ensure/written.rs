//! Whether a launch writes all its outputs, and once: the launch runs, and writes are counted.

use interp::{Contents, Options};
use spec::syntax::array;
use spec::syntax::contract::Property;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Scalar;

use crate::check::completion::Completion;
use crate::check::replay::{MEMORY, fuel};
use crate::check::report::Lacking;

/// The most blocks of a launch that is run.
const BLOCKS: u64 = 1 << 16;

/// Steps of a run that count as a unit of work.
const STEPS_A_UNIT: u64 = 100;

/// Units of a run besides its steps.
const RUN: u64 = 100;

/// The check of launches.
pub(super) struct Written<'a> {
    pub(super) completion: &'a Completion<'a>,
    pub(super) property: &'a Property,
}

impl Written<'_> {
    /// The launch, if it has no undefined behavior and violates the property's claim about writes.
    pub(super) fn lacks(&self, launch: &Launch) -> Option<Lacking> {
        let blocks: u64 = launch.grid.iter().map(|extent| u64::from(*extent)).product();
        if blocks > BLOCKS {
            return None;
        }
        let bound = self.completion.contract;
        let launch = self.completion.complete(launch)?;
        let elements = spec::admit::spoken_of(bound, &launch, self.property)?;
        let position = bound.position(self.property.array()?)?;
        let Argument::Pointer { buffer, offset } = *launch.arguments.get(position)? else { return None };
        let options =
            Options { fuel: fuel::WRITES, memory: MEMORY, counts_writes: true, ..Options::default() };
        let budget = self.completion.budget();
        let Ok(outcome) = interp::run(self.completion.kernel, &launch, &options) else {
            budget.spend(RUN + fuel::WRITES / STEPS_A_UNIT / 8);
            return None;
        };
        budget.spend(RUN + outcome.spent / STEPS_A_UNIT);
        let memory = outcome.buffers.get(buffer)?;
        let element = bound.pointee(position)?;
        let Property::Writes { once, .. } = self.property else { return None };
        let what = elements.iter().find_map(|place| {
            let wrong = match count(memory, offset, element, *place) {
                0 => "is not written",
                1 => return None,
                _ if *once => "is written more than once",
                _ => return None,
            };
            Some(format!("{}[{place}] {wrong}", bound.argument_name(position)))
        })?;
        Some(Lacking { launch, what, element: None })
    }
}

/// The number of writes to an element (0, 1, or 2 for more): the minimum over its bytes. A missing element counts as unwritten.
fn count(memory: &Contents, offset: u64, element: Scalar, place: i128) -> u8 {
    let from = array::byte_of(element, place).and_then(|from| from.checked_add(i128::from(offset)));
    let from = from.and_then(|from| u64::try_from(from).ok());
    let inside = from.filter(|from| from.checked_add(element.bytes()).is_some_and(|end| end <= memory.len()));
    inside.map_or(0, |from| {
        let written: Vec<u8> = (from..from + element.bytes()).map(|byte| memory.writes(byte)).collect();
        // An unwritten byte outweighs a byte written twice.
        if written.contains(&0) { 0 } else { written.into_iter().max().unwrap_or(0) }
    })
}
