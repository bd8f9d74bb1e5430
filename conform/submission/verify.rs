//! A submission held to what it says: every digest, every result and the summary are computed again.

use std::path::Path;

use driver::failure::Failure;

use super::file;
use super::part::Part;
use super::write::{evaluate, summary};
use crate::report::Report;
use crate::run::{Agreement, ConformTarget, Selection, Watcher, Way};

/// The result of verification.
#[derive(Debug)]
pub struct Verified {
    /// Why it is refused, by file and line.
    pub refusals: Vec<String>,
    /// The identity and report of the submission, if readable.
    pub submission: Option<(String, Report)>,
}

/// Verifies a submission; the selection has all cases of the version.
///
/// # Errors
/// The cases are not those of the version.
pub fn verify(selection: &Selection<'_>, folder: &Path, watcher: &dyn Watcher) -> Result<Verified, Failure> {
    let list = selection.list().ok_or_else(|| Failure::usage("there is no list of a version"))?;
    let part = match Part::read(folder, list) {
        Ok(part) => part,
        Err(refusals) => return Ok(Verified { refusals, submission: None }),
    };
    let target = ConformTarget::Results(folder.to_owned());
    let way = Way {
        target: &target,
        proofs: None,
        batch: None,
        profile: Some(&part.profile),
        waivers: &part.waivers,
    };
    let ended = evaluate(selection, &way, std::slice::from_ref(&part), watcher)?;
    let mut refusals = Vec::new();
    if let Some(shard) = &part.shard {
        refusals
            .push(format!("{}: part {shard} of a run: join all parts by --merge", part.at(file::SUMMARY, 1)));
    }
    refusals.extend(part.errors.iter().map(|error| format!("{}: error: {error}", part.at(file::SUMMARY, 1))));
    for one in &ended.rows {
        let (name, (verdict, why)) = (&one.row.name, one.row.agreement.words());
        let Some((line, result)) = part.results.get(name) else {
            refusals.push(format!("{}: there is no result of {name}", folder.join(file::RESULTS).display()));
            continue;
        };
        let outside = one.case.as_ref().and_then(|case| part.profile.excludes(case)).is_some();
        let at = part.at(file::RESULTS, *line);
        match &one.row.agreement {
            _ if verdict != result.verdict => {
                refusals.push(format!("{at}: {name} {verdict}, and the line has {}: {why}", result.verdict));
            }
            Agreement::Agrees => {}
            Agreement::Skipped(_) if outside => {}
            _ if one.row.waived.is_some() => {}
            Agreement::Disagrees(_)
            | Agreement::Undecided(_)
            | Agreement::Skipped(_)
            | Agreement::Error(_) => {
                refusals.push(format!("{at}: {name}: {verdict}, and no waiver says why: {why}"));
            }
        }
    }
    let unused = ended.unused_waivers(&part.waivers).into_iter();
    refusals.extend(unused.map(|(line, why)| format!("{}: {why}", part.at(file::WAIVERS, line))));
    let again = summary(&ended.report, &part.profile)?;
    if refusals.is_empty()
        && let Some(line) = first_difference(&part.summary, &again)
    {
        let at = part.at(file::SUMMARY, line);
        refusals.push(format!("{at}: it is not the summary of the results: {}", nth(&again, line)));
    }
    let report = Report { target: part.profile.title(), ..ended.report };
    Ok(Verified { refusals, submission: Some((part.digest, report)) })
}

/// The first line, from 1, in which two texts differ.
fn first_difference(one: &str, other: &str) -> Option<usize> {
    if one == other {
        return None;
    }
    let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
    Some(same + 1)
}

fn nth(text: &str, line: usize) -> &str {
    text.lines().nth(line - 1).map_or("it ends before", str::trim)
}
