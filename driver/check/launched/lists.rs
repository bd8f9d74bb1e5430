//! Lists of arrays of a launch: the arrays and the table that leads to them, and the clauses that state both.

use spec::contract::Bound;
use spec::memory::address_space::addresses;
use spec::parse::contract_clauses;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::{Argument, Buffer, Launch};

use super::made::{Made, alignment, read_contents};
use crate::compile::{LaunchedArgument, ListedArray};

/// The table of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::check) struct Table {
    /// The parameter of the table.
    pub(super) parameter: usize,
    /// The element type of the arrays.
    element: String,
    /// By array, the buffer, and the extents with the strides behind them.
    pub(super) entries: Vec<(usize, Vec<u64>)>,
    /// Whether nobody has written some of the arrays.
    is_empty: bool,
}

impl Made {
    /// Adds the arrays of a list; gives the table's bytes, which [`write_tables`] fills.
    pub(super) fn add_list(&mut self, parameter: usize, argument: &LaunchedArgument) -> Result<(), String> {
        let element = argument.element.clone().unwrap_or_default();
        let is_empty = argument.arrays.iter().any(|array| array.uninit);
        let mut table = Table { parameter, element, entries: Vec::new(), is_empty };
        for array in &argument.arrays {
            let held = read_contents(array.contents.as_deref(), array.bytes)
                .map_err(|reason| format!("`{}`: {reason}", argument.name))?;
            table.entries.push((self.launch.buffers.len(), numbers(array)));
            self.addresses.push(array.address);
            self.around.push((0, 0));
            self.seen.push(held.is_some() || array.uninit);
            self.own.push(array.uninit && !array.is_shared);
            self.launch.buffers.push(Buffer {
                bytes: array.bytes,
                alignment: alignment(array.address),
                uninit: array.uninit,
                contents: held.map(|held| (0, held)).into_iter().collect(),
            });
        }
        self.tables.push(table);
        Ok(())
    }

    /// Whether some arrays of a list are empty, and others are not: no clause says which.
    pub(super) fn has_mixed_list(&self) -> bool {
        let is_empty = |(buffer, _): &(usize, Vec<u64>)| self.launch.buffers[*buffer].uninit;
        self.tables.iter().any(|table| table.is_empty && !table.entries.iter().all(is_empty))
    }

    /// The arrays of lists: each buffer with the name of its list.
    pub(super) fn listed(&self, bound: &Bound<'_>) -> Vec<(usize, String)> {
        let of_table = |table: &Table| {
            let name = bound.argument_name(table.parameter).to_owned();
            table.entries.iter().map(|(buffer, _)| (*buffer, name.clone())).collect::<Vec<_>>()
        };
        self.tables.iter().flat_map(of_table).collect()
    }

    /// Whether two buffers share memory.
    pub(super) fn overlap(&self, one: usize, other: usize) -> bool {
        let ends = |at: usize| {
            let start = *self.addresses.get(at)?;
            Some((start, start + self.launch.buffers.get(at)?.bytes))
        };
        let both = ends(one).zip(ends(other));
        both.is_some_and(|(one, other)| one.0.max(other.0) < one.1.min(other.1))
    }

    /// Whether two buffers are one written array: equal addresses and lengths.
    pub(super) fn are_one_array(&self, one: usize, other: usize) -> bool {
        let (Some(a), Some(b)) = (self.launch.buffers.get(one), self.launch.buffers.get(other)) else {
            return false;
        };
        self.addresses.get(one) == self.addresses.get(other) && a.bytes == b.bytes && !a.uninit && !b.uninit
    }

    /// The first `same_array` clause of a contract that the launch breaks.
    pub(super) fn find_different(&self, bound: &Bound<'_>) -> Option<String> {
        let buffer = |at: usize| match self.launch.arguments.get(at) {
            Some(Argument::Pointer { buffer, .. }) => {
                Some((self.addresses.get(*buffer)?, self.launch.buffers.get(*buffer)?.bytes))
            }
            Some(Argument::Scalar(_)) | None => None,
        };
        let positions = 0..self.launch.arguments.len();
        let mut pairs = positions.map(|at| (bound.first_with_array(at), at));
        let (one, other) = pairs.find(|(first, at)| buffer(*first) != buffer(*at))?;
        let name = |at: usize| bound.argument_name(at);
        Some(format!("same_array {}, {}", name(one), name(other)))
    }

    /// Adds the clauses about all lists: the numbers of each array, by its place.
    pub(super) fn add_lists(&self, exact: &mut Contract, kernel: &Kernel) {
        for table in &self.tables {
            let name = Bound { contract: exact, kernel }.argument_name(table.parameter).to_owned();
            exact.lists.retain(|list| list.name() != name);
            exact.buffers.retain(|clause| clause.name != name);
            let Ok(clauses) = contract_clauses(&table.describe(&name)) else { continue };
            exact.lists.extend(clauses.lists);
            exact.requires.extend(clauses.requires);
            exact.buffers.extend(clauses.buffers);
            exact.aligns.extend(clauses.aligns);
        }
    }
}

impl Table {
    /// The buffer of the table in a launch.
    pub(super) fn buffer(&self, launch: &Launch) -> Option<usize> {
        match launch.arguments.get(self.parameter)? {
            Argument::Pointer { buffer, .. } => Some(*buffer),
            Argument::Scalar(_) => None,
        }
    }

    /// The clause of the list.
    fn describe(&self, name: &str) -> String {
        let rank = self.entries.first().map_or(0, |(_, numbers)| numbers.len() / 2);
        let own = |what: &str| (0..rank).map(|axis| format!("{name}_{what}{axis}")).collect::<Vec<_>>();
        let (extents, strides) = (own("extent"), own("stride"));
        let names: Vec<&String> = extents.iter().chain(&strides).collect();
        let case = |(at, (_, numbers)): (usize, &(usize, Vec<u64>))| {
            let equal = names.iter().zip(numbers).map(|(name, number)| format!("{name} == {number}"));
            std::iter::once(format!("i == {at}")).chain(equal).collect::<Vec<_>>().join(" && ")
        };
        let cases: Vec<String> = self.entries.iter().enumerate().map(case).collect();
        format!(
            "list {name}[{}] : array {}[{}] strides = ({}){} where {}",
            self.entries.len(),
            self.element,
            extents.join(", "),
            strides.join(", "),
            if self.is_empty { " uninit" } else { "" },
            cases.join(" || ")
        )
    }
}

/// Fills the tables with the places that a run gives to the arrays: each is the start of a buffer, or bytes behind.
pub(super) fn write_tables(launch: &mut Launch, tables: &[Table], place: &dyn Fn(usize) -> (usize, u64)) {
    let starts = addresses(&launch.buffers);
    for table in tables {
        let Some(Argument::Pointer { buffer, offset }) = launch.arguments.get(table.parameter) else {
            continue;
        };
        let words = table.entries.iter().flat_map(|(array, numbers)| {
            let (buffer, offset) = place(*array);
            let start = starts.get(buffer).map_or(0, |start| start + offset);
            std::iter::once(start).chain(numbers.iter().copied())
        });
        let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        if let Some(held) = launch.buffers.get_mut(*buffer) {
            held.contents.insert(*offset, bytes);
        }
    }
}

fn numbers(array: &ListedArray) -> Vec<u64> {
    array.shape.iter().chain(&array.strides).copied().collect()
}
