//! The selected cases of the suite, and their agreement with the frozen version.

use std::path::Path;

use driver::failure::Failure;

use super::parallel::{Watcher, map_in_parallel};
use super::shard::Shard;
use super::source::CaseSource;
use crate::case::digest::Digests;
use crate::case::{Case, State};
use crate::report::Version;
use crate::suite::mustpass::{self, MustPass};

/// How many changed cases a failure names.
const NAMED: usize = 10;

/// The selected cases, and their source.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The folder of the corpus.
    pub corpus: &'a Path,
    /// A suite that was written earlier, in place of the corpus.
    pub suite: Option<&'a Path>,
    /// A text that the names of selected cases contain.
    pub filter: &'a str,
    /// A part of the suite.
    pub shard: Option<Shard>,
    /// Whether to include generated cases that no device has confirmed.
    pub candidates: bool,
    /// Whether to run only the frozen cases of the suite's version.
    pub frozen: bool,
}

/// Cases to run or export.
pub struct Selection<'a> {
    pub(super) request: Request<'a>,
    pub(super) source: CaseSource,
    /// The positions of the cases in the source.
    pub(super) chosen: Vec<usize>,
    list: Option<MustPass>,
}

/// A case, or the reason for a failure; `None` for a generated case that does not count.
pub(super) type Made = Option<Result<Case, String>>;

impl<'a> Selection<'a> {
    /// The requested cases.
    ///
    /// # Errors
    /// The corpus, suite or frozen list cannot be read, or no case matches.
    pub fn open(request: Request<'a>) -> Result<Self, Failure> {
        let (source, list) = match request.suite {
            Some(root) => (CaseSource::suite(root)?, root.join(mustpass::FILE)),
            None => {
                let source = CaseSource::corpus(request.corpus, request.filter, request.candidates)?;
                (source, request.corpus.join("conform").join(mustpass::FILE))
            }
        };
        let none = || {
            Failure::usage(format!("there is no list of a version: {}", list.display()))
                .help("`tileproof conform --freeze VERSION` writes one")
        };
        let list = MustPass::read(&list)?
            .map_or_else(|| if request.frozen { Err(none()) } else { Ok(None) }, |list| Ok(Some(list)))?;
        let counts = |name: &str| !request.frozen || list.as_ref().is_some_and(|list| list.has(name));
        let named = (0..source.len()).filter(|at| {
            let name = source.name(*at);
            name.contains(request.filter) && counts(name)
        });
        let has = |position: usize| request.shard.is_none_or(|shard| shard.has(position));
        let chosen: Vec<_> = named.enumerate().filter(|(at, _)| has(*at)).map(|(_, name)| name).collect();
        if chosen.is_empty() {
            return Err(Failure::usage(format!("no case has `{}` in its name", request.filter))
                .help("--candidates takes generated cases that no device has agreed with, too"));
        }
        Ok(Selection { request, source, chosen, list })
    }

    /// The frozen list of the version, if any.
    pub(crate) const fn list(&self) -> Option<&MustPass> {
        self.list.as_ref()
    }

    /// The name of the case at a position of the source.
    pub(super) fn name(&self, at: usize) -> &str {
        self.source.name(at)
    }

    pub(super) fn make(&self, at: usize) -> Made {
        let case = self.source.case(at).transpose()?;
        let counts = |case: &Case| case.state != State::Candidate || self.request.candidates;
        Some(case).filter(|case| case.as_ref().map_or(true, counts))
    }

    /// All requested cases, each with its name.
    pub(crate) fn make_all(&self, watcher: &dyn Watcher) -> Vec<(&str, Result<Case, String>)> {
        let made = map_in_parallel(&self.chosen, watcher, |at| (at, self.make(at)));
        made.into_iter().filter_map(|(at, made)| Some((self.name(at), made?))).collect()
    }

    /// The version of the suite, with the differing cases. If all cases are requested, missing cases are included.
    pub(crate) fn version<'c>(
        &self,
        cases: impl Iterator<Item = (&'c str, Option<Digests>)>,
    ) -> Option<Version> {
        let list = self.list.as_ref()?;
        let mut seen = std::collections::HashSet::new();
        let mut changed = Vec::new();
        for (name, digests) in cases {
            seen.insert(name);
            let differs =
                |digests: &Digests| Some(format!("{name}: {} is another", list.difference(name, digests)?));
            changed.extend(digests.as_ref().and_then(differs));
        }
        if self.request.filter.is_empty() && self.request.shard.is_none() {
            let missing = list.names.iter().filter(|name| !seen.contains(name.as_str()));
            changed.extend(missing.map(|name| format!("{name}: there is no such case")));
        }
        let (version, digest) = (list.version.clone(), list.digest.clone());
        Some(Version { version, digest, cases: list.names.len(), changed })
    }
}

/// Fails if the cases differ from the version.
///
/// # Errors
/// Some are not.
pub(crate) fn frozen(version: &Version) -> Result<(), Failure> {
    let Version { version, changed, .. } = version;
    if changed.is_empty() {
        return Ok(());
    }
    let named = changed[..changed.len().min(NAMED)].join("\n  ");
    let more = changed.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    Err(Failure::usage(format!("these cases differ from suite {version}:\n  {named}{more}"))
        .help("take the archive of that version with --suite, or freeze another: `tileproof conform --freeze VERSION`"))
}
