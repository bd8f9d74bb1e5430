//! Extents and scalars that are equal in every launch. A square matrix in the only launch says nothing about its two extents: an
//! equality in one launch counts if the kernel uses both numbers alike.

use std::collections::{BTreeMap, BTreeSet};

use spec::syntax::contract::{Binary, Expr, binary};

use super::facts::{Facts, Passed};
use crate::check::infer::{TileIndex, TiledAxis};

/// The least number that is unlikely to appear twice by accident.
const TELLING: i128 = 3;

/// The least axes of two arrays of equal shapes, so that an axis of one element has the same meaning in both.
const SEVERAL: usize = 3;

pub(super) use super::sample::Equal;

impl Facts<'_> {
    /// The extents of arrays, and the scalars that the kernel uses, which are neither an extent nor a stride.
    pub(super) fn quantities(&self) -> Vec<usize> {
        let of_arrays = |at: &usize| {
            self.arrays.iter().any(|array| array.extents.contains(at) || array.strides.contains(at))
        };
        let extents: BTreeSet<usize> = self.arrays.iter().flat_map(|array| array.extents.clone()).collect();
        let scalars = (0..self.kernel.params.len())
            .filter(|at| self.bound.scalar(*at).is_some() && !of_arrays(at) && self.is_used(*at));
        let mut all: Vec<usize> = extents.into_iter().chain(scalars).collect();
        all.retain(|at| self.numbers(*at).is_some());
        all
    }

    /// The sets of equal quantities, of two and more. Equations of `more` join sets.
    pub(super) fn find_equal(&self, more: &[Expr]) -> Equal {
        let all = self.quantities();
        let mut root: Vec<usize> = (0..self.kernel.params.len()).collect();
        let stated: Vec<(usize, usize)> = more.iter().filter_map(|holds| self.equated(holds)).collect();
        for (number, second) in all.iter().enumerate() {
            for first in &all[..number] {
                let (a, b) = (root[*first], root[*second]);
                let is_stated = stated.contains(&(*first, *second)) || stated.contains(&(*second, *first));
                if a != b && (is_stated || self.are_equal(*first, *second)) {
                    root.iter_mut().filter(|root| **root == a.max(b)).for_each(|root| *root = a.min(b));
                }
            }
        }
        let sets = all.iter().filter(|at| root[**at] == **at);
        let sets = sets.map(|first| all.iter().copied().filter(|at| root[*at] == *first).collect());
        sets.filter(|set: &Vec<usize>| set.len() > 1).collect()
    }

    /// The two quantities of an equation.
    pub(super) fn equated(&self, holds: &Expr) -> Option<(usize, usize)> {
        let Expr::Binary(Binary::Eq, one, other) = holds else { return None };
        let (Expr::Name(one), Expr::Name(other)) = (&**one, &**other) else { return None };
        self.bound.position(one).zip(self.bound.position(other))
    }

    /// The sets of quantities with equal numbers in every launch, by accident or not: a launch like these keeps them equal.
    pub(super) fn find_agreeing(&self) -> Equal {
        let mut sets: BTreeMap<Vec<i128>, Vec<usize>> = BTreeMap::new();
        for at in self.quantities() {
            if let Some(numbers) = self.numbers(at) {
                sets.entry(numbers).or_default().push(at);
            }
        }
        sets.into_values().filter(|set| set.len() > 1).collect()
    }

    fn are_equal(&self, first: usize, second: usize) -> bool {
        let (Some(numbers), Some(others)) = (self.numbers(first), self.numbers(second)) else { return false };
        if numbers != others || self.count_apart(first, second) {
            return false;
        }
        let counts = |at: usize| {
            self.axes.iter().filter(move |axis| axis.extent == at).map(|axis| (axis.index, axis.tile))
        };
        let counted: BTreeSet<_> = counts(first).collect();
        // A loop with one tile in each iteration ends at the number of tiles.
        let ends = |extent: usize, end: usize| {
            let mut axes = self.axes.iter().filter(|axis| axis.extent == extent);
            axes.any(|axis| axis.tile == 1 && axis.ended_by == Some(end))
        };
        let go_together =
            counts(second).any(|one| counted.contains(&one)) || ends(first, second) || ends(second, first);
        // Two axes of one array that are equally long in every launch: a third equal number is ambiguous.
        let is_ambiguous = self.arrays.iter().any(|array| {
            let same = array.extents.iter().filter(|at| self.numbers(**at).as_ref() == Some(&numbers));
            same.count() > 1
        });
        let are_several = numbers.windows(2).any(|pair| pair[0] != pair[1]);
        let is_telling = are_several || numbers.iter().all(|number| *number >= TELLING);
        // The rows of a product and those of a factor may be equally many in a few launches: blocks count one, a loop the other.
        let go_apart = !counted.is_empty() && counts(second).next().is_some();
        go_together || is_telling && !is_ambiguous || !go_apart && self.stand_alike(first, second)
    }

    /// Whether two extents belong to the same axis of two arrays with equal shapes in every launch. No second axis may have the same
    /// number. A single element is evidence only beside several axes.
    fn stand_alike(&self, first: usize, second: usize) -> bool {
        let place = |at: usize| {
            self.arrays.iter().find_map(|array| {
                let axis = array.extents.iter().position(|extent| *extent == at)?;
                Some((array, axis))
            })
        };
        let Some(((one, axis), (other, at))) = place(first).zip(place(second)) else { return false };
        let shape =
            |array: &Passed| array.extents.iter().map(|at| self.numbers(*at)).collect::<Option<Vec<_>>>();
        let Some((extents, others)) = shape(one).zip(shape(other)) else { return false };
        let own = &extents[axis];
        let is_only = extents.iter().filter(|numbers| *numbers == own).count() == 1;
        let is_long = |numbers: &Vec<i128>| numbers.iter().any(|number| *number >= TELLING);
        let is_enough = own.iter().all(|number| *number > 1) || extents.len() >= SEVERAL;
        axis == at && extents == others && is_only && is_enough && extents.iter().any(is_long)
    }

    /// The first of the set that a quantity belongs to.
    pub(super) fn first(&self, equal: &Equal, at: usize) -> usize {
        let set = equal.iter().find(|set| set.contains(&at));
        set.and_then(|set| set.first().copied()).unwrap_or(at)
    }

    /// Each quantity of a set equals the first.
    pub(super) fn say_equal(&self, equal: &Equal) -> Vec<Expr> {
        let mut said = Vec::new();
        for set in equal {
            let Some((first, others)) = set.split_first() else { continue };
            said.extend(others.iter().map(|other| binary(Binary::Eq, self.name(*other), self.name(*first))));
        }
        said
    }

    /// The groups of arrays with equal extents along each axis, and the equations that each group implies. A group for a single equation
    /// would save nothing.
    pub(super) fn find_same_shapes(&self, equal: &Equal) -> (Vec<Vec<String>>, Vec<Expr>) {
        let mut groups: Vec<(Vec<usize>, Vec<&Passed>)> = Vec::new();
        for array in self.arrays.iter().filter(|array| !array.extents.is_empty()) {
            let firsts: Vec<usize> = array.extents.iter().map(|at| self.first(equal, *at)).collect();
            match groups.iter_mut().find(|(others, _)| *others == firsts) {
                Some((_, arrays)) => arrays.push(array),
                None => groups.push((firsts, vec![array])),
            }
        }
        groups.retain(|(firsts, arrays)| (arrays.len() - 1) * firsts.len() > 1);
        let mut implied = Vec::new();
        for (firsts, arrays) in &groups {
            for array in &arrays[1..] {
                let both = array.extents.iter().zip(firsts).filter(|(at, first)| at != first);
                implied.extend(both.map(|(at, first)| binary(Binary::Eq, self.name(*at), self.name(*first))));
            }
        }
        let named = |arrays: Vec<&Passed>| arrays.into_iter().map(|array| array.name.clone()).collect();
        (groups.into_iter().map(|(_, arrays)| named(arrays)).collect(), implied)
    }

    /// Extents that are the number of tiles of another extent, as those of an array with a number for each tile. The kernel has to
    /// count both with the same index, in tiles of different lengths.
    pub(super) fn find_tile_counts(&self, equal: &Equal) -> Vec<Expr> {
        let mut found = Vec::new();
        for one in &self.axes {
            let first = |at: usize| self.first(equal, at);
            let others = self.tiled_beside(one).filter(|other| first(other.extent) != first(one.extent));
            let counts = others.map(|other| {
                let count = self.count(first(other.extent), other.tile / one.tile);
                binary(Binary::Eq, self.name(first(one.extent)), count)
            });
            found.extend(
                counts
                    .filter(|holds| self.holds(holds) && !found.contains(holds))
                    .take(1)
                    .collect::<Vec<_>>(),
            );
        }
        found
    }

    /// The axes with longer tiles under the same index, by multiples.
    fn tiled_beside<'s>(&'s self, one: &'s TiledAxis) -> impl Iterator<Item = &'s TiledAxis> {
        let is_counted = !matches!(one.index, TileIndex::Constant(_));
        self.axes.iter().filter(move |other| {
            is_counted && other.index == one.index && other.tile > one.tile && other.tile % one.tile == 0
        })
    }

    /// Whether the extent of an axis is the number of tiles of another extent.
    pub(super) fn counts_tiles(&self, one: &TiledAxis) -> bool {
        self.tiled_beside(one).any(|other| {
            let count = self.count(other.extent, other.tile / one.tile);
            self.holds(&binary(Binary::Eq, self.name(one.extent), count))
        })
    }

    /// Whether two extents count the tiles of different numbers, each of the extents by an index of its own.
    fn count_apart(&self, first: usize, second: usize) -> bool {
        let sources = |extent: usize| -> BTreeSet<TileIndex> {
            let counts = self.axes.iter().filter(|axis| axis.extent == extent && self.counts_tiles(axis));
            counts.map(|axis| axis.index).collect()
        };
        let (one, other) = (sources(first), sources(second));
        !one.is_empty() && !other.is_empty() && one.is_disjoint(&other)
    }

    /// Arrays of integers with one element more than something counts, as offsets of the rows of a ragged batch are.
    pub(super) fn find_longer_by_one(&self, equal: &Equal) -> Vec<Expr> {
        let all = self.quantities();
        let mut found = Vec::new();
        for array in &self.arrays {
            let [extent] = array.extents[..] else { continue };
            let is_integer = self.bound.pointee(array.pointer).is_some_and(|element| element.is_integer());
            if !is_integer || equal.iter().any(|set| set.contains(&extent)) {
                continue;
            }
            let longer = |other: &usize| {
                let other = binary(Binary::Add, self.name(*other), Expr::Number(1));
                binary(Binary::Eq, self.name(extent), other)
            };
            let others =
                all.iter().filter(|other| **other != extent && self.first(equal, **other) == **other);
            let holding: Vec<Expr> = others.map(longer).filter(|holds| self.holds(holds)).collect();
            if let [only] = &holding[..] {
                found.push(only.clone());
            }
        }
        found
    }

    /// Extents of stored arrays, each equal to an extent of a loaded array in some launches and never shorter, such as the rows of an
    /// output with room for more. Both belong to the same axis, with tiles of equal length.
    pub(super) fn find_never_less(&self, equal: &Equal, constants: &[Expr]) -> Vec<Expr> {
        let axis =
            |at: usize| self.arrays.iter().find_map(|one| one.extents.iter().position(|own| *own == at));
        let is_constant = |at: usize| {
            let name = self.name(self.first(equal, at));
            constants.iter().any(|holds| matches!(holds, Expr::Binary(_, other, _) if **other == name))
        };
        let tiled: Vec<&TiledAxis> =
            self.axes.iter().filter(|axis| axis.tile > 1 && !is_constant(axis.extent)).collect();
        let mut found = Vec::new();
        for longer in tiled.iter().filter(|axis| axis.stores) {
            let is_like = |other: &&&TiledAxis| {
                other.tile == longer.tile && !other.stores && axis(other.extent) == axis(longer.extent)
            };
            for shorter in tiled.iter().filter(is_like) {
                let (long, short) = (self.first(equal, longer.extent), self.first(equal, shorter.extent));
                let Some((most, least)) = self.numbers(long).zip(self.numbers(short)) else { continue };
                let is_never_less = most.iter().zip(&least).all(|(most, least)| most >= least);
                let is_sometimes_equal = most.iter().zip(&least).any(|(most, least)| most == least);
                let holds = binary(Binary::Ge, self.name(long), self.name(short));
                if is_never_less && is_sometimes_equal && most != least && !found.contains(&holds) {
                    found.push(holds);
                }
            }
        }
        found
    }

    /// No array is empty, as far as the grid and equations of sizes do not say so.
    pub(super) fn find_filled(&self, equal: &Equal, known: &[Expr], grid: &[Option<Expr>]) -> Vec<Expr> {
        let is_extent = |name: &Expr| {
            let mut extents = self.arrays.iter().flat_map(|array| &array.extents);
            extents.any(|at| self.name(*at) == *name)
        };
        let mut said = Vec::new();
        for at in self.quantities() {
            let name = self.name(at);
            let is_known = known.iter().any(|holds| is_positive(holds, &name));
            let is_counted = grid.iter().flatten().any(|blocks| {
                blocks == &name
                    || factors(blocks).into_iter().any(|one| counts(one, &name) && is_extent(&name))
            });
            let set = equal.iter().find(|set| set.contains(&at));
            let is_used = set.map_or_else(|| self.is_used(at), |set| set.iter().any(|at| self.is_used(*at)));
            if is_used && self.first(equal, at) == at && !is_known && !is_counted {
                said.push(binary(Binary::Ge, name, Expr::Number(1)));
            }
        }
        said
    }
}

/// Whether a condition gives a number that is at least 1: a constant, or a number of tiles of an array that is not empty.
fn is_positive(holds: &Expr, name: &Expr) -> bool {
    let Expr::Binary(Binary::Eq, own, value) = holds else { return false };
    let is_least = match &**value {
        Expr::Binary(Binary::Cdiv, whole, _) => matches!(**whole, Expr::Name(_)),
        Expr::Number(number) => *number > 0,
        Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => false,
    };
    **own == *name && is_least
}

/// The factors of a product.
fn factors(product: &Expr) -> Vec<&Expr> {
    match product {
        Expr::Binary(Binary::Mul, lhs, rhs) => [factors(lhs), factors(rhs)].concat(),
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
            vec![product]
        }
    }
}

/// Whether a factor of the extent of a grid, which is never less than 1, says that an extent is at least 1.
fn counts(factor: &Expr, name: &Expr) -> bool {
    factor == name || matches!(factor, Expr::Binary(Binary::Cdiv, whole, _) if **whole == *name)
}
