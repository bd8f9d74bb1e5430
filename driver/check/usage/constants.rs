//! Extents that the kernel is compiled for: a row of a single tile, or a constant number of elements.

use std::collections::BTreeSet;

use spec::syntax::contract::{Binary, Expr, binary};

use super::equal::Equal;
use super::facts::Facts;
use crate::check::infer::TileIndex;

impl Facts<'_> {
    /// The extents and scalars that equal a constant in every launch, each as the first of its set.
    pub(super) fn find_constant_extents(&self, equal: &Equal) -> Vec<Expr> {
        let mut found: Vec<Expr> = Vec::new();
        for at in self.quantities() {
            let number = self.find_whole_row(at).or_else(|| self.find_constant(at));
            let Some(number) = number else { continue };
            let holds = binary(Binary::Eq, self.name(self.first(equal, at)), Expr::Number(number));
            if !found.contains(&holds) {
                found.push(holds);
            }
        }
        found
    }

    /// The elements of an axis if all its tiles, including the last, have constant indices.
    fn find_whole_row(&self, at: usize) -> Option<i128> {
        let axes: Vec<_> = self.axes.iter().filter(|axis| axis.extent == at).collect();
        let ends = axes.iter().map(|axis| match axis.index {
            TileIndex::Constant(number) => Some((i128::from(number) + 1) * i128::from(axis.tile)),
            TileIndex::Block(_) | TileIndex::Value(_) => None,
        });
        let most = ends.collect::<Option<Vec<i128>>>()?.into_iter().max()?;
        let mut own = self.samples.iter().filter(|sample| sample.is_own);
        own.all(|sample| sample.numbers.get(at) == Some(&Some(most))).then_some(most)
    }

    /// The value of a constant that a number equals in every launch of every compilation. A tile counted by blocks or loops is left
    /// out: an array of one such tile is an accident.
    fn find_constant(&self, at: usize) -> Option<i128> {
        let own = self.samples.iter().find(|sample| sample.is_own)?;
        let counted: BTreeSet<i128> = self
            .axes
            .iter()
            .filter(|axis| !matches!(axis.index, TileIndex::Constant(_)))
            .map(|axis| i128::from(axis.tile))
            .collect();
        let (_, number) = own.constants.iter().find(|(name, number)| {
            let is_it = |(other, value): &(String, i128), passed: Option<i128>| {
                other == name && passed == Some(*value)
            };
            *number > 1
                && !counted.contains(number)
                && self.samples.iter().all(|sample| {
                    let passed = sample.numbers.get(at).copied().flatten();
                    sample.constants.iter().any(|constant| is_it(constant, passed))
                })
        })?;
        Some(*number)
    }
}
