//! Allocations: sparse bytes at an address, in pages that exist from first touch and are copied only where a snapshot
//! shares them.

use std::ops::Range;
use std::sync::Arc;

use im::OrdMap;
use spec::syntax::launch::Buffer;

use crate::memory::page::{PAGE, Page};
use crate::memory::shadow::record::{AccessRecord, Race, SyncContext};
use crate::memory::strided_run::StridedRun;
use crate::values::element::number::Exact;
use crate::values::elements::Store;
use crate::values::host_width::{low_u16, low_u32, to_i64, to_u64, to_wide_index};
use crate::values::marks::Marks;

/// Why an access did not happen.
#[derive(Debug, Clone)]
pub(crate) enum Fault {
    /// It races; with the lane of the later access.
    Race { race: Race, lane: u32 },
    /// No memory is left for another page.
    Full,
}

/// Bytes that pages and their shadows may still take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget(pub(crate) u64);

impl Budget {
    fn spend(&mut self, bytes: u64) -> Result<(), Fault> {
        self.0 = self.0.checked_sub(bytes).ok_or(Fault::Full)?;
        Ok(())
    }
}

/// The approximate bytes of a shadow range.
const SPAN: u64 = 128;

/// The accessor, in the form of the shadow's records.
#[derive(Debug)]
pub(crate) struct AccessContext<'a> {
    /// The access; its place is filled in piece by piece.
    pub(crate) access: AccessRecord,
    /// Synchronization of the access: acquired and released clocks.
    pub(crate) sync: SyncContext<'a>,
}

/// The effect of an update on an element.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change<S> {
    /// The element is not written.
    Nothing,
    /// The new value of the element.
    To(S),
    /// The element becomes undetermined.
    Unknown,
}

/// An allocation.
#[derive(Debug, Clone)]
pub(crate) struct Allocation {
    /// Bytes.
    pub(crate) size: u64,
    /// The address of the first byte.
    pub(crate) base: i128,
    /// Whether writes are forbidden.
    pub(crate) constant: bool,
    /// How many of its bytes views span and accesses came to.
    pub(crate) reach: u64,
    /// Whether writes are counted.
    pub(crate) counts_writes: bool,
    /// How often a run of elements was written.
    pub(crate) changes: u64,
    uninit: bool,
    pages: OrdMap<u64, Arc<Page>>,
}

/// Whole elements of a run inside one page: their number, the first position in the run, and the first byte.
struct Piece {
    page: u64,
    start: usize,
    position: usize,
    count: usize,
}

impl Piece {
    /// Its bytes of the page, of elements of so many bytes.
    fn bytes(&self, width: usize) -> Range<usize> {
        self.start..self.start + self.count * width
    }
}

/// The pieces of a run of elements of so many bytes; the first byte of the allocation is the `skew`-th of its page.
fn pieces(skew: u64, run: StridedRun, width: usize) -> impl Iterator<Item = Piece> {
    // Neighbours are handled a page at a time; other elements lie in one page each, as their alignment says.
    let neighbours = run.step == to_i64(width);
    let mut position = 0;
    std::iter::from_fn(move || {
        let left = run.count.checked_sub(position).filter(|left| *left > 0)?;
        let (page, start) = page_of(skew, run.at(position).1);
        let count = if neighbours { ((PAGE - start) / width).clamp(1, left) } else { 1 };
        let piece = Piece { page, start, position, count };
        position += count;
        Some(piece)
    })
}

/// The page of an offset, and the byte in it.
fn page_of(skew: u64, offset: i64) -> (u64, usize) {
    let place = offset.cast_unsigned() + skew;
    (place / to_u64(PAGE), to_wide_index(place % to_u64(PAGE)))
}

impl Allocation {
    /// The allocation of a buffer, at an address.
    pub(crate) fn new(buffer: &Buffer, base: i128, budget: &mut Budget) -> Result<Self, Fault> {
        let (size, uninit) = (buffer.bytes, buffer.uninit);
        let pages = OrdMap::new();
        let mut new = Allocation {
            size,
            base,
            constant: false,
            reach: 0,
            counts_writes: false,
            changes: 0,
            uninit,
            pages,
        };
        for (offset, bytes) in &buffer.contents {
            let mut done = 0;
            while done < bytes.len() {
                let (page, start) = page_of(new.skew(), offset.cast_signed() + to_i64(done));
                let len = (PAGE - start).min(bytes.len() - done);
                new.page(page, budget)?.write(start..start + len).copy_from_slice(&bytes[done..done + len]);
                done += len;
            }
        }
        Ok(new)
    }

    /// Makes the contents undetermined, and keeps the access records.
    pub(crate) fn make_undetermined(&mut self) {
        self.changes += 1;
        let touched: Vec<u64> = self.pages.keys().copied().collect();
        for index in touched {
            if let Some(page) = self.pages.get_mut(&index) {
                Arc::make_mut(page).make_undetermined(0..PAGE);
            }
        }
    }

    /// The offset of the first byte in its page: an element aligned to its size lies in one page.
    fn skew(&self) -> u64 {
        Exact(self.base % 8).low_u64()
    }

    fn page(&mut self, index: u64, budget: &mut Budget) -> Result<&mut Page, Fault> {
        if !self.pages.contains_key(&index) {
            // The page is paid for before its allocation, so a launch cannot exceed its memory.
            budget.spend(to_u64(PAGE))?;
            self.pages.insert(index, Arc::new(Page::new(self.uninit)));
        }
        Ok(Arc::make_mut(self.pages.get_mut(&index).ok_or(Fault::Full)?))
    }

    /// The page of a piece, once the shadow has seen the access.
    fn record_access(
        &mut self,
        piece: &Piece,
        run: &StridedRun,
        width: usize,
        context: &mut AccessContext<'_>,
        budget: &mut Budget,
    ) -> Result<&mut Page, Fault> {
        let access = AccessRecord {
            start: i32::from(low_u16(piece.start)),
            lane: low_u32(run.at(piece.position).0),
            lane_step: low_u32(run.lane_step),
            ..context.access
        };
        let end = piece.page * to_u64(PAGE) + to_u64(piece.start + piece.count * width);
        self.reach = self.reach.max(end.saturating_sub(self.skew()));
        let page = self.page(piece.page, budget)?;
        // What the shadow grows by is paid for too: scattered accesses keep a range for each element.
        let spans = page.shadow.len();
        let bytes = low_u16(piece.start)..low_u16(piece.start + piece.count * width);
        let recorded = page.shadow.record(bytes, &access, &mut context.sync);
        recorded.map_err(|race| Fault::Race { race, lane: access.lane_at(race.byte) })?;
        budget.spend(SPAN * to_u64(page.shadow.len().saturating_sub(spans)))?;
        Ok(page)
    }

    /// Reads the elements of a run, all of them inside and aligned, into their lanes.
    pub(crate) fn read<S: Store>(
        &mut self,
        run: StridedRun,
        context: &mut AccessContext<'_>,
        budget: &mut Budget,
        lanes: &mut [S],
        undetermined: &mut Vec<bool>,
    ) -> Result<(), Fault> {
        let width = size_of::<S>();
        let repeated = if run.step == 0 { run.count } else { 1 };
        // Lanes with a common element read once, and the shadow sees one access.
        let run = if run.step == 0 { StridedRun { count: 1, step: to_i64(width), ..run } } else { run };
        for piece in pieces(self.skew(), run, width) {
            let page = self.record_access(&piece, &run, width, context, budget)?;
            let first = run.at(piece.position).0;
            let places = (0..piece.count * repeated).map(|k| first + k * run.lane_step);
            let words = page.bytes(piece.bytes(width)).chunks_exact(width).map(S::from_le);
            if repeated > 1 {
                let word = S::from_le(page.bytes(piece.bytes(width)));
                places.clone().for_each(|lane| lanes[lane] = word);
            } else if run.lane_step == 1 {
                lanes[first..first + piece.count].iter_mut().zip(words).for_each(|(lane, word)| *lane = word);
            } else {
                places.clone().zip(words).for_each(|(lane, word)| lanes[lane] = word);
            }
            if page.is_undetermined(piece.bytes(width)) {
                undetermined.resize(lanes.len(), false);
                for (k, lane) in places.enumerate() {
                    let start = piece.start + k / repeated * width;
                    undetermined[lane] |= page.is_undetermined(start..start + width);
                }
            }
        }
        Ok(())
    }

    /// Reads the elements of a contiguous run, all inside and aligned; returns the elements and the undetermined lanes,
    /// if any.
    pub(crate) fn read_row<S: Store>(
        &mut self,
        run: StridedRun,
        context: &mut AccessContext<'_>,
        budget: &mut Budget,
    ) -> Result<(Vec<S>, Vec<bool>), Fault> {
        let width = size_of::<S>();
        let (mut words, mut undetermined) = (Vec::with_capacity(run.count), Vec::new());
        for piece in pieces(self.skew(), run, width) {
            let page = self.record_access(&piece, &run, width, context, budget)?;
            words.extend(page.bytes(piece.bytes(width)).chunks_exact(width).map(S::from_le));
            if page.is_undetermined(piece.bytes(width)) {
                undetermined.resize(run.count, false);
                for (k, start) in piece.bytes(width).step_by(width).enumerate() {
                    undetermined[piece.position + k] = page.is_undetermined(start..start + width);
                }
            }
        }
        Ok((words, undetermined))
    }

    /// Writes lanes to the elements of a run, all of them inside and aligned.
    pub(crate) fn write<S: Store>(
        &mut self,
        run: StridedRun,
        context: &mut AccessContext<'_>,
        budget: &mut Budget,
        lanes: &[S],
        undetermined: &Marks,
    ) -> Result<(), Fault> {
        let (width, counts) = (size_of::<S>(), self.counts_writes);
        self.changes += 1;
        for piece in pieces(self.skew(), run, width) {
            let page = self.record_access(&piece, &run, width, context, budget)?;
            if counts {
                page.count_write(piece.bytes(width));
            }
            let first = run.at(piece.position).0;
            let bytes = page.write(piece.bytes(width));
            if run.lane_step == 1 {
                let words = &lanes[first..first + piece.count];
                bytes.chunks_exact_mut(width).zip(words).for_each(|(bytes, word)| word.to_le(bytes));
            } else {
                let words = (0..piece.count).map(|k| &lanes[first + k * run.lane_step]);
                bytes.chunks_exact_mut(width).zip(words).for_each(|(bytes, word)| word.to_le(bytes));
            }
            if undetermined.any() {
                for k in (0..piece.count).filter(|k| undetermined.at(first + k * run.lane_step)) {
                    let start = piece.start + k * width;
                    page.make_undetermined(start..start + width);
                }
            }
        }
        Ok(())
    }

    /// Reads one element and writes the updated value, if any, in one step. Returns the old value, and whether it was undetermined.
    pub(crate) fn update<S: Store>(
        &mut self,
        run: StridedRun,
        context: &mut AccessContext<'_>,
        budget: &mut Budget,
        change: impl FnOnce(S, bool) -> Change<S>,
    ) -> Result<(S, bool), Fault> {
        let (width, counts) = (size_of::<S>(), self.counts_writes);
        let (page, start) = page_of(self.skew(), run.offset);
        let piece = Piece { page, start, position: 0, count: 1 };
        let page = self.page(page, budget)?;
        let (old, undetermined) =
            (S::from_le(page.bytes(piece.bytes(width))), page.is_undetermined(piece.bytes(width)));
        let change = change(old, undetermined);
        // What becomes of the element decides whether this is a write, so the value is read first and the shadow told after.
        context.access.manner.writes = !matches!(change, Change::Nothing);
        let alters = match &change {
            Change::Nothing => false,
            Change::To(new) => undetermined || *new != old,
            Change::Unknown => true,
        };
        self.changes += u64::from(alters);
        let page = self.record_access(&piece, &run, width, context, budget)?;
        if counts && context.access.manner.writes {
            page.count_write(piece.bytes(width));
        }
        match change {
            Change::Nothing => {}
            Change::To(new) => new.to_le(page.write(piece.bytes(width))),
            Change::Unknown => page.make_undetermined(piece.bytes(width)),
        }
        Ok((old, undetermined))
    }

    /// The bytes from an offset on, and whether each is undetermined; of pages that nobody touched, as they began.
    pub(crate) fn peek(&self, offset: u64, len: usize) -> (Vec<u8>, Vec<bool>) {
        let mut bytes = Vec::with_capacity(len);
        let mut undetermined = Vec::with_capacity(len);
        while bytes.len() < len {
            let (page, start) = page_of(self.skew(), offset.cast_signed() + to_i64(bytes.len()));
            let range = start..start + (PAGE - start).min(len - bytes.len());
            match self.pages.get(&page) {
                Some(page) => {
                    bytes.extend_from_slice(page.bytes(range.clone()));
                    undetermined.extend(range.map(|byte| page.is_undetermined(byte..byte + 1)));
                }
                None => {
                    bytes.resize(bytes.len() + range.len(), 0);
                    undetermined.resize(bytes.len(), self.uninit);
                }
            }
        }
        (bytes, undetermined)
    }

    /// How often a byte was written, as far as that was counted: not at all, once, or twice and more.
    pub(crate) fn writes(&self, offset: u64) -> u8 {
        let (page, byte) = page_of(self.skew(), offset.cast_signed());
        self.pages.get(&page).map_or(0, |page| page.writes(byte))
    }

    /// The ranges of bytes that have been touched, by page.
    pub(crate) fn touched_ranges(&self) -> impl Iterator<Item = Range<u64>> {
        let skew = self.skew();
        let size = self.size;
        self.pages.keys().map(move |page| {
            let start = (page * to_u64(PAGE)).saturating_sub(skew);
            start..((page + 1) * to_u64(PAGE) - skew).min(size)
        })
    }
}
