//! Coverage of the stores of one kernel by the other's. An arbitrary element of an arbitrary store is searched among the other's
//! stores, either as for `writes` or at the same block, iterations and lanes.

use spec::domain::{Bool as _, Number};
use spec::syntax::contract::MAX_ALLOCATION;

use crate::fault_injection::Flaw;
use crate::properties::coverage::{STORES, cover};
use crate::properties::elements::Element;
use crate::properties::reach::find_open;
use crate::properties::witness::{Witness, loops_around};
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth, VarKind, Variables, var_info};
use crate::values::access::SymbolicAccess;
use crate::values::tile::Tile;

/// A store of an arbitrary lane.
#[derive(Debug, Clone)]
pub(super) struct Write<'k> {
    pub(super) access: SymbolicAccess<'k>,
    pub(super) value: Tile<'k>,
    pub(super) lane: Vec<Num>,
}

/// Shows that the other kernel, whose machine has the solver, stores every element that a store writes to an array.
pub(super) fn show_covered<'k>(
    one: &Machine<'_>,
    store: &Write<'_>,
    which: usize,
    other: &mut Machine<'k>,
    writes: &[Write<'k>],
) -> Result<(), String> {
    if other.setup.has(Flaw::OneSideWrites) {
        return Ok(());
    }
    let name = one.setup.allocations[which].name.clone();
    let size = other.setup.allocations[which].size;
    let mut why = String::new();
    for element in elements_of(&store.access, which) {
        let bytes = Num::constant(store.access.bytes.into());
        // If sizes differ, the common part of both buffers is compared.
        let there = element.place.add(&Num::constant(1)).mul(&bytes).at_most(&size);
        // Places are counted in this store's units: a store of another width has other units.
        let to_it = |write: &&Write<'k>| {
            let access = &write.access;
            access.bytes == store.access.bytes && access.pointer.may.contains(&which)
        };
        let candidates: Vec<&Write<'k>> = writes.iter().filter(to_it).collect();
        for candidate in &candidates {
            if is_same_place(one, other, (store, candidate), &element, &there) {
                return Ok(());
            }
        }
        let stores: Vec<_> = candidates.iter().map(|write| &write.access).collect();
        match cover(other, &element, &stores, &there, STORES) {
            Ok(()) => return Ok(()),
            Err(gap) => why = gap.why,
        }
    }
    let (writer, lacks) = (&one.kernel.name, &other.kernel.name);
    Err(format!("no proof that @{lacks} writes all elements of `{name}` written by @{writer}: {why}"))
}

/// The element of a store: by the axes of its view, if any, and by its distance from the first element.
fn elements_of(store: &SymbolicAccess<'_>, which: usize) -> Vec<Element> {
    let number = Num::index(which);
    let here = store.when.and(&store.pointer.which.equals(&number));
    let bytes = Num::constant(store.bytes.into());
    let last = MAX_ALLOCATION / i128::from(store.bytes).max(1);
    let mut found = Vec::new();
    if let Some(place) = &store.place {
        let tensor = &place.tile.view.tensor;
        let is_shared = |num: &Num| {
            let mut variables = Variables::default();
            variables.num(num);
            variables.bools.is_empty()
                && variables.nums.iter().all(|var| var_info(*var).kind == VarKind::Shared)
        };
        if tensor.pointer.offset.value() == Some(0) && tensor.strides.iter().all(is_shared) {
            let at: Vec<Num> =
                (0..place.at.len()).map(|axis| Num::shared(format!("element{axis}"), 0, last)).collect();
            let same = |(own, target): (&Num, &Num)| own.equals(target);
            let holds = at.iter().zip(&place.at).map(same).fold(here, |all, one| all.and(&one));
            let steps = at.iter().zip(&tensor.strides);
            let sum = steps.fold(Num::constant(0), |sum, (place, stride)| sum.add(&place.mul(stride)));
            let holds = holds.and(&sum.mul(&bytes).equals(&store.pointer.offset));
            found.push(Element { which, at, strides: tensor.strides.clone(), place: sum, holds });
        }
    }
    let place = Num::shared("element", 0, last);
    let holds = here.and(&place.mul(&bytes).equals(&store.pointer.offset));
    found.push(Element { which, at: vec![place], strides: vec![Num::constant(1)], place, holds });
    found
}

/// Whether the other store writes the element in the block of equal number, in equal iterations, by equal lanes.
fn is_same_place<'k>(
    one: &Machine<'_>,
    other: &mut Machine<'k>,
    (store, candidate): (&Write<'_>, &Write<'k>),
    element: &Element,
    there: &Truth,
) -> bool {
    let around = loops_around(one, &store.access).ok().zip(loops_around(other, &candidate.access).ok());
    let Some((own, around)) = around.filter(|(own, around)| own.len() == around.len()) else { return false };
    if store.lane.len() != candidate.lane.len() {
        return false;
    }
    let axes = other.setup.block.iter().zip(&other.setup.grid).zip(&one.setup.block);
    let blocks = axes.filter_map(|((axis, extent), value)| Some((axis.as_var()?, *value, *extent))).collect();
    let loops = around
        .into_iter()
        .zip(own)
        .map(|((of, counter), (_, same))| (of, counter, Some(same.variable)))
        .collect();
    let lanes = candidate.lane.iter().zip(&store.lane);
    let lanes = lanes.filter_map(|(lane, value)| Some((lane.as_var()?, *value))).collect();
    let bytes = Num::constant(candidate.access.bytes.into());
    let pointer = &candidate.access.pointer;
    let number = Num::index(element.which);
    let meets = pointer.which.equals(&number).and(&pointer.offset.equals(&element.place.mul(&bytes)));
    let witness = Witness { blocks, loops, lanes, divisions: Vec::new(), meets };
    find_open(other, &candidate.access, element, &witness, there).is_some_and(|open| open.is_empty())
}
