//! The shadow of a page: which accesses a later one must not race with.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

use spec::rules::Rule;
use spec::syntax::attributes::Scope;

use super::token::{Event, Token};

/// What an access does to a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Reads it.
    Read,
    /// Writes it; `weak`: not atomically.
    Write { weak: bool },
    /// Reads and writes it at once; `narrow`: only for the eyes of its own block.
    Update { narrow: bool },
}

impl Kind {
    /// An atomic update of that scope.
    pub(crate) const fn update(scope: Option<Scope>) -> Self {
        Kind::Update { narrow: matches!(scope, Some(Scope::Block)) }
    }
}

/// An access to neighbouring locations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    /// Its block, by the order in which blocks ran.
    pub(crate) block: u32,
    /// The first of the events that it stands for: executions of one operation.
    pub(crate) first: Event,
    /// The last of them.
    pub(crate) last: Event,
    pub(crate) kind: Kind,
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
}

/// Two accesses that race, and a byte of the page that both touch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Race {
    pub(crate) rule: Rule,
    pub(crate) earlier: Access,
    pub(crate) byte: u16,
}

/// The rule that two accesses to one location break, `token` being what the later one waits for.
fn conflict(earlier: &Access, later: &Access, token: &Token) -> Option<Rule> {
    let (rule, allowed) = match (earlier.kind, later.kind) {
        (Kind::Read, Kind::Read) => return None,
        (Kind::Update { narrow: a }, Kind::Update { narrow: b }) => {
            (Rule::RaceBlock, earlier.block == later.block || !(a || b))
        }
        (
            Kind::Read | Kind::Write { .. } | Kind::Update { .. },
            Kind::Read | Kind::Write { .. } | Kind::Update { .. },
        ) if earlier.block != later.block => (Rule::RaceBlock, false),
        (Kind::Write { weak }, Kind::Write { .. }) if earlier.last == later.first => (Rule::RaceLane, !weak),
        (
            Kind::Read | Kind::Write { .. } | Kind::Update { .. },
            Kind::Read | Kind::Write { .. } | Kind::Update { .. },
        ) => (Rule::RaceToken, token.covers(earlier.first, earlier.last)),
    };
    (!allowed).then_some(rule)
}

/// The accesses to a location that matter. Blocks run one after the other, so of what other blocks did one access of a
/// kind is enough: whatever races with one of them races with each. A write comes after everything that it does not
/// race with, and stands for it.
#[derive(Debug, Clone, Default)]
struct Location {
    write: Option<Access>,
    reads: Vec<Access>,
    updates: Vec<Access>,
}

impl Location {
    fn record(&mut self, access: &Access, token: &Token, ignore: Option<Rule>) -> Result<(), (Rule, Access)> {
        let check = |earlier: &Access| match conflict(earlier, access, token) {
            Some(rule) if ignore != Some(rule) => Err((rule, *earlier)),
            Some(_) | None => Ok(()),
        };
        self.write.iter().try_for_each(check)?;
        match access.kind {
            Kind::Read => {
                self.updates.iter().try_for_each(check)?;
                push(&mut self.reads, access, token);
            }
            Kind::Update { .. } => {
                self.reads.iter().try_for_each(check)?;
                // Updates of one block never race with each other: only those of others are of interest.
                let own = self.updates.last().is_some_and(|last| last.block == access.block);
                self.updates.iter().take(if own { 1 } else { usize::MAX }).try_for_each(check)?;
                push(&mut self.updates, access, token);
            }
            Kind::Write { .. } => {
                self.reads.iter().chain(&self.updates).try_for_each(check)?;
                *self = Location { write: Some(*access), reads: Vec::new(), updates: Vec::new() };
            }
        }
        Ok(())
    }
}

/// Adds an access to others of its kind.
fn push(others: &mut Vec<Access>, access: &Access, token: &Token) {
    if let Some(last) = others.last_mut() {
        if last.block != access.block {
            others.truncate(1);
        } else if last.first == access.first {
            return;
        } else if last.kind == access.kind && token.covers(last.first, last.last) {
            *last = *access;
            return;
        } else if last.kind == access.kind && last.last.next() == access.first && last.lane == access.lane {
            last.last = access.last;
            return;
        }
    }
    others.push(*access);
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
}

impl Shadow {
    /// How many ranges it has.
    pub(crate) fn len(&self) -> usize {
        self.spans.len() + usize::from(self.only.is_some())
    }

    /// Records an access to some bytes.
    pub(crate) fn record(
        &mut self,
        bytes: Range<u16>,
        access: &Access,
        token: &Token,
        ignore: Option<Rule>,
    ) -> Result<(), Race> {
        let race = |(rule, earlier), byte| Race { rule, earlier, byte };
        if self.only.is_none() && self.spans.is_empty() {
            self.only = Some((bytes.clone(), Location::default()));
        }
        if let Some((range, location)) = &mut self.only
            && *range == bytes
        {
            return location.record(access, token, ignore).map_err(|broken| race(broken, bytes.start));
        }
        if let Some((range, location)) = self.only.take() {
            self.spans.insert(range.start, Span { end: range.end, location });
        }
        if let Some(span) = self.spans.get_mut(&bytes.start)
            && span.end == bytes.end
        {
            return span.location.record(access, token, ignore).map_err(|broken| race(broken, bytes.start));
        }
        self.record_across(bytes, access, token, ignore).map_err(|(broken, byte)| race(broken, byte))
    }

    /// Records an access to bytes that are no range yet.
    fn record_across(
        &mut self,
        bytes: Range<u16>,
        access: &Access,
        token: &Token,
        ignore: Option<Rule>,
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
            span.location.record(access, token, ignore).map_err(|broken| (broken, *start))?;
        }
        if free < bytes.end {
            gaps.push(free..bytes.end);
        }
        for gap in gaps {
            let mut location = Location::default();
            location.record(access, token, ignore).map_err(|broken| (broken, gap.start))?;
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
            self.spans.insert(at, rest);
        }
    }
}
