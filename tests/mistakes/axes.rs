//! Swapped axes: of an index, of the grid, of a tile.

use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use crate::edit::{changed, operations};
use crate::masks::{first_index, indices};
use crate::mutant::Mutant;

/// Every pair of axes, swapped.
pub(crate) fn swapped(kernel: &Kernel) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (number, op) in operations(kernel).into_iter().enumerate() {
        if matches!(op.op, Op::LoadViewTko | Op::StoreViewTko) {
            of_index(kernel, number, op, &mut mutants);
        } else if op.op == Op::GetTileBlockId {
            of_grid(kernel, number, &mut mutants);
        } else if op.op == Op::MakePartitionView {
            of_tile(kernel, number, op, &mut mutants);
        }
    }
    mutants
}

/// Every two of so many axes.
fn pairs(axes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..axes).flat_map(move |a| (a + 1..axes).map(move |b| (a, b)))
}

fn of_index(kernel: &Kernel, number: usize, op: &Operation, mutants: &mut Vec<Mutant>) {
    let index = indices(op);
    for (a, b) in pairs(index.len()).filter(|(a, b)| index[*a] != index[*b]) {
        let first = first_index(op);
        let swapped = changed(kernel, number, |draft| draft.op.operands.swap(first + a, first + b));
        mutants.push(Mutant::new(kernel, number, &format!("indices {a} and {b} swapped"), swapped));
    }
}

/// Only where the kernel uses one of the two.
fn of_grid(kernel: &Kernel, number: usize, mutants: &mut Vec<Mutant>) {
    let ops = operations(kernel);
    let results = &ops[number].results;
    let used = |axis: usize| ops.iter().any(|op| op.operands.contains(&results[axis]));
    for (a, b) in pairs(3).filter(|(a, b)| used(*a) || used(*b)) {
        let swapped = changed(kernel, number, |draft| draft.op.results.swap(a, b));
        let names = ["x", "y", "z"];
        let change = format!("{} and {} swapped", names[a], names[b]);
        mutants.push(Mutant::new(kernel, number, &change, swapped));
    }
}

/// The tile's axes run along each other's axes of the tensor.
fn of_tile(kernel: &Kernel, number: usize, op: &Operation, mutants: &mut Vec<Mutant>) {
    let result = op.results[0];
    let Some(view) = kernel.ty(result).partition() else { return };
    for (a, b) in pairs(view.dim_map.len()) {
        let mut view = view.clone();
        view.dim_map.swap(a, b);
        let swapped = changed(kernel, number, |draft| {
            draft.values[result.index()].ty = Type::PartitionView(view);
        });
        mutants.push(Mutant::new(kernel, number, &format!("tile axes {a} and {b} swapped"), swapped));
    }
}
