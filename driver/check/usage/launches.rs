//! Launches like an author's, with other sizes: every free extent has a few tiles, the last partial; equal extents, strides and
//! the grid follow.

use std::collections::BTreeMap;

use spec::contract::Symbol;
use spec::origins::{Origins, Region};
use spec::syntax::contract::{Binary, Expr};

use super::equal::Equal;
use super::facts::Facts;
use super::sample::Strides;
use crate::check::infer::{TileIndex, UsualLaunch};
use crate::scalar;

/// The elements of free extents without tiles: small primes, so that products differ.
const FEW: [i128; 4] = [3, 5, 2, 7];

/// The most elements of a launch along one axis.
const LONG: i128 = 1 << 14;

/// How many tiles a free extent has, and how many elements more.
const SHAPES: [(i128, i128); 4] = [(2, 1), (1, -1), (3, 0), (1, 0)];

impl Facts<'_> {
    /// Launches of several sizes that keep the conditions.
    pub(super) fn vary(
        &self,
        (equal, strides): (&Equal, &[Strides]),
        conditions: &[Expr],
        grid: &[Option<Expr>; 3],
    ) -> Vec<UsualLaunch> {
        let shapes =
            SHAPES.into_iter().filter_map(|shape| self.launch(shape, equal, strides, conditions, grid));
        let mut launches: Vec<UsualLaunch> = Vec::new();
        for launch in shapes {
            if !launches.contains(&launch) {
                launches.push(launch);
            }
        }
        launches
    }

    /// The smallest launch that the author makes; none where the kernel reads no integers.
    pub(super) fn find_smallest(&self) -> Option<UsualLaunch> {
        let origins = Origins::new(self.kernel);
        let mut pointers = self.arrays.iter().map(|array| array.pointer);
        pointers.find(|at| {
            let is_integer = self.bound.pointee(*at).is_some_and(|element| element.is_integer());
            is_integer && self.bound.touches(&origins.read, Region::At(*at))
        })?;
        let own = self.samples.iter().filter(|sample| sample.is_own);
        let sample = own.min_by_key(|sample| sample.numbers.iter().flatten().sum::<i128>())?;
        let bits = sample.numbers.iter().enumerate().map(|(at, number)| match self.bound.scalar(at) {
            Some(kind) => scalar::from_integer(kind, (*number)?),
            None => Some(0),
        });
        Some(UsualLaunch { bits: bits.collect::<Option<_>>()?, grid: sample.grid? })
    }

    fn launch(
        &self,
        shape: (i128, i128),
        equal: &Equal,
        strides: &[Strides],
        conditions: &[Expr],
        grid: &[Option<Expr>; 3],
    ) -> Option<UsualLaunch> {
        let mut numbers: BTreeMap<usize, i128> = BTreeMap::new();
        for (at, holds) in self.quantities().into_iter().zip(FEW.into_iter().cycle()) {
            let first = self.first(equal, at);
            let number =
                numbers.get(&first).copied().unwrap_or_else(|| self.length(first, equal, shape, holds));
            numbers.insert(at, number);
        }
        // What is said to be equal to something is.
        for _ in 0..2 {
            for holds in conditions.iter().chain(strides.iter().flat_map(|of| &of.all)) {
                self.settle(holds, &mut numbers, equal);
            }
        }
        let known = |symbol: Symbol| match symbol {
            Symbol::Argument(at) => numbers.get(&at).copied().unwrap_or(1),
            Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => 1,
        };
        let mut blocks = [1; 3];
        for (along, extent) in grid.iter().enumerate() {
            let extent = self.bound.number(extent.as_ref()?, &mut { known });
            blocks[along] = u32::try_from(extent).ok().filter(|extent| *extent > 0)?;
        }
        if !conditions.iter().all(|holds| self.bound.truth(holds, &mut { known })) {
            return None;
        }
        let mut bits = vec![0; self.kernel.params.len()];
        for (at, bits) in bits.iter_mut().enumerate() {
            if let Some(kind) = self.bound.scalar(at) {
                *bits = scalar::from_integer(kind, numbers.get(&at).copied().unwrap_or(1))?;
            }
        }
        Some(UsualLaunch { bits, grid: blocks })
    }

    /// The elements of a free extent: some tiles of the longest kind that cuts it, or a few.
    fn length(&self, first: usize, equal: &Equal, (tiles, more): (i128, i128), few: i128) -> i128 {
        let is_it = |at: usize| self.first(equal, at) == first;
        let cuts = self.axes.iter().filter(|axis| is_it(axis.extent));
        let counted = cuts.filter(|axis| !matches!(axis.index, TileIndex::Constant(_)) || axis.tile > 1);
        match counted.map(|axis| i128::from(axis.tile) * i128::from(axis.every)).max() {
            Some(tile) if tile > 1 => (tile * tiles + more).clamp(1, LONG),
            Some(_) | None => few,
        }
    }

    /// Sets an argument to the number of an equation.
    fn settle(&self, holds: &Expr, numbers: &mut BTreeMap<usize, i128>, equal: &Equal) {
        let Expr::Binary(Binary::Eq | Binary::Ge, name, value) = holds else { return };
        let Expr::Name(name) = &**name else { return };
        let Some(at) = self.bound.position(name) else { return };
        let known = |symbol: Symbol| match symbol {
            Symbol::Argument(at) => numbers.get(&at).copied().unwrap_or(1),
            Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => 1,
        };
        let number = self.bound.number(value, &mut { known });
        let is_least = matches!(holds, Expr::Binary(Binary::Ge, ..));
        let is_enough = numbers.get(&at).is_some_and(|before| *before >= number);
        if is_least && is_enough {
            return;
        }
        numbers.insert(at, number);
        // All of a set equal the first.
        if self.first(equal, at) == at {
            for other in equal.iter().filter(|set| set.contains(&at)).flatten() {
                numbers.insert(*other, number);
            }
        }
    }
}
