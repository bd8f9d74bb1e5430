//! Kernels as users write them, from source, with simulated compilers: they write the bytecode next to each file. Thirty have a
//! typical bug each, which the first lines of the report name; fifty are right, and are not suspected.

#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../folder/mod.rs"]
mod folder;
#[path = "../harness/workers.rs"]
mod workers;

mod first;
mod fix;
mod repaired;
mod right;
mod rules;
mod scripts;
mod seeds;
mod source;
mod wrong;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use folder::Folder;
use serde::Deserialize;

/// How many folders there are: tests run at once.
static MADE: AtomicUsize = AtomicUsize::new(0);

/// A kernel of `corpus/typical/wrong.json` or `right.json`.
#[derive(Debug, Deserialize)]
struct Case {
    /// The file, named like the kernel.
    file: String,
    /// For Python, the arguments of the compilation.
    #[serde(default)]
    samples: Vec<String>,
    /// The verdict in the first line of the report.
    #[serde(default)]
    verdict: String,
    /// The words in the first eight lines.
    #[serde(default)]
    names: Vec<String>,
    /// Whether it is for whole tiles on purpose.
    #[serde(default)]
    whole: bool,
    /// A typical launch.
    #[serde(default)]
    launch: String,
}

/// A file of the corpus's folder.
fn typical(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/typical").join(name)
}

fn cases(name: &str) -> Vec<Case> {
    let text = fs::read_to_string(typical(name)).expect("the table is there");
    serde_json::from_str(&text).expect("the table is one")
}

/// The start of a simulated compiler: `give FILE` copies a file to the name behind a flag. With a header before the source, it
/// copies the adjacent file of the second compilation.
fn script(flag: &str) -> String {
    format!(
        "#!/bin/sh\nkind=tilebc\nfor last; do case $last in -include) kind=checked.tilebc;; esac; done\n\
         while [ $# -gt 1 ]; do [ \"$1\" = {flag} ] && out=$2; shift; done\n\
         give() {{ case $1 in *.tilebc) cp \"${{1%.tilebc}}.$kind\" \"$out\";; *) cp \"$1\" \"$out\";; esac; }}\n"
    )
}

/// A compiler that copies the file behind `-o`, or `--table`, from a file.
fn compiler(folder: Folder, flag: &str, made: &Path) -> Folder {
    program(folder, &format!("{}give '{}'\n", script(flag), made.display()))
}

/// A folder with a script as its compiler.
fn program(folder: Folder, script: &str) -> Folder {
    let folder = folder.with("compiler", script);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.0.join("compiler"), mode).expect("the folder is ours");
    folder
}

impl Case {
    /// A folder with the file as it stands in a folder of the corpus, and a compiler for it.
    fn folder(&self, kind: &str) -> Folder {
        let made = if self.is_python() { "launches" } else { "tilebc" };
        let flag = if self.is_python() { "--table" } else { "-o" };
        let text = fs::read(typical(&format!("{kind}/{}", self.file))).expect("the kernel is there");
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = Folder::new(&format!("{kind}-{number}")).with(&self.file, text);
        compiler(folder, flag, &typical(&format!("{kind}/{}.{made}", self.file)))
    }

    fn is_python(&self) -> bool {
        self.file.ends_with(".py")
    }

    /// A folder with the wrong version, and a compiler that knows the repaired one too.
    fn folder_of_versions(&self) -> Folder {
        let (made, flag) = if self.is_python() { ("launches", "--table") } else { ("tilebc", "-o") };
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let mut script = script(flag);
        for kind in ["wrong", "repaired"] {
            let source = typical(&format!("{kind}/{}", self.file));
            let made = typical(&format!("{kind}/{}.{made}", self.file));
            let (source, made) = (source.display(), made.display());
            script.push_str(&format!("cmp -s \"$last\" '{source}' && {{ give '{made}'; exit; }}\n"));
        }
        let text = fs::read(typical(&format!("wrong/{}", self.file))).expect("the kernel is there");
        let folder = Folder::new(&format!("versions-{number}")).with(&self.file, text);
        program(folder, &(script + "exit 2\n"))
    }

    /// `check` with more words, in that folder: the exit code and what is printed.
    fn check(&self, folder: &Folder, more: &[&str]) -> (Option<i32>, String) {
        self.run(folder, "check", more)
    }

    /// Runs a verb likewise.
    fn run(&self, folder: &Folder, verb: &str, more: &[&str]) -> (Option<i32>, String) {
        let stem = self.file.split('.').next().unwrap_or_default();
        let file = if self.is_python() { format!("{}:{stem}", self.file) } else { self.file.clone() };
        let mut words = vec![verb, &file];
        words.extend(self.samples.iter().map(String::as_str));
        words.extend(more);
        let mut command = folder.command(&words);
        said(&mut command)
    }
}

/// The exit code of a command with the compiler of its folder, and the output.
fn said(command: &mut Command) -> (Option<i32>, String) {
    let output = command.env("NVCC", "./compiler").env("PYTHON", "./compiler").output();
    let output = output.expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.code(), format!("{out}{err}"))
}

/// Does work for every case, and fails with its errors.
fn every(cases: &[Case], work: impl Fn(&Case) -> Result<(), String> + Sync) {
    let failures = Mutex::new(Vec::new());
    workers::each(cases.len(), |at| {
        if let Err(why) = work(&cases[at]) {
            failures.lock().expect("no thread failed").push(format!("{}: {why}", cases[at].file));
        }
    });
    let failures = failures.into_inner().expect("no thread failed");
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
