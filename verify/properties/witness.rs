//! Who writes an element: the block, the iterations of the loops around a store, and the lanes of its tile, as functions of the
//! element's place.

use std::collections::{BTreeMap, HashSet};

use spec::domain::{Bool as _, Number};

use super::elements::Element;
use super::invert::{Division, Inversion};
use crate::budget::policy::Purpose;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Substitution, Truth, Var, VarKind, Variables, gcd, var_info};
use crate::values::access::{IteratedLoop, LoopCounter, SymbolicAccess};

/// The most definitions that are put in the place of names, one inside of another.
const DEFINITIONS: usize = 16;

/// The guessed writer of an element, for one access.
#[derive(Debug, Clone)]
pub(crate) struct Witness {
    /// The block: its axes with more than one block.
    pub(crate) blocks: Vec<(Var, Num, Num)>,
    /// The value of the variable of each loop around, outermost first; none is its first.
    pub(crate) loops: Vec<(IteratedLoop, LoopCounter, Option<Num>)>,
    /// The lane, by its variables.
    pub(crate) lanes: Vec<(Var, Num)>,
    /// What has to be known of divisions.
    pub(crate) divisions: Vec<Division>,
    /// The condition that the access is to the element, over the original's variables.
    pub(crate) meets: Truth,
}

/// The loops around an access, outermost first, but for iterations that have fixed numbers; or why they are not followed.
pub(crate) fn loops_around(
    machine: &Machine<'_>,
    access: &SymbolicAccess<'_>,
) -> Result<Vec<(IteratedLoop, LoopCounter)>, String> {
    let mut around = Vec::new();
    for (_, number) in access.iterations.iter().filter(|(_, number)| number.value().is_none()) {
        let known = machine.recorder.endings.iter().flat_map(|endings| &endings.loops);
        let Some(one) = known.rev().find(|one| one.number == *number) else {
            return Err("an enclosing loop is not followed".to_owned());
        };
        let Some(counter) = one.counter else {
            return Err("an enclosing `loop` ends by `break`, and the number of iterations is not followed"
                .to_owned());
        };
        if one.may_be_left {
            return Err("a `return` may leave an enclosing loop".to_owned());
        }
        around.push((one.clone(), counter));
    }
    Ok(around)
}

/// Finds the writer of an element through an access: one guess per view of its place, or the reason for
/// failure.
pub(super) fn find_witnesses(
    machine: &mut Machine<'_>,
    access: &SymbolicAccess<'_>,
    element: &Element,
) -> Result<Vec<Witness>, String> {
    let loops = loops_around(machine, access)?;
    let blocks: Vec<(Var, Num)> = machine
        .setup
        .block
        .iter()
        .zip(&machine.setup.grid)
        .filter_map(|(axis, extent)| Some((axis.as_var()?, *extent)))
        .collect();
    let lanes = lanes_of(access);
    let unknowns: HashSet<Var> = blocks
        .iter()
        .map(|(var, _)| *var)
        .chain(lanes.iter().copied())
        .chain(loops.iter().filter_map(|(_, counter)| counter.variable.as_var()))
        .collect();
    let bytes = Num::constant(i128::from(access.bytes));
    let (mut found, here) = (Vec::new(), access.pointer.which.equals(&number(element.which)));
    let mut ways: Vec<(Vec<(Num, Num)>, Truth)> = by_axes(machine, access, element).into_iter().collect();
    let offset = access.pointer.offset;
    let place = element.place.mul(&bytes);
    let unit = offset.quotient(&bytes).map_or((offset, place), |elements| (elements, element.place));
    ways.push((vec![unit], offset.equals(&place)));
    for (equations, meets) in ways {
        let mut inversion = Inversion::new(unknowns.clone());
        for (num, target) in &equations {
            inversion.equate(&defined(machine, num), target);
        }
        inversion.settle();
        for (_, counter) in &loops {
            follow_start(machine, &mut inversion, counter);
        }
        inversion.settle();
        let zero = Num::constant(0);
        let of = |inversion: &Inversion, var: &Var| inversion.found.get(var).copied();
        let lanes = lanes.iter().map(|var| (*var, of(&inversion, var).unwrap_or(zero)));
        let blocks = blocks.iter().map(|(var, extent)| (*var, of(&inversion, var).unwrap_or(zero), *extent));
        let around = loops.iter().map(|(one, counter)| {
            let value = counter.variable.as_var().and_then(|var| of(&inversion, &var));
            (one.clone(), *counter, value)
        });
        let witness = Witness {
            blocks: blocks.collect(),
            loops: around.collect(),
            lanes: lanes.collect(),
            divisions: inversion.divisions.clone(),
            meets: here.and(&meets),
        };
        if witness.is_of_element() {
            let spelled = witness.spelled(machine);
            found.push(witness);
            found.extend(spelled);
        }
    }
    (!found.is_empty()).then_some(found).ok_or_else(|| "the writer of an element was not found".to_owned())
}

impl Witness {
    /// The same with the definitions of names in the place of names, if it has any. A name made inside a loop has its number only
    /// in existing iterations, and their existence is checked first.
    fn spelled(&self, machine: &Machine<'_>) -> Option<Self> {
        let of = |num: &Num| expanded(machine, num, &|_| true);
        let mut witness = self.clone();
        witness.blocks.iter_mut().for_each(|(_, value, _)| *value = of(value));
        witness.loops.iter_mut().for_each(|(_, _, value)| *value = value.as_ref().map(of));
        let changed = |(a, b): (&Option<Num>, &Option<Num>)| a != b;
        let values = |witness: &Self| -> Vec<Option<Num>> {
            let blocks = witness.blocks.iter().map(|(_, value, _)| Some(*value));
            blocks.chain(witness.loops.iter().map(|(_, _, value)| *value)).collect()
        };
        let differs = values(&witness).iter().zip(&values(self)).any(changed);
        (differs && witness.is_of_element()).then_some(witness)
    }

    /// Whether the witness depends only on blocks of the launch, the element, and iterations that precede it.
    fn is_of_element(&self) -> bool {
        let speaks_of = |num: &Num, allowed: &dyn Fn(Var) -> bool| {
            let mut variables = Variables::default();
            variables.num(num);
            variables.bools.is_empty() && variables.nums.iter().all(|var| allowed(*var))
        };
        let shared = |var: Var| var_info(var).kind == VarKind::Shared;
        let values =
            self.blocks.iter().map(|(_, value, _)| value).chain(self.lanes.iter().map(|(_, value)| value));
        let mut loops = self.loops.iter().filter_map(|(one, _, value)| Some((one, value.as_ref()?)));
        values.into_iter().all(|value| speaks_of(value, &shared))
            && loops.all(|(one, value)| {
                speaks_of(value, &|var| {
                    shared(var) || var.0 < one.variables && var_info(var).kind != VarKind::Lane
                })
            })
    }
}

fn number(which: usize) -> Num {
    Num::index(which)
}

/// The axes of lanes that an access depends on.
fn lanes_of(access: &SymbolicAccess<'_>) -> Vec<Var> {
    let mut variables = Variables::default();
    variables.num(&access.pointer.offset);
    variables.truth(&access.when);
    access.place.iter().flat_map(|place| &place.at).for_each(|num| variables.num(num));
    variables.nums.into_iter().filter(|var| var_info(*var).kind == VarKind::Lane).collect()
}

/// The equations of an access through a view with the array's axes, axis by axis, and the condition that the access is to the
/// element.
fn by_axes(
    machine: &mut Machine<'_>,
    access: &SymbolicAccess<'_>,
    element: &Element,
) -> Option<(Vec<(Num, Num)>, Truth)> {
    let place = access.place.as_ref()?;
    let (view, tensor) = (&place.tile.view, &place.tile.view.tensor);
    if view.ty.sparse.is_some() || tensor.strides.len() != element.strides.len() {
        return None;
    }
    let mut meets = tensor.pointer.offset.equals(&Num::constant(0));
    for ((own, other), extent) in tensor.strides.iter().zip(&element.strides).zip(&tensor.extents) {
        // Along an axis with one element the stride does not matter.
        meets = meets.and(&own.equals(other).or(&extent.at_most(&Num::constant(1))));
    }
    let mut equations = Vec::new();
    for (axis, dim) in view.ty.dim_map.iter().enumerate() {
        let (target, step) = (element.at[*dim], view.steps[axis]);
        let index = place.tile.index[axis];
        equations.push((index, target.div_floor(&step)));
        let lane = place.at[*dim].sub(&index.mul(&step));
        equations.push((lane, target.rem_floor(&step)));
        meets = meets.and(&place.at[*dim].equals(&target));
    }
    let path = Truth::constant(true);
    // For other strides, the place is solved as a whole.
    (!machine.solver.excludes(&meets.and(&path), Purpose::Reachability)).then_some((equations, meets))
}

/// A number with definitions in the place of names, but for names of what all blocks share.
fn defined(machine: &Machine<'_>, num: &Num) -> Num {
    expanded(machine, num, &|var| var_info(var).kind != VarKind::Shared)
}

fn expanded(machine: &Machine<'_>, num: &Num, among: &dyn Fn(Var) -> bool) -> Num {
    let mut num = *num;
    for _ in 0..DEFINITIONS {
        let mut variables = Variables::default();
        variables.num(&num);
        let of = |var: &Var| Some((*var, machine.solver.meaning(*var).filter(|_| among(*var))?));
        let meanings: BTreeMap<Var, Num> = variables.nums.iter().filter_map(of).collect();
        if meanings.is_empty() {
            return num;
        }
        let mut with = Substitution::default();
        with.nums.extend(meanings);
        num = with.num(&num);
    }
    num
}

/// A loop with a known iteration and an unknown start, for example with iterations divided over blocks: the start is the remainder
/// of a division by the step.
fn follow_start(machine: &Machine<'_>, inversion: &mut Inversion, counter: &LoopCounter) {
    let Some(value) = counter.variable.as_var().and_then(|var| inversion.found.get(&var).copied()) else {
        return;
    };
    let (lower, step) = (defined(machine, &counter.lower), defined(machine, &counter.step));
    if !inversion.is_open(&lower) {
        return;
    }
    let common = gcd(gcd(lower.content(), step.content()), value.content()).max(1);
    let unit = Num::constant(common);
    let (value, by) = (value.div_floor(&unit), step.div_floor(&unit));
    inversion.equate(&lower, &value.rem_floor(&by).mul(&unit));
}
