//! The compiler flags of a file, from `compile_commands.json`: in the folder of the file or above, or in a `build` folder
//! there.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::failure::Failure;

/// An entry of the database.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    arguments: Option<Vec<String>>,
}

/// Flags with a separate argument; both are kept.
const KEPT: [&str; 6] = ["-I", "-D", "-U", "-include", "-isystem", "-std"];

/// Prefixes of flags that concern inputs, not outputs.
const STARTS: [&str; 10] =
    ["-I", "-D", "-U", "-isystem", "-std", "--std", "-arch", "--gpu-architecture", "--expt-", "-ccbin"];

/// The flags of a file; `None` if no database has it.
///
/// # Errors
/// The database is invalid.
pub(super) fn flags(file: &Path) -> Result<Vec<String>, Failure> {
    let Ok(file) = fs::canonicalize(file) else { return Ok(Vec::new()) };
    let beside = |folder: &Path| {
        ["compile_commands.json", "build/compile_commands.json"].map(|name| folder.join(name))
    };
    let databases = file.ancestors().skip(1).flat_map(beside);
    let Some(database) = databases.into_iter().find(|path| path.is_file()) else { return Ok(Vec::new()) };
    let text = fs::read_to_string(&database).map_err(|error| Failure::file(&database, "read", &error))?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| {
        Failure::usage(format!("{} is no database of compilations: {error}", database.display()))
            .help("flags behind `--` are taken instead")
    })?;
    let is_it =
        |entry: &&Entry| fs::canonicalize(entry.directory.join(&entry.file)).is_ok_and(|path| path == file);
    Ok(entries.iter().find(is_it).map_or(Vec::new(), kept))
}

/// The flags of a command that concern its inputs.
fn kept(entry: &Entry) -> Vec<String> {
    let words = match (&entry.arguments, &entry.command) {
        (Some(words), _) => words.clone(),
        (None, Some(command)) => split(command),
        (None, None) => Vec::new(),
    };
    let mut kept = Vec::new();
    let mut words = words.into_iter().skip(1);
    while let Some(word) = words.next() {
        if KEPT.contains(&word.as_str()) {
            let value = words.next().unwrap_or_default();
            let is_folder = ["-I", "-isystem"].contains(&word.as_str());
            kept.push(word);
            kept.push(if is_folder { from(&entry.directory, &value) } else { value });
        } else if let Some(folder) = word.strip_prefix("-I") {
            kept.push(format!("-I{}", from(&entry.directory, folder)));
        } else if STARTS.iter().any(|start| word.starts_with(start)) {
            kept.push(word);
        }
    }
    kept
}

fn from(directory: &Path, folder: &str) -> String {
    directory.join(folder).display().to_string()
}

/// A command as a shell splits it: quotes and backslashes keep words together.
fn split(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut open) = (Vec::new(), String::new(), None, false);
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => word.extend(letters.next()),
            (letter, Some(end)) if letter == end => quote = None,
            ('"' | '\'', None) => (quote, open) = (Some(letter), true),
            (letter, None) if letter.is_whitespace() => {
                if open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                open = false;
            }
            (letter, _) => word.push(letter),
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_kept_and_what_is_made_is_not() {
        let command = r#"nvcc -c a.cu -o a.o -Iinclude -I /opt/x -DNAME="a b" -std=c++20 -O3 -gencode x"#;
        let entry = Entry {
            directory: "/w".into(),
            file: "a.cu".into(),
            command: Some(command.to_owned()),
            arguments: None,
        };
        assert_eq!(kept(&entry), ["-I/w/include", "-I", "/opt/x", "-DNAME=a b", "-std=c++20"]);
        assert_eq!(split(r#"a 'b c' "" d\ e"#), ["a", "b c", "", "d e"]);
    }
}
