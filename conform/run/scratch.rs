//! Temporary files of cases, for commands that read them.

use std::path::PathBuf;
use std::sync::Mutex;
use std::{env, fs, process};

use driver::failure::Failure;

use super::source::CaseSource;
use crate::case::Case;
use crate::suite::write::Suite;

/// A folder that is gone afterwards, with a suite of the cases that have no file.
pub(super) struct Scratch {
    folder: PathBuf,
    suite: Mutex<Option<Suite>>,
}

impl Scratch {
    /// The folder of this process, created at the first write.
    pub(super) fn new() -> Self {
        let folder = env::temp_dir().join(format!("tileproof-conform-{}", process::id()));
        Scratch { folder, suite: Mutex::new(None) }
    }

    /// The folder of the suite.
    pub(super) fn root(&self) -> PathBuf {
        self.folder.join("suite")
    }

    /// The folder of a case's results.
    pub(super) fn results(&self, case: &Case) -> PathBuf {
        self.folder.join("left").join(&case.name)
    }

    /// The file of a case: from its suite, or a temporary file.
    pub(super) fn file(&self, source: &CaseSource, case: &Case) -> Result<PathBuf, Failure> {
        match source.path(&case.name) {
            Some(path) => Ok(path),
            None => {
                let mut suite = self.suite.lock().map_err(|error| Failure::usage(error.to_string()))?;
                let suite = match suite.as_mut() {
                    Some(suite) => suite,
                    None => suite.insert(Suite::new(&self.root())?),
                };
                suite.add(case).map(|file| self.root().join(file))
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The folder may be missing.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
