//! Shadow memory: what the machine knows about each byte, in pages (N. Nethercote and J. Seward, "How to Shadow Every Byte of Memory Used by a
//! Program", 2007).

use rustc_hash::FxHashMap;

/// Bytes of a page. An aligned access of at most so many bytes lies in one page.
const PAGE: u64 = 256;

/// An access of a thread, with the counts of block and warp barriers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Since {
    pub(super) epoch: u32,
    pub(super) of_warps: u32,
    pub(super) thread: usize,
}

/// Who touched a byte of memory last.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Touched {
    pub(super) written: Since,
    pub(super) read: Since,
    /// The latest strong access, which allows concurrent ones.
    pub(super) strong: Since,
}

/// The accesses to each byte.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    /// Where the page of a number stands among the pages.
    places: FxHashMap<u64, usize>,
    pages: Vec<[Touched; PAGE as usize]>,
    /// The page of the last access.
    last: Option<(u64, usize)>,
}

impl Shadow {
    /// The accesses to bytes of one page.
    pub(super) fn bytes(&mut self, start: u64, width: usize) -> &mut [Touched] {
        let page = start / PAGE;
        let place = match self.last {
            Some((number, place)) if number == page => place,
            Some(_) | None => self.place(page),
        };
        self.last = Some((page, place));
        &mut self.pages[place][(start % PAGE) as usize..][..width]
    }

    fn place(&mut self, page: u64) -> usize {
        *self.places.entry(page).or_insert_with(|| {
            self.pages.push([Touched::default(); PAGE as usize]);
            self.pages.len() - 1
        })
    }
}
