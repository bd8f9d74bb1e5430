//! Clauses from a table of launches. Kernels of Triton take pointers and numbers, and the script with the launches knows
//! which numbers are extents and strides.

mod joined;

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::origins::Origins;
use spec::parse::contract_clauses;
use spec::syntax::contract::{ArrayClause, Binary, Contract, Expr, GRID, binary};
use verify::Clause;

use self::joined::join;
use super::Suggested;
use super::contents::{find_beginnings, is_about};
use super::distinct::find_distinct;
use super::sample::Sample;
use crate::check::infer::Definitions;

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
    let beginnings = find_beginnings(samples, bound);
    if let Some(with) = all.last().filter(|_| !beginnings.is_empty()).map(|last| last.with(&beginnings)) {
        all.push(with);
    }
    if let Some(last) = all.last().cloned() {
        let [columns, rows] = [Axis::Last, Axis::First].map(|axis| find_indices(&last, axis, samples, bound));
        let either = if rows.is_empty() { &columns } else { &rows };
        let distinct = [either.clone(), find_distinct(samples, bound)].concat();
        // The search for more clauses begins with the last contract: rows are indexed more often than columns.
        for clauses in [columns, rows, distinct].into_iter().filter(|clauses| !clauses.is_empty()) {
            let one = last.with(&clauses);
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all.iter_mut().for_each(|one| one.lines = join(&one.lines));
    all
}

/// The axis of arrays that indices are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Axis {
    First,
    Last,
}

/// The range of each array of indices, if every launch has elements below the extents of an indexed array along an axis. Among several
/// extents, the largest gives the weakest clause. Indices from one on are at most the extent, if a launch has the index one.
fn find_indices(suggested: &Suggested, axis: Axis, samples: &[Sample], bound: &Bound<'_>) -> Vec<Clause> {
    let origins = Origins::new(bound.kernel);
    let extent = |array: &ArrayClause| match axis {
        Axis::First => array.extents.first().cloned(),
        Axis::Last => array.extents.last().cloned().filter(|_| array.extents.len() > 1),
    };
    let extents = suggested.arrays.iter().filter_map(|array| match extent(array)? {
        Expr::Name(extent) => Some((bound.position(&array.name)?, bound.position(&extent)?, extent)),
        Expr::Number(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
    });
    let definitions = Definitions::new(bound.kernel);
    let indexing =
        |array: usize| definitions.indexing(&origins, |op, _| origins.accessed_by(op).contains(&array));
    // An index of an index array is apart from the index.
    let extents = extents.map(|(array, at, extent)| {
        let by = indexing(array);
        let through: BTreeSet<usize> =
            by.iter().filter(|other| **other != array).flat_map(|other| indexing(*other)).collect();
        (&by - &through, at, extent)
    });
    let extents: Vec<_> = extents.collect();
    let clause = |index: usize, first: u8| {
        let least = |sample: &Sample| {
            let held = sample.held.get(index).copied().flatten()?;
            Some(held.mark.map_or(held.least, |(_, least)| least))
        };
        if first > 0 && !samples.iter().any(|sample| least(sample) == Some(first.into())) {
            return None;
        }
        let is_below = |sample: &Sample, extent: usize| {
            let held = sample.held.get(index).copied().flatten()?;
            let count = sample.numbers.get(extent).copied().flatten()?;
            Some(least(sample)? >= first.into() && held.most < count + i128::from(first))
        };
        let fits = extents.iter().filter(|(by, extent, _)| {
            by.contains(&index) && samples.iter().all(|sample| is_below(sample, *extent) == Some(true))
        });
        let most = |at: usize| samples.first().and_then(|sample| sample.numbers.get(at).copied().flatten());
        let (_, _, extent) = fits.max_by_key(|(_, extent, _)| most(*extent))?;
        let value = || Expr::Name("value".to_owned());
        let natural = binary(Binary::Le, Expr::Number(first.into()), value());
        let last = if first == 0 { Binary::Lt } else { Binary::Le };
        let inside = binary(Binary::And, natural, binary(last, value(), Expr::Name(extent.clone())));
        let holds = match find_mark(index, samples, bound) {
            Ok(None) => inside,
            Ok(Some(mark)) => binary(Binary::Or, binary(Binary::Eq, value(), mark), inside),
            Err(Several) => return None,
        };
        Some(Clause::Contents { parameter: index, name: bound.argument_name(index).to_owned(), holds })
    };
    let known = !samples.is_empty();
    let is_stated = |at: usize| suggested.clauses.iter().any(|clause| is_about(clause, at));
    definitions
        .indexing(&origins, |_, _| true)
        .into_iter()
        .filter(|at| known && !is_stated(*at))
        .filter_map(|at| clause(at, 0).or_else(|| clause(at, 1)))
        .collect()
}

/// Launches mark elements by different numbers.
struct Several;

/// The mark in an array of indices of all launches: an argument, or a constant.
fn find_mark(index: usize, samples: &[Sample], bound: &Bound<'_>) -> Result<Option<Expr>, Several> {
    let mark = |sample: &Sample| sample.held.get(index).copied().flatten().and_then(|held| held.mark);
    let marked: Vec<(i128, &Sample)> =
        samples.iter().filter_map(|sample| Some((mark(sample)?.0, sample))).collect();
    let Some((first, _)) = marked.first() else { return Ok(None) };
    let is_argument = |at: &usize| {
        marked.iter().all(|(mark, sample)| sample.numbers.get(*at).copied().flatten() == Some(*mark))
    };
    let argument = (0..bound.kernel.params.len()).find(is_argument);
    match argument {
        Some(at) => Ok(Some(Expr::Name(bound.argument_name(at).to_owned()))),
        None if marked.iter().all(|(mark, _)| mark == first) => Ok(Some(Expr::Number(*first))),
        None => Err(Several),
    }
}

/// The contract of lines, of which each holds clauses by itself.
fn read(lines: &[String], bound: &Bound<'_>) -> Suggested {
    let mut suggested = Suggested::default();
    for line in lines {
        let Ok(contract) = contract_clauses(line) else { continue };
        let Some(clauses) = clauses(&contract, bound) else { continue };
        if contract.same_arrays.iter().flatten().any(|name| bound.position(name).is_none()) {
            continue;
        }
        suggested.clauses.extend(clauses);
        suggested.lines.push(line.clone());
        suggested.arrays.extend(contract.arrays);
        suggested.same_arrays.extend(contract.same_arrays);
        suggested.grid = suggested.grid.or_else(|| contract.grid.map(|grid| with_all_axes(&grid)));
    }
    suggested
}

/// The clauses of a contract about grid, arguments and memory; `None` where a name is no parameter.
fn clauses(contract: &Contract, bound: &Bound<'_>) -> Option<Vec<Clause>> {
    let grid = contract.grid.as_deref().map(with_all_axes).unwrap_or_default();
    let axes = GRID
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
    let align = |(name, bytes): &(String, u64)| {
        Some(Clause::Align { parameter: bound.position(name)?, name: name.clone(), bytes: *bytes })
    };
    let aligns = contract.aligns.iter().map(align).collect::<Option<Vec<_>>>()?;
    Some(axes.chain(requires).chain(buffers).chain(aligns).collect())
}

/// The extents along all three axes.
fn with_all_axes(grid: &[Expr]) -> Vec<Expr> {
    grid.iter().cloned().chain([Expr::Number(1), Expr::Number(1)]).take(3).collect()
}
