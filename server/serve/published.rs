//! The published diagnostics: by file, from the checks of open documents.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::Diagnostic;

use crate::order::Found;

/// By file, and by the document of the check.
#[derive(Debug, Default)]
pub(super) struct Published(BTreeMap<String, BTreeMap<String, Vec<Diagnostic>>>);

impl Published {
    /// Replaces the findings of a document's check; returns the files with changed findings.
    pub(super) fn set(&mut self, document: &str, findings: Vec<Found>) -> BTreeSet<String> {
        let mut now: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        for found in findings {
            now.entry(found.uri).or_default().push(found.diagnostic);
        }
        let mut changed = BTreeSet::new();
        let files: BTreeSet<String> = self.0.keys().chain(now.keys()).cloned().collect();
        for file in files {
            let of = self.0.entry(file.clone()).or_default();
            let said = now.remove(&file);
            if of.get(document) != said.as_ref() {
                changed.insert(file.clone());
            }
            match said {
                Some(said) => of.insert(document.to_owned(), said),
                None => of.remove(document),
            };
            if of.is_empty() {
                self.0.remove(&file);
            }
        }
        changed
    }

    /// The diagnostics of a file.
    pub(super) fn of(&self, file: &str) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = Vec::new();
        for diagnostic in self.0.get(file).into_iter().flat_map(BTreeMap::values).flatten() {
            if !all.contains(diagnostic) {
                all.push(diagnostic.clone());
            }
        }
        all
    }
}
