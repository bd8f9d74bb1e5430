//! `<=` for `<`, and `>=` for `>`.

use spec::syntax::attributes::Comparison;
use spec::syntax::kernel::Kernel;

use crate::edit::{changed, operations};
use crate::mutant::Mutant;

/// Every strict comparison, widened.
pub(crate) fn widened(kernel: &Kernel) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (number, op) in operations(kernel).into_iter().enumerate() {
        let (wide, change) = match op.attributes.comparison {
            Some(Comparison::LessThan) => (Comparison::LessThanOrEqual, "<= for <"),
            Some(Comparison::GreaterThan) => (Comparison::GreaterThanOrEqual, ">= for >"),
            Some(
                Comparison::Equal
                | Comparison::NotEqual
                | Comparison::LessThanOrEqual
                | Comparison::GreaterThanOrEqual,
            )
            | None => continue,
        };
        let widened = changed(kernel, number, |draft| draft.op.attributes.comparison = Some(wide));
        mutants.push(Mutant::new(kernel, number, change, widened));
    }
    mutants
}
