//! Requirements of scattered stores on their indices: unmasked indices are distinct, and all lanes have one. A counting sort with
//! groups padded to whole tiles gives such indices, as in mixtures of experts.

use std::collections::HashSet;

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, Relation, binary};
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use verify::Clause;

use super::accesses::{Definitions, Size};
use super::pointers::Pointers;
use super::terms::addends::{Addend, addends};
use super::terms::ranges::{keep_below, simplify};
use super::terms::{Reader, Term, VALUE};

/// The facts read off a kernel.
pub(super) struct Scatters<'a, 'k> {
    pub(super) kernel: &'k Kernel,
    pub(super) definitions: &'a Definitions<'k>,
    pub(super) reader: &'a Reader<'a, 'k>,
    pub(super) bound: &'a Bound<'a>,
    pub(super) pointers: &'a Pointers<'a, 'k>,
}

impl Scatters<'_, '_> {
    /// The clauses that the indices of each scattered array are distinct.
    pub(super) fn guess(&self) -> Vec<Clause> {
        let stores = self.kernel.operations().filter(|op| op.op == Op::StorePtrTko);
        stores.flat_map(|op| self.distinct(op)).collect()
    }

    fn related(&self, parameter: usize, relation: Relation) -> Clause {
        Clause::Related { parameter, name: self.bound.argument_name(parameter).to_owned(), relation }
    }

    fn distinct(&self, store: &Operation) -> Vec<Clause> {
        let Some(pointer) = store.operands.first() else { return Vec::new() };
        let mask = store.operands.get(2).copied();
        let mut all = Vec::new();
        for parameter in self.indices(*pointer) {
            // Numbers equal in all lanes are rows. Blocks may share the rows of a loaded array, and each block stores to its own.
            if !self.is_vector(parameter) {
                if let Some(row) = self.own_row(store, parameter) {
                    all.push(row);
                    all.extend(self.steps(parameter));
                    all.extend(self.loads(parameter).flat_map(|load| self.pointers.nest(load)));
                }
                continue;
            }
            all.extend(self.loads(parameter).flat_map(|load| self.whole(load)));
            let among = mask.and_then(|mask| self.kept(mask, parameter));
            all.push(self.related(parameter, Relation::Distinct(among)));
        }
        all
    }

    /// The clause that the blocks store to different rows, which each block reads at its own place of an index array. It is left out
    /// where the place of the store names the place in the index array too, and for ends of sections.
    fn own_row(&self, store: &Operation, parameter: usize) -> Option<Clause> {
        let (_, [written, _]) = self.pointers.offset(store)?;
        let digits = addends(&written);
        let is_row = |digit: &Addend| {
            let is_added = digit.of.is_element_of(parameter) && digit.by.is_empty();
            digit.of.element() == Some(parameter) && (!is_added || digits.len() == 1)
        };
        let loads = self.loads(parameter).filter_map(|load| self.pointers.offset(load));
        let places: Vec<Term> = loads.map(|(_, [place, _])| place).collect();
        let place = places.first().filter(|place| place.is_of_block())?;
        let next = |place: &Term| Term::of(Binary::Add, place.clone(), Term::Uniform(Expr::Number(1)));
        let is_section = places.iter().any(|other| *other == next(place) || *place == next(other));
        let is_named = digits.iter().any(|digit| digit.of == *place);
        let is_own = digits.iter().any(is_row) && !is_named && !is_section;
        is_own.then(|| self.related(parameter, Relation::Distinct(self.pointers.valid(parameter))))
    }

    /// The conditions that the next block reads another element of an index array.
    fn steps(&self, parameter: usize) -> Vec<Clause> {
        let places = self.loads(parameter).filter_map(|load| self.pointers.offset(load));
        let digits =
            places.flat_map(|(_, [place, _])| addends(&place)).filter(|digit| digit.of.is_of_block());
        let steps = digits.flat_map(|digit| digit.by).filter(|step| matches!(step, Expr::Name(_)));
        steps.map(|step| Clause::Requires(binary(Binary::Ge, step, Expr::Number(1)))).collect()
    }

    /// The condition that a load has an element in every lane, if the mask compares places with the array's length. The
    /// last place is below the length, or without a closed form, tiles are whole.
    fn whole(&self, load: &Operation) -> Vec<Clause> {
        let mask = Some(load).filter(|load| load.op == Op::LoadPtrTko);
        let mask = mask.and_then(|load| self.kernel.mask_and_padding(load).0);
        let compared = mask.map(|mask| self.definitions.compared_indices(mask)).unwrap_or_default();
        let arguments = compared.into_iter().filter(|(_, extent)| matches!(extent, Size::Argument(_)));
        let holds = arguments.flat_map(|(index, extent)| {
            let extent = self.reader.words.say(extent);
            let term = self.reader.read(index).filter(|term| term.element().is_none());
            match term.and_then(|term| keep_below(self.reader.words, &term, &extent)) {
                Some(below) => below.into_iter().filter_map(simplify).collect(),
                None => {
                    let rest = binary(Binary::Rem, extent, Expr::Number(self.lanes(load).into()));
                    vec![binary(Binary::Eq, rest, Expr::Number(0))]
                }
            }
        });
        holds.map(Clause::Requires).collect()
    }

    /// The arrays of loaded integers in a pointer.
    fn indices(&self, pointer: ValueId) -> Vec<usize> {
        let (mut found, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![pointer]);
        while let Some(value) = open.pop() {
            let Some(maker) = self.definitions.maker(value).filter(|_| seen.insert(value)) else { continue };
            if matches!(maker.op, Op::LoadPtrTko | Op::LoadViewTko) {
                let array = self.definitions.array(maker);
                found.extend(array.filter(|array| !found.contains(array)));
            } else {
                open.extend(&maker.operands);
            }
        }
        found.retain(|_| self.bound.position(VALUE).is_none());
        found
    }

    /// The elements of an array that a mask keeps, as an upper bound.
    fn kept(&self, mask: ValueId, parameter: usize) -> Option<Expr> {
        let below =
            |extent: Size| binary(Binary::Lt, Expr::Name(VALUE.to_owned()), self.reader.words.say(extent));
        let compared = self.definitions.compared_indices(mask).into_iter();
        compared
            .filter(|(index, _)| self.reader.read(*index).is_some_and(|index| index.is_element_of(parameter)))
            .map(|(_, extent)| below(extent))
            .next()
    }

    /// Whether several elements of an array are loaded at once.
    fn is_vector(&self, parameter: usize) -> bool {
        self.loads(parameter).any(|load| self.lanes(load) > 1)
    }

    fn loads(&self, parameter: usize) -> impl Iterator<Item = &Operation> {
        let loads = self.kernel.operations().filter(|op| matches!(op.op, Op::LoadPtrTko | Op::LoadViewTko));
        loads.filter(move |op| self.definitions.array(op) == Some(parameter))
    }

    fn lanes(&self, load: &Operation) -> u32 {
        let tile = load.results.first().and_then(|result| self.kernel.ty(*result).tile());
        tile.map_or(1, |tile| tile.shape.iter().product())
    }
}
