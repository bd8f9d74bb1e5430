//! A shadow cell: the accesses to a location that may still race with a later one.
//!
//! As in FastTrack (Flanagan and Freund, PLDI 2009), one access represents all earlier ones if no information is lost. Concurrent reads are
//! kept side by side until a later write.

use std::borrow::Cow;
use std::mem;
use std::ops::Range;

use spec::rules::Rule;

use crate::memory::shadow::happens_before::Token;
use crate::memory::shadow::record::{AccessRecord, Rival, SyncContext, find_race};
use crate::memory::shadow::release_heads::ReleaseHeads;

/// So many of the latest reads are tried for the execution before this one; with more loads in a loop each is kept alone until
/// all are looked at.
const LATEST: usize = 4;

/// Above this number of reads, obsolete reads are dropped.
const FEW: usize = 8;

/// The relevant accesses to a location: those without a later representative.
#[derive(Debug, Clone, Default)]
pub(crate) struct ShadowCell {
    /// The only access.
    one: Option<AccessRecord>,
    /// All accesses, if the cell has several.
    all: Option<Box<SeveralAccesses>>,
    /// The releases that wrote the current value.
    release_heads: Option<Box<ReleaseHeads>>,
}

/// Several accesses.
#[derive(Debug, Clone, Default)]
struct SeveralAccesses {
    /// The writes.
    writes: Vec<AccessRecord>,
    /// The pure reads. Only a write can race with them, so a loop of reads has a constant cost per iteration.
    reads: Vec<AccessRecord>,
    /// How many reads there must be before they are looked at again: twice as many as mattered the last time.
    enough: usize,
}

impl ShadowCell {
    /// The number of remembered accesses.
    pub(crate) fn len(&self) -> usize {
        usize::from(self.one.is_some())
            + self.all.as_ref().map_or(0, |all| all.writes.len() + all.reads.len())
    }

    /// Records an access to some bytes of the page, or returns the broken rule with the earlier access.
    pub(crate) fn record(
        &mut self,
        access: &AccessRecord,
        bytes: &Range<u16>,
        sync: &mut SyncContext<'_>,
    ) -> Result<(), Rival> {
        let mut token = Cow::Borrowed(sync.token);
        // The access synchronizes before the comparison, because an acquire here may already order it.
        if let Some(release_heads) = &self.release_heads
            && access.manner.acquires()
        {
            let acquired = release_heads.acquired_by(access);
            token = Cow::Owned(token.acquire(access.block, &acquired));
            *sync.acquired = sync.acquired.join(&acquired);
        }
        for earlier in self.candidates(access) {
            match find_race(earlier, access, &token) {
                Some(Rule::RaceToken)
                    if sync.dependence.as_ref().is_some_and(|order| order.orders(earlier, access, bytes)) => {
                }
                Some(rule) if sync.ignore != Some(rule) => {
                    return Err(Rival { rule, earlier: *earlier });
                }
                Some(_) | None => {}
            }
        }
        // The access is added despite an ignored race: later accesses may race with it.
        self.add(access, &token, sync.synchronizes);
        if access.manner.writes {
            let before = self.release_heads.take();
            self.release_heads = ReleaseHeads::after_write(before, access, &token);
        }
        Ok(())
    }

    /// The recorded accesses that may race with an access.
    fn candidates(&self, access: &AccessRecord) -> impl Iterator<Item = &AccessRecord> {
        let reads = self.all.iter().filter(|_| access.manner.writes).flat_map(|all| &all.reads);
        self.one.iter().chain(self.all.iter().flat_map(|all| &all.writes)).chain(reads)
    }

    /// Adds an access, and drops the accesses that it represents.
    fn add(&mut self, access: &AccessRecord, token: &Token, synchronizes: bool) {
        if let Some(all) = &mut self.all {
            all.add(access, token, synchronizes);
            // Back to one record, as FastTrack goes back to an epoch when a write follows all reads.
            if let [only] = all.writes[..]
                && all.reads.is_empty()
            {
                (self.one, self.all) = (Some(only), None);
            }
            return;
        }
        let Some(one) = &mut self.one else {
            self.one = Some(*access);
            return;
        };
        // Two records are needed only where neither stands for the other: the step from epoch to vector.
        if is_superseded(one, access, token) {
            *one = *access;
        } else if !try_absorb(one, access) {
            let mut all = Box::new(SeveralAccesses { enough: FEW, ..SeveralAccesses::default() });
            all.push(*one);
            all.push(*access);
            (self.one, self.all) = (None, Some(all));
        }
    }
}

impl SeveralAccesses {
    fn push(&mut self, access: AccessRecord) {
        if access.manner.writes { self.writes.push(access) } else { self.reads.push(access) }
    }

    fn add(&mut self, access: &AccessRecord, token: &Token, synchronizes: bool) {
        if access.manner.writes {
            // A write can race with both sides, so a write drops the accesses that it represents.
            self.writes = retain_relevant(mem::take(&mut self.writes), access, token, synchronizes);
            self.reads = retain_relevant(mem::take(&mut self.reads), access, token, synchronizes);
            if !self.writes.iter_mut().any(|earlier| try_absorb(earlier, access)) {
                self.writes.push(*access);
            }
            return;
        }
        if self.reads.iter_mut().rev().take(LATEST).any(|earlier| try_absorb(earlier, access)) {
            return;
        }
        // Reads are looked through at doubling lengths only, so that n of them cost O(n) looks.
        if self.reads.len() >= self.enough {
            self.reads = retain_relevant(mem::take(&mut self.reads), access, token, synchronizes);
            self.enough = FEW.max(2 * self.reads.len());
        }
        self.reads.push(*access);
    }
}

/// Keeps the records that a new access does not supersede.
fn retain_relevant(
    all: Vec<AccessRecord>,
    access: &AccessRecord,
    token: &Token,
    synchronizes: bool,
) -> Vec<AccessRecord> {
    let mut kept: Vec<AccessRecord> = Vec::with_capacity(all.len() + 1);
    for earlier in all {
        if is_superseded(&earlier, access, token) {
            continue;
        }
        // If nothing orders blocks, a race with one access of a block is a race with each similar access.
        let alike = |known: &AccessRecord| {
            (known.manner, known.bytes) == (earlier.manner, earlier.bytes) && known.block != access.block
        };
        if synchronizes || earlier.block == access.block || !kept.iter().any(alike) {
            kept.push(earlier);
        }
    }
    kept
}

/// Whether an access comes after an earlier access, and represents the earlier access in all later races.
fn is_superseded(earlier: &AccessRecord, access: &AccessRecord, token: &Token) -> bool {
    subsumes(access, earlier) && earlier.is_before(access.block, token)
}

/// Whether any access that races with `earlier`, and comes after `later` (which comes after `earlier`), races with
/// `later` too.
fn subsumes(later: &AccessRecord, earlier: &AccessRecord) -> bool {
    let (a, b) = (&earlier.manner, &later.manner);
    let wider = a.reaches_other_blocks() || !b.reaches_other_blocks();
    let allows = a.is_strong() && earlier.bytes == later.bytes && wider;
    // A strong access conflicts with fewer accesses than a weak one, so a strong access never represents a
    // weak one.
    (b.writes || !a.writes) && (!b.is_strong() || allows)
}

/// Merges an access into another: a repetition, or the operation's next execution.
fn try_absorb(earlier: &mut AccessRecord, access: &AccessRecord) -> bool {
    let alike =
        earlier.block == access.block && (earlier.manner, earlier.bytes) == (access.manner, access.bytes);
    if alike && earlier.last == access.first {
        return true;
    }
    let next = alike && earlier.last.next() == access.first && earlier.lane == access.lane;
    if next {
        earlier.last = access.last;
    }
    next
}
