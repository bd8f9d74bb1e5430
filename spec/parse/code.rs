//! Codes of Triton's compiler: `code(%x % 16 == 0, %n != 1)`.

use pest::iterators::Pair;

use super::grammar::{Rule, wrong};
use super::operation::Scope;
use super::types;
use crate::problem::IllFormed;
use crate::syntax::kernel::layout::{ArgumentTest, Code, Property};

/// Reads a code, whose tests name parameters.
pub(super) fn code(scope: &Scope, pair: Pair<'_, Rule>) -> Result<Code, IllFormed> {
    let tests = pair.into_inner().map(|test| argument_test(scope, test));
    Ok(Code { when: tests.collect::<Result<_, _>>()? })
}

fn argument_test(scope: &Scope, pair: Pair<'_, Rule>) -> Result<ArgumentTest, IllFormed> {
    let (at, whole) = (pair.clone(), pair.as_str().to_owned());
    let (mut parameter, mut divisor, mut holds, mut number) = (None, None, true, None);
    for part in pair.into_inner() {
        let rule = part.as_rule();
        if rule == Rule::value {
            parameter = Some(scope.find(&part)?);
        } else if rule == Rule::divisor {
            divisor = Some(types::index::<u32>(&part)?);
        } else if rule == Rule::different {
            holds = false;
        } else if rule == Rule::number {
            number = Some(types::index::<u32>(&part)?);
        }
    }
    let property = match (divisor, number) {
        (Some(divisor), Some(0)) if divisor > 0 => Some(Property::MultipleOf(divisor)),
        (None, Some(number)) => Some(Property::Is(number)),
        (Some(_), _) | (None, None) => None,
    };
    let (Some(parameter), Some(property)) = (parameter, property) else {
        return Err(wrong(
            &at,
            format!("`{whole}` is neither `%x % 16 == 0` nor `%x == 1`, nor one with `!=`"),
        ));
    };
    Ok(ArgumentTest { parameter, property, holds })
}
