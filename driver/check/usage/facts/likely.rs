//! Likely invariants: relations of sizes that all launches keep, perhaps by accident. A contract takes such a relation only if it
//! excludes a launch that breaks a rule.

use std::collections::BTreeSet;

use spec::syntax::contract::{Binary, Expr, binary};
use verify::Clause;

use super::super::sample::Equal;
use super::{Facts, Passed};
use crate::check::infer::{TiledAxis, scalar_tiles};

/// The most quantities with equal numbers of which all pairs are candidates.
const FEW: usize = 10;

impl Facts<'_> {
    /// Relations of every launch beside the contract, the most natural first. Equal sizes precede constants, numbers of tiles and longer
    /// extents; indices into an axis come last. Whole tiles and square arrays are left out: they would hide a missing mask or a
    /// wrong axis.
    pub(super) fn find_likely(&self, equal: &Equal, known: &[Expr]) -> Vec<Clause> {
        let mut found: Vec<Expr> = self.pair_agreeing(equal);
        let constants = self.equal_constants(equal);
        found.extend(constants.iter().cloned());
        found.extend(self.count_tiles(equal));
        found.extend(self.order_extents(equal));
        let mut seen: Vec<Expr> = known.to_vec();
        found.retain(|holds| {
            // A constant is one of this compilation.
            let is_new = !seen.contains(holds) && (constants.contains(holds) || self.holds(holds));
            seen.push(holds.clone());
            is_new
        });
        found.into_iter().map(Clause::Requires).chain(self.natural_indices(equal)).collect()
    }

    /// The pairs of quantities with equal numbers in every launch.
    fn pair_agreeing(&self, equal: &Equal) -> Vec<Expr> {
        let mut pairs: Vec<(usize, Expr)> = Vec::new();
        let tiles = scalar_tiles(self.kernel, self.bound);
        for set in self.find_agreeing() {
            let firsts: BTreeSet<usize> = set.iter().map(|at| self.first(equal, *at)).collect();
            let firsts: Vec<usize> = firsts.into_iter().take(FEW).collect();
            for (number, other) in firsts.iter().enumerate() {
                let alone =
                    firsts[..number].iter().filter(|first| !self.makes_square(**first, *other, equal));
                let pair = |first: &usize| {
                    let distance = self.distance((*first, *other), equal, &tiles);
                    (distance, binary(Binary::Eq, self.name(*other), self.name(*first)))
                };
                pairs.extend(alone.map(pair));
            }
        }
        pairs.sort_by_key(|(distance, _)| *distance);
        pairs.into_iter().map(|(_, holds)| holds).collect()
    }

    /// Whether an equality of two quantities makes two axes of one array equal.
    fn makes_square(&self, first: usize, second: usize, equal: &Equal) -> bool {
        self.arrays.iter().any(|array| {
            let is_of = |set: usize| array.extents.iter().any(|at| self.first(equal, *at) == set);
            is_of(first) && is_of(second)
        })
    }

    /// The rank of an equality, the most natural first: extents of the same axis, then a scalar and an extent with tiles of one length.
    /// A scalar and an extent without tiles precede other pairs.
    fn distance(
        &self,
        (first, second): (usize, usize),
        equal: &Equal,
        tiles: &BTreeSet<(usize, i128)>,
    ) -> usize {
        let axis = |at: usize| {
            self.arrays.iter().find_map(|array| array.extents.iter().position(|extent| *extent == at))
        };
        let cut = |at: usize| -> BTreeSet<i128> {
            let axes = self.axes.iter().filter(|axis| self.first(equal, axis.extent) == at && axis.tile > 1);
            let scalars = tiles.iter().filter(|(scalar, _)| self.first(equal, *scalar) == at);
            axes.map(|axis| axis.tile.into()).chain(scalars.map(|(_, tile)| *tile)).collect()
        };
        let (one, other) = (cut(first), cut(second));
        let (is_alike, is_cut) = (!one.is_disjoint(&other), !one.is_empty() && !other.is_empty());
        match (axis(first), axis(second)) {
            (Some(one), Some(other)) if one == other => 0,
            (Some(_), None) | (None, Some(_)) if is_alike => 1,
            (Some(_), None) | (None, Some(_)) if !is_cut => 2,
            (Some(_) | None, Some(_) | None) => 3,
        }
    }

    /// Quantities that equal a constant of the compilation in every launch.
    fn equal_constants(&self, equal: &Equal) -> Vec<Expr> {
        let Some(own) = self.samples.iter().find(|sample| sample.is_own) else { return Vec::new() };
        let mut found = Vec::new();
        for at in self.quantities().into_iter().filter(|at| self.first(equal, *at) == *at) {
            let is_kept = |(name, number): &&(String, i128)| {
                let mut samples = self.samples.iter();
                *number > 1
                    && samples.all(|sample| {
                        self.constant(sample, name) == sample.numbers.get(at).copied().flatten()
                    })
            };
            let constant = own.constants.iter().find(is_kept);
            found
                .extend(constant.map(|(_, number)| binary(Binary::Eq, self.name(at), Expr::Number(*number))));
        }
        found
    }

    /// Scalars that are the number of tiles of an extent.
    fn count_tiles(&self, equal: &Equal) -> Vec<Expr> {
        let is_extent = |at: &usize| self.arrays.iter().any(|array| array.extents.contains(at));
        let scalars: Vec<usize> = self.quantities().into_iter().filter(|at| !is_extent(at)).collect();
        let tiled = self.axes.iter().filter(|axis| axis.tile > 1);
        let counts = tiled.map(|axis| self.count(self.first(equal, axis.extent), axis.tile));
        let pairs = counts.flat_map(|count| {
            scalars.iter().map(move |at| binary(Binary::Eq, self.name(*at), count.clone()))
        });
        pairs.collect()
    }

    /// Extents with tiles of equal length, one never less than the other.
    fn order_extents(&self, equal: &Equal) -> Vec<Expr> {
        let tiled: Vec<&TiledAxis> = self.axes.iter().filter(|axis| axis.tile > 1).collect();
        let mut found = Vec::new();
        for longer in &tiled {
            for shorter in tiled.iter().filter(|other| other.tile == longer.tile) {
                let (long, short) = (self.first(equal, longer.extent), self.first(equal, shorter.extent));
                if long != short && self.numbers(long) != self.numbers(short) {
                    found.push(binary(Binary::Ge, self.name(long), self.name(short)));
                }
            }
        }
        found
    }

    /// The natural contents of index arrays whose elements no launch shows.
    fn natural_indices(&self, equal: &Equal) -> Vec<Clause> {
        let mut found: Vec<Clause> = Vec::new();
        for axis in &self.axes {
            let Some(parameter) = axis.indexed_by else { continue };
            let is_unknown =
                self.samples.iter().all(|sample| sample.held.get(parameter).copied().flatten().is_none());
            let clause = self.natural_index(parameter, axis, equal);
            if is_unknown && self.passed(parameter).is_some() && !found.contains(&clause) {
                found.push(clause);
            }
        }
        found
    }

    /// The array of a pointer.
    fn passed(&self, parameter: usize) -> Option<&Passed> {
        self.arrays.iter().find(|array| array.pointer == parameter)
    }
}
