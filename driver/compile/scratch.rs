//! A folder for what a compiler leaves, removed when nobody needs it any more.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use crate::failure::Failure;

/// The number of folders made by this process.
static MADE: AtomicUsize = AtomicUsize::new(0);

/// A folder of this process alone.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new folder for temporary files.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn new() -> Result<Self, Failure> {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("tileproof-{}-{number}", process::id()));
        // The earlier process with this number has ended, so its folder is unused.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, "make", &error))?;
        Ok(Scratch(folder))
    }

    /// A file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        Path::new(&self.0).join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is the system's to clean.
        let _ = fs::remove_dir_all(&self.0);
    }
}
