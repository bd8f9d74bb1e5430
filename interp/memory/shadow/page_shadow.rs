//! The shadow of a page: one shadow cell per range of bytes that is always accessed as a whole.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

use crate::memory::shadow::cell::ShadowCell;
use crate::memory::shadow::record::{AccessRecord, Race, Rival, SyncContext};

#[derive(Debug, Clone)]
struct Span {
    end: u16,
    cell: ShadowCell,
}

/// Disjoint ranges of a page's bytes, by start: one range per row of a tile, or per element of scattered accesses.
#[derive(Debug, Clone, Default)]
pub(crate) struct PageShadow {
    /// The only range; most pages are accessed by whole rows.
    only: Option<(Range<u16>, ShadowCell)>,
    spans: BTreeMap<u16, Span>,
    /// The number of remembered accesses.
    accesses: usize,
}

impl PageShadow {
    /// The size of the record: ranges, and accesses to them.
    pub(crate) fn len(&self) -> usize {
        self.spans.len() + usize::from(self.only.is_some()) + self.accesses
    }

    /// Records an access to some bytes.
    pub(crate) fn record(
        &mut self,
        bytes: Range<u16>,
        access: &AccessRecord,
        sync: &mut SyncContext<'_>,
    ) -> Result<(), Race> {
        // The usual case first: rows of one length need one range and no tree.
        if self.only.is_none() && self.spans.is_empty() {
            self.only = Some((bytes.clone(), ShadowCell::default()));
        }
        if let Some((range, cell)) = &mut self.only
            && *range == bytes
        {
            let recorded = record_in_cell(cell, &bytes, &mut self.accesses, access, sync);
            return recorded.map_err(|rival| rival.at(bytes.start));
        }
        // A second range has come: from now on the tree has all of them.
        if let Some((range, cell)) = self.only.take() {
            self.spans.insert(range.start, Span { end: range.end, cell });
        }
        if let Some(span) = self.spans.get_mut(&bytes.start)
            && span.end == bytes.end
        {
            let recorded = record_in_cell(&mut span.cell, &bytes, &mut self.accesses, access, sync);
            return recorded.map_err(|rival| rival.at(bytes.start));
        }
        self.record_across(bytes, access, sync)
    }

    /// Records an access to bytes that are no range yet.
    fn record_across(
        &mut self,
        bytes: Range<u16>,
        access: &AccessRecord,
        sync: &mut SyncContext<'_>,
    ) -> Result<(), Race> {
        // Ranges are split at both ends, so that each lies inside the access or outside.
        self.split(bytes.start);
        self.split(bytes.end);
        let mut free = bytes.start;
        // Gaps between known ranges have no accesses yet; their cells are made after the loop, which borrows the tree.
        let mut gaps = Vec::new();
        for (start, span) in self.spans.range_mut(bytes.clone()) {
            if free < *start {
                gaps.push(free..*start);
            }
            free = span.end;
            let own = *start..span.end;
            let recorded = record_in_cell(&mut span.cell, &own, &mut self.accesses, access, sync);
            recorded.map_err(|rival| rival.at(*start))?;
        }
        if free < bytes.end {
            gaps.push(free..bytes.end);
        }
        for gap in gaps {
            let mut cell = ShadowCell::default();
            let recorded = record_in_cell(&mut cell, &gap, &mut self.accesses, access, sync);
            recorded.map_err(|rival| rival.at(gap.start))?;
            self.spans.insert(gap.start, Span { end: gap.end, cell });
        }
        Ok(())
    }

    /// Lets no range go across a byte.
    fn split(&mut self, at: u16) {
        let Some((_, span)) = self.spans.range_mut(..at).next_back() else { return };
        if span.end > at {
            let rest = Span { end: mem::replace(&mut span.end, at), cell: span.cell.clone() };
            self.accesses += rest.cell.len();
            self.spans.insert(at, rest);
        }
    }
}

/// Records an access to a cell, and counts what the cell remembers.
fn record_in_cell(
    cell: &mut ShadowCell,
    bytes: &Range<u16>,
    count: &mut usize,
    access: &AccessRecord,
    sync: &mut SyncContext<'_>,
) -> Result<(), Rival> {
    let before = cell.len();
    cell.record(access, bytes, sync)?;
    *count = *count + cell.len() - before;
    Ok(())
}
