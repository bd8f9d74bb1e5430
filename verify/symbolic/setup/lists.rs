//! Lists of arrays: each array of a list is an allocation of its own, with numbers of its own, as far as the contract bounds how many
//! there are. What a table holds is known word by word.

use std::collections::HashMap;

use spec::contract::INDEX;
use spec::domain::{Bool as _, Number, between, greatest_signed};
use spec::origins::{Origins, Region};
use spec::syntax::contract::{Expr, ListClause, MAX_ALLOCATION};
use spec::syntax::kernel::{OpId, Operation};
use spec::syntax::op::Op;

use super::narrow::narrow;
use super::{Allocation, Setup, greatest_unit};
use crate::fault_injection::Flaw;
use crate::smt::lower::conjuncts;
use crate::terms::{Num, Truth, Var};
use crate::values::view::bytes_of;

/// The most arrays of a list that are told apart.
pub(crate) const ARRAYS: i128 = 16;

/// The bytes of a word of a table.
const WORD: usize = 8;

/// A list whose arrays are told apart.
#[derive(Debug, Clone)]
pub(crate) struct ArrayList {
    /// The allocation of the table.
    pub(crate) table: usize,
    /// The table entries of each array.
    pub(crate) entries: Vec<Entry>,
}

/// What a table holds of an array.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// Whether the list has so many arrays.
    pub(crate) exists: Truth,
    /// The allocation of the array.
    pub(crate) array: usize,
    /// The words: the address, the extents, the strides.
    pub(crate) words: Vec<Num>,
}

impl ArrayList {
    /// The word at an offset of the table; `None` where none is known to be.
    pub(crate) fn word(&self, offset: &Num) -> Option<Num> {
        let words = self.entries.iter().flat_map(|entry| &entry.words);
        let at = |place: usize| Num::index(place * WORD);
        let found: Vec<(Truth, Num)> =
            words.enumerate().map(|(place, word)| (offset.equals(&at(place)), *word)).collect();
        if let Some((_, word)) = found.iter().find(|(here, _)| here.value() == Some(true)) {
            return Some(*word);
        }
        let mut possible = found.iter().filter(|(here, _)| here.value().is_none()).peekable();
        possible.peek()?;
        let other = Num::fresh("loaded", -greatest_signed(64) - 1, greatest_signed(64));
        Some(possible.fold(other, |other, (here, word)| Num::choose(here, word, &other)))
    }
}

impl Setup<'_> {
    /// Makes the arrays of all lists.
    pub(super) fn lists(&mut self, scan: &Origins) {
        let lists = &self.bound.contract.lists;
        let counts: Vec<Num> = lists.iter().map(|list| self.number(&list.count)).collect();
        let own = self.own_numbers(&counts);
        for (list, count) in lists.iter().zip(&counts) {
            let position = self.bound.position(list.name());
            let table = self.allocations.iter().position(|one| Some(one.parameter) == position);
            let (Some(table), true) = (table, count.hi() <= ARRAYS) else { continue };
            let mut entries = Vec::new();
            for (number, at) in (0..count.hi()).enumerate() {
                let exists = Num::constant(at).less(count);
                entries.push(self.listed_array((list, table), (number, at), exists, &own));
            }
            self.lists.push(ArrayList { table, entries });
        }
        self.find_loops_over_lists(scan);
    }

    /// A number for each name that arrays have for themselves, and each place in lists.
    fn own_numbers(&self, counts: &[Num]) -> HashMap<(String, i128), Num> {
        let lists = &self.bound.contract.lists;
        let most = counts.iter().map(Num::hi).filter(|most| *most <= ARRAYS).max().unwrap_or(0);
        let mut own = HashMap::new();
        for name in self.bound.own_names() {
            let speaks = |list: &ListClause| list.expressions().any(|expr| expr.names().contains(&name));
            let mut of: Vec<usize> = (0..lists.len()).filter(|at| speaks(&lists[*at])).collect();
            // Clauses about a list apply only to arrays that the list has.
            if of.iter().any(|at| counts[*at] != counts[of[0]]) {
                of.clear();
            }
            let all = (0, greatest_signed(64));
            own.extend((0..most).map(|at| {
                let conditions = of.iter().filter_map(|list| lists[*list].among.as_ref());
                let (lo, hi) = conditions.fold(all, |range, among| self.narrowed((among, at), name, range));
                let (lo, hi) = if lo <= hi { (lo, hi) } else { all };
                ((name.to_owned(), at), Num::shared(format!("{name}[{at}]"), lo, hi))
            }));
        }
        own
    }

    /// The range of a number of an array, where a condition bounds it alone.
    fn narrowed(&self, (among, at): (&Expr, i128), name: &str, (lo, hi): (i128, i128)) -> (i128, i128) {
        let number = Num::shared("own", lo, hi);
        let other = Num::shared("other", 0, greatest_signed(64));
        let own = |of: &str| match of {
            INDEX => Num::constant(at),
            of if of == name => number,
            _ => other,
        };
        let positions: HashMap<Var, usize> = number.as_var().map(|var| (var, 0)).into_iter().collect();
        let mut ranges = vec![Some((lo, hi))];
        let holds = self.bound.truth_of_each(among, &own, &mut |symbol| self.symbol(symbol));
        conjuncts(&holds).iter().for_each(|part| narrow(part, &positions, &mut ranges));
        ranges[0].unwrap_or((lo, hi))
    }

    /// An array of a list, with the facts about it.
    fn listed_array(
        &mut self,
        (list, table): (&ListClause, usize),
        (place_in_list, at): (usize, i128),
        exists: Truth,
        own: &HashMap<(String, i128), Num>,
    ) -> Entry {
        let name = format!("{}[{at}]", self.allocations[table].name);
        let (element, position) = (list.each.element, self.allocations[table].parameter);
        let place = if self.has(Flaw::ListedArraysAreAlike) { 0 } else { at };
        let known = |of: &str| match of {
            INDEX => Num::constant(place),
            of => own.get(&(of.to_owned(), place)).copied().unwrap_or_else(|| Num::constant(0)),
        };
        let number = |expr: &Expr| self.bound.number_of_each(expr, &known, &mut |symbol| self.symbol(symbol));
        let numbers: Vec<Num> = list.numbers().map(number).collect();
        let mut facts: Vec<Truth> =
            numbers.iter().map(|number| between(number, 0, greatest_signed(64))).collect();
        facts.extend(
            list.among
                .as_ref()
                .map(|among| self.bound.truth_of_each(among, &known, &mut |symbol| self.symbol(symbol))),
        );
        let bytes = bytes_of(element, &number(&list.len));
        let bytes = if self.has(Flaw::ListedArraysAreLarge) { Num::constant(MAX_ALLOCATION) } else { bytes };
        facts.push(between(&bytes, 0, MAX_ALLOCATION));
        self.facts.extend(facts.iter().map(|fact| exists.implies(fact)));
        let alignment = if self.has(Flaw::ListsAreAlignedAnywhere) { 16 } else { element.bytes() };
        let unit = Num::shared(format!("base.{name}"), 1, greatest_unit(alignment));
        let base = unit.mul(&Num::constant(alignment.into()));
        let kernel = self.bound.kernel;
        let before = kernel.params.len() + kernel.globals.len() + kernel.scratch().count();
        let listed: usize = self.lists.iter().map(|list| list.entries.len()).sum();
        self.allocations.push(Allocation {
            region: Region::Listed(position),
            // Behind all others; each has its own number.
            parameter: before + listed + place_in_list,
            private: false,
            constant: None,
            name,
            element,
            size: Num::choose(&exists, &bytes, &Num::constant(0)),
            measured: false,
            sized: true,
            base,
            alignment,
            uninit: list.each.uninit,
            read: true,
            written: true,
            contents: None,
        });
        let array = self.allocations.len() - 1;
        let words = std::iter::once(base).chain(numbers).collect();
        Entry { exists, array, words }
    }

    /// The list whose table an allocation is.
    pub(crate) fn list_at(&self, which: usize) -> Option<&ArrayList> {
        self.lists.iter().find(|list| list.table == which)
    }

    /// Finds the loops in which tables are read: their rounds are told apart, as their arrays are.
    fn find_loops_over_lists(&mut self, scan: &Origins) {
        let tables: Vec<usize> =
            self.lists.iter().map(|list| self.allocations[list.table].parameter).collect();
        let mut rest: Vec<(&Operation, Vec<OpId>)> =
            self.bound.kernel.body.ops.iter().map(|op| (op, Vec::new())).collect();
        while let Some((op, mut around)) = rest.pop() {
            if scan.accessed_by(op).iter().any(|parameter| tables.contains(parameter)) {
                self.loops_over_lists.extend(around.iter().copied());
            }
            if matches!(op.op, Op::For | Op::Loop) {
                around.push(op.id);
            }
            let inner = op.regions.iter().flat_map(|region| &region.ops);
            rest.extend(inner.map(|inner| (inner, around.clone())));
        }
    }
}
