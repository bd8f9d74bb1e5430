//! The Python package, by Python alone: `made_up/` has the imported modules.

use std::path::Path;
use std::process::Command;

use super::python::{BEGIN, END, kernel, launch_at};
use super::{corpus, made_up_python, with_program};
use crate::folder::{Folder, has};

/// Runs a script of `made_up/`, which must succeed, and returns its output.
#[track_caller]
pub(super) fn python(folder: &Folder, script: &str, words: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made_up = root.join("tests/source/made_up");
    let path = format!("{}:{}", root.join("python").display(), made_up.display());
    let mut command = Command::new("python3");
    command.arg("-B").arg(made_up.join(script)).args(words).current_dir(&folder.0);
    command.env("PYTHONPATH", path).env("TILEPROOF", env!("CARGO_BIN_EXE_tileproof"));
    let output = command.env("TILEPROOF_CACHE", "").output().expect("Python starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{out}{err}");
    out
}

/// The command of the wheel becomes the program. If $TILEPROOF names this command, it must not start itself again and again.
#[test]
fn a_command_that_would_start_itself_ends() {
    let folder = Folder::new("interface-itself");
    let folder = folder.with("command.py", "from tileproof.program import main\nmain()\n");
    let mut command = Command::new("python3");
    command.args(["-B", "command.py", "--version"]).current_dir(&folder.0).env("TILEPROOF", "command.py");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = command.env("PYTHONPATH", root.join("python")).output().expect("Python starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    has(&text, "install the wheel, or let $TILEPROOF name a program");
}

#[test]
fn only_a_proof_is_a_success_in_python() {
    let table = |parts: &[&str]| [&[BEGIN], parts, &[END]].concat().concat();
    let one = kernel();
    let promise = "{\"text\": \"requires = ";
    let ensured =
        one.replace(promise, "{\"text\": \"ensures = progress\", \"line\": 2}, {\"text\": \"requires = ");
    let lacking =
        one.replace(promise, "{\"text\": \"ensures = writes(a)\", \"line\": 2}, {\"text\": \"requires = ");
    let torn = one.replace("\"bytecode\": \"7f", "\"bytecode\": \"00");
    let folder = Folder::new("interface")
        .with("conditional", table(&[&one]))
        .with("launches", table(&[&one, &launch_at(0, 4, [64; 3]), &launch_at(0, 5, [64; 3])]))
        .with("ensured", table(&[&ensured, &launch_at(0, 4, [64; 3])]))
        .with("lacking", table(&[&lacking]))
        .with("torn", table(&[&torn]))
        .with(
            "problem",
            table(&[&one, "{\"problem\": {\"exit\": 3, \"message\": \"it hangs\", \"help\": null}}\n"]),
        );
    for name in ["add_rows", "upsample"] {
        let table = corpus(&format!("typical/wrong/{name}.py.launches"));
        std::fs::copy(table, folder.0.join(name)).expect("the corpus has it");
    }
    let names = ["conditional", "launches", "ensured", "lacking", "torn", "problem", "add_rows", "upsample"];
    for name in names {
        let table = folder.0.join(name);
        std::fs::rename(&table, table.with_extension("launches")).expect("the folder is ours");
    }
    let files: Vec<String> = names.iter().map(|name| format!("{name}.launches")).collect();
    let said = python(&folder, "reports.py", &files.iter().map(String::as_str).collect::<Vec<_>>());
    for line in [
        "conditional.launches: conditional: bool False, asserted True, strictly False, likely bug False, red False",
        "launches.launches: proved: bool True, asserted True, strictly True, likely bug False, red False",
        "launches.launches: undefined: bool False, asserted False, strictly False, likely bug False, red True",
        "lacking.launches: conditional: bool False, asserted False, strictly False, likely bug False, red False",
        "writes(a) is unknown",
        "torn.launches: ill-formed: bool False, asserted False, strictly False, likely bug False, red True",
        "problem.launches: refused: ",
        "add_rows.launches: conditional: bool False, asserted False, strictly False, likely bug True, red True",
        "upsample.launches: unknown: bool False, asserted False, strictly False, likely bug True, red True",
    ] {
        has(&said, line);
    }
}

#[test]
fn a_test_without_results_is_no_success_in_pytest() {
    python(&Folder::new("plugin"), "plugin.py", &[]);
}

#[test]
fn launches_of_triton_are_recorded() {
    python(&Folder::new("triton-launches"), "triton_launches.py", &[]);
}

#[test]
fn arrays_are_known_as_long_as_no_launch_may_have_written_them() {
    python(&Folder::new("recorded"), "recorded.py", &[]);
}

#[test]
fn uses_of_results_are_those_that_a_person_has_written_down() {
    python(&Folder::new("uses"), "uses.py", &[]);
}

#[test]
fn the_script_of_the_package_is_not_the_program() {
    let folder = with_program(Folder::new("script-of-package"), "tileproof", "echo script");
    let script = format!(
        "import os; os.environ['PATH'] = '{}'; from tileproof.program import main; main()",
        folder.0.display()
    );
    let mut command = Command::new("python3");
    command.args(["-B", "-c", &script]).env("PYTHONPATH", made_up_python()).env_remove("TILEPROOF");
    let output = command.output().expect("there is a Python");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!((output.status.code(), out.as_str()), (Some(2), ""), "{err}");
    has(&err, "error: there is no program tileproof: install the wheel, or let $TILEPROOF name it");
}
