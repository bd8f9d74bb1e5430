//! Outputs that all launches of a script pass as `empty` made them, while a launch with other integers in memory leaves elements unwritten.

use spec::contract::Bound;
use spec::syntax::contract::{Contract, Property};
use spec::syntax::launch::{Argument, Launch};
use spec::valid::Valid;
use verify::Clause;

use crate::check::ensure::run_for;
use crate::check::options::Options;
use crate::check::search::launches_of;
use crate::check::usage::Suggested;

/// A note about the first element that a launch of the author leaves unwritten, with the integers in memory that search uses. The contract is the suggested one, with the
/// clauses that the proof needs.
pub(super) fn find_unwritten(
    kernel: &Valid,
    contract: &Contract,
    (suggested, options): (&Suggested, &Options),
) -> Option<String> {
    let stated = |name: &str| contract.buffers.iter().any(|clause| clause.name == name);
    let outputs = suggested.outputs.iter().filter(|_| contract.ensures.is_empty());
    outputs.into_iter().find_map(|name| {
        let mut with = contract.clone();
        let bound = Bound::new(contract, kernel).ok()?;
        let is_own = |clause: &&Clause| matches!(clause, Clause::Buffer { name: other, .. } if other == name);
        let room = suggested.rooms.iter().find(is_own).filter(|_| !stated(name));
        room.into_iter().for_each(|clause| clause.add_to(&bound, &mut with));
        let property = Property::Writes { array: Some(name.clone()), once: false, among: None };
        let bound = Bound::new(&with, kernel).ok()?;
        let launches = suggested.made.iter().flat_map(|one| launches_of(&bound, &one.bits));
        let (launch, lacking) = launches
            .filter_map(|launch| {
                let lacking = run_for(kernel, &with, &property, (&launch, options))?;
                Some((launch, lacking))
            })
            .next()?;
        Some(format!(
            "your launches pass `{name}` empty, and other contents of memory leave elements unwritten: {}, with {}",
            lacking.what,
            describe(&bound, &launch)
        ))
    })
}

/// The numbers of a launch, and the arrays of integers that hold zeros alone.
fn describe(bound: &Bound<'_>, launch: &Launch) -> String {
    let words = launch.arguments.iter().enumerate().filter_map(|(at, argument)| {
        let name = bound.argument_name(at);
        match argument {
            Argument::Scalar(bits) => {
                let kind = bound.scalar(at).filter(|_| !name.contains(".strides["))?;
                Some(format!("{name} = {}", crate::scalar::show(kind, *bits, bound.is_unsigned(at))))
            }
            Argument::Pointer { buffer, .. } => {
                let is_integer = bound.pointee(at).is_some_and(|element| element.is_integer());
                let held = &launch.buffers.get(*buffer)?.contents;
                let is_zero = held.values().flatten().all(|byte| *byte == 0);
                (is_integer && is_zero).then(|| format!("zeros in {name}"))
            }
        }
    });
    words.collect::<Vec<_>>().join(", ")
}
