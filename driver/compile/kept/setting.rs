//! How a compiler is called: which one, with which words, from where, and with which variables.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::inputs::stamp;
use crate::cache::{Cache, Key, digest_of};

/// Beginnings of the names of variables that are read by compilers, the programs that these call, and an interpreter.
const READ: [&str; 22] = [
    "NVCC",
    "CUDA",
    // What nvcc.profile adds to.
    "INCLUDES",
    "SYSTEM_INCLUDES",
    "OPENCC",
    "PTXAS",
    "CICC",
    "TOP",
    "SOURCE_DATE_EPOCH",
    "NVVM",
    "NVIDIA",
    "TILE",
    "CPATH",
    "C_INCLUDE",
    "CPLUS",
    "COMPILER_PATH",
    "GCC",
    "PYTHON",
    "VIRTUAL_ENV",
    "CONDA",
    "LD_",
    "PATH",
];

/// What is ours, and says nothing to a compiler.
const OURS: &str = "TILEPROOF";

/// The most bytes of a program that is read to tell it from others, as scripts are; of larger ones size and time must do.
const SMALL: u64 = 1 << 16;

/// A call, as far as it was put together.
#[derive(Debug)]
pub(in crate::compile) struct Setting {
    kind: &'static str,
    parts: Vec<String>,
}

impl Setting {
    /// The setting of this process, for a kind of compilers.
    pub(in crate::compile) fn new(kind: &'static str) -> Self {
        let read = |name: &str| !name.starts_with(OURS) && READ.iter().any(|start| name.starts_with(start));
        let variables = env::vars_os().map(|(name, value)| (name.to_string_lossy().into_owned(), value));
        let mut parts: Vec<String> = variables
            .filter(|(name, _)| read(name))
            .map(|(name, value)| format!("{name}={}", value.to_string_lossy()))
            .collect();
        parts.sort();
        parts.push(env::current_dir().map_or(String::new(), |folder| folder.display().to_string()));
        Setting { kind, parts }
    }

    /// With words that the compiler is told.
    pub(in crate::compile) fn with_words(mut self, words: &[String]) -> Self {
        self.parts.push(words.len().to_string());
        self.parts.extend_from_slice(words);
        self
    }

    /// With a program, whichever file it is now.
    pub(in crate::compile) fn with_program(mut self, path: &Path) -> Self {
        self.parts.push(path.display().to_string());
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        self.parts.push(real.display().to_string());
        let Ok(data) = fs::metadata(&real) else { return self };
        self.parts.extend(stamp(&real));
        if data.len() <= SMALL {
            self.parts.push(fs::read(&real).map_or(String::new(), |bytes| digest_of(&bytes)));
        }
        self
    }

    /// With the first program of that name on the path, if there is one.
    pub(in crate::compile) fn with_named(self, name: &str) -> Self {
        let folders: Vec<PathBuf> = env::var_os("PATH").iter().flat_map(env::split_paths).collect();
        match folders.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file()) {
            Some(path) => self.with_program(&path),
            None => self,
        }
    }

    /// The key of what is made so.
    pub(super) fn key(&self, cache: &Cache) -> Key {
        self.parts.iter().fold(cache.key(self.kind), |key, part| key.with("part", part))
    }
}
