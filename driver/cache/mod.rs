//! The cache: earlier results in a folder of the user. Each user compares an entry with its own inputs, and repeats the work after any
//! mismatch. Cached results are never proofs.

mod binary;
mod entry;
mod key;
mod trim;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

pub use self::binary::digest as program;
pub use self::key::Key;
pub use self::key::digest_of;
use crate::files::write_new_file;

/// The most bytes that all entries may have together.
const MOST: u64 = 256 << 20;

/// A folder of entries.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// The build behind the entries: another build may decide differently.
    binary: String,
    /// Why an entry could not be written, the first time.
    failure: OnceLock<String>,
    written: AtomicBool,
}

impl Cache {
    /// The folder of `$TILEPROOF_CACHE`, else the user's cache folder; `None` if there is no such folder, or if the variable is
    /// empty.
    pub fn of_environment() -> Option<Self> {
        let set = |value: Option<OsString>| value.filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = match env::var_os("TILEPROOF_CACHE") {
            Some(folder) => set(Some(folder)),
            None => set(env::var_os("XDG_CACHE_HOME"))
                .filter(|folder| folder.is_absolute())
                .or_else(|| Some(set(env::var_os("HOME"))?.join(".cache")))
                .map(|folder| folder.join("tileproof")),
        };
        Cache::in_folder(&folder?)
    }

    /// A cache folder, created on demand; `None` if the program cannot identify its build.
    pub fn in_folder(folder: &Path) -> Option<Self> {
        Some(Cache {
            folder: folder.to_owned(),
            binary: binary::digest()?,
            failure: OnceLock::new(),
            written: AtomicBool::new(false),
        })
    }

    /// The start of a key for a kind of entry, with this build.
    pub(crate) fn key(&self, kind: &str) -> Key {
        Key::new(kind).with("tileproof", &self.binary)
    }

    /// The entry of a key; `None` without a complete entry.
    pub(crate) fn get(&self, key: &Key) -> Option<String> {
        entry::open(&fs::read(self.path(key)).ok()?, &key.name())
    }

    /// Keeps something for a key. An entry that cannot be written is dropped, and [`Cache::finish`] reports
    /// the error.
    pub(crate) fn put(&self, key: &Key, body: &str) {
        let path = self.path(key);
        let sealed = entry::seal(body, &key.name());
        let made = fs::create_dir_all(&self.folder).map_err(|error| error.to_string());
        let made = made.and_then(|()| write_new_file(&path, sealed.as_bytes()).map_err(|e| e.to_string()));
        match made {
            Ok(()) => self.written.store(true, Ordering::Relaxed),
            Err(reason) => {
                let _ = self.failure.set(reason);
            }
        }
    }

    /// Frees space, and reports an error of the folder in one line.
    pub fn finish(&self) -> Option<String> {
        if self.written.load(Ordering::Relaxed) {
            trim::trim(&self.folder, MOST);
        }
        let reason = self.failure.get()?;
        Some(format!(
            "nothing is kept in {}: {reason} ($TILEPROOF_CACHE names another folder, --no-cache asks for none)",
            self.folder.display()
        ))
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.folder.join(format!("{}.{}", key.name(), trim::KIND))
    }
}
