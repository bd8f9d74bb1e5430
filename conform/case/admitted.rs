//! Which generated cases a device has agreed with: a name and a digest each, in one file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::case::{Case, Expected};
use driver::failure::Failure;
use driver::files::write_file;

/// The `schema` field that identifies a file of admitted cases.
const SCHEMA: &str = "tileproof.admitted/1";

/// The number of kept digits of a digest.
const DIGITS: usize = 16;

/// The cases that a device has agreed with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Admitted {
    schema: String,
    /// The device, with its driver and the compiler.
    device: String,
    /// The digest of each case by its name.
    cases: BTreeMap<String, String>,
}

impl Admitted {
    /// An empty list for a device.
    pub(crate) fn new(device: &str) -> Self {
        Admitted { schema: SCHEMA.to_owned(), device: device.to_owned(), cases: BTreeMap::new() }
    }

    /// Reads the file; a missing file is an empty list.
    ///
    /// # Errors
    /// A file that cannot be read, or is something else.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        if !path.exists() {
            return Ok(Admitted::new("no device"));
        }
        let bytes = fs::read(path).map_err(|error| Failure::file(path, "read", &error))?;
        let wrong = |why: String| Failure::usage(format!("{}: {why}", path.display()));
        let read: Admitted = serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
        if read.schema != SCHEMA {
            return Err(wrong(format!("the schema is {}, not {SCHEMA}", read.schema)));
        }
        Ok(read)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::usage(error.to_string()))?;
        write_file(path, (text + "\n").as_bytes())
    }

    /// Adds a case.
    pub(crate) fn add(&mut self, case: &Case) {
        self.cases.insert(case.name.clone(), digest(case));
    }

    /// Whether a device agreed with this very case.
    pub(crate) fn has(&self, case: &Case) -> bool {
        self.cases.get(&case.name).is_some_and(|known| *known == digest(case))
    }

    /// Whether a device agreed with any case whose name begins so.
    pub(crate) fn has_any(&self, prefix: &str) -> bool {
        let after = self.cases.range(prefix.to_owned()..).next();
        after.is_some_and(|(name, _)| name.starts_with(prefix))
    }

    /// The device that confirmed the cases.
    pub(crate) fn device(&self) -> &str {
        &self.device
    }
}

/// A digest of the kernel, the inputs and the outputs.
fn digest(case: &Case) -> String {
    let mut hash = Sha256::new();
    hash.update(spec::print::kernel(case.prepared.kernel.written()));
    for buffer in &case.prepared.launch.buffers {
        hash.update(buffer.bytes.to_le_bytes());
        buffer.contents.values().for_each(|bytes| hash.update(bytes));
    }
    if let Expected::Leaves(lists) = &case.expected {
        for value in lists.iter().flat_map(|left| &left.values) {
            hash.update([u8::from(value.is_some())]);
            hash.update(value.unwrap_or(0).to_le_bytes());
        }
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    digits[..DIGITS].to_owned()
}
