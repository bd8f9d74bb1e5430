//! Places in a matrix: how far its rows are apart.

use spec::syntax::contract::{Binary, Expr};

use super::accesses::{by_offsets, by_pointers};
use super::change::{Change, Problem};
use crate::code::{Call, Code};

/// The number with which a row is multiplied in `at = row * rows + lane`, as the array's rows are apart.
pub(super) fn of_rows(code: &Code<'_>, call: &Call, problem: &Problem<'_>) -> Option<Change> {
    let elements = by_offsets(code, call).or_else(|| by_pointers(code, call))?;
    let within = code.function(call.whole.start);
    let made = code.code[within.start..call.whole.start].rmatch_indices('=').find_map(|(at, _)| {
        let at = within.start + at;
        let line = code.code[..at].rfind('\n').map_or(0, |end| end + 1);
        let name = code.code[line..at].split_whitespace().last();
        (name == Some(elements.at)).then_some(at + 1)
    })?;
    let end = code.code[made..].find(['\n', ';']).map_or(code.code.len(), |end| made + end);
    let (row, rest) = code.code[made..end].split_once('*')?;
    let (by, _) = rest.split_once('+')?;
    let start = made + row.len() + 1 + by.len() - by.trim_start().len();
    let by = by.trim();
    let names = &problem.contract.names;
    let stride = format!("{}.strides[0]", elements.array);
    let second = format!("{}.shape[1]", elements.array);
    let wanted = if names.iter().any(|name| name.name == second) {
        stride
    } else {
        let length = problem.contract.buffers.iter().find(|clause| clause.name == elements.array)?;
        other_factor(&length.len, by)?.to_owned()
    };
    (wanted != by).then(|| Change::one(start..start + by.len(), wanted))
}

/// The other factor in `rows * cols`.
fn other_factor<'e>(length: &'e Expr, name: &str) -> Option<&'e str> {
    let Expr::Binary(Binary::Mul, lhs, rhs) = length else { return None };
    let (Expr::Name(lhs), Expr::Name(rhs)) = (&**lhs, &**rhs) else { return None };
    // The last axis is the dense one.
    (lhs == name).then_some(rhs)
}
