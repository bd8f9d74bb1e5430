//! `tileproof init`: writes a configuration for a folder without one.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use driver::config::{Config, NAME};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;

use crate::output::print;
use crate::sources;

/// The file name of a baseline.
const BASELINE: &str = "tileproof.baseline.json";

/// Folders in which headers are kept.
const HEADERS: [&str; 2] = ["include", "inc"];

/// The folder to configure.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The folder with the kernels
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// Runs the verb.
///
/// # Errors
/// There is a configuration already, there are no kernels, or it cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    let path = folder.join(NAME);
    if path.exists() {
        return Err(Failure::usage(format!("{} is there already", path.display()))
            .help("nothing is written; change it, or take it away first"));
    }
    let found = sources::find(std::slice::from_ref(folder))?;
    let text = text(folder, &found.files);
    // What is written can be read.
    let config = Config::parse(&path, &text)?;
    write_file(&path, text.as_bytes())?;
    let files: Vec<_> = config.files.iter().map(|file| file.display().to_string()).collect();
    print(&format!(
        "{} is written, with {}; `tileproof check` checks what it names\n",
        path.display(),
        files.join(", ")
    ))?;
    Ok(Exit::Success)
}

fn text(folder: &Path, files: &[PathBuf]) -> String {
    // Of what lies deeper, the first folder.
    let first = |file: &PathBuf| {
        let inside = file.strip_prefix(folder).unwrap_or(file);
        inside.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned())
    };
    let parts: BTreeSet<String> = files.iter().filter_map(first).collect();
    let is_cpp = |file: &PathBuf| file.extension().is_some_and(|kind| kind == "cu" || kind == "cuh");
    let headers: Vec<String> = HEADERS
        .iter()
        .filter(|name| files.iter().any(is_cpp) && folder.join(name).is_dir())
        .map(|name| format!("-I{name}"))
        .collect();
    // A list of strings is written in TOML as in JSON.
    let (parts, headers) = (json(&parts), json(&headers));
    let mut text = String::from("# What `tileproof check` does here. Flags of the command line win.\n\n");
    // Writing to a string does not fail.
    let _ = writeln!(text, "# Files and folders that are checked where none is named.\nfiles = {parts}\n");
    let _ = writeln!(text, "# What nvcc is told; paths are from this folder.\nnvcc = {headers}\n");
    text.push_str(
        "# Proofs that need clauses which nobody wrote: \"report\" (exit code 7), \"accept\" or \"reject\".\nconditional = \"report\"\n\n",
    );
    let mark = if folder.join(BASELINE).is_file() { "" } else { "# " };
    let _ = writeln!(
        text,
        "# Findings that are known; `tileproof check --write-baseline {BASELINE}` writes it.\n{mark}baseline = \"{BASELINE}\"\n"
    );
    text.push_str(
        "# Findings that are accepted, each with why.\n# [[accept]]\n# file = \"kernel.cu\"\n# rule = \"view.tile.inside\"\n\
         # kernel = \"scale\"\n# access = \"xs.load(i)\"\n# because = \"callers pad\"\n",
    );
    text
}

fn json(list: &impl serde::Serialize) -> String {
    // A list of strings is always valid JSON.
    serde_json::to_string(list).unwrap_or_default().replace("\",\"", "\", \"")
}
