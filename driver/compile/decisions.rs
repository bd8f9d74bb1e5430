//! Decisions of a script by results of launches. The launches were recorded and not executed, so a decision may be another one on a GPU.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::opened::Decided;

/// A line of a table.
#[derive(Debug, Deserialize)]
pub(super) struct DecisionLine {
    purpose: Purpose,
    place: String,
    /// Kernels and parameters: the result changes only by their writes. `None` for a result of unknown origin.
    unless_written: Option<Vec<(usize, String)>>,
}

/// The use of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Purpose {
    Branch,
    Number,
    /// A float or a text is kept, and may decide later.
    Kept,
}

/// The decisions so far.
#[derive(Debug, Default)]
pub(super) struct Decisions {
    branch: Option<String>,
    number: Option<String>,
    kept: Option<String>,
    notes: Vec<String>,
}

impl Decisions {
    /// Adds a decision. The kernels and parameters of `kept` write nothing.
    pub(super) fn add(&mut self, line: DecisionLine, kept: &BTreeSet<(usize, String)>) {
        let conditions = line.unless_written.as_ref();
        if conditions.is_some_and(|all| all.iter().all(|one| kept.contains(one))) {
            return;
        }
        let place = line.place;
        match line.purpose {
            Purpose::Branch => {
                let note = format!(
                    "{place} decides by a result of a launch, and launches are not executed: on a GPU, the launches behind it may be others"
                );
                self.notes.extend(Some(note).filter(|note| !self.notes.contains(note)));
                self.branch.get_or_insert(place);
            }
            Purpose::Number => {
                self.number.get_or_insert(place);
            }
            Purpose::Kept => self.kept = Some(place),
        }
    }

    /// The decision before a launch. A number may be part of the launch itself.
    pub(super) fn before(&mut self) -> Option<Decided> {
        let note = |place: String| {
            format!(
                "{place} reads a result of a launch, and launches are not executed: if it decides anything, later launches may be others"
            )
        };
        self.notes.extend(self.kept.take().map(note));
        let number = self.number.clone().map(Decided::Number);
        number.or_else(|| self.branch.clone().map(Decided::Branch))
    }

    /// Notes for the author.
    pub(super) fn notes(self) -> Vec<String> {
        self.notes
    }
}
