//! Tokens: not waited for, or another one waited for.

use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use crate::edits::scope::visible;
use crate::edits::sites::Sites;

/// How many other tokens are tried at one place: the latest, and the first.
const OTHERS: usize = 4;

/// Every token, dropped and replaced; the tokens of neighbouring accesses, exchanged.
pub(crate) fn changed(sites: &mut Sites<'_>) {
    let mut visible = visible(sites.kernel);
    for values in &mut visible {
        values.retain(|value| *sites.kernel.ty(*value) == Type::Token);
    }
    let waits: Vec<_> = sites.operations().filter_map(|(n, op)| Some((n, op.token?))).collect();
    for (number, token) in &waits {
        sites.change(*number, "waits for nothing", |draft| draft.op.token = None);
        for other in others(&visible[*number], *token) {
            let change = format!("waits for {}", sites.kernel.name(other));
            sites.change(*number, &change, |draft| draft.op.token = Some(other));
        }
    }
    for pair in waits.windows(2) {
        let [(one, first), (other, second)] = pair else { continue };
        if visible[*one].contains(second) {
            let mut swapped =
                crate::edits::edit::changed(sites.kernel, *one, |draft| draft.op.token = Some(*second));
            swapped = crate::edits::edit::changed(&swapped, *other, |draft| draft.op.token = Some(*first));
            sites.add(*one, "exchanges its token with the next access", swapped);
        }
    }
    for (number, op) in sites.operations() {
        for (at, token) in op.operands.iter().enumerate() {
            if *sites.kernel.ty(*token) != Type::Token {
                continue;
            }
            if op.op == Op::JoinTokens && op.operands.len() > 2 {
                sites.change(number, &format!("operand {at} dropped"), |draft| {
                    draft.op.operands.remove(at);
                });
            }
            for other in others(&visible[number], *token) {
                let change = format!("operand {at} is {}", sites.kernel.name(other));
                sites.operand(number, at, &change, |_| other);
            }
        }
    }
}

/// A few further visible tokens.
fn others(visible: &[ValueId], token: ValueId) -> Vec<ValueId> {
    let mut others: Vec<_> = visible.iter().copied().filter(|other| *other != token).collect();
    if others.len() > OTHERS {
        let latest = others.split_off(others.len() + 1 - OTHERS);
        others.truncate(1);
        others.extend(latest);
    }
    others
}
