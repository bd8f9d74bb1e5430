//! Everything that must be shown of a kernel, read off the definitions of its operations.

use std::collections::BTreeSet;

use crate::fold;
use crate::memory::strength::Manner;
use crate::prose;
use crate::rules::Rule;
use crate::syntax::attributes::Assumption;
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::types::Type;
use crate::valid::Valid;

/// The obligation that one operation keeps one rule in every execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Obligation {
    /// The position of the operation in [`Kernel::operations`].
    pub operation: usize,
    /// The rule.
    pub rule: Rule,
}

/// Every obligation of a kernel, by operation and rule. An operation computed by constant folding has none: its
/// requirements were evaluated, and an operation with a failed requirement is not folded.
pub fn obligations(kernel: &Valid) -> Vec<Obligation> {
    let folded = fold::kernel(kernel);
    let operations = folded.operations().enumerate();
    let of = |(operation, op)| rules(&folded, op).into_iter().map(move |rule| Obligation { operation, rule });
    operations.flat_map(of).collect()
}

/// The rules that an operation can break: requirements of its definition, found by the reading as formulas, and requirements
/// between accesses.
fn rules(kernel: &Kernel, op: &Operation) -> BTreeSet<Rule> {
    let reading = prose::operation(op.op, &op.attributes);
    let required = reading.into_iter().flat_map(|reading| reading.requires);
    let mut rules: BTreeSet<Rule> =
        required.map(|(rule, _)| rule).filter(|rule| applies(kernel, op, *rule)).collect();
    if let Some(manner) = Manner::of(op) {
        rules.extend([Rule::RaceBlock, Rule::RaceToken]);
        rules.extend((manner.writes && !manner.is_strong()).then_some(Rule::RaceLane));
    }
    rules
}

/// Whether an assumption of a divisor is about numbers or about addresses (of pointers or of a tensor view). The formulas do not know the
/// type of the operand.
fn applies(kernel: &Kernel, op: &Operation, rule: Rule) -> bool {
    let Some(Assumption::DivBy { .. }) = op.attributes.assumption else { return true };
    let address = op.operands.first().is_some_and(|operand| match kernel.ty(*operand) {
        Type::Tile(tile) => tile.element.pointee().is_some(),
        Type::TensorView(_) => true,
        Type::Token | Type::PartitionView(_) | Type::StridedView(_) | Type::GatherScatterView(_) => false,
    });
    rule != if address { Rule::AssumeDivisible } else { Rule::AssumeAligned }
}
