//! The order of two accesses of one block that Triton's code spreads alike over its threads (`spec::memory::layouts`).

use spec::domain::{Bool as _, Number};
use spec::memory::layouts::{Layouts, OneLayout};
use spec::syntax::kernel::layout::ArgumentTest;

use crate::fault_injection::Flaw;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::assume::number_of;
use crate::terms::{Substitution, Truth};
use crate::values::access::SymbolicAccess;

/// Whether one thread makes both accesses, of the lane of `b` and that of `a` in the second copy, in some code that runs in this launch.
pub(super) fn are_by_one_thread<'k>(
    machine: &mut Machine<'k>,
    (a, b): (&SymbolicAccess<'k>, &SymbolicAccess<'k>),
    layouts: &Layouts,
    other: &mut Substitution,
) -> Truth {
    let tokens = (a.op.results.last(), b.op.results.last());
    let (Some(earlier), Some(later)) = tokens else { return Truth::constant(false) };
    let Some(OneLayout { shape, codes }) = layouts.between(*earlier, *later) else {
        return Truth::constant(false);
    };
    let lane = machine.lane(shape, 0);
    let is_same = lane.iter().fold(Truth::constant(true), |all, axis| all.and(&other.num(axis).equals(axis)));
    let kernel = machine.kernel;
    let runs = codes.map_or(Truth::constant(true), |codes| {
        codes.into_iter().fold(Truth::constant(false), |any, code| {
            let tests = kernel.codes.get(code).into_iter().flat_map(|code| &code.when);
            any.or(&tests.fold(Truth::constant(true), |all, test| all.and(&passes(machine, test))))
        })
    });
    let is_same = is_same.or(&Truth::constant(machine.setup.has(Flaw::OneThreadForAll)));
    let runs = runs.or(&Truth::constant(machine.setup.has(Flaw::CodeAlwaysRuns)));
    is_same.and(&runs)
}

/// Whether the argument of this launch passes a test.
fn passes(machine: &mut Machine<'_>, test: &ArgumentTest) -> Truth {
    let argument = machine.tile(test.parameter);
    let element = machine.at(&argument, &[]);
    test.passes(&number_of(machine, &element))
}
