//! `tileproof.toml`: the defaults of a folder's checks. It lists files, compiler flags and accepted findings. It cannot promise anything
//! about launches; only contracts can.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::failure::Failure;

/// The name of the file.
pub const NAME: &str = "tileproof.toml";

/// Flags of nvcc with a path argument, relative to the file's folder.
const PATHS: [&str; 4] = ["-I", "-isystem", "-include", "--include-path="];

/// The contents of a configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// The files and folders to check where the command line names none.
    #[serde(default)]
    pub files: Vec<PathBuf>,
    /// The files and folders that searches of folders leave out.
    #[serde(default)]
    pub exclude: Vec<PathBuf>,
    /// The default options of nvcc.
    #[serde(default)]
    pub nvcc: Vec<String>,
    /// The default treatment of conditional proofs.
    #[serde(default)]
    pub conditional: Option<Strictness>,
    /// The baseline where the command line names none.
    #[serde(default)]
    pub baseline: Option<PathBuf>,
    /// Accepted findings.
    #[serde(default)]
    pub accept: Vec<AcceptedFinding>,
}

/// The treatment of conditional proofs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strictness {
    /// As without a configuration: they have an exit code of their own.
    Report,
    /// As with `--allow-conditional`.
    Accept,
    /// As with `--strict`.
    Reject,
}

/// A finding that is accepted, and why.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AcceptedFinding {
    /// The file that the access stands in.
    pub file: PathBuf,
    /// The rule's code.
    pub rule: String,
    /// The author's name of the kernel.
    pub kernel: String,
    /// The access, in the words of the file; blanks do not matter.
    pub access: String,
    /// The reason.
    pub because: String,
}

impl Config {
    /// Reads a configuration. Its paths are relative to its folder.
    ///
    /// # Errors
    /// The file cannot be read, is not TOML, or has an unknown key.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
        Config::parse(path, &text)
    }

    /// Reads a configuration from a text of the file.
    ///
    /// # Errors
    /// The text is not TOML, or has an unknown key.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Failure> {
        let mut config: Config = toml::from_str(text).map_err(|error| {
            let error = error.to_string();
            Failure::usage(format!("{} is wrong: {}", path.display(), error.trim())).help(
                "it may have files, exclude, nvcc, conditional, baseline and [[accept]]; what launches promise stands in contracts",
            )
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        config.validate(path)?;
        config.files.iter_mut().chain(&mut config.exclude).for_each(|file| *file = folder.join(&*file));
        config.accept.iter_mut().for_each(|one| one.file = folder.join(&one.file));
        config.baseline = config.baseline.map(|file| folder.join(file));
        // nvcc may be started in another folder.
        let whole = std::path::absolute(Path::new(".").join(folder)).unwrap_or_else(|_| folder.to_owned());
        config.nvcc = from_folder(&config.nvcc, &whole);
        Ok(config)
    }

    /// Finds the configuration of a folder, there or above it.
    pub fn find(folder: &Path) -> Option<PathBuf> {
        folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
    }

    fn validate(&self, path: &Path) -> Result<(), Failure> {
        for one in &self.accept {
            let wrong = if spec::rules::Rule::from_code(&one.rule).is_none() {
                Some(format!("there is no rule `{}`", one.rule))
            } else if one.because.trim().is_empty() {
                Some(format!("nothing says why {} is accepted in @{}", one.rule, one.kernel))
            } else if one.access.trim().is_empty() {
                Some(format!("no access is named where {} is accepted in @{}", one.rule, one.kernel))
            } else {
                None
            };
            if let Some(wrong) = wrong {
                return Err(Failure::usage(format!("{} is wrong: {wrong}", path.display()))
                    .help("[[accept]] has file, rule, kernel, access and because; `tileproof explain` lists the rules"));
            }
        }
        Ok(())
    }
}

/// Flags whose paths are from a folder.
fn from_folder(words: &[String], folder: &Path) -> Vec<String> {
    let mut is_path = false;
    let mut all = Vec::new();
    for word in words {
        let joined = |path: &str| folder.join(path).display().to_string();
        let glued = PATHS.iter().find_map(|flag| Some((flag, word.strip_prefix(flag)?)));
        all.push(match glued {
            _ if is_path => joined(word),
            Some((flag, path)) if !path.is_empty() => format!("{flag}{}", joined(path)),
            Some(_) | None => word.clone(),
        });
        is_path = !is_path && glued.is_some_and(|(_, path)| path.is_empty());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_flags_are_from_the_folder() {
        let words = ["-I", "include", "-Iinc", "-DN=1", "-isystem", "/abs", "-O3"].map(str::to_owned);
        let found = from_folder(&words, Path::new("/p"));
        assert_eq!(found, ["-I", "/p/include", "-I/p/inc", "-DN=1", "-isystem", "/abs", "-O3"]);
    }

    #[test]
    fn a_promise_is_no_key() {
        for key in ["requires", "grid", "contract", "trusted", "allow"] {
            assert!(toml::from_str::<Config>(&format!("{key} = \"n >= 1\"")).is_err(), "{key}");
        }
    }
}
