//! Sources, with compilers that are made up: shell scripts that give bytecode of the corpus, or fail in all the ways that
//! compilers do. `make test-source` tests real compilers.

#[path = "../folder/mod.rs"]
mod folder;

mod changes;
mod compiled;
mod configs;
mod guard;
mod guarded_triton;
mod hints;
mod interface;
mod kept;
mod launches;
mod layouts;
mod nvcc;
mod python;
mod repaired_triton;
mod triton;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use folder::Folder;

/// A file of the corpus.
fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name)
}

/// The bytecode of a kernel that is written in Tile IR.
fn bytecode(text: &str) -> Vec<u8> {
    let module = spec::parse::module(text).expect("it is a kernel");
    frontends::bytecode::write::module(&module.kernels).expect("it can be written")
}

/// Python's path with a simulated cuda.tile, and the package of this repository.
fn made_up_python() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    format!("{}:{}", root.join("tests/source/made_up").display(), root.join("python").display())
}

/// A folder with a program in it.
fn with_program(folder: Folder, name: &str, script: &str) -> Folder {
    let folder = folder.with(name, format!("#!/bin/sh\n{script}\n"));
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.0.join(name), mode).expect("the folder is ours");
    folder
}

/// Runs a command with a variable, and returns its output.
#[track_caller]
fn ends(folder: &Folder, variables: &[(&str, &str)], code: i32, words: &[&str]) -> String {
    let mut command = folder.command(words);
    for name in ["NVCC", "PYTHON", "VIRTUAL_ENV", "CUDA_HOME", "CUDA_PATH"] {
        command.env_remove(name);
    }
    let output = command.envs(variables.iter().copied()).output().expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(output.status.code(), Some(code), "{words:?}\n{out}{err}");
    assert!(!err.contains("panicked"), "{err}");
    format!("{out}{err}")
}
