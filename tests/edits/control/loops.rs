//! Loops: bounds and steps off by 1, and changed initial numbers.

use spec::syntax::op::Op;

use crate::edits::edit::is_integer;
use crate::edits::sites::Sites;

/// Changes of a step besides being off by one.
const STEPS: [(&str, Op, i64); 3] =
    [("doubled", Op::Muli, 2), ("negated", Op::Muli, -1), ("zero", Op::Muli, 0)];

/// Every bound and step, every carried integer at its start.
pub(crate) fn changed(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::For, Op::Loop]) {
        for (at, value) in
            op.operands.iter().enumerate().filter(|(_, value)| is_integer(sites.kernel, **value))
        {
            let what = match (op.op == Op::For, at) {
                (true, 0) => "the lower bound".to_owned(),
                (true, 1) => "the upper bound".to_owned(),
                (true, 2) => "the step".to_owned(),
                (true, at) => format!("the start of {}", at - 3),
                (false, at) => format!("the start of {at}"),
            };
            for (change, by) in [("one greater", 1), ("one less", -1)] {
                sites.operand(number, at, &format!("{what} {change}"), |draft| {
                    draft.with_number(Op::Addi, *value, by)
                });
            }
            for (change, by, other) in STEPS.iter().filter(|_| op.op == Op::For && at == 2) {
                sites.operand(number, at, &format!("{what} {change}"), |draft| {
                    draft.with_number(*by, *value, *other)
                });
            }
        }
    }
}
