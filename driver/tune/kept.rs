//! Settings that `tune` keeps in the cache, and the words of `--tuned`: a file, or `cache`.

use std::path::PathBuf;
use std::str::FromStr;

use codegen::Options;
use spec::proof::Proved;

use super::Tuned;
use super::file::digest_of;
use crate::cache::{Cache, Key};
use crate::failure::Failure;

/// The word for settings in the cache. A file of this name is `./cache`.
const WORD: &str = "cache";

/// Where settings come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// The cache of this user, if it has settings of the kernel on this kind of GPU.
    Cache,
    /// A file from `tune --output`.
    File(PathBuf),
}

impl FromStr for Settings {
    type Err = std::convert::Infallible;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Ok(if word == WORD { Settings::Cache } else { Settings::File(PathBuf::from(word)) })
    }
}

impl Settings {
    /// The options of the code of a kernel, for devices of a compute capability such as `9.0`. Without settings in the cache the options
    /// are those of an untuned kernel.
    ///
    /// # Errors
    /// The file cannot be read, is of another kernel, or was measured on another kind of device.
    pub fn options(&self, proved: &Proved, capability: &str) -> Result<Options, Failure> {
        match self {
            Settings::File(path) => Tuned::read(path)?.options(proved, capability),
            Settings::Cache => {
                let kept = Cache::of_environment().and_then(|cache| find(&cache, proved, capability));
                kept.map_or(Ok(Options::default()), |tuned| tuned.options(proved, capability))
            }
        }
    }
}

impl Tuned {
    /// Keeps the settings in the cache, in place of earlier settings of the kernel on this kind of device.
    ///
    /// # Errors
    /// There is no folder for the cache, or the settings cannot be written to the folder.
    pub fn keep(&self) -> Result<(), Failure> {
        let help = "give a file with `--output FILE`";
        let cache = Cache::of_environment();
        let cache =
            cache.ok_or_else(|| Failure::usage("there is no cache to keep settings in").help(help))?;
        self.keep_in(&cache)?;
        cache.finish().map_or(Ok(()), |problem| Err(Failure::usage(problem).help(help)))
    }

    fn keep_in(&self, cache: &Cache) -> Result<(), Failure> {
        cache.put(&key(cache, &self.digest, &self.compute_capability), &self.text()?);
        Ok(())
    }
}

/// The kept settings of a kernel.
fn find(cache: &Cache, proved: &Proved, capability: &str) -> Option<Tuned> {
    serde_json::from_str(&cache.get(&key(cache, &digest_of(proved), capability))?).ok()
}

fn key(cache: &Cache, digest: &str, capability: &str) -> Key {
    cache.key("tuned").with("kernel", digest).with("capability", capability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::file::tests::{KERNEL, tuned};

    #[test]
    fn kept_settings_are_of_one_kernel_and_one_kind_of_device() {
        let folder = std::env::temp_dir().join(format!("tileproof-kept-{}", std::process::id()));
        let cache = Cache::in_folder(&folder).expect("the build is known");
        let (kernel, settings) = tuned(KERNEL);
        assert_eq!(find(&cache, &kernel, "9.0"), None);
        settings.keep_in(&cache).expect("it can be written");
        assert_eq!(find(&cache, &kernel, "9.0"), Some(settings.clone()));
        assert_eq!(find(&cache, &kernel, "10.0"), None);
        let (other, _) = tuned(&KERNEL.replace("return", "%c = constant <i32: 1> : tile<i32>\n return"));
        assert_eq!(find(&cache, &other, "9.0"), None);
        // Later settings replace earlier ones.
        let mut later = settings;
        later.best.choice.threads = Some(512);
        later.keep_in(&cache).expect("it can be written");
        assert_eq!(find(&cache, &kernel, "9.0"), Some(later));
        std::fs::remove_dir_all(&folder).expect("the folder is there");
    }

    #[test]
    fn the_word_cache_is_no_file() {
        assert_eq!("cache".parse(), Ok(Settings::Cache));
        assert_eq!("./cache".parse(), Ok(Settings::File(PathBuf::from("./cache"))));
    }
}
