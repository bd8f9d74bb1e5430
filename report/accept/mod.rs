//! Findings accepted outside of the source: by a baseline, or by a configuration. They are counted but not reported, and the verdict stays.

pub mod baseline;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use driver::check::report::Status;
use driver::config::AcceptedFinding;

use crate::checked::Checked;
use crate::entry::Entry;
use crate::fingerprint::Identity;

/// One accepted finding, or all findings with equal words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accept {
    /// The file, from the root; none means any.
    pub file: Option<PathBuf>,
    /// Rule, kernel and access.
    pub identity: Identity,
    /// Whether the entry means one of several accesses with equal words, in one of several launches.
    pub is_exact: bool,
    /// Why.
    pub because: String,
}

/// All accepted findings.
#[derive(Debug, Clone, Default)]
pub struct Accepted {
    all: Vec<Accept>,
    /// The positions of matched entries.
    used: RefCell<BTreeSet<usize>>,
}

impl Accepted {
    /// Adds some.
    pub fn extend(&mut self, more: Vec<Accept>) {
        self.all.extend(more);
    }

    /// The entries for these files without a finding, of the configuration or of the baseline.
    pub fn stale(&self, files: &[PathBuf]) -> Vec<&Accept> {
        let files: Vec<PathBuf> = files.iter().map(|file| absolute(file)).collect();
        let used = self.used.borrow();
        let is_stale = |(at, one): &(usize, &Accept)| {
            let is_checked = one.file.as_ref().is_some_and(|file| files.contains(file));
            is_checked && !used.contains(at)
        };
        self.all.iter().enumerate().filter(is_stale).map(|(_, one)| one).collect()
    }

    /// Removes accepted findings from the open findings.
    #[must_use]
    pub fn apply(&self, mut one: Checked) -> Checked {
        for entry in std::mem::take(&mut one.entries) {
            let Some(position) = self.all.iter().position(|accept| accept.is_of(&entry)) else {
                one.entries.push(entry);
                continue;
            };
            let accept = &self.all[position];
            self.used.borrow_mut().insert(position);
            for number in &entry.obligations {
                if let Some(finding) = one.report.obligations.get_mut(*number) {
                    finding.status = Status::Accepted(accept.because.clone());
                }
            }
            if entry.is_likely {
                one.report.likely_bug = None;
                let (id, place, because) = (entry.kind.id(), entry.at.place(), &accept.because);
                one.report
                    .notes
                    .push(format!("the likely bug is accepted: {id} at {place}, because {because}"));
            }
            one.accepted.push(entry);
        }
        one
    }
}

impl Accept {
    /// An entry of a configuration: every access with these words, in every launch.
    pub fn configured(one: &AcceptedFinding) -> Self {
        let identity = Identity::said(&one.rule, &one.kernel, &one.access);
        let file = Some(absolute(&one.file));
        Accept { file, identity, is_exact: false, because: one.because.clone() }
    }

    fn is_of(&self, entry: &Entry) -> bool {
        let Some(found) = &entry.identity else { return false };
        let known = &self.identity;
        let is_same =
            (&known.rule, &known.kernel, &known.access) == (&found.rule, &found.kernel, &found.access);
        let exactly = |one: &Identity| (one.other.clone(), one.number, one.launch.clone());
        let is_exact = !self.is_exact || exactly(known) == exactly(found);
        let is_there = self.file.as_ref().is_none_or(|file| *file == absolute(Path::new(&entry.at.file)));
        is_same && is_exact && is_there
    }
}

/// A path from the root.
pub fn absolute(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}
