//! Elements of arrays of integers that launches pass, as far as they are known: indices into other arrays, each once or not.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use spec::contract::Bound;
use spec::memory::access::Access;
use spec::origins::Origins;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::types::Type;
use verify::Clause;

use super::equal::Equal;
use super::facts::Facts;
use super::sample::{Held, Sample};
use crate::check::infer::{TileIndex, TiledAxis};

/// The room above the elements of an array: how many launches leave none, the most of them first, and the room of each launch.
type Room = (Reverse<usize>, Vec<i128>);

impl Facts<'_> {
    /// The contents of each index array in every launch: numbers of tiles of the indexed axis.
    pub(super) fn find_indices(&self, equal: &Equal) -> Vec<Clause> {
        let mut found: Vec<Clause> = Vec::new();
        for axis in self.axes.iter().filter(|axis| matches!(axis.index, TileIndex::Value(_))) {
            let Some(parameter) = axis.indexed_by else { continue };
            let known: Vec<(Held, &Sample)> = self.known(parameter).collect();
            let is_inside = !known.is_empty()
                && known.iter().all(|(held, sample)| {
                    let extent = sample.numbers.get(axis.extent).copied().flatten();
                    extent.is_some_and(|extent| {
                        held.least >= 0
                            && held.most
                                < extent.div_euclid(axis.tile.into())
                                    + i128::from(extent % i128::from(axis.tile) != 0)
                    })
                });
            let clause = self.natural_index(parameter, axis, equal);
            if is_inside && !found.contains(&clause) {
                found.push(clause);
            }
        }
        found
    }

    /// The elements of an index array are numbers of tiles of the indexed axis.
    pub(super) fn natural_index(&self, parameter: usize, axis: &TiledAxis, equal: &Equal) -> Clause {
        let value = || Expr::Name("value".to_owned());
        let count = self.count(self.first(equal, axis.extent), axis.tile);
        let natural = binary(Binary::Le, Expr::Number(0), value());
        let holds = binary(Binary::And, natural, binary(Binary::Lt, value(), count));
        Clause::Contents { parameter, name: self.bound.argument_name(parameter).to_owned(), holds }
    }

    /// The range of each array of integers that the kernel reads and no axis is indexed by, such as lengths of sequences. The range
    /// ends at an extent above all elements of all launches: an extent equal to an element, or else a small extent. A constant of
    /// the kernel ends it in front of the constant, as for numbers of experts.
    pub(super) fn find_counts(&self, equal: &Equal) -> Vec<Clause> {
        let beginnings = find_beginnings(self.samples, self.bound);
        let begins = |at: usize| beginnings.iter().any(|clause| is_about(clause, at));
        let uses = Uses::of(self.kernel);
        let is_index = |at: usize| self.axes.iter().any(|axis| axis.indexed_by == Some(at));
        let mut found = Vec::new();
        for array in self.arrays.iter().filter(|array| !is_index(array.pointer)) {
            let known: Vec<(Held, &Sample)> = self.known(array.pointer).collect();
            let is_read = uses.read.contains(&array.pointer) && !begins(array.pointer);
            if known.is_empty() || !is_read || known.iter().any(|(held, _)| held.least < 0) {
                continue;
            }
            let extents = self.arrays.iter().flat_map(|other| &other.extents);
            let others = extents.filter(|at| !array.extents.contains(at)).map(|at| self.first(equal, *at));
            let bounds = others.filter_map(|at| {
                let number = |sample: &Sample| sample.numbers.get(at).copied().flatten();
                let rooms: Option<Vec<i128>> =
                    known.iter().map(|(held, sample)| Some(number(sample)? - held.most)).collect();
                let rooms = rooms.filter(|rooms| rooms.iter().all(|room| *room >= 0))?;
                let reached = rooms.iter().filter(|room| **room == 0).count();
                Some(((Reverse(reached), rooms), self.name(at)))
            });
            let value = || Expr::Name("value".to_owned());
            let extent = bounds.min_by_key(|(key, _)| key.clone());
            let extent = extent.map(|(key, extent)| (key, binary(Binary::Le, value(), extent)));
            let ends = extent.into_iter().chain(self.find_end(&known));
            let Some((_, below)) = ends.min_by_key(|(key, _)| key.clone()) else { continue };
            let natural = binary(Binary::Le, Expr::Number(0), value());
            let holds = binary(Binary::And, natural, below);
            found.push(Clause::Contents { parameter: array.pointer, name: array.name.clone(), holds });
        }
        found.extend(beginnings);
        found
    }

    /// The constant just above all elements of all launches, with the room between both. One launch may come close by accident.
    fn find_end(&self, known: &[(Held, &Sample)]) -> Option<(Room, Expr)> {
        let (_, own) = known.iter().find(|(_, sample)| sample.is_own)?;
        let ends = own.constants.iter().filter(|(name, _)| self.varies(name)).filter_map(|(name, number)| {
            let room = |(held, sample): &(Held, &Sample)| Some(self.constant(sample, name)? - 1 - held.most);
            let rooms: Vec<i128> = known.iter().map(room).collect::<Option<_>>()?;
            let rooms = Some(rooms).filter(|rooms| rooms.iter().all(|room| *room >= 0))?;
            let reached = rooms.iter().filter(|room| **room == 0).count();
            let below = binary(Binary::Lt, Expr::Name("value".to_owned()), Expr::Number(*number));
            Some(((Reverse(reached), rooms), below))
        });
        ends.min_by_key(|(key, _)| key.clone())
    }

    /// The launches with known contents of an array.
    fn known(&self, parameter: usize) -> impl Iterator<Item = (Held, &Sample)> {
        self.samples
            .iter()
            .filter_map(move |sample| Some((sample.held.get(parameter).copied().flatten()?, sample)))
    }
}

/// The arrays that accesses of a kernel share by position.
struct Uses {
    /// Those of which an operation uses a loaded element, or the old one of an update.
    read: BTreeSet<usize>,
    /// Those that updates change.
    updated: BTreeSet<usize>,
}

impl Uses {
    fn of(kernel: &Kernel) -> Self {
        let origins = Origins::new(kernel);
        let used: HashSet<ValueId> = kernel.operations().flat_map(|op| &op.operands).copied().collect();
        let is_used = |value: &ValueId| used.contains(value) && !matches!(kernel.ty(*value), Type::Token);
        let (mut read, mut updated) = (BTreeSet::new(), BTreeSet::new());
        for op in kernel.operations() {
            let Some(access) = Access::of(kernel, op) else { continue };
            if access.manner.reads && op.results.iter().any(is_used) {
                read.extend(origins.accessed_by(op));
            }
            if access.is_update() {
                updated.extend(origins.accessed_by(op));
            }
        }
        Uses { read, updated }
    }
}

/// The contents of counters, flags and tables at the beginning, unless the author states them. They are arrays with atomic updates whose elements the
/// kernel uses, and every launch fills them with zeros, or with one negative number.
pub(super) fn find_beginnings(samples: &[Sample], bound: &Bound<'_>) -> Vec<Clause> {
    let uses = Uses::of(bound.kernel);
    let filling = |sample: &Sample, at: usize| {
        sample.held.get(at).copied().flatten().filter(|held| held.least == held.most).map(|held| held.least)
    };
    let begins = |at: &usize| {
        let number = filling(samples.first()?, *at).filter(|number| *number <= 0)?;
        let is_it = samples.iter().all(|sample| filling(sample, *at) == Some(number));
        let holds = binary(Binary::Eq, Expr::Name("value".to_owned()), Expr::Number(number));
        let name = bound.argument_name(*at).to_owned();
        is_it.then_some(Clause::Contents { parameter: *at, name, holds })
    };
    uses.read
        .intersection(&uses.updated)
        .filter(|at| !bound.states_elements(**at))
        .filter_map(begins)
        .collect()
}

/// Whether a clause is about the elements of an array.
pub(super) fn is_about(clause: &Clause, array: usize) -> bool {
    matches!(clause, Clause::Contents { parameter, .. } if *parameter == array)
}
