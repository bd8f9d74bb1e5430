//! `writes`: every element is written. A store is asked whether it writes an arbitrary one; under conditions that it leaves open,
//! the next store is asked.

use spec::domain::Bool as _;
use spec::syntax::contract::Property;
use spec::syntax::op::Op;

use super::elements::{Element, elements_of};
use super::ensured::Ensured;
use super::reach::find_open;
use super::witness::find_witnesses;
use crate::budget::policy::Purpose;
use crate::counterexample::find_counterexample;
use crate::symbolic::machine::Machine;
use crate::terms::Truth;
use crate::values::access::SymbolicAccess;

/// The most stores to try for one element.
pub(crate) const STORES: usize = 4;

/// An open part, with the reason.
pub(crate) struct Gap {
    pub(crate) open: Truth,
    pub(crate) why: String,
}

/// Whether every element is written.
pub(super) fn decide_coverage<'k>(
    machine: &mut Machine<'k>,
    property: &Property,
    array: &str,
    accesses: &[SymbolicAccess<'k>],
) -> Ensured {
    let ways = elements_of(machine, property, array);
    let Some(first) = ways.first() else {
        return Ensured::unknown(format!(
            "the size of `{array}` is not stated: add a `buffer` or `array` clause"
        ));
    };
    if machine.solver.excludes(&first.holds, Purpose::Requirement) {
        return Ensured::Vacuous;
    }
    let mut gap = None;
    for element in &ways {
        let stores: Vec<&SymbolicAccess<'k>> =
            accesses.iter().filter(|access| may_write(machine, access, element)).collect();
        match cover(machine, element, &stores, &Truth::constant(true), STORES) {
            Ok(()) => return Ensured::Proved,
            Err(found) => gap = Some((element.holds.and(&found.open), found.why)),
        }
    }
    let (open, why) = gap.unwrap_or((first.holds, String::new()));
    let candidate = find_counterexample(machine, &open, &[], None).map(Box::new);
    Ensured::Open { candidate, why }
}

/// Whether a store may be to the element as a whole.
pub(crate) fn may_write(machine: &Machine<'_>, access: &SymbolicAccess<'_>, element: &Element) -> bool {
    access.manner.writes
        && access.op.op != Op::AtomicCasTko
        && access.pointer.may.contains(&element.which)
        && access.bytes == machine.setup.allocations[element.which].element.bytes()
}

/// Whether stores write an element wherever a condition holds.
pub(crate) fn cover<'k>(
    machine: &mut Machine<'k>,
    element: &Element,
    stores: &[&SymbolicAccess<'k>],
    among: &Truth,
    depth: usize,
) -> Result<(), Gap> {
    let mut gap = Gap { open: *among, why: "no store writes to these elements".to_owned() };
    let Some(depth) = depth.checked_sub(1) else { return Err(gap) };
    for (number, store) in stores.iter().enumerate() {
        let witnesses = match find_witnesses(machine, store, element) {
            Ok(witnesses) => witnesses,
            Err(why) => {
                gap.why = why;
                continue;
            }
        };
        for witness in &witnesses {
            let Some(open) = find_open(machine, store, element, witness, among) else { continue };
            let missing = open.iter().fold(Truth::constant(false), |any, part| any.or(&part.not()));
            if open.is_empty() {
                return Ok(());
            }
            let rest = among.and(&missing);
            let others: Vec<_> = stores
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number)
                .map(|(_, one)| *one)
                .collect();
            if cover(machine, element, &others, &rest, depth).is_ok() {
                return Ok(());
            }
            gap = Gap { open: rest, why: "no store was shown to write all of these elements".to_owned() };
        }
    }
    Err(gap)
}
