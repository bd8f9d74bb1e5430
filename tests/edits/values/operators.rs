//! Another operation of the same form, another rounding, another kind, order or scope of an atomic access.

use spec::syntax::attributes::{MemoryOrder, Rmw, Rounding, Scope};
use spec::syntax::op::Op;

use crate::edits::sites::Sites;

/// Operations that are confused with each other, with replacements.
const PAIRS: &[(Op, &[Op])] = &[
    (Op::Addi, &[Op::Subi, Op::Muli]),
    (Op::Subi, &[Op::Addi]),
    (Op::Muli, &[Op::Addi]),
    (Op::Divi, &[Op::Remi]),
    (Op::Remi, &[Op::Divi]),
    (Op::Mini, &[Op::Maxi]),
    (Op::Maxi, &[Op::Mini]),
    (Op::Andi, &[Op::Ori, Op::Xori]),
    (Op::Ori, &[Op::Andi, Op::Xori]),
    (Op::Xori, &[Op::Andi, Op::Ori]),
    (Op::Addf, &[Op::Subf]),
    (Op::Subf, &[Op::Addf]),
    (Op::Mulf, &[Op::Addf]),
    (Op::Maxf, &[Op::Minf]),
    (Op::Minf, &[Op::Maxf]),
];

/// Every such operation, replaced by each alternative; every quotient, with each alternative rounding.
pub(crate) fn replaced(sites: &mut Sites<'_>) {
    for (number, op) in sites.operations() {
        let others = PAIRS.iter().find(|(one, _)| *one == op.op).map_or(&[][..], |(_, others)| others);
        for other in others {
            sites.change(number, other.mnemonic(), |draft| {
                draft.op.op = *other;
                draft.op.attributes.rounding = op.attributes.rounding.filter(|_| op.op != Op::Divi);
            });
        }
        for (rounding, name) in Rounding::NAMES.iter().filter(|_| op.op == Op::Divi) {
            // What is not written is towards zero.
            let rounding = Some(*rounding).filter(|rounding| *rounding != Rounding::Zero);
            sites.change(number, name, |draft| draft.op.attributes.rounding = rounding);
        }
    }
}

/// Every access with every other order and scope; every update of every other kind.
pub(crate) fn orders(sites: &mut Sites<'_>) {
    for (number, op) in sites.operations() {
        let Some(order) = op.attributes.memory_order else { continue };
        for (other, name) in MemoryOrder::NAMES {
            sites.change(number, name, |draft| {
                draft.op.attributes.memory_order = Some(*other);
                let weak = *other == MemoryOrder::Weak;
                draft.op.attributes.scope =
                    if weak { None } else { Some(op.attributes.scope.unwrap_or(Scope::Device)) };
            });
        }
        for (other, name) in Scope::NAMES.iter().filter(|_| order != MemoryOrder::Weak) {
            sites.change(number, name, |draft| draft.op.attributes.scope = Some(*other));
        }
        for (other, name) in Rmw::NAMES.iter().filter(|_| op.attributes.rmw.is_some()) {
            sites.change(number, name, |draft| draft.op.attributes.rmw = Some(*other));
        }
    }
}
