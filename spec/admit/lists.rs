//! Lists of arrays: whether the table of each has what the clause says, array by array.

use std::collections::{BTreeMap, HashMap};

use super::exact::Exact;
use super::places::{number_at, numbers_at};
use super::{Case, bits_at, bytes_of, value};
use crate::contract::Bound;
use crate::memory::address_space::addresses;
use crate::origins::{Origins, Region};
use crate::syntax::contract::{ListClause, MAX_ALLOCATION};
use crate::syntax::launch::{Argument, Buffer, Launch};
use crate::syntax::types::Scalar;

/// The most arrays of a list that are looked at.
const ARRAYS: i128 = 256;

/// The most arrays of a list that are laid out.
const LAID: i128 = 16;

/// The alignment of generated arrays.
const ALIGNED: u64 = 256;

/// The bytes of a word of a table.
const WORD: u64 = 8;

/// An array of a list: its name, the argument of its list, its start, and its size in bytes.
struct Listed {
    name: String,
    position: usize,
    start: i128,
    bytes: i128,
}

/// How many values for the numbers of the arrays at one place are tried.
const TRIES: usize = 4096;

/// The placement of the arrays of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placing {
    /// Each array in its own buffer, aligned as for any kernel.
    Apart,
    /// Some arrays at the least alignment of an element, and some over permitted overlaps; the choice depends on the
    /// seed.
    Anyhow,
}

/// The launch with arrays for all lists in front of its other buffers, and tables that lead to the arrays. Their numbers come from
/// the given values, in a choice that depends on `seed`. `None` if no values that keep the clauses were found.
pub fn lay_lists(
    bound: &Bound<'_>,
    mut launch: Launch,
    values: &[i128],
    (placing, seed): (Placing, usize),
) -> Option<Launch> {
    let lists = &bound.contract.lists;
    if lists.is_empty() {
        return Some(launch);
    }
    let case = Case { bound, launch: &launch, placed: None };
    let mut arrays: Vec<Buffer> = Vec::new();
    let mut entries: Vec<TableEntry> = Vec::new();
    let counts: Vec<i128> = lists.iter().map(|list| case.number(&list.count)).collect::<Option<_>>()?;
    if counts.iter().any(|count| *count > LAID) {
        return None;
    }
    let is_chosen = |bit: usize| placing == Placing::Anyhow && seed >> (bit % 8) & 1 == 1;
    for at in 0..counts.iter().copied().max().unwrap_or(0) {
        let here: Vec<&ListClause> =
            lists.iter().zip(&counts).filter(|(_, count)| at < **count).map(|(list, _)| list).collect();
        let own = case.choose_numbers((&here, at), values, seed.wrapping_add(usize::try_from(at).ok()?))?;
        let known = |name: &str| Exact(number_at(&own, at, name));
        for list in here {
            let number = |expr| {
                bound.number_of_each(expr, &known, &mut |symbol| Exact(Some(case.symbol(symbol, 0)))).0
            };
            let bytes = bytes_of(list.each.element, number(&list.len)?)?;
            let bytes = u64::try_from(bytes).ok().filter(|bytes| i128::from(*bytes) <= MAX_ALLOCATION)?;
            arrays.push(Buffer {
                bytes,
                alignment: if is_chosen(arrays.len()) { list.each.element.bytes() } else { ALIGNED },
                uninit: list.each.uninit,
                contents: BTreeMap::new(),
            });
            let first = u64::try_from(at).ok()? * u64::try_from(list.words()).ok()? * WORD;
            entries.push((
                bound.position(list.name())?,
                first,
                list.numbers().map(number).collect::<Option<_>>()?,
            ));
        }
    }
    for argument in &mut launch.arguments {
        if let Argument::Pointer { buffer, .. } = argument {
            *buffer += arrays.len();
        }
    }
    launch.buffers.splice(0..0, arrays);
    write_tables(bound, launch, entries, &is_chosen)
}

/// By array, the list's argument, the first byte of the entry in the table, and the words behind the address.
type TableEntry = (usize, u64, Vec<i128>);

/// Writes tables that lead to the arrays of the launch; arrays come first, or over memory that they may overlap.
fn write_tables(
    bound: &Bound<'_>,
    mut launch: Launch,
    entries: Vec<TableEntry>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> Option<Launch> {
    let places = addresses(&launch.buffers);
    for (array, (position, first, numbers)) in entries.into_iter().enumerate() {
        let over = Some(()).filter(|()| is_chosen(array + 3));
        let over = over.and_then(|()| place_over(bound, &launch, &places, (position, array)));
        let address = over.or(places.get(array).copied())?;
        let Some(Argument::Pointer { buffer, offset }) = launch.arguments.get(position).cloned() else {
            return None;
        };
        let words = numbers.iter().map(|number| i64::try_from(*number).ok()).collect::<Option<Vec<i64>>>()?;
        let bytes = address.to_le_bytes().into_iter().chain(words.iter().flat_map(|word| word.to_le_bytes()));
        let table = &mut launch.buffers.get_mut(buffer)?.contents;
        table.retain(|_, chunk| !chunk.is_empty());
        put(table, offset + first, &bytes.collect::<Vec<u8>>());
    }
    Some(launch)
}

/// The address of a buffer of an argument that an array of a list may overlap, and that has room for it.
fn place_over(
    bound: &Bound<'_>,
    launch: &Launch,
    places: &[u64],
    (position, array): (usize, usize),
) -> Option<u64> {
    let own = launch.buffers.get(array)?;
    let needed = own.bytes;
    let has_room = |other: usize| match launch.arguments.get(other) {
        Some(Argument::Pointer { buffer, offset }) => {
            let target = launch.buffers.get(*buffer)?;
            let room = target.bytes.checked_sub(*offset)?;
            (room >= needed && (own.uninit || !target.uninit)).then_some(places.get(*buffer)? + offset)
        }
        Some(Argument::Scalar(_)) | None => None,
    };
    let may = |other: &usize| bound.may_meet(Region::Listed(position), Region::At(*other));
    (0..launch.arguments.len()).filter(may).find_map(has_room)
}

/// The address at which an array of a list begins, by the table of the list.
pub fn begins_at(bound: &Bound<'_>, launch: &Launch, list: usize, at: u64) -> Option<u64> {
    let words = u64::try_from(bound.list(list)?.words()).ok()?;
    let Some(Argument::Pointer { buffer, offset }) = launch.arguments.get(list) else { return None };
    Some(bits_at(launch.buffers.get(*buffer)?, offset + at * words * WORD, WORD))
}

/// Lets an array of a list begin at another address, in the table of the list. `None` if the argument is not a list, or lacks the
/// entry.
pub fn lead_to(bound: &Bound<'_>, launch: &mut Launch, list: usize, at: u64, address: u64) -> Option<()> {
    let words = u64::try_from(bound.list(list)?.words()).ok()?;
    let Some(Argument::Pointer { buffer, offset }) = launch.arguments.get(list).cloned() else { return None };
    let table = &mut launch.buffers.get_mut(buffer)?.contents;
    put(table, offset + at * words * WORD, &address.to_le_bytes());
    Some(())
}

/// Overwrites bytes in disjoint chunks.
fn put(contents: &mut BTreeMap<u64, Vec<u8>>, from: u64, bytes: &[u8]) {
    for (at, byte) in (from..).zip(bytes) {
        let chunk = contents.range_mut(..=at).next_back();
        let place = chunk.and_then(|(start, chunk)| chunk.get_mut(usize::try_from(at - start).ok()?));
        match place {
            Some(place) => *place = *byte,
            None => {
                contents.insert(at, vec![*byte]);
            }
        }
    }
}

impl Case<'_> {
    /// Values for the names of arrays at one place of these lists, such that the clauses hold.
    fn choose_numbers(
        &self,
        (lists, at): (&[&ListClause], i128),
        values: &[i128],
        seed: usize,
    ) -> Option<HashMap<String, i128>> {
        let stated: HashMap<String, i128> = lists
            .iter()
            .filter_map(|list| list.among.as_ref())
            .flat_map(|among| numbers_at(among, at))
            .collect();
        let names = self.bound.own_names();
        let free: Vec<&&str> = names.iter().filter(|name| !stated.contains_key(**name)).collect();
        (0..TRIES).find_map(|number| {
            let mut rest = number;
            let mut own = stated.clone();
            for name in &free {
                let value = values.get(rest.wrapping_add(seed) % values.len().max(1))?;
                rest /= values.len().max(1);
                own.insert((**name).to_owned(), *value);
            }
            let known = |name: &str| Exact(number_at(&own, at, name));
            let keeps = |list: &&ListClause| {
                let mut symbol = |symbol| Exact(Some(self.symbol(symbol, 0)));
                let natural = list.numbers().all(|expr| {
                    self.bound.number_of_each(expr, &known, &mut symbol).0.is_some_and(|number| number >= 0)
                });
                natural
                    && list.among.as_ref().is_none_or(|among| {
                        self.bound.truth_of_each(among, &known, &mut symbol).0 == Some(true)
                    })
            };
            lists.iter().all(keeps).then_some(own)
        })
    }

    /// Checks all lists with known tables.
    pub(super) fn lists(&self) -> Result<(), String> {
        let lists = &self.bound.contract.lists;
        let mut found: Vec<Listed> = Vec::new();
        let counts: Vec<i128> =
            lists.iter().map(|list| self.number(&list.count).unwrap_or(i128::MAX)).collect();
        for (list, count) in lists.iter().zip(&counts) {
            if *count > ARRAYS {
                return Err(format!("list {} : at most {ARRAYS} arrays", list.name()));
            }
        }
        for at in 0..counts.iter().copied().max().unwrap_or(0) {
            let own = self.own_numbers(at, &counts)?;
            for (list, _) in lists.iter().zip(&counts).filter(|(_, count)| at < **count) {
                found.push(self.array(list, at, &own)?);
            }
        }
        self.lie_apart(&found)
    }

    /// The words of the entry of an array.
    fn entry(&self, list: &ListClause, at: i128) -> Option<Vec<i128>> {
        let target = self.target(self.bound.position(list.name())?)?;
        let words = u64::try_from(list.words()).ok()?;
        let first = target.offset + u64::try_from(at).ok()? * words * WORD;
        Some(
            (0..words)
                .map(|word| value(bits_at(target.buffer, first + word * WORD, WORD), Scalar::I64, false))
                .collect(),
        )
    }

    /// The numbers of the arrays at a place of all lists, by their names.
    fn own_numbers(&self, at: i128, counts: &[i128]) -> Result<HashMap<String, i128>, String> {
        let mut own: HashMap<String, i128> = HashMap::new();
        for (list, _) in self.bound.contract.lists.iter().zip(counts).filter(|(_, count)| at < **count) {
            let entry = self.entry(list, at).ok_or_else(|| list.to_string())?;
            for (expr, word) in list.numbers().zip(&entry[1..]) {
                let name = expr.to_string();
                if self.bound.own_names().contains(&name.as_str()) {
                    own.entry(name).or_insert(*word);
                }
            }
        }
        Ok(own)
    }

    /// An array of a list, which is as the clause says.
    fn array(&self, list: &ListClause, at: i128, own: &HashMap<String, i128>) -> Result<Listed, String> {
        let name = format!("{}[{at}]", list.name());
        let broken = |why: &str| format!("{list} ({name} {why})");
        let entry = self.entry(list, at).ok_or_else(|| list.to_string())?;
        let known = |name: &str| Exact(number_at(own, at, name));
        let number = |expr| {
            self.bound.number_of_each(expr, &known, &mut |symbol| Exact(Some(self.symbol(symbol, 0)))).0
        };
        for (expr, word) in list.numbers().zip(&entry[1..]) {
            if *word < 0 || number(expr) != Some(*word) {
                return Err(broken(&format!("has {word} for {expr}")));
            }
        }
        if let Some(among) = &list.among {
            let holds =
                self.bound.truth_of_each(among, &known, &mut |symbol| Exact(Some(self.symbol(symbol, 0)))).0;
            if holds != Some(true) {
                return Err(broken(&format!("breaks {among}")));
            }
        }
        let bytes = number(&list.len).and_then(|len| bytes_of(list.each.element, len));
        let bytes = bytes.filter(|bytes| (0..=MAX_ALLOCATION).contains(bytes));
        let bytes = bytes.ok_or_else(|| broken("has more than 2^48 bytes"))?;
        let start = entry[0];
        let natural = i128::from(list.each.element.bytes());
        if start <= 0 || start % natural != 0 {
            return Err(broken("begins where no element does"));
        }
        if self.buffer_at(start, bytes).is_none() {
            return Err(broken("leads to no buffer that has room for it"));
        }
        let position = self.bound.position(list.name()).expect("a list names a parameter");
        Ok(Listed { name, position, start, bytes })
    }

    /// The buffer that has so many bytes from an address on.
    fn buffer_at(&self, start: i128, bytes: i128) -> Option<&Buffer> {
        let places = addresses(&self.launch.buffers);
        let mut all = places.into_iter().zip(&self.launch.buffers);
        let has_room = |(address, buffer): &(u64, &Buffer)| {
            let from = i128::from(*address);
            from <= start && start + bytes <= from + i128::from(buffer.bytes)
        };
        all.find(has_room).map(|(_, buffer)| buffer)
    }

    /// Checks that arrays read by the kernel have determined elements, unless their list says otherwise.
    pub(super) fn listed_elements(&self, origins: &Origins) -> Result<(), String> {
        for list in self.bound.contract.lists.iter().filter(|list| !list.each.uninit) {
            let position = self.bound.position(list.name()).expect("a list names a parameter");
            if !self.bound.touches(&origins.read, Region::Listed(position)) {
                continue;
            }
            let count = self.number(&list.count).unwrap_or(0).min(ARRAYS);
            let starts = (0..count).filter_map(|at| self.entry(list, at)?.first().copied());
            let uninit = |start| self.buffer_at(start, 0).is_some_and(|buffer| buffer.uninit);
            if starts.into_iter().any(uninit) {
                return Err(format!("{list}, whose elements are read and not `uninit`"));
            }
        }
        Ok(())
    }

    /// Arrays of lists that do not say otherwise have no byte in common, with one another or with what an argument points to.
    fn lie_apart(&self, found: &[Listed]) -> Result<(), String> {
        let places = addresses(&self.launch.buffers);
        let mut all: Vec<Listed> = Vec::new();
        for position in 0..self.launch.arguments.len() {
            let Some(target) = self.target(position) else { continue };
            let address = places.get(target.number).copied().unwrap_or(0);
            all.push(Listed {
                name: self.bound.argument_name(position).to_owned(),
                position,
                start: i128::from(address) + i128::from(target.offset),
                bytes: i128::from(target.buffer.bytes.saturating_sub(target.offset)),
            });
        }
        for (at, one) in found.iter().enumerate() {
            let arrays = found[..at]
                .iter()
                .map(|other| (other, self.bound.may_overlap_beside_tables(one.position, other.position)));
            let others = all.iter().map(|other| {
                let table = self.bound.list(other.position).is_some();
                (other, !table && self.bound.may_overlap_beside_tables(one.position, other.position))
            });
            for (other, may) in arrays.chain(others) {
                let meet =
                    one.start.max(other.start) < (one.start + one.bytes).min(other.start + other.bytes);
                if meet && !may {
                    return Err(format!("disjoint = ({}, {})", other.name, one.name));
                }
            }
        }
        Ok(())
    }
}
