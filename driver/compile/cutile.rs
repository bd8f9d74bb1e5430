//! cuTile Python, compiled by `cuda.tile` itself: the author's interpreter runs `python -m tileproof.cutile`, which leaves a
//! table of kernels and launches. A script is executed for that, up to the launches, which are recorded and not made.

use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use std::{env, fs, io};

use super::child;
use super::opened::{Asked, Opened};
use super::scratch::Scratch;
use super::table::{Table, read_as_far};
use crate::failure::Failure;
use crate::interrupt;

/// The embedded Python package: program and package have equal versions.
const PACKAGE: [(&str, &str); 39] = [
    ("__init__.py", include_str!("../../python/tileproof/__init__.py")),
    ("api.py", include_str!("../../python/tileproof/api.py")),
    ("comparisons.py", include_str!("../../python/tileproof/comparisons.py")),
    ("conditions.py", include_str!("../../python/tileproof/conditions.py")),
    ("guards.py", include_str!("../../python/tileproof/guards.py")),
    ("launches.py", include_str!("../../python/tileproof/launches.py")),
    ("program.py", include_str!("../../python/tileproof/program.py")),
    ("promises.py", include_str!("../../python/tileproof/promises.py")),
    ("pytest_plugin.py", include_str!("../../python/tileproof/pytest_plugin.py")),
    ("report.py", include_str!("../../python/tileproof/report.py")),
    ("cutile/__init__.py", include_str!("../../python/tileproof/cutile/__init__.py")),
    ("cutile/__main__.py", include_str!("../../python/tileproof/cutile/__main__.py")),
    ("cutile/arrays.py", include_str!("../../python/tileproof/cutile/arrays.py")),
    ("cutile/callees.py", include_str!("../../python/tileproof/cutile/callees.py")),
    ("cutile/contents.py", include_str!("../../python/tileproof/cutile/contents.py")),
    ("cutile/decisions.py", include_str!("../../python/tileproof/cutile/decisions.py")),
    ("cutile/export.py", include_str!("../../python/tileproof/cutile/export.py")),
    ("cutile/flow.py", include_str!("../../python/tileproof/cutile/flow.py")),
    ("cutile/lifetimes.py", include_str!("../../python/tileproof/cutile/lifetimes.py")),
    ("cutile/memory.py", include_str!("../../python/tileproof/cutile/memory.py")),
    ("cutile/on_host.py", include_str!("../../python/tileproof/cutile/on_host.py")),
    ("cutile/own_sources.py", include_str!("../../python/tileproof/cutile/own_sources.py")),
    ("cutile/recording.py", include_str!("../../python/tileproof/cutile/recording.py")),
    ("cutile/rules.py", include_str!("../../python/tileproof/cutile/rules.py")),
    ("cutile/search.py", include_str!("../../python/tileproof/cutile/search.py")),
    ("cutile/shapes.py", include_str!("../../python/tileproof/cutile/shapes.py")),
    ("cutile/sources.py", include_str!("../../python/tileproof/cutile/sources.py")),
    ("cutile/table.py", include_str!("../../python/tileproof/cutile/table.py")),
    ("cutile/unwritten.py", include_str!("../../python/tileproof/cutile/unwritten.py")),
    ("triton/__init__.py", include_str!("../../python/tileproof/triton/__init__.py")),
    ("triton/capture.py", include_str!("../../python/tileproof/triton/capture.py")),
    ("triton/compiling.py", include_str!("../../python/tileproof/triton/compiling.py")),
    ("triton/driver.py", include_str!("../../python/tileproof/triton/driver.py")),
    ("triton/grids.py", include_str!("../../python/tileproof/triton/grids.py")),
    ("triton/layouts.py", include_str!("../../python/tileproof/triton/layouts.py")),
    ("triton/listing.py", include_str!("../../python/tileproof/triton/listing.py")),
    ("triton/recording.py", include_str!("../../python/tileproof/triton/recording.py")),
    ("triton/relations.py", include_str!("../../python/tileproof/triton/relations.py")),
    ("triton/signature.py", include_str!("../../python/tileproof/triton/signature.py")),
];

/// How long a script may run, where nobody says, in seconds.
pub const SECONDS: u64 = 300;

/// Time for the interpreter to end itself after its limit.
const GRACE: Duration = Duration::from_secs(5);

/// The end of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// The script ended by itself.
    Ended(ExitStatus),
    /// Ended after a timeout.
    Hung,
}

/// Compiles the named kernel, or runs the file and compiles its launches.
///
/// # Errors
/// The interpreter is missing, or left no readable table.
pub(super) fn compile(asked: &Asked) -> Result<Opened, Failure> {
    if asked.contract.is_some() {
        return Err(Failure::usage(
            "--contract is for Tile IR and C++: of Python, contracts stand above the kernel",
        )
        .help("# tileproof: requires = n >= 1"));
    }
    let python = python()?;
    let scratch = Scratch::new()?;
    let table = scratch.file("script.launches");
    let command = command(asked, &python, &scratch, &table)?;
    let script = run(command, asked.seconds.unwrap_or(SECONDS));
    let script = script.map_err(|error| Failure::file(&python, "start", &error))?;
    Ok(conclude(asked, &python, &table, script)?.opened)
}

/// The call of the interpreter, with its arguments.
fn command(asked: &Asked, python: &Path, scratch: &Scratch, table: &Path) -> Result<Command, Failure> {
    let seconds = asked.seconds.unwrap_or(SECONDS);
    let mut command = interpreter(python, scratch, asked.folder_of_original())?;
    command.args(["-m", "tileproof.cutile", "--table"]).arg(table).arg("--seconds").arg(seconds.to_string());
    if let Some(kernel) = &asked.kernel {
        command.arg("--kernel").arg(kernel);
        asked.samples.iter().for_each(|sample| {
            command.arg(format!("--sample={sample}"));
        });
        asked.hints.iter().for_each(|sample| {
            command.arg(format!("--hint={sample}"));
        });
    }
    command.arg("--").arg(&asked.file).args(&asked.words);
    Ok(command)
}

/// The interpreter with the embedded package first on its path, and then a folder.
pub(super) fn interpreter(
    python: &Path,
    scratch: &Scratch,
    beside: Option<PathBuf>,
) -> Result<Command, Failure> {
    let package = scratch.file("tileproof");
    for (name, text) in PACKAGE {
        let path = package.join(name);
        let folder = path.parent().unwrap_or(&package);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Failure::file(&path, "write", &error))?;
    }
    let mut command = Command::new(python);
    let path = env::var_os("PYTHONPATH").filter(|path| !path.is_empty());
    let own = [scratch.file("")].into_iter().chain(beside);
    let paths = own.chain(path.iter().flat_map(env::split_paths));
    let joined = env::join_paths(paths).map_err(|error| Failure::usage(format!("$PYTHONPATH: {error}")))?;
    command.env("PYTHONPATH", joined).stdin(Stdio::null());
    if let Ok(this) = env::current_exe() {
        command.env("TILEPROOF", this);
    }
    // What a script prints is not the report.
    if let Ok(stderr) = io::stderr().as_fd().try_clone_to_owned() {
        command.stdout(stderr);
    }
    Ok(command)
}

/// The interpreter: named by the user, of the active environment, or on the path.
pub(super) fn python() -> Result<PathBuf, Failure> {
    if let Some(said) = env::var_os("PYTHON").filter(|said| !said.is_empty()) {
        return Ok(said.into());
    }
    let active = env::var_os("VIRTUAL_ENV").map(|folder| Path::new(&folder).join("bin/python"));
    let folders: Vec<_> = env::var_os("PATH").iter().flat_map(env::split_paths).collect();
    let on_path = ["python3", "python"]
        .into_iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let found = active.into_iter().chain(on_path).find(|path| path.is_file());
    found.ok_or_else(|| {
        Failure::usage("there is no Python on the path")
            .help("$PYTHON may name one that has cuda.tile or Triton")
    })
}

/// Runs an interpreter that limits its own time.
fn run(command: Command, seconds: u64) -> io::Result<Script> {
    let limit = Duration::from_secs(seconds).saturating_add(GRACE);
    Ok(child::run(command, Some(limit))?.map_or(Script::Hung, Script::Ended))
}

/// The recorded launches, and errors.
fn conclude(asked: &Asked, python: &Path, table: &Path, script: Script) -> Result<Table, Failure> {
    if interrupt::is_asked() {
        return Err(Failure::interrupted());
    }
    let file = asked.file.display();
    let mut table = if table.is_file() { read_as_far(table)? } else { Table::default() };
    let (opened, ended) = (&mut table.opened, table.ended);
    if !table.begun {
        return Err(Failure::usage(format!(
            "{} does not run tileproof's package for {file}",
            python.display()
        ))
        .help("Python 3.10 or newer is needed, with cuda-tile or triton; $PYTHON names another"));
    }
    let early = match script {
        Script::Hung => Some(format!("{file} did not end in {} seconds", asked.seconds.unwrap_or(SECONDS))),
        Script::Ended(status) if !ended => Some(match (status.signal(), status.code()) {
            (Some(signal), _) => format!("{file} was ended by signal {signal}"),
            (None, code) => {
                format!("{file} exited with status {} before it came to its end", code.unwrap_or(0))
            }
        }),
        Script::Ended(_) => None,
    };
    // A problem that the script's package has told is the reason of its end.
    if let Some(message) = early.filter(|_| opened.problems.is_empty()) {
        opened.problems.push(Failure::unproved(message).help("only the launches before that are checked"));
    }
    if asked.kernel.is_none() {
        opened.notes.push(format!(
            "{file} was run by {}; its launches were recorded but not executed",
            python.display()
        ));
    }
    if opened.units.is_empty() && opened.problems.is_empty() {
        opened.problems.push(
            Failure::unproved(format!("{file} launches no kernel, so nothing is checked"))
                .help(
                    "`tileproof check FILE.py:KERNEL NAME=f32[1000] …` checks a kernel without a launch; `exclude` in tileproof.toml \
                     leaves a file out of searches",
                ),
        );
    }
    Ok(table)
}
