//! A baseline: the findings of an earlier check in a file. What is not whole, or was changed by hand, is none.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use driver::failure::Failure;
use serde::{Deserialize, Serialize};

use super::{Accept, absolute};
use crate::checked::Checked;
use crate::entry::Entry;
use crate::fingerprint::Identity;

/// The `schema` field that identifies a baseline.
const SCHEMA: &str = "tileproof.baseline/1";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    schema: String,
    findings: Vec<FindingFile>,
}

/// A finding, in a file by its path from the folder of the baseline.
#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
struct FindingFile {
    file: String,
    #[serde(rename = "finding")]
    identity: Identity,
    fingerprint: String,
}

/// Reads a baseline.
///
/// # Errors
/// A file that cannot be read, or is no whole baseline.
pub fn read(path: &Path) -> Result<Vec<Accept>, Failure> {
    let refused = |why: String| {
        Failure::usage(format!("{} is no whole baseline: {why}", path.display()))
            .help("the file hides nothing; write a new baseline with --write-baseline")
    };
    let bytes = fs::read(path).map_err(|error| {
        Failure::file(path, "read", &error).help("--write-baseline FILE writes the present findings")
    })?;
    let file: BaselineFile = serde_json::from_slice(&bytes).map_err(|error| refused(error.to_string()))?;
    if file.schema != SCHEMA {
        return Err(refused(format!("its schema is `{}`, not `{SCHEMA}`", file.schema)));
    }
    let folder = folder(path);
    let because = format!("it is in the baseline {}", path.display());
    let accept = |found: FindingFile| {
        if found.fingerprint != found.identity.fingerprint() {
            let (rule, kernel) = (&found.identity.rule, &found.identity.kernel);
            return Err(refused(format!("the fingerprint of {rule} in @{kernel} is not that of its words")));
        }
        let file = Some(folder.join(&found.file));
        Ok(Accept { file, identity: found.identity, is_exact: true, because: because.clone() })
    };
    file.findings.into_iter().map(accept).collect()
}

/// The text of a baseline file: all findings with a rule, including accepted findings.
pub fn text(path: &Path, checked: &[Checked]) -> String {
    let folder = folder(path);
    let row = |entry: &Entry| {
        let identity = entry.identity.clone()?;
        let file = absolute(Path::new(&entry.at.file));
        let file = file.strip_prefix(&folder).map_or(file.clone(), Path::to_owned);
        let fingerprint = identity.fingerprint();
        Some(FindingFile { file: file.display().to_string(), identity, fingerprint })
    };
    let entries = checked.iter().flat_map(|one| one.entries.iter().chain(&one.accepted));
    let findings: BTreeSet<_> = entries.filter_map(row).collect();
    let file = BaselineFile { schema: SCHEMA.to_owned(), findings: findings.into_iter().collect() };
    // Keys are texts, so there is nothing to fail.
    serde_json::to_string_pretty(&file).map_or_else(|error| format!("\"{error}\""), |text| text + "\n")
}

/// The folder of a baseline, from the root.
fn folder(path: &Path) -> std::path::PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    absolute(parent.unwrap_or(Path::new(".")))
}
