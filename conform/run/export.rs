//! The suite written: to a folder, to an archive of a version, and the list of a version.

use std::collections::BTreeMap;
use std::path::Path;

use driver::failure::Failure;
use driver::files::write_file;

use super::parallel::Watcher;
use super::selection::{Selection, frozen};
use crate::case::digest::Digests;
use crate::suite::mustpass::{self, MustPass, is_version};
use crate::suite::place::tar;
use crate::suite::write::Suite;

/// The reference of an implementer, a runner, and commands to start from.
const BESIDE: [(&str, &str); 5] = [
    ("CONFORM.md", include_str!("../../corpus/CONFORM.md")),
    ("conform_client.c", include_str!("../../examples/conform_client.c")),
    ("conform_client.py", include_str!("../../examples/conform_client.py")),
    ("conform_cubin.py", include_str!("../../examples/conform_cubin.py")),
    ("conform_run.py", include_str!("../../examples/conform_run.py")),
];

/// The result of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The number of cases.
    pub cases: usize,
    /// How many of each kind.
    pub counts: BTreeMap<String, usize>,
}

impl Selection<'_> {
    /// Writes the suite to a folder.
    ///
    /// # Errors
    /// A case cannot be made, or a file cannot be written.
    pub fn export(&self, root: &Path, watcher: &dyn Watcher) -> Result<Exported, Failure> {
        let mut suite = Suite::new(root)?;
        self.write(&mut suite, watcher)?;
        let (file, _) = suite.finish()?;
        Ok(Exported { cases: file.cases.len(), counts: file.counts })
    }

    /// Writes the suite's version to an archive.
    ///
    /// # Errors
    /// A case that cannot be made or is none of the version, or a file that cannot be written.
    pub fn archive(&self, path: &Path, watcher: &dyn Watcher) -> Result<Exported, Failure> {
        let mut suite = Suite::archived();
        self.write(&mut suite, watcher)?;
        let (file, files) = suite.finish()?;
        let version = self.list().map_or("", |list| list.version.as_str());
        write_file(path, &tar(&format!("tileproof-conform-{version}"), &files)?)?;
        Ok(Exported { cases: file.cases.len(), counts: file.counts })
    }

    fn write(&self, suite: &mut Suite, watcher: &dyn Watcher) -> Result<(), Failure> {
        for (name, text) in BESIDE {
            suite.put(name, text)?;
        }
        suite.define()?;
        let mut digests = Vec::new();
        for (name, case) in self.make_all(watcher) {
            let case = case.map_err(|why| Failure::ill_formed(format!("{name}: {why}")))?;
            digests.push((name, Some(Digests::of(&case))));
            suite.add(&case)?;
        }
        if self.request.frozen {
            self.version(digests.into_iter()).map_or(Ok(()), |version| frozen(&version))?;
        }
        self.list().map_or(Ok(()), |list| suite.put(mustpass::FILE, &list.text))
    }

    /// Writes the list of a version: all counted cases, unchanged.
    ///
    /// # Errors
    /// A case cannot be made, the version is already frozen, or a file cannot be written.
    pub fn freeze(&self, version: &str, watcher: &dyn Watcher) -> Result<Exported, Failure> {
        if !is_version(version) {
            return Err(Failure::usage(format!(
                "`{version}` is no version: letters, digits, points, hyphens"
            )));
        }
        let digests = self.make_all(watcher).into_iter().map(|(name, case)| match case {
            Ok(case) => Ok((name.to_owned(), Digests::of(&case))),
            Err(why) => Err(Failure::ill_formed(format!("{name}: {why}"))),
        });
        let list = MustPass::new(version, &digests.collect::<Result<Vec<_>, _>>()?);
        if self.list().is_some_and(|known| known.version == version && *known != list) {
            return Err(Failure::usage(format!("suite {version} is frozen, and these cases differ"))
                .help("a version never changes: give the new one another name"));
        }
        write_file(&self.request.corpus.join("conform").join(mustpass::FILE), list.text.as_bytes())?;
        Ok(Exported { cases: list.names.len(), counts: BTreeMap::new() })
    }
}
