//! When distinct elements of a tensor are distinct places: some order of its axes has strides that step over everything inside.
//!
//! If a launch has two elements or more along every axis, its strides sort the axes in only one way. So one such launch
//! determines the order to prove, for any number of axes, or shows that no order can be proved.

use spec::domain::{Bool as _, Number as _, all};

use crate::budget::policy::Purpose;
use crate::nonlinear::lemmas::nested;
use crate::smt::model::Model;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Mode;
use crate::terms::{Num, Truth, Values};
use crate::values::view::TensorView;

/// The known order of strides.
enum Sorting {
    /// The axes that may have several elements, innermost first.
    Order(Vec<usize>),
    /// Some launch has overlapping elements.
    Refuted,
    /// No counterexample launch was found.
    Open,
}

/// Whether distinct elements of a tensor have distinct places, perhaps under clauses of an observer.
pub(crate) fn make_injective(machine: &mut Machine<'_>, tensor: &TensorView) -> bool {
    is_injective(machine, tensor)
        || machine.state.mode == Mode::Record
            && machine.ask(|observer, machine| observer.separate(machine, tensor))
}

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
    match find_order(machine, tensor, &axes) {
        Sorting::Order(order) => are_strides_sorted(machine, tensor, &order),
        Sorting::Refuted => false,
        Sorting::Open => {
            are_strides_sorted(machine, tensor, &axes)
                || orders(tensor.extents.len()).iter().skip(1).any(|order| {
                    machine.solver.excludes(&path.and(&sorted(tensor, order).not()), Purpose::Simplification)
                })
        }
    }
}

/// The order that a launch with several elements along each of these axes has.
fn find_order(machine: &mut Machine<'_>, tensor: &TensorView, axes: &[usize]) -> Sorting {
    let one = Num::constant(1);
    let several: Truth = all(axes.iter().map(|axis| one.less(&tensor.extents[*axis])));
    let path = machine.state.path;
    let Some(launch) = machine.solver.find_model(&path.and(&several), Purpose::Example).1 else {
        return Sorting::Open;
    };
    let Some(order) = order_of(&launch, tensor, axes) else { return Sorting::Open };
    if launch.truth(&sorted(tensor, &order)) == Some(false) {
        Sorting::Refuted
    } else {
        Sorting::Order(order)
    }
}

/// Axes by how great their strides are in a launch.
fn order_of(launch: &Model, tensor: &TensorView, axes: &[usize]) -> Option<Vec<usize>> {
    let strides: Option<Vec<(i128, usize)>> =
        axes.iter().map(|axis| Some((launch.num(&tensor.strides[*axis])?, *axis))).collect();
    let mut strides = strides?;
    strides.sort_by_key(|(stride, _)| *stride);
    Some(strides.into_iter().map(|(_, axis)| axis).collect())
}

/// That the strides step over everything inside, with the axes in this order, the innermost first.
fn sorted(tensor: &TensorView, order: &[usize]) -> Truth {
    let along = |nums: &[Num]| order.iter().map(|axis| nums[*axis]).collect::<Vec<_>>();
    nested(&along(&tensor.extents), &along(&tensor.strides))
}

/// Whether strides are sorted in every launch, asked axis by axis.
pub(crate) fn are_strides_sorted(machine: &mut Machine<'_>, tensor: &TensorView, order: &[usize]) -> bool {
    let path = machine.state.path;
    (1..=order.len()).all(|count| {
        let broken = path.and(&sorted(tensor, &order[..count]).not());
        broken.value() == Some(false) || machine.solver.excludes(&broken, Purpose::Definition)
    })
}

/// Every order of axes, the usual one, the last axis innermost, first.
pub(crate) fn orders(rank: usize) -> Vec<Vec<usize>> {
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
