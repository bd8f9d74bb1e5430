//! Submissions made: of a run, or of the parts that several runs left.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use driver::failure::Failure;
use driver::files::write_file;

use super::line::ResultLine;
use super::part::Part;
use super::{file, manifest};
use crate::profile::{Profile, Waivers};
use crate::report::Report;
use crate::run::{Ended, Ending, RowOfCase, Selection, Watcher, Way, frozen};
use crate::suite::place::folder;

/// Writes what came of a run as a submission.
///
/// # Errors
/// A profile is missing, the cases are not those of a version, or a file cannot be written.
pub fn submit(root: &Path, ended: &Ended, way: &Way<'_>) -> Result<(), Failure> {
    let profile = way.profile.ok_or_else(|| Failure::usage("a submission has a profile: --profile FILE"))?;
    let version = ended.report.suite.as_ref();
    version.map_or_else(|| Err(Failure::usage("there is no list of a version")), frozen)?;
    if root.join(file::MANIFEST).exists() {
        return Err(Failure::usage(format!("{} has a submission already", root.display()))
            .help("name another folder, or remove the old folder"));
    }
    folder(root)?;
    let mut results = String::new();
    for RowOfCase { row, ending, case, .. } in &ended.rows {
        let line = ResultLine::new(&row.name, row.agreement.words().0, case.as_ref(), ending);
        results += &text(serde_json::to_string(&line))?;
    }
    let files = [
        (file::PROFILE, text(serde_json::to_string_pretty(profile))?),
        (file::RESULTS, results),
        (file::SUMMARY, summary(&ended.report, profile)?),
        (file::WAIVERS, way.waivers.text.clone()),
    ];
    for (name, text) in &files {
        write_file(&root.join(name), text.as_bytes())?;
    }
    let manifest = manifest::of(files.iter().map(|(name, text)| (*name, text.as_str())));
    write_file(&root.join(file::MANIFEST), manifest.as_bytes())
}

/// Merges the parts of a submission; given waivers replace the parts' own.
///
/// # Errors
/// A part is not a submission, or belongs to another implementation or suite, or has a case of another part.
pub fn merge(
    selection: &Selection<'_>,
    folders: &[PathBuf],
    waivers: Option<&Waivers>,
    into: Option<&Path>,
    watcher: &dyn Watcher,
) -> Result<Ended, Failure> {
    let list = selection.list().ok_or_else(|| Failure::usage("there is no list of a version"))?;
    let read = |folder: &PathBuf| {
        let refused = |why: Vec<String>| Failure::refused_submission(why.join("\n"));
        Part::read(folder, list).map_err(refused)
    };
    let parts: Vec<Part> = folders.iter().map(read).collect::<Result<_, _>>()?;
    let Some((first, others)) = parts.split_first() else {
        return Err(Failure::usage("there is nothing to merge"));
    };
    let mut seen: HashMap<&str, &Part> = HashMap::new();
    for (part, folder) in parts.iter().zip(folders) {
        let refused = |why: &str| Err(Failure::refused_submission(format!("{}: {why}", folder.display())));
        if part.profile != first.profile {
            return refused("its profile is another");
        }
        if waivers.is_none() && part.waivers != first.waivers {
            return refused("the waivers differ: --waivers FILE names a file with all waivers");
        }
        for (name, (line, _)) in &part.results {
            if seen.insert(name, part).is_some() {
                let at = part.at(file::RESULTS, *line);
                return Err(Failure::refused_submission(format!("{at}: another part has {name}, too")));
            }
        }
    }
    let waivers = waivers.unwrap_or(&first.waivers);
    let target = crate::run::ConformTarget::Results(PathBuf::new());
    let way = Way { target: &target, proofs: None, batch: None, profile: Some(&first.profile), waivers };
    let mut ended = evaluate(selection, &way, &parts, watcher)?;
    ended.report.errors =
        first.errors.iter().chain(others.iter().flat_map(|part| &part.errors)).cloned().collect();
    into.map_or(Ok(()), |root| submit(root, &ended, &way))?;
    ended.report.target = first.profile.title();
    Ok(ended)
}

/// What the results of some parts come to, for every case of the version.
pub(super) fn evaluate(
    selection: &Selection<'_>,
    way: &Way<'_>,
    parts: &[Part],
    watcher: &dyn Watcher,
) -> Result<Ended, Failure> {
    let ended = selection.conclude(way, watcher, |name, case| {
        let Some((line, result)) = parts.iter().find_map(|part| part.results.get(name)) else {
            return Ending::Lost("the result is missing".to_owned());
        };
        result.ending(case).unwrap_or_else(|why| Ending::Lost(format!("line {line}: {why}")))
    });
    ended.report.suite.as_ref().map_or(Ok(()), frozen)?;
    Ok(ended)
}

/// The summary of a submission: the report, of the implementation.
pub(super) fn summary(report: &Report, profile: &Profile) -> Result<String, Failure> {
    let report = Report { target: profile.title(), ..report.clone() };
    report.json().map_err(|error| Failure::usage(error.to_string()))
}

fn text(written: Result<String, serde_json::Error>) -> Result<String, Failure> {
    written.map(|text| text + "\n").map_err(|error| Failure::usage(error.to_string()))
}
