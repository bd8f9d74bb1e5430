//! Clauses from a table of launches. Kernels of Triton take pointers and numbers, and the script with the launches knows
//! which numbers are extents and strides.

use spec::contract::Bound;
use spec::parse::contract_clauses;
use spec::syntax::contract::{Binary, Contract, Expr, binary};
use verify::Clause;

use super::Suggested;

/// The names of the grid's extents.
const AXES: [&str; 3] = ["grid.x", "grid.y", "grid.z"];

/// The contracts of a table in rising strength, without clauses of unknown names.
pub(super) fn suggest(offered: &[Vec<String>], bound: &Bound<'_>) -> Vec<Suggested> {
    let mut all: Vec<Suggested> = Vec::new();
    for lines in offered {
        let one = read(lines, bound);
        if !one.clauses.is_empty() && !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

/// The contract of lines, of which each holds clauses by itself.
fn read(lines: &[String], bound: &Bound<'_>) -> Suggested {
    let mut suggested = Suggested::default();
    for line in lines {
        let Ok(contract) = contract_clauses(line) else { continue };
        let Some(clauses) = clauses(&contract, bound) else { continue };
        suggested.clauses.extend(clauses);
        suggested.lines.push(line.clone());
        suggested.arrays.extend(contract.arrays);
        suggested.grid = suggested.grid.or_else(|| contract.grid.map(|grid| with_all_axes(&grid)));
    }
    suggested
}

/// The clauses of a contract about grid, arguments and memory; `None` where a name is no parameter.
fn clauses(contract: &Contract, bound: &Bound<'_>) -> Option<Vec<Clause>> {
    let grid = contract.grid.as_deref().map(with_all_axes).unwrap_or_default();
    let axes = AXES
        .iter()
        .zip(grid)
        .map(|(axis, extent)| Clause::Requires(binary(Binary::Eq, Expr::Name((*axis).to_owned()), extent)));
    let requires = contract.requires.iter().cloned().map(Clause::Requires);
    let buffer = |clause: &spec::syntax::contract::BufferClause| {
        let parameter = bound.position(&clause.name)?;
        let (name, element, len) = (clause.name.clone(), clause.element, clause.len.clone());
        Some(Clause::Buffer { parameter, name, element, len })
    };
    let buffers = contract.buffers.iter().map(buffer).collect::<Option<Vec<_>>>()?;
    Some(axes.chain(requires).chain(buffers).collect())
}

/// The extents along all three axes.
fn with_all_axes(grid: &[Expr]) -> Vec<Expr> {
    grid.iter().cloned().chain([Expr::Number(1), Expr::Number(1)]).take(3).collect()
}
