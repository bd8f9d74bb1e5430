//! Tables: a count, where each item begins, and the items one after another.

use super::cursor::Cursor;
use super::problem::{Read, wrong};

/// A table whose offsets have `N` bytes each. Nothing is made of an item before something names it.
#[derive(Debug)]
pub(super) struct Table<'b, const N: usize> {
    /// What an item is, for people.
    what: &'static str,
    count: usize,
    offsets: Cursor<'b>,
    items: Cursor<'b>,
}

impl<'b, const N: usize> Table<'b, N> {
    /// The table that the rest of a section is; of an empty section an empty table.
    pub(super) fn read(mut section: Cursor<'b>, what: &'static str) -> Read<Self> {
        if section.left() == 0 {
            return Ok(Table { what, count: 0, offsets: section, items: section });
        }
        let count = section.count(N, what)?;
        section.align(N)?;
        let offsets = section.split(count * N, "the table")?;
        Ok(Table { what, count, offsets, items: section.rest(what) })
    }

    /// An item: from its offset to the next one's, the last to the end. It is named at `at`.
    pub(super) fn item(&self, index: u64, at: usize) -> Read<Cursor<'b>> {
        let (what, count) = (self.what, self.count);
        let known = usize::try_from(index).ok().filter(|index| *index < count);
        let index = known
            .ok_or_else(|| wrong(at, 1, format!("there are {count} {what}, and this is number {index}")))?;
        let mut offsets = self.offsets;
        offsets.take(index * N)?;
        let entry = offsets.at();
        let start = offsets.fixed::<N>()?;
        let end = if index + 1 < count { offsets.fixed::<N>()? } else { self.items.left() as u64 };
        let len = end.checked_sub(start).filter(|_| end <= self.items.left() as u64);
        let torn = || wrong(entry, N, format!("number {index} of the {what} goes from {start} to {end}"));
        let (start, len) = (usize::try_from(start), len.and_then(|len| usize::try_from(len).ok()));
        let (Ok(start), Some(len)) = (start, len) else { return Err(torn()) };
        let mut items = self.items;
        items.take(start)?;
        items.split(len, self.what)
    }
}
