//! `progress`: every block ends. A `for` ends. A `loop` ends if its number of iterations is bounded, or if a carried
//! number moves in one direction in every iteration. Such a number is a ranking function, bounded by the width of its
//! type (Floyd, "Assigning Meanings to Programs", 1967).

use spec::contract::{Symbol, of_loops};
use spec::domain::{Bool as _, Int as _, Number};
use spec::syntax::contract::Expr;
use spec::syntax::kernel::Operation;

use super::ensured::Ensured;
use super::flags::wait_for_flags;
use super::locks::wait_for_locks;
use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::symbolic::exit::{Exit, ExitKind};
use crate::symbolic::machine::Machine;
use crate::symbolic::observer::Observer;
use crate::symbolic::state::Val;
use crate::terms::{Num, Truth};
use crate::values::access::SymbolicAccess;
use crate::values::domain::SymbolicInt;
use crate::values::element::Element;

/// More iterations than any number that is carried has values, as a binary logarithm.
const ITERATIONS: u32 = 80;

/// Records the loops without a proof of their end.
pub(crate) struct Rankings {
    /// The ranking functions of the author.
    pub(crate) given: Vec<Vec<Expr>>,
}

impl<'k> Observer<'k> for Rankings {
    fn iterate(
        &mut self,
        machine: &mut Machine<'k>,
        op: &'k Operation,
        number: &Num,
        heads: &[Val<'k>],
        exits: &[Exit<'k>],
    ) {
        let again: Vec<&Exit<'k>> = exits.iter().filter(|exit| exit.kind == ExitKind::Continue).collect();
        let ends = are_bounded(machine, number, &again)
            || has_ranking(machine, heads, &again)
            || has_given_ranking(machine, op, (heads, &self.given), &again);
        if !ends && let Some(endings) = &mut machine.recorder.endings {
            endings.endless.push(op);
        }
    }
}

/// Whether no iteration that is far behind the first goes on to another.
fn are_bounded(machine: &mut Machine<'_>, number: &Num, again: &[&Exit<'_>]) -> bool {
    let far = Num::constant(1 << ITERATIONS).at_most(number);
    again.iter().all(|exit| machine.solver.proves(&far.not(), &exit.path, Purpose::Requirement))
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

/// Whether what the author has said of the loop goes down in every iteration: of several numbers the first that changes. Nothing is
/// believed without a proof. The ranking has finitely many values, like the carried numbers.
fn has_given_ranking<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    (heads, rankings): (&[Val<'k>], &[Vec<Expr>]),
    again: &[&Exit<'k>],
) -> bool {
    rankings.iter().any(|parts| {
        let Some(before) = evaluate(machine, op, parts, heads) else { return false };
        machine.setup.has(Flaw::RankingIsBelieved)
            || again.iter().all(|exit| {
                let after = evaluate(machine, op, parts, &exit.values);
                after.is_some_and(|after| {
                    machine.solver.proves(&less(&after, &before), &exit.path, Purpose::Requirement)
                })
            })
    })
}

/// Whether the first of some numbers that differs from another's is less.
fn less(after: &[Num], before: &[Num]) -> Truth {
    let pairs = after.iter().zip(before).rev();
    pairs.fold(Truth::constant(false), |rest, (now, then)| now.less(then).or(&now.equals(then).and(&rest)))
}

/// The value of a ranking over carried values; `None` if the ranking mentions a value that the loop does not carry, or mentions no carried
/// value.
fn evaluate<'k>(
    machine: &mut Machine<'k>,
    op: &Operation,
    parts: &[Expr],
    carried: &[Val<'k>],
) -> Option<Vec<Num>> {
    let params = &op.regions.first()?.params;
    let kernel = machine.kernel;
    let bound = machine.setup.bound.clone();
    let mut numbers = Vec::new();
    let mut speaks = false;
    for part in parts {
        let part = of_loops(part, &|name| bound.symbol(name).is_none());
        let mut values = Vec::new();
        for (name, _) in part.elements() {
            let at = params.iter().position(|param| kernel.values[param.index()].name == name)?;
            values.push(scalar(machine, carried.get(at))?.as_int()?.signed());
            speaks = true;
        }
        numbers.push(bound.number(&part, &mut |symbol| match symbol {
            Symbol::Place(at) => values.get(at).copied().unwrap_or_else(|| Num::constant(0)),
            Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Index => {
                machine.setup.symbol(symbol)
            }
        }));
    }
    speaks.then_some(numbers)
}

/// Whether a number goes that way: read as signed or not, down or up.
fn goes(machine: &mut Machine<'_>, way: usize, (before, after): (&Element, &Element), path: &Truth) -> bool {
    let (Some(before), Some(after)) = (before.as_int(), after.as_int()) else { return false };
    let read = |int: &SymbolicInt| if way < 2 { int.signed() } else { int.unsigned() };
    let (from, to) =
        if way.is_multiple_of(2) { (read(after), read(before)) } else { (read(before), read(after)) };
    let strictly = if machine.setup.has(Flaw::StayingIsGoing) { from.at_most(&to) } else { from.less(&to) };
    machine.solver.proves(&strictly, path, Purpose::Requirement)
}

/// The element of a scalar that is carried.
fn scalar<'k>(machine: &mut Machine<'k>, value: Option<&Val<'k>>) -> Option<Element> {
    let tile = value?.tile().filter(|tile| tile.ty.shape.is_empty())?.clone();
    Some(machine.at(&tile, &[])).filter(|element| element.as_int().is_some())
}

/// Whether all loops end.
pub(super) fn decide_progress<'k>(machine: &mut Machine<'k>, accesses: &[SymbolicAccess<'k>]) -> Ensured {
    let endless: Vec<&'k Operation> =
        machine.recorder.endings.iter().flat_map(|all| all.endless.clone()).collect();
    if endless.is_empty() {
        return Ensured::Proved;
    }
    if wait_for_locks(machine, accesses, &endless) {
        return Ensured::ProvedOfLocks;
    }
    if wait_for_flags(machine, accesses, &endless) {
        return Ensured::ProvedOfFlags;
    }
    Ensured::Endless { loops: endless.iter().map(|op| op.id.index()).collect() }
}
