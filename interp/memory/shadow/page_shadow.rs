//! The shadow of a page: which accesses a later one must not race with.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

use spec::memory::strength::{self, Manner, Meeting};
use spec::rules::Rule;

use super::location::Location;
use super::token::{Event, Past, Token};
use crate::element::number::Truth;

/// An access to neighbouring locations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    /// Its block, by the order in which blocks ran.
    pub(crate) block: u32,
    /// The first of the events that it stands for: executions of one operation.
    pub(crate) first: Event,
    /// The last of them.
    pub(crate) last: Event,
    pub(crate) manner: Manner,
    /// Bytes of an element.
    pub(crate) bytes: u8,
    /// The byte of the page where the element of `lane` starts; before the page where it started in another.
    pub(crate) start: i32,
    pub(crate) lane: u32,
    /// How far apart the lanes of neighbouring elements are.
    pub(crate) lane_step: u32,
}

impl Access {
    /// The lane whose element has that byte of the page.
    pub(crate) fn lane_at(&self, byte: u16) -> u32 {
        let distance = (i32::from(byte) - self.start).unsigned_abs() / u32::from(self.bytes);
        self.lane + distance * self.lane_step
    }

    /// Whether it happens before an access of `block` that waits for the token.
    pub(super) fn is_before(&self, block: u32, token: &Token) -> bool {
        if self.block == block {
            token.covers(self.first, self.last)
        } else {
            token.covers_other(self.block, self.first, self.last)
        }
    }
}

/// Where two accesses that share a byte meet. Every element is aligned to its size, so that elements of one size that
/// share a byte are the same.
pub(super) fn meeting(a: &Access, b: &Access) -> Meeting<Truth> {
    Meeting {
        same_block: Truth(a.block == b.block),
        overlap: Truth(true),
        same_location: Truth(a.bytes == b.bytes),
    }
}

/// Two accesses that race, and a byte of the page that both touch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Race {
    pub(crate) rule: Rule,
    pub(crate) earlier: Access,
    pub(crate) byte: u16,
}

/// What an access waits for, and what it learns.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    /// What it waits for.
    pub(crate) token: &'a Token,
    /// What whatever waits for it waits for besides.
    pub(crate) learnt: &'a mut Past,
    /// The rule that this reading does not look at.
    pub(crate) ignore: Option<Rule>,
    /// Whether anything of the kernel can order two blocks.
    pub(crate) synchronizes: bool,
}

/// The rule that two accesses to one location break, `token` being what the later one waits for.
pub(super) fn conflict(earlier: &Access, later: &Access, token: &Token) -> Option<Rule> {
    let meeting = meeting(earlier, later);
    if !strength::conflict(&earlier.manner, &later.manner, &meeting).0 {
        return None;
    }
    let lanes = earlier.block == later.block && earlier.last == later.first;
    let ordered = Truth(!lanes && earlier.is_before(later.block, token));
    let rule = match (lanes, earlier.block == later.block) {
        (true, _) => Rule::RaceLane,
        (false, true) => Rule::RaceToken,
        (false, false) => Rule::RaceBlock,
    };
    strength::race(&earlier.manner, &later.manner, &meeting, &ordered).0.then_some(rule)
}

#[derive(Debug, Clone)]
struct Span {
    end: u16,
    location: Location,
}

/// Disjoint ranges of the bytes of a page, by where they start: one for a row of a tile, one an element for scattered
/// accesses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shadow {
    /// The only range, where there is one only: most pages are accessed by whole rows.
    only: Option<(Range<u16>, Location)>,
    spans: BTreeMap<u16, Span>,
    /// How many accesses they remember.
    accesses: usize,
}

impl Shadow {
    /// How much it remembers: ranges, and accesses to them.
    pub(crate) fn len(&self) -> usize {
        self.spans.len() + usize::from(self.only.is_some()) + self.accesses
    }

    /// Records an access to some bytes.
    pub(crate) fn record(
        &mut self,
        bytes: Range<u16>,
        access: &Access,
        watch: &mut Watch<'_>,
    ) -> Result<(), Race> {
        let race = |(rule, earlier), byte| Race { rule, earlier, byte };
        if self.only.is_none() && self.spans.is_empty() {
            self.only = Some((bytes.clone(), Location::default()));
        }
        if let Some((range, location)) = &mut self.only
            && *range == bytes
        {
            let recorded = note(location, &mut self.accesses, access, watch);
            return recorded.map_err(|broken| race(broken, bytes.start));
        }
        if let Some((range, location)) = self.only.take() {
            self.spans.insert(range.start, Span { end: range.end, location });
        }
        if let Some(span) = self.spans.get_mut(&bytes.start)
            && span.end == bytes.end
        {
            let recorded = note(&mut span.location, &mut self.accesses, access, watch);
            return recorded.map_err(|broken| race(broken, bytes.start));
        }
        self.record_across(bytes, access, watch).map_err(|(broken, byte)| race(broken, byte))
    }

    /// Records an access to bytes that are no range yet.
    fn record_across(
        &mut self,
        bytes: Range<u16>,
        access: &Access,
        watch: &mut Watch<'_>,
    ) -> Result<(), ((Rule, Access), u16)> {
        self.split(bytes.start);
        self.split(bytes.end);
        let mut free = bytes.start;
        let mut gaps = Vec::new();
        for (start, span) in self.spans.range_mut(bytes.clone()) {
            if free < *start {
                gaps.push(free..*start);
            }
            free = span.end;
            let recorded = note(&mut span.location, &mut self.accesses, access, watch);
            recorded.map_err(|broken| (broken, *start))?;
        }
        if free < bytes.end {
            gaps.push(free..bytes.end);
        }
        for gap in gaps {
            let mut location = Location::default();
            let recorded = note(&mut location, &mut self.accesses, access, watch);
            recorded.map_err(|broken| (broken, gap.start))?;
            self.spans.insert(gap.start, Span { end: gap.end, location });
        }
        Ok(())
    }

    /// Lets no range go across a byte.
    fn split(&mut self, at: u16) {
        let Some((start, span)) = self.spans.range_mut(..at).next_back() else { return };
        debug_assert!(*start < at, "the range is open");
        if span.end > at {
            let rest = Span { end: mem::replace(&mut span.end, at), location: span.location.clone() };
            self.accesses += rest.location.len();
            self.spans.insert(at, rest);
        }
    }
}

/// Records an access to a location, and counts what the location remembers.
fn note(
    location: &mut Location,
    count: &mut usize,
    access: &Access,
    watch: &mut Watch<'_>,
) -> Result<(), (Rule, Access)> {
    let before = location.len();
    location.record(access, watch)?;
    *count = *count + location.len() - before;
    Ok(())
}
