//! Clauses from a table of launches. Kernels of Triton take pointers and numbers, and the script with the launches knows
//! which numbers are extents and strides.

mod joined;

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::memory::access::{Access, Target};
use spec::origins::Origins;
use spec::parse::contract_clauses;
use spec::syntax::contract::{Binary, Contract, Expr, Relation, binary};
use verify::Clause;

use self::joined::join;
use super::Suggested;
use super::sample::Sample;
use crate::check::infer::Definitions;

/// The names of the grid's extents.
const AXES: [&str; 3] = ["grid.x", "grid.y", "grid.z"];

/// The contracts of a table in rising strength, without clauses of unknown names. The stronger ones bound indices in memory, and
/// the strongest keeps indices of stores distinct.
pub(super) fn suggest(offered: &[Vec<String>], samples: &[Sample], bound: &Bound<'_>) -> Vec<Suggested> {
    let mut all: Vec<Suggested> = Vec::new();
    for lines in offered {
        let one = read(lines, bound);
        if !one.clauses.is_empty() && !all.contains(&one) {
            all.push(one);
        }
    }
    let indices = all.last().map(|last| find_indices(last, samples, bound)).unwrap_or_default();
    for found in [indices, find_distinct(samples, bound)] {
        if let Some(mut one) = all.last().cloned().filter(|_| !found.is_empty()) {
            one.lines.extend(found.iter().map(Clause::to_string));
            one.clauses.extend(found);
            all.push(one);
        }
    }
    all.iter_mut().for_each(|one| one.lines = join(&one.lines));
    all
}

/// The arrays of indices that decide where the kernel writes, and that have no two equal elements in any launch.
fn find_distinct(samples: &[Sample], bound: &Bound<'_>) -> Vec<Clause> {
    let origins = Origins::new(bound.kernel);
    let are_distinct = |sample: &Sample, parameter: usize| {
        sample.held.get(parameter).copied().flatten().is_some_and(|held| held.are_distinct)
    };
    let is_known = |parameter: &usize| {
        !samples.is_empty() && samples.iter().all(|sample| are_distinct(sample, *parameter))
    };
    let named = |parameter: usize| Clause::Related {
        parameter,
        name: bound.argument_name(parameter).to_owned(),
        relation: Relation::Distinct(None),
    };
    let stored = indexing(bound, &origins, |access| access.manner.writes);
    stored.into_iter().filter(is_known).map(named).collect()
}

/// The range of each array of integers that decides which elements are accessed, and whose elements are below the rows of an array in
/// every launch. Of several such numbers of rows, the largest says the least. Indices that begin at one are at most the rows.
fn find_indices(suggested: &Suggested, samples: &[Sample], bound: &Bound<'_>) -> Vec<Clause> {
    let origins = Origins::new(bound.kernel);
    let rows = suggested.arrays.iter().filter_map(|array| match array.extents.first()? {
        Expr::Name(rows) => Some((bound.position(&array.name)?, bound.position(rows)?, rows)),
        Expr::Number(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
    });
    let rows: Vec<_> = rows.filter(|(array, ..)| origins.read.has(*array)).collect();
    let clause = |index: usize, first: u8| {
        let is_below = |sample: &Sample, rows: usize| {
            let held = sample.held.get(index).copied().flatten()?;
            let count = sample.numbers.get(rows).copied().flatten()?;
            Some(held.least >= first.into() && held.most < count + i128::from(first))
        };
        let fits = rows.iter().filter(|(array, rows, _)| {
            *array != index && samples.iter().all(|sample| is_below(sample, *rows) == Some(true))
        });
        let most =
            |rows: usize| samples.first().and_then(|sample| sample.numbers.get(rows).copied().flatten());
        let (_, _, rows) = fits.max_by_key(|(_, rows, _)| most(*rows))?;
        let value = || Expr::Name("value".to_owned());
        let natural = binary(Binary::Le, Expr::Number(first.into()), value());
        let last = if first == 0 { Binary::Lt } else { Binary::Le };
        let holds = binary(Binary::And, natural, binary(last, value(), Expr::Name((*rows).clone())));
        Some(Clause::Contents { parameter: index, name: bound.argument_name(index).to_owned(), holds })
    };
    let known = !samples.is_empty();
    indexing(bound, &origins, |_| true)
        .into_iter()
        .filter(|_| known)
        .filter_map(|at| clause(at, 0).or_else(|| clause(at, 1)))
        .collect()
}

/// The parameters whose loaded elements decide where selected accesses of the kernel are.
fn indexing(bound: &Bound<'_>, origins: &Origins, selected: impl Fn(&Access<'_>) -> bool) -> BTreeSet<usize> {
    let definitions = Definitions::new(bound.kernel);
    let accesses = bound.kernel.operations().filter_map(|op| Access::of(bound.kernel, op)).filter(selected);
    let pointers = accesses.filter_map(|access| match access.target {
        Target::Pointers { pointers, .. } => Some(pointers),
        Target::View { .. } => None,
    });
    let sources = pointers.flat_map(|pointers| definitions.sources(pointers));
    let loads = sources.filter(|op| Access::of(bound.kernel, op).is_some_and(|access| access.manner.reads));
    loads.flat_map(|op| origins.accessed_by(op)).collect()
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
