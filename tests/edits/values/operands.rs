//! Operands in another order, and one argument of the kernel for another.

use spec::syntax::kernel::{Block, Kernel, ValueId};
use spec::syntax::op::Op;

use crate::edits::sites::{Sites, pairs};

/// From so many operands of one type on, only neighbours are swapped: what ends a loop of twenty values would else have more mutants
/// than the rest of the kernel.
const MANY: usize = 5;

/// Every two operands of one type, swapped; except if their order is irrelevant, and except for indices, which
/// are axes.
pub(crate) fn swapped(sites: &mut Sites<'_>) {
    for (number, op) in sites.operations().filter(|(_, op)| !is_symmetric(op.op)) {
        let ty = |at: usize| sites.kernel.ty(op.operands[at]);
        for (a, b) in pairs(op.operands.len()) {
            let alike = (0..op.operands.len()).filter(|at| ty(*at) == ty(a)).count();
            let neighbours = (a + 1..b).all(|between| ty(between) != ty(a));
            if ty(a) == ty(b) && (alike < MANY || neighbours) {
                let change = format!("operands {a} and {b} swapped");
                sites.change(number, &change, |draft| draft.op.operands.swap(a, b));
            }
        }
    }
}

const fn is_symmetric(op: Op) -> bool {
    let exact = matches!(op, Op::Addi | Op::Muli | Op::Andi | Op::Ori | Op::Xori | Op::Mini | Op::Maxi);
    let rounded = matches!(op, Op::Addf | Op::Mulf | Op::Maxf | Op::Minf);
    exact || rounded || matches!(op, Op::JoinTokens | Op::PrintTko | Op::LoadViewTko | Op::StoreViewTko)
}

/// Every two parameters of one type: swapped, and either used for both.
pub(crate) fn arguments(sites: &mut Sites<'_>) {
    let params = &sites.kernel.params;
    for (a, b) in pairs(params.len()) {
        let (one, other) = (params[a], params[b]);
        if sites.kernel.ty(one) != sites.kernel.ty(other) {
            continue;
        }
        let names = [sites.kernel.name(one), sites.kernel.name(other)];
        let swapped = move |value| match value {
            value if value == one => other,
            value if value == other => one,
            value => value,
        };
        let [x, y] = &names;
        sites.add(0, &format!("{x} and {y} swapped"), renamed(sites.kernel, &swapped));
        for (from, to, change) in [(one, other, format!("{y} for {x}")), (other, one, format!("{x} for {y}"))]
        {
            let only = move |value| if value == from { to } else { value };
            sites.add(0, &change, renamed(sites.kernel, &only));
        }
    }
}

/// A copy with every use of a value renamed.
fn renamed(kernel: &Kernel, name: &dyn Fn(ValueId) -> ValueId) -> Kernel {
    fn walk(block: &mut Block, name: &dyn Fn(ValueId) -> ValueId) {
        for op in &mut block.ops {
            op.operands.iter_mut().for_each(|value| *value = name(*value));
            op.regions.iter_mut().for_each(|region| walk(region, name));
        }
    }
    let mut copy = kernel.clone();
    walk(&mut copy.body, name);
    copy
}
