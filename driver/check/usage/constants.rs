//! Extents that the kernel is compiled for: a row of a single tile, or a constant number of elements.

use std::collections::BTreeSet;

use spec::syntax::contract::{Binary, Expr, binary};

use super::equal::Equal;
use super::facts::Facts;
use super::sample::Sample;
use crate::check::infer::{TileIndex, TiledAxis};

impl Facts<'_> {
    /// The extents that the kernel is compiled for. With `all`, also the extents and scalars that equal a constant in every launch.
    /// Each stands as the first of its set.
    pub(super) fn find_constant_extents(&self, equal: &Equal, all: bool) -> Vec<Expr> {
        let mut found: Vec<Expr> = Vec::new();
        for at in self.quantities() {
            let number = || self.find_whole_row(at).or_else(|| self.find_constant(at)).filter(|_| all);
            let most = || self.find_most(at).filter(|_| all).map(|most| (Binary::Le, most));
            let number = self.fixed(at).or_else(number).map(|number| (Binary::Eq, number));
            let Some((op, number)) = number.or_else(most) else { continue };
            let holds = binary(op, self.name(self.first(equal, at)), Expr::Number(number));
            if !found.contains(&holds) {
                found.push(holds);
            }
        }
        found
    }

    /// The extent that the compiler has taken from the launch, as for an annotated axis.
    fn fixed(&self, at: usize) -> Option<i128> {
        self.arrays.iter().find_map(|array| {
            let axis = array.extents.iter().position(|extent| *extent == at)?;
            array.fixed.get(axis).copied().flatten().map(i128::from)
        })
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
        let counted = self.counted_tiles();
        let is_it = |(name, number): &&(String, i128)| {
            let passes =
                |sample: &Sample| self.constant(sample, name) == sample.numbers.get(at).copied().flatten();
            (*number > 1 || self.varies(name)) && !counted.contains(number) && self.samples.iter().all(passes)
        };
        own.constants.iter().find(is_it).map(|(_, number)| *number)
    }

    /// The value of a constant that bounds an extent in every launch and follows the extent in other compilations: the extent in
    /// whole tiles.
    fn find_most(&self, at: usize) -> Option<i128> {
        let own = self.samples.iter().find(|sample| sample.is_own)?;
        let counted = self.counted_tiles();
        let is_it = |(name, number): &&(String, i128)| {
            let both = self
                .samples
                .iter()
                .map(|sample| self.constant(sample, name).zip(sample.numbers.get(at).copied().flatten()));
            let Some(both) = both.collect::<Option<Vec<_>>>() else { return false };
            let fits = both.iter().all(|(most, passed)| passed <= most && *most < 2 * passed);
            let is_reached = both.iter().any(|(most, passed)| most == passed);
            *number > 1 && !counted.contains(number) && self.varies(name) && fits && is_reached
        };
        own.constants.iter().find(is_it).map(|(_, number)| *number)
    }

    /// The lengths of the tiles that blocks or loops count.
    fn counted_tiles(&self) -> BTreeSet<i128> {
        let is_counted = |axis: &&TiledAxis| !matches!(axis.index, TileIndex::Constant(_));
        self.axes.iter().filter(is_counted).map(|axis| i128::from(axis.tile)).collect()
    }

    /// The value of a constant in the compilation of a launch.
    pub(super) fn constant(&self, sample: &Sample, name: &str) -> Option<i128> {
        sample.constants.iter().find(|(other, _)| other == name).map(|(_, number)| *number)
    }

    /// Whether a constant has several values in the compilations of a kernel.
    pub(super) fn varies(&self, name: &str) -> bool {
        let mut values = self.samples.iter().map(|sample| self.constant(sample, name));
        values.next().is_some_and(|first| values.any(|other| other != first))
    }
}
