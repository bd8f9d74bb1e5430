//! The grid as a formula: numbers of tiles along the axes of arrays that the kernel stores, products of them, or extents.

use std::collections::BTreeSet;

use spec::syntax::contract::{Binary, Expr, GRID, binary};

use super::equal::Equal;
use super::facts::Facts;
use crate::check::infer::{TileIndex, TiledAxis, known_counts};

/// A number of tiles, with the parameter that it counts.
type Counted = (usize, Expr);

impl Facts<'_> {
    /// For each axis of the grid a formula of every launch, if known.
    pub(super) fn find_grid(&self, equal: &Equal) -> [Option<Expr>; 3] {
        [0, 1, 2].map(|along| self.find_axis(along, equal))
    }

    fn find_axis(&self, along: usize, equal: &Equal) -> Option<Expr> {
        let is_axis = |extent: &Expr| {
            self.holds(&binary(Binary::Eq, Expr::Name(GRID[along].to_owned()), extent.clone()))
        };
        if let Some(stated) = &self.bound.contract.grid {
            let extent = stated.get(along).cloned().unwrap_or(Expr::Number(1));
            return Some(extent).filter(is_axis);
        }
        let counted = self.axes.iter().filter(|axis| axis.index == TileIndex::Block(along));
        let mut counted: Vec<&TiledAxis> = counted.collect();
        counted.sort_by_key(|axis| !axis.stores);
        // Without a grid to compare with, only the natural formulas are candidates.
        if self.samples.iter().all(|sample| sample.grid.is_none()) {
            return self.guess_axis(along, counted.first().copied(), equal);
        }
        let counts: Vec<Expr> =
            counted.into_iter().map(|axis| self.count(self.first(equal, axis.extent), axis.tile)).collect();
        // The kernel counts these tiles by its blocks, in another compilation with other tiles.
        let is_counted = |extent: &Expr| {
            let holds = binary(Binary::Eq, Expr::Name(GRID[along].to_owned()), extent.clone());
            self.holds_for_tiles(&holds)
        };
        let split = self.split(along, equal);
        let known = known_counts(self.kernel, along).into_iter().map(|count| Expr::Number(count.into()));
        let by_blocks = known.chain(counts).chain(split.iter().map(|(_, count)| count.clone()));
        if let Some(found) = by_blocks.chain(self.products(&split)).find(is_counted) {
            return Some(found);
        }
        // A formula that is always 1 says nothing.
        let one = Expr::Number(1);
        if is_axis(&one) {
            return Some(one);
        }
        let (singles, others) = self.candidates(equal);
        let products = self.products(&singles);
        let count = |(_, count): (usize, Expr)| count;
        let mut all = singles.into_iter().map(count).chain(products).chain(others.into_iter().map(count));
        all.find(is_axis).or_else(|| self.find_constant_axis(along))
    }

    /// A constant of the compilation that is the extent of the grid in every launch, such as the number of processors.
    fn find_constant_axis(&self, along: usize) -> Option<Expr> {
        let own = self.samples.iter().find(|sample| sample.is_own)?;
        let is_it = |(name, number): &&(String, i128)| {
            *number > 1
                && self.samples.iter().all(|sample| {
                    let extent = sample.grid.map(|grid| i128::from(grid[along]));
                    self.constant(sample, name) == extent
                })
        };
        own.constants.iter().find(is_it).map(|(_, number)| Expr::Number(*number))
    }

    /// The extents and numbers of tiles that the number of a block along an axis is divided into, as by quotient and remainder.
    fn split(&self, along: usize, equal: &Equal) -> Vec<(usize, Expr)> {
        let parts = self
            .axes
            .iter()
            .filter(|axis| axis.along == Some(along) && axis.ended_by.is_none() && axis.indexed_by.is_none())
            // The same number of tiles belongs to an extent of its own.
            .filter(|axis| !self.counts_tiles(axis));
        let mut found: Vec<(usize, Expr)> = Vec::new();
        for axis in parts {
            let first = self.first(equal, axis.extent);
            let part = (first, self.count(first, axis.tile));
            if !found.contains(&part) {
                found.push(part);
            }
        }
        found
    }

    /// The blocks along an axis that no sample states: one for each tile of a stored array. An axis without uses has a single block, and
    /// tiles counted by a loop leave the axis open.
    fn guess_axis(&self, along: usize, counted: Option<&TiledAxis>, equal: &Equal) -> Option<Expr> {
        match counted {
            Some(axis) if axis.stores => Some(self.count(self.first(equal, axis.extent), axis.tile)),
            Some(_) => None,
            None => (!self.kernel.used_axes().contains(&along)).then_some(Expr::Number(1)),
        }
    }

    /// The number of tiles of an extent.
    pub(super) fn count(&self, extent: usize, tile: u32) -> Expr {
        let extent = self.name(extent);
        if tile == 1 { extent } else { binary(Binary::Cdiv, extent, Expr::Number(tile.into())) }
    }

    /// Extents and numbers of tiles, those of stored arrays first, each with its parameter; and apart from these, numbers of tiles
    /// whose length is any constant.
    fn candidates(&self, equal: &Equal) -> (Vec<Counted>, Vec<Counted>) {
        let (mut found, mut guesses) = (Vec::new(), Vec::new());
        let mut axes: Vec<&TiledAxis> = self.axes.iter().collect();
        axes.sort_by_key(|axis| !axis.stores);
        let add = |to: &mut Vec<Counted>, at: usize, count: Expr| {
            if !to.contains(&(at, count.clone())) {
                to.push((at, count));
            }
        };
        for axis in &axes {
            let first = self.first(equal, axis.extent);
            add(&mut found, first, self.count(first, axis.tile));
            add(&mut found, first, self.count(first, axis.tile.saturating_mul(axis.every)));
        }
        let quantities: BTreeSet<usize> =
            self.quantities().into_iter().map(|at| self.first(equal, at)).collect();
        quantities.iter().for_each(|at| add(&mut found, *at, self.name(*at)));
        // A number that only the launch uses counts blocks.
        let of_array = |at: &usize| {
            self.arrays.iter().any(|array| array.extents.contains(at) || array.strides.contains(at))
        };
        let others =
            (0..self.kernel.params.len()).filter(|at| self.bound.scalar(*at).is_some() && !of_array(at));
        let others: Vec<usize> =
            others.filter(|at| !self.is_used(*at) && self.numbers(*at).is_some()).collect();
        others.iter().for_each(|at| add(&mut found, *at, self.name(*at)));
        for tile in self.tiles() {
            let all = quantities.iter().chain(&others);
            all.for_each(|at| add(&mut guesses, *at, self.count(*at, tile)));
        }
        (found, guesses)
    }

    /// Constants that may be lengths of tiles.
    fn tiles(&self) -> BTreeSet<u32> {
        let constants =
            self.samples.iter().filter(|sample| sample.is_own).flat_map(|sample| &sample.constants);
        let numbers = constants.filter_map(|(_, number)| u32::try_from(*number).ok());
        numbers.chain(self.axes.iter().map(|axis| axis.tile)).filter(|tile| *tile > 1).collect()
    }

    /// Products of two counts of different extents, and of three extents.
    fn products(&self, singles: &[(usize, Expr)]) -> Vec<Expr> {
        let product = |a: &Expr, b: &Expr| binary(Binary::Mul, a.clone(), b.clone());
        let mut found = Vec::new();
        for (number, (second, b)) in singles.iter().enumerate() {
            for (first, a) in &singles[..number] {
                if first != second {
                    found.push(product(a, b));
                }
            }
        }
        let plain: Vec<&Expr> =
            singles.iter().map(|(_, count)| count).filter(|count| matches!(count, Expr::Name(_))).collect();
        for (third, c) in plain.iter().enumerate() {
            for (second, b) in plain[..third].iter().enumerate() {
                found.extend(plain[..second].iter().map(|a| product(&product(a, b), c)));
            }
        }
        found
    }
}
