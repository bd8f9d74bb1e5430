//! Paddings: dropped, added, and of another value.

use spec::syntax::op::Op;
use spec::syntax::types::{Padding, Type};

use crate::edits::sites::Sites;

/// What a load through pointers is padded with instead.
const NUMBERS: [i64; 3] = [0, 1, -1];

/// Every padding of a view, and every padding of a masked load, dropped and with other values.
pub(crate) fn changed(sites: &mut Sites<'_>) {
    for (number, _) in sites.of(&[Op::MakePartitionView]) {
        let all = Padding::NAMES.iter().map(|(padding, name)| (Some(*padding), *name));
        for (padding, name) in all.chain([(None, "none")]) {
            sites.change(number, &format!("padding {name}"), |draft| {
                let result = draft.op.results[0];
                if let Type::PartitionView(view) = &mut draft.values[result.index()].ty {
                    view.padding = padding;
                }
            });
        }
    }
    for (number, op) in sites.of(&[Op::LoadPtrTko]) {
        let (Some(_), padding) = sites.kernel.mask_and_padding(op) else { continue };
        if padding.is_some() {
            sites.change(number, "padding none", |draft| draft.op.operands.truncate(2));
        }
        for other in NUMBERS {
            sites.change(number, &format!("padding {other}"), |draft| {
                let ty = draft.tile(op.results[0]);
                let padding = draft.constant(ty, other);
                draft.op.operands.truncate(2);
                draft.op.operands.push(padding);
            });
        }
    }
}
