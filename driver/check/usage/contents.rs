//! Elements of arrays of integers that launches pass, as far as they are known: indices into other arrays, each once or not.

use std::collections::BTreeSet;

use spec::syntax::contract::{Binary, Expr, binary};
use verify::Clause;

use super::facts::Facts;
use super::sample::Sample;
use crate::check::infer::TileIndex;

impl Facts<'_> {
    /// The contents of each index array in every launch: numbers of tiles of the indexed axis.
    pub(super) fn find_indices(&self) -> Vec<Clause> {
        let mut found: Vec<Clause> = Vec::new();
        for axis in self.axes.iter().filter(|axis| matches!(axis.index, TileIndex::Value(_))) {
            let Some(parameter) = axis.indexed_by else { continue };
            let value = || Expr::Name("value".to_owned());
            let count = self.count(axis.extent, axis.tile);
            let is_inside = self.samples.iter().all(|sample| {
                let held = sample.held.get(parameter).copied().flatten();
                let extent = sample.numbers.get(axis.extent).copied().flatten();
                held.zip(extent).is_some_and(|(held, extent)| {
                    held.least >= 0
                        && held.most
                            < extent.div_euclid(axis.tile.into())
                                + i128::from(extent % i128::from(axis.tile) != 0)
                })
            });
            let natural = binary(Binary::Le, Expr::Number(0), value());
            let holds = binary(Binary::And, natural, binary(Binary::Lt, value(), count));
            let name = self.bound.argument_name(parameter).to_owned();
            let clause = Clause::Contents { parameter, name, holds };
            if is_inside && !found.contains(&clause) {
                found.push(clause);
            }
        }
        found
    }

    /// The arrays of indices that have no two equal elements in any launch.
    pub(super) fn find_distinct(&self) -> Vec<Clause> {
        let indices: BTreeSet<usize> = self.axes.iter().filter_map(|axis| axis.indexed_by).collect();
        let are_distinct = |parameter: &usize| {
            let held = |sample: &Sample| sample.held.get(*parameter).copied().flatten();
            self.samples.iter().all(|sample| held(sample).is_some_and(|held| held.are_distinct))
        };
        let named = |parameter: usize| Clause::Distinct {
            parameter,
            name: self.bound.argument_name(parameter).to_owned(),
            among: None,
        };
        indices.into_iter().filter(are_distinct).map(named).collect()
    }
}
