//! `tileproof init`: writes a configuration for a folder without one.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use driver::config::{Config, NAME};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;

use crate::check;
use crate::output::print;
use crate::sources;

/// The file name of a baseline.
const BASELINE: &str = "tileproof.baseline.json";

/// Folders of headers.
const HEADERS: [&str; 2] = ["include", "inc"];

/// The folder to configure.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The folder with the kernels
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Check the folder, and accept its present findings: later checks report new findings only
    #[arg(long)]
    baseline: bool,
}

/// Runs the verb.
///
/// # Errors
/// A configuration exists, no kernels exist, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    let path = folder.join(NAME);
    if path.exists() {
        return Err(Failure::usage(format!("{} already exists", path.display()))
            .help("nothing was written; change it, or remove it first"));
    }
    let found = sources::find(std::slice::from_ref(folder))?;
    let text_with = |baseline| text(folder, &found.files, baseline);
    let text = text_with(false);
    // Written text can be read.
    let config = Config::parse(&path, &text)?;
    write_file(&path, text.as_bytes())?;
    let files: Vec<_> = config.files.iter().map(|file| file.display().to_string()).collect();
    print(&format!("wrote {} (`tileproof check` checks {})\n", path.display(), files.join(", ")))?;
    if arguments.baseline {
        let baseline = folder.join(BASELINE);
        check::write_baseline(&path, &config.files, &baseline)?;
        write_file(&path, text_with(true).as_bytes())?;
        print(&format!("wrote {} (its findings are accepted)\n", baseline.display()))?;
    }
    Ok(Exit::Success)
}

fn text(folder: &Path, files: &[PathBuf], with_baseline: bool) -> String {
    // The first folder of a deeper path.
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
    let mut text = String::from(
        "# The settings of `tileproof check` in this folder. Flags of the command line win.\n\n",
    );
    // Writing to a string does not fail.
    let _ =
        writeln!(text, "# Files and folders that are checked if the command names none.\nfiles = {parts}\n");
    text.push_str("# Files and folders that are left out, such as modules whose kernels are launched elsewhere.\nexclude = []\n\n");
    let _ = writeln!(text, "# Flags for nvcc; paths start in this folder.\nnvcc = {headers}\n");
    text.push_str(
        "# Proofs that need inferred preconditions: \"accept\" (exit code 0), \"report\" (7) or \"reject\" (3). A likely bug always fails.\nconditional = \"accept\"\n\n",
    );
    let mark = if with_baseline || folder.join(BASELINE).is_file() { "" } else { "# " };
    let _ = writeln!(
        text,
        "# Known findings; `tileproof check --write-baseline {BASELINE}` writes the file.\n{mark}baseline = \"{BASELINE}\"\n"
    );
    text.push_str(
        "# Accepted findings, each with a reason.\n# [[accept]]\n# file = \"kernel.cu\"\n# rule = \"view.tile.inside\"\n\
         # kernel = \"scale\"\n# access = \"xs.load(i)\"\n# because = \"callers pad\"\n",
    );
    text
}

fn json(list: &impl serde::Serialize) -> String {
    // A list of strings is always valid JSON.
    serde_json::to_string(list).unwrap_or_default().replace("\",\"", "\", \"")
}
