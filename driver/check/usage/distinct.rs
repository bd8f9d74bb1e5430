//! Indices of stores without repetition in launches, apart from padding.

use spec::contract::Bound;
use spec::origins::Origins;
use spec::syntax::contract::{Binary, Expr, Relation, binary};
use verify::Clause;

use super::sample::{Held, Sample};
use crate::check::infer::{Definitions, guess_sorted};

/// The arrays of indices for the kernel's stores, with different elements in every launch, apart from padding. Ends of
/// sections are left out: an empty section has two equal ends.
pub(super) fn find_distinct(samples: &[Sample], bound: &Bound<'_>) -> Vec<Clause> {
    let origins = Origins::new(bound.kernel);
    let definitions = Definitions::new(bound.kernel);
    // Updates of one element follow each other.
    let stored = definitions.indexing(&origins, |_, access| access.manner.writes && !access.manner.reads);
    let sections = guess_sorted(bound.kernel, bound);
    let is_section = |at: usize| {
        sections.iter().any(|one| matches!(one, Clause::Related { parameter, .. } if *parameter == at))
    };
    let clause = |parameter: usize| {
        let relation = Relation::Distinct(find_valid(parameter, samples, bound)?);
        Some(Clause::Related { parameter, name: bound.argument_name(parameter).to_owned(), relation })
    };
    stored.into_iter().filter(|at| !is_section(*at)).filter_map(clause).collect()
}

/// The condition of the elements that differ in every launch: natural numbers, or numbers below an argument. `None` if further elements repeat.
fn find_valid(index: usize, samples: &[Sample], bound: &Bound<'_>) -> Option<Option<Expr>> {
    let held = |sample: &Sample| sample.held.get(index).copied().flatten();
    let all: Vec<(Held, &Sample)> =
        samples.iter().filter_map(|sample| Some((held(sample)?, sample))).collect();
    if all.is_empty() || all.iter().any(|(held, _)| !held.are_distinct && held.padding.is_none()) {
        return None;
    }
    let value = || Expr::Name("value".to_owned());
    let is_marked = |held: &Held| held.mark.map(|(mark, _)| mark) == held.padding;
    let padded = || all.iter().filter(|(held, _)| held.padding.is_some());
    if all.iter().any(|(held, _)| held.mark.is_some()) && padded().all(|(held, _)| is_marked(held)) {
        return Some(Some(binary(Binary::Le, Expr::Number(0), value())));
    }
    if padded().next().is_none() {
        return Some(None);
    }
    let is_end = |at: &usize| {
        let number = |sample: &Sample| sample.numbers.get(*at).copied().flatten();
        padded().all(|(held, sample)| held.padding == Some(held.most) && held.padding == number(sample))
    };
    let end = (0..bound.kernel.params.len()).find(is_end)?;
    Some(Some(binary(Binary::Lt, value(), Expr::Name(bound.argument_name(end).to_owned()))))
}
