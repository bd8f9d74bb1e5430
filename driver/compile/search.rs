//! Configurations that a script of Python lists, read by the author's interpreter.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::child;
use super::cutile::{SECONDS, interpreter, python};
use super::scratch::Scratch;
use crate::failure::Failure;
use crate::interrupt;

/// What a script lists, or with a kernel what an autotuner of the script has for the kernel, as JSON.
///
/// # Errors
/// The script or its interpreter is missing, or the script leaves no result.
pub fn read_search(file: &Path, kernel: Option<&str>, seconds: Option<u64>) -> Result<String, Failure> {
    fs::metadata(file).map_err(|error| Failure::file(file, "read", &error))?;
    let (python, scratch, seconds) = (python()?, Scratch::new()?, seconds.unwrap_or(SECONDS));
    let out = scratch.file("search.json");
    let mut command = interpreter(&python, &scratch, None)?;
    command.args(["-m", "tileproof.cutile.search", "--out"]).arg(&out);
    command.args(kernel.map(|kernel| format!("--kernel={kernel}"))).arg("--").arg(file);
    let ended = child::run(command, Some(Duration::from_secs(seconds)));
    let ended = ended.map_err(|error| Failure::file(&python, "start", &error))?;
    if interrupt::is_asked() {
        return Err(Failure::interrupted());
    }
    if ended.is_none() {
        return Err(Failure::usage(format!("{} did not end in {seconds} seconds", file.display()))
            .help("--script-timeout gives it more"));
    }
    fs::read_to_string(&out).map_err(|_| {
        Failure::usage(format!("{} ended before the end of its list of configurations", file.display()))
            .help("Python 3.10 or newer is needed; $PYTHON names another")
    })
}
