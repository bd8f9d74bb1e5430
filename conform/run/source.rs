//! The source of cases: the corpus with generated cases, or a suite in a folder.

use std::path::{Path, PathBuf};

use crate::case::Case;
use crate::case::admitted::Admitted;
use crate::corpus::collect::{self, Written};
use crate::generate::{self, Generated};
use crate::suite::read::Loaded;
use driver::failure::Failure;

/// Cases before their construction.
pub(crate) enum CaseSource {
    /// Of the corpus.
    Corpus {
        /// Handwritten cases.
        written: Vec<Written>,
        /// Generated cases.
        generated: Vec<Generated>,
        /// The generated cases that count.
        admitted: Admitted,
    },
    /// Of a folder.
    Suite {
        /// Their names.
        names: Vec<String>,
        /// The folder.
        loaded: Loaded,
    },
}

impl CaseSource {
    /// The corpus and the generated cases whose names may match the filter; candidates only on request.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(crate) fn corpus(root: &Path, filter: &str, candidates: bool) -> Result<Self, Failure> {
        let written = collect::collect_written(root).map_err(|failure| {
            failure
                .help("--corpus names the folder `corpus` of tileproof, --suite a folder written by --export")
        })?;
        let admitted = Admitted::read(&root.join("conform/admitted.json"))?;
        let counts = |mnemonic: &str| candidates || admitted.has_any(&format!("generated/{mnemonic}/"));
        let generated = generate::all(counts, filter);
        Ok(CaseSource::Corpus { written, generated, admitted })
    }

    /// A suite in a folder.
    ///
    /// # Errors
    /// The folder has no suite.
    pub(crate) fn suite(root: &Path) -> Result<Self, Failure> {
        let loaded = Loaded::open(root)?;
        Ok(CaseSource::Suite { names: loaded.names.clone(), loaded })
    }

    /// The number of cases.
    pub(crate) fn len(&self) -> usize {
        match self {
            CaseSource::Corpus { written, generated, .. } => written.len() + generated.len(),
            CaseSource::Suite { names, .. } => names.len(),
        }
    }

    /// The name of a case.
    pub(crate) fn name(&self, at: usize) -> &str {
        match self {
            CaseSource::Corpus { written, generated, .. } => match written.get(at) {
                Some(written) => &written.name,
                None => generated.get(at - written.len()).map_or("", |generated| &generated.name),
            },
            CaseSource::Suite { names, .. } => names.get(at).map_or("", String::as_str),
        }
    }

    /// A case; `None` if a generated case has no valid operands.
    ///
    /// # Errors
    /// Why it cannot be made, in a sentence.
    pub(crate) fn case(&self, at: usize) -> Result<Option<Case>, String> {
        match self {
            CaseSource::Corpus { written, generated, admitted } => match written.get(at) {
                Some(written) => written.case().map(Some),
                None => generated.get(at - written.len()).map_or(Ok(None), |one| one.case(admitted)),
            },
            CaseSource::Suite { loaded, .. } => {
                loaded.case(self.name(at)).map(Some).map_err(|failure| failure.to_string())
            }
        }
    }

    /// The file of a case, if any.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        match self {
            CaseSource::Corpus { .. } => None,
            CaseSource::Suite { loaded, .. } => Some(loaded.path(name)),
        }
    }
}
