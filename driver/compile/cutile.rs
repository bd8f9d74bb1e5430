//! cuTile Python, compiled by `cuda.tile` itself: the author's interpreter runs `python -m tileproof.cutile`, which leaves a
//! table of kernels and launches. A script is executed for that, up to the launches, which are recorded and not made.

use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use super::opened::{Asked, Opened};
use super::scratch::Scratch;
use super::table::{Table, read_as_far};
use crate::failure::Failure;

/// The package that the interpreter runs: as this program has it, so that both are of one version.
const PACKAGE: [(&str, &str); 14] = [
    ("__init__.py", include_str!("../../python/tileproof/__init__.py")),
    ("api.py", include_str!("../../python/tileproof/api.py")),
    ("guards.py", include_str!("../../python/tileproof/guards.py")),
    ("program.py", include_str!("../../python/tileproof/program.py")),
    ("promises.py", include_str!("../../python/tileproof/promises.py")),
    ("pytest_plugin.py", include_str!("../../python/tileproof/pytest_plugin.py")),
    ("report.py", include_str!("../../python/tileproof/report.py")),
    ("cutile/__init__.py", include_str!("../../python/tileproof/cutile/__init__.py")),
    ("cutile/__main__.py", include_str!("../../python/tileproof/cutile/__main__.py")),
    ("cutile/arrays.py", include_str!("../../python/tileproof/cutile/arrays.py")),
    ("cutile/export.py", include_str!("../../python/tileproof/cutile/export.py")),
    ("cutile/on_host.py", include_str!("../../python/tileproof/cutile/on_host.py")),
    ("cutile/recording.py", include_str!("../../python/tileproof/cutile/recording.py")),
    ("cutile/table.py", include_str!("../../python/tileproof/cutile/table.py")),
];

/// How long a script may run, where nobody says, in seconds.
pub const SECONDS: u64 = 300;

/// How long an interpreter that ends itself after its time may take for that.
const GRACE: Duration = Duration::from_secs(5);

/// What became of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// It ended by itself.
    Ended(ExitStatus),
    /// It was ended, since it took too long.
    Hung,
}

/// Compiles the kernel that is named, or runs the file and compiles what it launches.
///
/// # Errors
/// No interpreter, or nothing that could be read of what it did.
pub(super) fn compile(asked: &Asked) -> Result<Opened, Failure> {
    if asked.contract.is_some() {
        return Err(Failure::usage(
            "--contract is for Tile IR and C++: of Python, contracts stand above the kernel",
        )
        .help("# tileproof: requires = n >= 1"));
    }
    let python = python()?;
    let scratch = Scratch::new()?;
    let package = scratch.file("tileproof");
    for (name, text) in PACKAGE {
        let path = package.join(name);
        let folder = path.parent().unwrap_or(&package);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Failure::file(&path, "write", &error))?;
    }
    let table = scratch.file("script.launches");
    let seconds = asked.seconds.unwrap_or(SECONDS);
    let mut command = Command::new(&python);
    command.args(["-m", "tileproof.cutile", "--table"]).arg(&table).arg("--seconds").arg(seconds.to_string());
    if let Some(kernel) = &asked.kernel {
        command.arg("--kernel").arg(kernel);
        asked.samples.iter().for_each(|sample| {
            command.arg(format!("--sample={sample}"));
        });
    }
    command.arg("--").arg(&asked.file).args(&asked.words);
    let path = env::var_os("PYTHONPATH").filter(|path| !path.is_empty());
    let beside = asked.folder_of_original();
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
    let script = run(command, seconds).map_err(|error| Failure::file(&python, "start", &error))?;
    conclude(asked, &python, &table, script)
}

/// The interpreter: that which is named, that of the environment that is active, or the one on the path.
fn python() -> Result<PathBuf, Failure> {
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
        Failure::usage("there is no Python on the path").help("$PYTHON may name one that has cuda.tile")
    })
}

/// Runs an interpreter, which must end by itself.
fn run(mut command: Command, seconds: u64) -> io::Result<Script> {
    let mut child: Child = command.spawn()?;
    let start = Instant::now();
    let limit = Duration::from_secs(seconds).saturating_add(GRACE);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Script::Ended(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(Script::Hung);
        }
        sleep(Duration::from_millis(10));
    }
}

/// What was seen, and what is wrong.
fn conclude(asked: &Asked, python: &Path, table: &Path, script: Script) -> Result<Opened, Failure> {
    let file = asked.file.display();
    let read = if table.is_file() {
        read_as_far(table)?
    } else {
        Table { opened: Opened::default(), begun: false, ended: false }
    };
    let Table { mut opened, begun, ended } = read;
    if !begun {
        return Err(Failure::usage(format!("{} does not run cuda.tile for {file}", python.display()))
            .help("Python 3.10 or newer is needed, with `pip install cuda-tile`; $PYTHON names another"));
    }
    let early = match script {
        Script::Hung => Some(format!("{file} did not end in {} seconds", asked.seconds.unwrap_or(SECONDS))),
        Script::Ended(status) if !ended => Some(match (status.signal(), status.code()) {
            (Some(signal), _) => format!("{file} was ended by signal {signal}"),
            (None, code) => {
                format!("{file} ended the process in the middle, with code {}", code.unwrap_or(0))
            }
        }),
        Script::Ended(_) => None,
    };
    if let Some(message) = early {
        opened
            .problems
            .push(Failure::unproved(message).help("only launches that it made before are checked"));
    }
    if asked.kernel.is_none() {
        opened.notes.push(format!(
            "{file} was executed by {}; its launches were recorded, and not made",
            python.display()
        ));
    }
    if opened.units.is_empty() && opened.problems.is_empty() {
        opened.problems.push(
            Failure::unproved(format!("{file} launches no kernel, so nothing is checked"))
                .help("`tileproof check FILE.py:KERNEL NAME=f32[1000] …` checks one without a launch"),
        );
    }
    Ok(opened)
}
