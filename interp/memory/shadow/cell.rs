//! Which accesses to a location a later one must not race with.

use std::borrow::Cow;
use std::mem;

use spec::rules::Rule;

use super::released::Released;
use super::shadow::{Access, Watch, conflict};
use super::token::Token;

/// So many of the latest reads are tried for the execution before this one; with more loads in a loop each is kept alone until
/// all are looked at.
const LATEST: usize = 4;

/// From so many reads on they are looked at, whether they still matter.
const FEW: usize = 8;

/// The accesses to a location that matter: those for which no later one stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Location {
    /// The only one.
    one: Option<Access>,
    /// Or all, where there are several.
    all: Option<Box<All>>,
    /// The releases whose value it has.
    released: Option<Box<Released>>,
}

/// Several accesses.
#[derive(Debug, Clone, Default)]
struct All {
    /// Those that write.
    writes: Vec<Access>,
    /// Those that only read. Nothing but a write can race with them, so that a loop of reads costs the same in each round.
    reads: Vec<Access>,
    /// How many reads there must be before they are looked at again: twice as many as mattered the last time.
    enough: usize,
}

impl Location {
    /// How many it remembers.
    pub(super) fn len(&self) -> usize {
        usize::from(self.one.is_some())
            + self.all.as_ref().map_or(0, |all| all.writes.len() + all.reads.len())
    }

    /// Records an access, or says which rule it breaks with which earlier one.
    pub(super) fn record(&mut self, access: &Access, watch: &mut Watch<'_>) -> Result<(), (Rule, Access)> {
        let mut token = Cow::Borrowed(watch.token);
        if let Some(released) = &self.released
            && access.manner.acquires()
        {
            let heard = released.heard_by(access);
            token = Cow::Owned(token.learning(access.block, &heard));
            *watch.learnt = watch.learnt.join(&heard);
        }
        for earlier in self.rivals(access) {
            match conflict(earlier, access, &token) {
                Some(rule) if watch.ignore != Some(rule) => return Err((rule, *earlier)),
                Some(_) | None => {}
            }
        }
        self.keep(access, &token, watch.synchronizes);
        if access.manner.writes {
            let before = self.released.take();
            self.released = Released::after(before, access, &token);
        }
        Ok(())
    }

    /// The accesses that one can race with.
    fn rivals(&self, access: &Access) -> impl Iterator<Item = &Access> {
        let reads = self.all.iter().filter(|_| access.manner.writes).flat_map(|all| &all.reads);
        self.one.iter().chain(self.all.iter().flat_map(|all| &all.writes)).chain(reads)
    }

    /// Adds an access, and forgets those for which it stands.
    fn keep(&mut self, access: &Access, token: &Token, synchronizes: bool) {
        if let Some(all) = &mut self.all {
            all.keep(access, token, synchronizes);
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
        if is_settled(one, access, token) {
            *one = *access;
        } else if !absorbs(one, access) {
            let mut all = Box::new(All { enough: FEW, ..All::default() });
            all.push(*one);
            all.push(*access);
            (self.one, self.all) = (None, Some(all));
        }
    }
}

impl All {
    fn push(&mut self, access: Access) {
        if access.manner.writes { self.writes.push(access) } else { self.reads.push(access) }
    }

    fn keep(&mut self, access: &Access, token: &Token, synchronizes: bool) {
        if access.manner.writes {
            self.writes = left(mem::take(&mut self.writes), access, token, synchronizes);
            self.reads = left(mem::take(&mut self.reads), access, token, synchronizes);
            if !self.writes.iter_mut().any(|earlier| absorbs(earlier, access)) {
                self.writes.push(*access);
            }
            return;
        }
        if self.reads.iter_mut().rev().take(LATEST).any(|earlier| absorbs(earlier, access)) {
            return;
        }
        if self.reads.len() >= self.enough {
            self.reads = left(mem::take(&mut self.reads), access, token, synchronizes);
            self.enough = FEW.max(2 * self.reads.len());
        }
        self.reads.push(*access);
    }
}

/// Those that matter beside an access that comes after them.
fn left(all: Vec<Access>, access: &Access, token: &Token, synchronizes: bool) -> Vec<Access> {
    let mut kept: Vec<Access> = Vec::with_capacity(all.len() + 1);
    for earlier in all {
        if is_settled(&earlier, access, token) {
            continue;
        }
        // Where nothing orders blocks, whatever races with one access of another block races with each like it.
        let alike = |known: &Access| {
            (known.manner, known.bytes) == (earlier.manner, earlier.bytes) && known.block != access.block
        };
        if synchronizes || earlier.block == access.block || !kept.iter().any(alike) {
            kept.push(earlier);
        }
    }
    kept
}

/// Whether an access comes after an earlier one, and whatever comes later and races with the earlier races with it too.
fn is_settled(earlier: &Access, access: &Access, token: &Token) -> bool {
    stands_for(access, earlier) && earlier.is_before(access.block, token)
}

/// Whether any access that races with `earlier`, and comes after `later` (which comes after `earlier`), races with
/// `later` too.
fn stands_for(later: &Access, earlier: &Access) -> bool {
    let (a, b) = (&earlier.manner, &later.manner);
    let wider = a.reaches_other_blocks() || !b.reaches_other_blocks();
    let allows = a.is_strong() && earlier.bytes == later.bytes && wider;
    (b.writes || !a.writes) && (!b.is_strong() || allows)
}

/// Takes an access into another: the same again, or the same operation's next execution.
fn absorbs(earlier: &mut Access, access: &Access) -> bool {
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
