//! `progress`: every block ends. A `for` ends. A `loop` ends where its iterations cannot be too many, or where a number that it carries
//! goes the same way in every iteration: a ranking function, which the width of its type bounds (Floyd, "Assigning Meanings to
//! Programs", 1967).

use spec::domain::{Bool as _, Int as _, Number};
use spec::syntax::kernel::Operation;

use crate::fault_injection::Flaw;
use crate::report::Ensured;
use crate::symbolic::exit::{Exit, ExitKind};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth};
use crate::values::domain::SymbolicInt;
use crate::values::element::Element;

/// More iterations than any number that is carried has values, as a binary logarithm.
const ITERATIONS: u32 = 80;

/// Notes whether a loop ends whose iteration of that number goes on by these exits, from what it carries at its head.
pub(crate) fn record_termination<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    number: &Num,
    heads: &[Val<'k>],
    exits: &[Exit<'k>],
) {
    if machine.state.mode != Mode::Record || machine.recorder.endings.is_none() {
        return;
    }
    let again: Vec<&Exit<'k>> = exits.iter().filter(|exit| exit.kind == ExitKind::Continue).collect();
    let ends = are_bounded(machine, number, &again) || has_ranking(machine, heads, &again);
    if !ends && let Some(endings) = &mut machine.recorder.endings {
        endings.endless.push(op);
    }
}

/// Whether no iteration that is far behind the first goes on to another.
fn are_bounded(machine: &mut Machine<'_>, number: &Num, again: &[&Exit<'_>]) -> bool {
    let far = Num::constant(1 << ITERATIONS).at_most(number);
    again.iter().all(|exit| machine.solver.proves(&far.not(), &exit.path))
}

/// Whether something that is carried goes down in every iteration, or up.
fn has_ranking<'k>(machine: &mut Machine<'k>, heads: &[Val<'k>], again: &[&Exit<'k>]) -> bool {
    (0..heads.len()).any(|position| {
        let Some(before) = scalar(machine, heads.get(position)) else { return false };
        let mut ways = [true; 4];
        for exit in again {
            let Some(after) = scalar(machine, exit.values.get(position)) else { return false };
            for (way, goes_on) in ways.iter_mut().enumerate() {
                *goes_on = *goes_on && goes(machine, way, (&before, &after), &exit.path);
            }
        }
        ways.contains(&true)
    })
}

/// Whether a number goes that way: read as signed or not, down or up.
fn goes(machine: &mut Machine<'_>, way: usize, (before, after): (&Element, &Element), path: &Truth) -> bool {
    let (Some(before), Some(after)) = (before.as_int(), after.as_int()) else { return false };
    let read = |int: &SymbolicInt| if way < 2 { int.signed() } else { int.unsigned() };
    let (from, to) =
        if way.is_multiple_of(2) { (read(after), read(before)) } else { (read(before), read(after)) };
    let strictly = if machine.setup.has(Flaw::StayingIsGoing) { from.at_most(&to) } else { from.less(&to) };
    machine.solver.proves(&strictly, path)
}

/// The element of a scalar that is carried.
fn scalar<'k>(machine: &mut Machine<'k>, value: Option<&Val<'k>>) -> Option<Element> {
    let tile = value?.tile().filter(|tile| tile.ty.shape.is_empty())?.clone();
    Some(machine.at(&tile, &[])).filter(|element| element.as_int().is_some())
}

/// Whether all loops end.
pub(super) fn decide_progress(machine: &Machine<'_>) -> Ensured {
    let endless = machine.recorder.endings.iter().flat_map(|endings| &endings.endless);
    let places: Vec<usize> = endless.map(|op| machine.recorder.position(op)).collect();
    if places.is_empty() { Ensured::Proved } else { Ensured::Endless { loops: places } }
}
