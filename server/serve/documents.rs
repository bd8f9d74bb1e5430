//! Open files of the editor, and their known facts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use driver::code::Language;
use lsp_types::{Position, Range};

use super::moved::Moved;
use crate::order::{Found, Part, Spot};

/// How long nobody types before a text is checked.
const PAUSE: Duration = Duration::from_millis(120);

/// The delay of known facts about a kernel, to combine them with others.
const SOON: Duration = Duration::from_millis(250);

/// The checked version of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The text in the editor: Tile IR.
    Edited,
    /// The saved file, by a compiler, on open and on save.
    Compiled,
    /// The saved script, which is executed: only on save.
    Executed,
}

impl Kind {
    /// Of a file, by its name; none of a file that tileproof does not read.
    pub(super) fn of(path: &Path) -> Option<Self> {
        match Language::of(path) {
            Some(Language::Cpp) => Some(Kind::Compiled),
            Some(Language::Python) => Some(Kind::Executed),
            Some(Language::Table) => None,
            None => {
                let kind = path.extension()?.to_str()?;
                ["tile", "mlir"].contains(&kind).then_some(Kind::Edited)
            }
        }
    }
}

/// The state of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// No check is requested.
    Idle,
    /// The check will start at this time.
    Due(Instant),
    /// A worker runs the check.
    Running(u64),
    /// All is known.
    Done,
}

/// An open file.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
    pub(super) version: i32,
    pub(super) text: String,
    pub(super) stage: Stage,
    /// The checked text.
    checked: String,
    parts: Vec<Part>,
    /// The time to publish known facts of some kernels, if due. Until then, what was told before stays.
    untold: Option<Instant>,
}

impl Document {
    pub(super) fn new(path: PathBuf, kind: Kind, version: i32, text: String) -> Self {
        let stage = Stage::Idle;
        let (checked, parts) = (String::new(), Vec::new());
        Document { path, kind, version, text, stage, checked, parts, untold: None }
    }

    /// Asks for a check, now or when nobody types any more.
    pub(super) fn request(&mut self, at_once: bool) {
        let now = Instant::now();
        self.stage = Stage::Due(if at_once { now } else { now + PAUSE });
    }

    /// The worker of the current check.
    pub(super) fn worker(&self) -> Option<u64> {
        if let Stage::Running(number) = self.stage { Some(number) } else { None }
    }

    /// Whether more is going to be known.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Due(_) | Stage::Running(_))
    }

    /// Begins a check of a text.
    pub(super) fn begin(&mut self, number: u64, checked: String) {
        self.stage = Stage::Running(number);
        self.checked = checked;
        self.parts.clear();
        self.untold = None;
    }

    /// Adds a part of the results.
    pub(super) fn add(&mut self, part: Part) {
        self.parts.push(part);
        self.untold = self.untold.or_else(|| Some(Instant::now() + SOON));
    }

    /// The number of kernels and launches with known results.
    pub(super) fn count_parts(&self) -> usize {
        self.parts.len()
    }

    /// Ends the check.
    pub(super) fn finish(&mut self) {
        self.stage = Stage::Done;
        self.untold = None;
    }

    /// When something is to be done about it.
    pub(super) fn due(&self) -> Option<Instant> {
        match self.stage {
            Stage::Due(at) => Some(at),
            Stage::Running(_) => self.untold,
            Stage::Idle | Stage::Done => None,
        }
    }

    /// Whether something is known that was not told for long; it is told now.
    pub(super) fn tell_late(&mut self, now: Instant) -> bool {
        let late = self.worker().is_some() && self.untold.is_some_and(|due| due <= now);
        if late {
            self.untold = None;
        }
        late
    }

    /// The map from the checked text to the current one.
    pub(super) fn moved(&self) -> Moved {
        Moved::between(&self.checked, &self.text)
    }

    /// The findings, at their places in the current text.
    pub(super) fn findings(&self, uri: &str) -> Vec<Found> {
        let moved = self.moved();
        let now = |found: &Found| {
            let mut found = found.clone();
            if found.uri == uri {
                let range = found.diagnostic.range;
                found.diagnostic.range = moved.to_new(range).unwrap_or(range);
            }
            found.proposal = found.proposal.filter(|_| moved.is_nothing());
            found
        };
        let mut all: Vec<Found> = Vec::new();
        for found in self.parts.iter().flat_map(|part| &part.findings).map(now) {
            // Launches and instances of one kernel may give equal findings.
            let same = |other: &Found| (&other.uri, &other.diagnostic) == (&found.uri, &found.diagnostic);
            if !all.iter().any(same) {
                all.push(found);
            }
        }
        all
    }

    /// The spots of accesses and kernels in the current text, grouped by range.
    pub(super) fn spots(&self) -> Vec<(Range, Vec<&Spot>)> {
        let moved = self.moved();
        let mut by: BTreeMap<(Position, Position), Vec<&Spot>> = BTreeMap::new();
        for spot in self.parts.iter().flat_map(|part| &part.spots) {
            by.entry((spot.range.start, spot.range.end)).or_default().push(spot);
        }
        let here = |((start, end), spots)| Some((moved.to_new(Range::new(start, end))?, spots));
        by.into_iter().filter_map(here).collect()
    }
}
