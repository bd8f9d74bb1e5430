//! Whether two accesses touch a common byte.

use spec::domain::{Bool as _, Number};

use crate::fault_injection::Flaw;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::bytes_overlap;
use crate::symbolic::ops::injective::is_injective;
use crate::terms::{Num, Truth};
use crate::values::access::SymbolicAccess;
use crate::values::element::Pointer;
use crate::values::view::{ElementPlace, View};

/// Whether a pointer leads to memory that blocks share.
pub(super) fn is_shared(machine: &Machine<'_>, pointer: &Pointer) -> Truth {
    let private = pointer.may.iter().filter(|which| machine.setup.allocations[**which].private);
    private.fold(Truth::constant(true), |all, which| {
        let here = pointer.which.equals(&Num::index(*which));
        all.and(&here.not())
    })
}

/// Whether two accesses can touch one allocation at all.
pub(crate) fn may_alias<'k>(machine: &Machine<'k>, a: &SymbolicAccess<'k>, b: &SymbolicAccess<'k>) -> bool {
    let may = |x: &usize| b.pointer.may.iter().any(|y| machine.setup.may_overlap(*x, *y));
    a.pointer.may.iter().any(may)
}

/// The condition that two accesses touch a common byte. In one tensor with disjoint elements, this means a common element. Tiles of
/// equally cut views share an element if their indices are near enough.
pub(crate) fn express_overlap<'k>(
    machine: &mut Machine<'k>,
    a: &SymbolicAccess<'k>,
    b: &SymbolicAccess<'k>,
) -> Truth {
    if let (Some(left), Some(right)) = (&a.place, &b.place)
        && (are_one_tensor(left, right) || machine.setup.has(Flaw::AnyGeometry))
    {
        machine.state.path = a.when;
        let injective = is_injective(machine, &left.tile.view.tensor);
        machine.state.path = Truth::constant(true);
        if injective {
            return share_element(left, right, machine.setup.has(Flaw::AnyGeometry));
        }
    }
    bytes_overlap(machine, (&a.pointer, a.bytes), (&b.pointer, b.bytes))
}

/// Whether two places are in one tensor.
pub(super) fn are_one_tensor(a: &ElementPlace<'_>, b: &ElementPlace<'_>) -> bool {
    let (x, y) = (&a.tile.view.tensor, &b.tile.view.tensor);
    x.pointer.which == y.pointer.which
        && x.pointer.offset == y.pointer.offset
        && x.extents == y.extents
        && x.strides == y.strides
        && x.element == y.element
}

/// The condition that two places of one tensor are equal. If both views cut an axis equally, the condition is about
/// indices. For lanes j and l below S, i·T + j = k·T + l, so (i − k)·T lies between −S and S. For disjoint tiles this
/// is i = k. The later of two such tiles begins inside the tensor, so the lanes lie inside, too. `alike` treats all
/// views as cut equally.
pub(super) fn share_element(a: &ElementPlace<'_>, b: &ElementPlace<'_>, alike: bool) -> Truth {
    let (x, y) = (&a.tile.view, &b.tile.view);
    let of = |view: &View<'_>, along: usize| view.ty.dim_map.iter().position(|axis| *axis == along);
    let mut all = Truth::constant(true);
    for along in 0..a.at.len() {
        let (Some(i), Some(k)) = (of(x, along), of(y, along)) else { continue };
        let (size, step) = (&x.tile[i], &x.steps[i]);
        let sparse = x.ty.sparse == Some(i) || y.ty.sparse == Some(k);
        let cut = !sparse && *size == y.tile[k] && *step == y.steps[k];
        let here = if cut || alike {
            let (one, other) = (&a.tile.index[i], &b.tile.index[k]);
            if size.at_most(step).value() == Some(true) {
                one.equals(other)
            } else {
                let apart = one.sub(other).mul(step);
                Num::constant(0).sub(size).less(&apart).and(&apart.less(size))
            }
        } else {
            a.at[along].equals(&b.at[along])
        };
        all = all.and(&here);
    }
    all
}
