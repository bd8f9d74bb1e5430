//! Data dependence between two accesses of one block, for languages with ordering by dependence
//! (`spec::memory::dependence`).

use spec::domain::{Bool as _, Number};
use spec::memory::dependence::Dependence;

use crate::symbolic::machine::Machine;
use crate::terms::{Num, Substitution, Truth};
use crate::values::access::SymbolicAccess;

/// Whether the lane of `b` is computed from the element that the lane of `a`, of the second copy, has loaded: in the same iteration of all
/// loops around both.
pub(super) fn depends<'k>(
    machine: &mut Machine<'k>,
    (a, b): (&SymbolicAccess<'k>, &SymbolicAccess<'k>),
    dependence: Option<&Dependence>,
    other: &mut Substitution,
) -> Truth {
    let Some(dependence) = dependence else { return Truth::constant(false) };
    let loaded: Vec<Num> = machine.lane(&dependence.load, 0).iter().map(|axis| other.num(axis)).collect();
    let own = machine.lane(&dependence.access, 0);
    let common = a.iterations.iter().zip(&b.iterations).take_while(|(x, y)| x.0 == y.0);
    let iteration = common.fold(Truth::constant(true), |all, ((_, x), (_, y))| all.and(&x.equals(y)));
    iteration.and(&dependence.orders_positions(&loaded, &own))
}
