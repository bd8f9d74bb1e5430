//! What a compiler made before, with everything that it read for that: where none of it has changed, the compiler is not started.

mod inputs;
mod setting;

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use self::inputs::Inputs;
pub(super) use self::inputs::Read;
pub(super) use self::setting::Setting;
use crate::cache::{Cache, Key};

/// What was made, and of what.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    inputs: Inputs,
    made: String,
}

/// What is kept of a compilation, and under which key.
#[derive(Debug, Clone)]
pub(super) struct Kept<'a> {
    cache: &'a Cache,
    key: Key,
    begun: SystemTime,
}

impl<'a> Kept<'a> {
    /// What is kept for a setting in which a compiler is called.
    pub(super) fn new(cache: &'a Cache, setting: &Setting) -> Self {
        Kept { cache, key: setting.key(cache), begun: SystemTime::now() }
    }

    /// What was made before, if all that was read for it is as it was.
    pub(super) fn find(&self) -> Option<String> {
        let record: Record = serde_json::from_str(&self.cache.get(&self.key)?).ok()?;
        record.inputs.are_unchanged().then_some(record.made)
    }

    /// Keeps what was made of some files. Where one of them was written meanwhile, nobody knows which text was read.
    pub(super) fn keep(&self, read: &Read, made: &str) {
        let Some(inputs) = Inputs::of(read, self.begun) else { return };
        let record = Record { inputs, made: made.to_owned() };
        if let Ok(text) = serde_json::to_string(&record) {
            self.cache.put(&self.key, &text);
        }
    }
}
