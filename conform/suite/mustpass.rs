//! A version of the suite: the frozen list of the cases that an implementation must pass, each with its digests.
//!
//! The first line has the kind of file and the version; every other line is `KERNEL INPUTS EXPECTATION NAME`.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use driver::failure::Failure;

use crate::case::digest::{Digests, sha256};

/// The `schema` field that identifies a list of frozen cases.
const SCHEMA: &str = "tileproof.mustpass/1";

/// What it is called, in the root of a suite and in the corpus's folder `conform`.
pub(crate) const FILE: &str = "mustpass.txt";

/// A frozen list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MustPass {
    /// The version.
    pub(crate) version: String,
    /// The digest of the whole file.
    pub(crate) digest: String,
    /// The names, in order.
    pub(crate) names: Vec<String>,
    /// The file.
    pub(crate) text: String,
    digests: HashMap<String, Digests>,
}

impl MustPass {
    /// The list of some cases under a version.
    pub(crate) fn new(version: &str, cases: &[(String, Digests)]) -> Self {
        let mut text = format!("{SCHEMA} {version}\n");
        for (name, Digests { kernel, inputs, expectation }) in cases {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{kernel} {inputs} {expectation} {name}");
        }
        MustPass {
            version: version.to_owned(),
            digest: sha256(text.as_bytes()),
            names: cases.iter().map(|(name, _)| name.clone()).collect(),
            text,
            digests: cases.iter().cloned().collect(),
        }
    }

    /// Reads a list, if the file exists.
    ///
    /// # Errors
    /// The file cannot be read, or a line is invalid.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, Failure> {
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
        let wrong = |line: usize, why: &str| Failure::usage(format!("{}:{line}: {why}", path.display()));
        let mut lines = text.lines();
        let version = lines.next().and_then(|line| line.strip_prefix(SCHEMA)).map(str::trim);
        let version = version.filter(|version| is_version(version));
        let version = version.ok_or_else(|| wrong(1, &format!("not a list: a list begins with {SCHEMA}")))?;
        let mut cases = Vec::new();
        for (number, line) in (2..).zip(lines) {
            let mut words = line.splitn(4, ' ');
            let (Some(kernel), Some(inputs), Some(expectation), Some(name)) =
                (words.next(), words.next(), words.next(), words.next())
            else {
                return Err(wrong(number, "a line has three digests and a name"));
            };
            let [kernel, inputs, expectation] = [kernel, inputs, expectation].map(str::to_owned);
            cases.push((name.to_owned(), Digests { kernel, inputs, expectation }));
        }
        let list = MustPass::new(version, &cases);
        if list.digests.len() < list.names.len() {
            return Err(wrong(1, "it has a case twice"));
        }
        if list.text != text {
            return Err(wrong(1, "it does not end as a list does"));
        }
        Ok(Some(list))
    }

    /// Whether the list has a case with the given name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.digests.contains_key(name)
    }

    /// The first difference between a case and the list's entry of its name.
    pub(crate) fn difference(&self, name: &str, case: &Digests) -> Option<&'static str> {
        self.digests.get(name).and_then(|known| known.difference(case))
    }
}

/// Whether a text can be a version: letters, digits, points and hyphens.
pub(crate) fn is_version(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))
}
