//! Offset tables: a count, the start of each item, and the items one after another.

use crate::bytecode::error::{Read, wrong};
use crate::bytecode::read::encoding_reader::EncodingReader;
use spec::syntax::count::u64_from_usize;

/// A table whose offsets have `N` bytes each. Nothing is made of an item before something names it.
#[derive(Debug)]
pub(super) struct OffsetTable<'b, const N: usize> {
    /// The displayed kind of an item.
    what: &'static str,
    count: usize,
    offsets: EncodingReader<'b>,
    items: EncodingReader<'b>,
}

impl<'b, const N: usize> OffsetTable<'b, N> {
    /// The table that the rest of a section is; of an empty section an empty table.
    pub(super) fn read(mut section: EncodingReader<'b>, what: &'static str) -> Read<Self> {
        if section.remaining() == 0 {
            return Ok(OffsetTable { what, count: 0, offsets: section, items: section });
        }
        let count = section.read_count(N, what)?;
        section.align_to(N)?;
        let offsets = section.sub_reader(count * N, "the table")?;
        Ok(OffsetTable { what, count, offsets, items: section.into_rest(what) })
    }

    /// An item: from its offset to the next one's, the last to the end. The reference to the item is at `at`.
    pub(super) fn item(&self, index: u64, at: usize) -> Read<EncodingReader<'b>> {
        let (what, count) = (self.what, self.count);
        let known = usize::try_from(index).ok().filter(|index| *index < count);
        let index = known
            .ok_or_else(|| wrong(at, 1, format!("there are {count} {what}, and this is number {index}")))?;
        // The offsets are copied, so the table itself stays unchanged: entries are read in any order.
        let mut offsets = self.offsets;
        offsets.read_bytes(index * N)?;
        let entry = offsets.offset();
        let start = offsets.read_le::<N>()?;
        let all = u64_from_usize(self.items.remaining());
        let end = if index + 1 < count { offsets.read_le::<N>()? } else { all };
        let len = end.checked_sub(start).filter(|_| end <= all);
        let torn = || wrong(entry, N, format!("number {index} of the {what} goes from {start} to {end}"));
        let (start, len) = (usize::try_from(start), len.and_then(|len| usize::try_from(len).ok()));
        let (Ok(start), Some(len)) = (start, len) else { return Err(torn()) };
        let mut items = self.items;
        items.read_bytes(start)?;
        items.sub_reader(len, self.what)
    }
}
