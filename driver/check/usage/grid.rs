//! The grid as a formula: numbers of tiles along the axes of arrays that the kernel stores, products of them, or extents.

use std::collections::BTreeSet;

use spec::syntax::contract::{Binary, Expr, binary};

use super::equal::Equal;
use super::facts::Facts;
use crate::check::infer::{TileIndex, TiledAxis};

/// The names of the grid's extents.
const AXES: [&str; 3] = ["grid.x", "grid.y", "grid.z"];

impl Facts<'_> {
    /// For each axis of the grid a formula of every launch, if known.
    pub(super) fn find_grid(&self, equal: &Equal) -> [Option<Expr>; 3] {
        [0, 1, 2].map(|along| self.find_axis(along, equal))
    }

    fn find_axis(&self, along: usize, equal: &Equal) -> Option<Expr> {
        let is_axis = |extent: &Expr| {
            self.holds(&binary(Binary::Eq, Expr::Name(AXES[along].to_owned()), extent.clone()))
        };
        if let Some(stated) = &self.bound.contract.grid {
            let extent = stated.get(along).cloned().unwrap_or(Expr::Number(1));
            return Some(extent).filter(is_axis);
        }
        let counted = self.axes.iter().filter(|axis| axis.index == TileIndex::Block(along));
        let mut counted: Vec<&TiledAxis> = counted.collect();
        counted.sort_by_key(|axis| !axis.stores);
        let counted = counted.into_iter().map(|axis| self.count(self.first(equal, axis.extent), axis.tile));
        let one = Expr::Number(1);
        let is_used = self.axes.iter().any(|axis| axis.along == Some(along));
        let singles = self.candidates(equal);
        let products = self.products(&singles);
        let plain = [Some(one.clone()).filter(|_| !is_used), None, Some(one)];
        let [first, _, last] = plain;
        let all = counted
            .chain(first)
            .chain(singles.into_iter().map(|(_, count)| count))
            .chain(products)
            .chain(last);
        all.into_iter().find(is_axis)
    }

    /// The number of tiles of an extent.
    pub(super) fn count(&self, extent: usize, tile: u32) -> Expr {
        let extent = self.name(extent);
        if tile == 1 { extent } else { binary(Binary::Cdiv, extent, Expr::Number(tile.into())) }
    }

    /// Extents and numbers of tiles, those of stored arrays first, each with its parameter.
    fn candidates(&self, equal: &Equal) -> Vec<(usize, Expr)> {
        let mut found: Vec<(usize, Expr)> = Vec::new();
        let mut axes: Vec<&TiledAxis> = self.axes.iter().collect();
        axes.sort_by_key(|axis| !axis.stores);
        let mut add = |one: (usize, Expr)| {
            if !found.contains(&one) {
                found.push(one);
            }
        };
        for axis in &axes {
            let first = self.first(equal, axis.extent);
            add((first, self.count(first, axis.tile)));
            add((first, self.count(first, axis.tile.saturating_mul(axis.every))));
        }
        let quantities: BTreeSet<usize> =
            self.quantities().into_iter().map(|at| self.first(equal, at)).collect();
        quantities.iter().for_each(|at| add((*at, self.name(*at))));
        for tile in self.tiles() {
            quantities.iter().for_each(|at| add((*at, self.count(*at, tile))));
        }
        found
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
