//! Whether the writes of a launch depend on elements outside of the caller's part: the launch runs twice, with
//! different elements there.

use spec::contract::Symbol;
use spec::syntax::array;
use spec::syntax::contract::Property;
use spec::syntax::launch::{Argument, Launch};

use crate::check::completion::Completion;
use crate::check::equiv::{Floats, Runner, Trial};
use crate::check::report::Lacking;

/// The check of launches.
pub(super) struct Outside<'a> {
    pub(super) completion: &'a Completion<'a>,
    pub(super) property: &'a Property,
}

impl Outside<'_> {
    /// The launch, if its writes change with elements outside.
    pub(super) fn lacks(&self, launch: &Launch) -> Option<Lacking> {
        let Property::Independent { array, of, index } = self.property else { return None };
        let bound = self.completion.contract;
        let only = bound.position(array);
        let sides = [self.completion.again(), self.completion.again()];
        let runner = Runner { sides, is_varied: false, only };
        let [launch, _] = runner.complete(&[launch.clone(), launch.clone()], Floats::Ordinary, 1)?;
        let symbol = &mut |symbol: Symbol| self.completion.symbol(&launch, symbol);
        let end = bound.number(index, symbol);
        let position = bound.position(of)?;
        let Argument::Pointer { buffer, offset } = *launch.arguments.get(position)? else { return None };
        let element = bound.pointee(position)?;
        let mut other = launch.clone();
        let into = other.buffers.get_mut(buffer).filter(|into| !into.uninit)?;
        let held = into.contents.get_mut(&offset)?;
        let changed = (0i128..).zip(array::elements(element, held)).map(|(place, bits)| {
            // Another number: the pattern of a number with a bit of it turned.
            if (0..end).contains(&place) { bits } else { bits ^ 1 << (element.bits() / 4) }
        });
        *held = array::bytes(element, changed);
        let pair = [launch, other];
        if pair.iter().any(|launch| spec::admit::admit(bound, launch).is_err()) {
            return None;
        }
        let Trial::Different(found) = runner.run(&pair, Floats::Ordinary) else { return None };
        let [a, b] = &found.values;
        let what = format!(
            "{array}[{}] is {a}, and {b} with other elements of {of} outside of the first {end}",
            found.place
        );
        let [launch, _] = pair;
        Some(Lacking { launch, what, element: None })
    }
}
