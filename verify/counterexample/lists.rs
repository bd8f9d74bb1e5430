//! Lists of arrays in a launch: the arrays, and the tables that lead to them.

use spec::memory::address_space::addresses;
use spec::syntax::launch::Buffer;

use super::bytes::{Start, bits, write};
use crate::smt::model::Model;
use crate::symbolic::machine::Machine;
use crate::symbolic::setup::lists::Entry;
use crate::terms::Values;

/// The allocations of the arrays that lists have in a model.
pub(super) fn listed_arrays(machine: &Machine<'_>, model: &Model) -> Vec<usize> {
    let entries = machine.setup.lists.iter().flat_map(|list| &list.entries);
    entries.filter(|entry| model.keeps(&entry.exists)).map(|entry| entry.array).collect()
}

/// Writes the places and numbers of arrays into each table.
pub(super) fn write_tables(
    machine: &Machine<'_>,
    model: &Model,
    buffers: &mut [Buffer],
    starts: &[Option<Start>],
) -> Option<()> {
    let places = addresses(buffers);
    for list in &machine.setup.lists {
        let (table, start) = starts[list.table]?;
        for (at, entry) in list.entries.iter().enumerate().filter(|(_, entry)| model.keeps(&entry.exists)) {
            let first = start + u64::try_from(at * entry.words.len() * 8).ok()?;
            for (word, value) in (0..).zip(values(model, entry, &places, starts)?) {
                write(&mut buffers[table].contents, first + 8 * word, &value.to_le_bytes());
            }
        }
    }
    Some(())
}

/// The words of an entry: the address as it is in the launch, and the numbers.
fn values(model: &Model, entry: &Entry, places: &[u64], starts: &[Option<Start>]) -> Option<Vec<u64>> {
    let (buffer, offset) = starts[entry.array]?;
    let address = places.get(buffer)?.checked_add(offset)?;
    let numbers = entry.words[1..].iter().map(|word| Some(bits(model.num(word)?, 64)));
    std::iter::once(Some(address)).chain(numbers).collect()
}
