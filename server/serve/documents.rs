//! Files that are open in the editor, and what is known of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use driver::code::Language;
use lsp_types::{Position, Range};

use super::moved::Moved;
use crate::order::{Found, Part, Spot};

/// How long nobody types before a text is checked.
const PAUSE: Duration = Duration::from_millis(120);

/// How long what is known of a kernel waits for what becomes known of others.
const SOON: Duration = Duration::from_millis(250);

/// What of a file is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The text in the editor: Tile IR.
    Edited,
    /// The file as it is saved, by a compiler, when it is opened and when it is saved.
    Compiled,
    /// The same of a script, which is executed: only when it is saved.
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

/// How far its check is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nobody has asked for one.
    Idle,
    /// It is to begin.
    Due(Instant),
    /// A worker is at it.
    Running(u64),
    /// All is known.
    Done,
}

/// A file that is open.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
    pub(super) version: i32,
    pub(super) text: String,
    pub(super) stage: Stage,
    /// The text that is checked.
    checked: String,
    parts: Vec<Part>,
    /// When what is known of some kernels must be told, where it is not. Until then, what was told before stays.
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

    /// Ends its check.
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
            // Of launches and instances of one kernel each may say the same.
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
