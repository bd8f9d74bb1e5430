//! An entry as a result.

use std::collections::BTreeMap;

use driver::repair::only_masks;
use serde_sarif::sarif::{
    ArtifactChange, ArtifactContent, Fix, Location, LogicalLocation, PhysicalLocation, Region as SarifRegion,
    Replacement, Result as SarifResult, ResultLevel,
};
use spec::syntax::count::i64_from_usize;

use super::rules::Known;
use super::{artifact, message};
use crate::checked::Shared;
use crate::entry::{Kind, Level};
use crate::proposal::Proposal;
use crate::region::Region;

/// The identity of a result across versions of a file.
const FINGERPRINT: &str = "tileproof/v1";

/// The result.
pub(super) fn of(one: &Shared<'_>, known: &Known) -> SarifResult {
    let entry = one.entry;
    let list = one.list().map_or(String::new(), |list| format!("; {list}"));
    let text = match (&entry.proposal, &entry.help) {
        (Some(proposal), _) => {
            let (line, words) = &proposal.shown;
            format!("{}{list}. Try, in line {line}: `{words}`", entry.message)
        }
        (None, Some(help)) => format!("{}{list}. Try: {help}", entry.message),
        (None, None) => format!("{}{list}", entry.message),
    };
    let fingerprints = entry.identity.iter().map(|one| (FINGERPRINT.to_owned(), one.fingerprint()));
    let mut place = location(&entry.at);
    place.logical_locations = entry.kernel.as_ref().map(|kernel| {
        vec![LogicalLocation::builder().name(kernel.clone()).kind("function".to_owned()).build()]
    });
    let mut result = SarifResult::builder()
        .message(message(&text))
        .rule_id(entry.kind.id())
        .level(level(entry.level))
        .locations(vec![place])
        .build();
    result.rule_index = known.index(entry.kind);
    result.partial_fingerprints =
        Some(fingerprints.collect::<BTreeMap<_, _>>()).filter(|all| !all.is_empty());
    result.related_locations = entry.other.as_ref().map(|other| {
        let mut other = location(other);
        (other.id, other.message) = (Some(1), Some(message("the other access")));
        vec![other]
    });
    result.fixes = entry.proposal.as_ref().map(|proposal| vec![fix(entry.kind, proposal)]);
    result
}

const fn level(level: Level) -> ResultLevel {
    match level {
        Level::Error => ResultLevel::Error,
        Level::Warning => ResultLevel::Warning,
        Level::Note => ResultLevel::Note,
    }
}

fn location(at: &Region) -> Location {
    let place = PhysicalLocation::builder().artifact_location(artifact(&at.file)).region(region(at)).build();
    Location::builder().physical_location(place).build()
}

fn region(at: &Region) -> SarifRegion {
    let number = i64_from_usize;
    let mut region =
        SarifRegion::builder().start_line(number(at.start.0)).start_column(number(at.start.1)).build();
    // Without a column, the region is the rest of the line.
    region.end_line = Some(number(at.end.map_or(at.start.0, |end| end.0)));
    region.end_column = at.end.map(|end| number(end.1));
    region
}

/// The suggested edit, untested.
fn fix(kind: Kind, proposal: &Proposal) -> Fix {
    let mut changes: Vec<ArtifactChange> = Vec::new();
    let file = |edit: &Region| artifact(&edit.file);
    for (at, text) in &proposal.edits {
        let content = ArtifactContent::builder().text(text.clone()).build();
        let replacement = Replacement::builder().deleted_region(region(at)).inserted_content(content).build();
        match changes.iter_mut().find(|change| change.artifact_location == file(at)) {
            Some(change) => change.replacements.push(replacement),
            None => changes.push(
                ArtifactChange::builder().artifact_location(file(at)).replacements(vec![replacement]).build(),
            ),
        }
    }
    // Other changes than masks may change results, so that `fix` only tries them on request.
    let suggest = if matches!(kind, Kind::Rule(rule) if only_masks(rule)) { "" } else { " --suggest" };
    let description = message(&format!("`tileproof fix{suggest}` tries this change"));
    Fix::builder().description(description).artifact_changes(changes).build()
}
