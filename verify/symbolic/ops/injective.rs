//! When distinct elements of a tensor are distinct places: some order of its axes has strides that step over everything inside.

use spec::domain::Bool as _;

use crate::budget::policy::Purpose;
use crate::nonlinear::lemmas::nested;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};
use crate::values::view::TensorView;

/// The most orders of axes that are tried.
const ORDERS: usize = 24;

/// Whether distinct elements of the tensor are distinct places.
pub(crate) fn is_injective(machine: &mut Machine<'_>, tensor: &TensorView) -> bool {
    // A wrapping offset, which could bring two elements together, breaks its own rule.
    let axes: Vec<usize> =
        (0..tensor.extents.len()).rev().filter(|axis| tensor.extents[*axis].hi() > 1).collect();
    let usual = sorted(tensor, &axes);
    let path = machine.state.path;
    if usual.value() == Some(true)
        || machine.solver.excludes(&path.and(&usual.not()), Purpose::Simplification)
    {
        return true;
    }
    are_strides_sorted(machine, tensor, &axes)
        || orders(tensor.extents.len()).iter().take(ORDERS).skip(1).any(|order| {
            machine.solver.excludes(&path.and(&sorted(tensor, order).not()), Purpose::Simplification)
        })
}

/// That the strides step over everything inside, with the axes in this order, the innermost first.
fn sorted(tensor: &TensorView, order: &[usize]) -> Truth {
    let along = |nums: &[Num]| order.iter().map(|axis| nums[*axis]).collect::<Vec<_>>();
    nested(&along(&tensor.extents), &along(&tensor.strides))
}

/// Whether strides are sorted in every launch, asked axis by axis.
fn are_strides_sorted(machine: &mut Machine<'_>, tensor: &TensorView, order: &[usize]) -> bool {
    let path = machine.state.path;
    (1..=order.len()).all(|count| {
        let broken = path.and(&sorted(tensor, &order[..count]).not());
        broken.value() == Some(false) || machine.solver.excludes(&broken, Purpose::Definition)
    })
}

/// Every order of axes, the usual one, the last axis innermost, first.
fn orders(rank: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for axis in 0..rank {
        orders = orders
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, axis);
                    order
                })
            })
            .collect();
    }
    orders.sort_by_key(|order| order.iter().zip((0..order.len()).rev()).filter(|(a, b)| **a != *b).count());
    orders
}
