//! What a folder of a submission has, read and held against its manifest: all of a suite, or a part.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::line::ResultLine;
use super::{file, manifest};
use crate::case::digest::sha256;
use crate::profile::{Profile, Waivers};
use crate::suite::mustpass::MustPass;

/// A submission, or a part.
#[derive(Debug)]
pub(super) struct Part {
    folder: PathBuf,
    /// The identity: the digest of the manifest.
    pub(super) digest: String,
    pub(super) profile: Profile,
    pub(super) waivers: Waivers,
    /// By case, the line number and the line.
    pub(super) results: BTreeMap<String, (usize, ResultLine)>,
    /// The file of the summary.
    pub(super) summary: String,
    /// The part of the suite.
    pub(super) shard: Option<String>,
    /// Errors of the harness that were of no case.
    pub(super) errors: Vec<String>,
}

/// The part of a summary that does not follow from the results.
#[derive(Debug, Deserialize)]
struct Head {
    shard: Option<String>,
    suite: Option<SuiteName>,
    harness: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct SuiteName {
    version: String,
    digest: String,
}

impl Part {
    /// Reads a folder; or returns the errors of its files.
    pub(super) fn read(folder: &Path, list: &MustPass) -> Result<Self, Vec<String>> {
        let files = manifest::read(folder)?;
        let text = |name: &str| files.get(name).map_or("", String::as_str);
        let at = |name: &str| folder.join(name).display().to_string();
        let one = |why: String| vec![why];
        let profile =
            Profile::read(&folder.join(file::PROFILE)).map_err(|failure| one(failure.to_string()))?;
        let waivers = Waivers::parse(text(file::WAIVERS))
            .map_err(|(line, why)| one(format!("{}:{line}: {why}", at(file::WAIVERS))))?;
        let head: Head = serde_json::from_str(text(file::SUMMARY))
            .map_err(|error| one(format!("{}: {error}", at(file::SUMMARY))))?;
        match head.suite {
            Some(SuiteName { version, digest }) if version == list.version && digest == list.digest => {}
            Some(SuiteName { version, digest }) => {
                return Err(one(format!(
                    "{}: it is of suite {version} ({digest}), and the cases here are of suite {} ({}): --suite \
                     takes the archive of another",
                    at(file::SUMMARY),
                    list.version,
                    list.digest
                )));
            }
            None => return Err(one(format!("{}: it is of no version of the suite", at(file::SUMMARY)))),
        }
        let results = results(text(file::RESULTS), &at(file::RESULTS), list)?;
        Ok(Part {
            folder: folder.to_owned(),
            digest: sha256(text(file::MANIFEST).as_bytes()),
            profile,
            waivers,
            results,
            summary: text(file::SUMMARY).to_owned(),
            shard: head.shard,
            errors: head.harness,
        })
    }

    /// A place in one of the files.
    pub(super) fn at(&self, name: &str, line: usize) -> String {
        format!("{}:{line}", self.folder.join(name).display())
    }
}

/// The results by case.
fn results(
    text: &str,
    file: &str,
    list: &MustPass,
) -> Result<BTreeMap<String, (usize, ResultLine)>, Vec<String>> {
    let (mut results, mut wrong) = (BTreeMap::new(), BTreeMap::new());
    for (number, line) in (1..).zip(text.lines()) {
        let read: ResultLine = match serde_json::from_str(line) {
            Ok(read) => read,
            Err(error) => {
                wrong.insert(number, format!("{file}:{number}: {error}"));
                continue;
            }
        };
        if !list.has(&read.case) {
            wrong.insert(number, format!("{file}:{number}: the suite has no case {}", read.case));
        }
        if let Some((before, other)) = results.insert(read.case.clone(), (number, read)) {
            let why = format!("{file}:{number}: line {before} has {} already", other.case);
            wrong.insert(number, why);
        }
    }
    if wrong.is_empty() { Ok(results) } else { Err(wrong.into_values().collect()) }
}
