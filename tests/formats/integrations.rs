//! The files of `integrations/`, each run like its host runs it, as far as possible without the host.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use crate::folder::{Folder, STORE, has};

fn integrations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("integrations")
}

fn text(name: &str) -> String {
    fs::read_to_string(integrations().join(name)).expect("it is there")
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("integrations_{name}")).with("good.tile", STORE);
    fs::create_dir(folder.0.join("integrations")).expect("the folder is ours");
    fs::copy(integrations().join("check.sh"), folder.0.join("integrations/check.sh")).expect("it is copied");
    folder
        .with("tileproof.toml", "files = [\"good.tile\", \"bad.tile\"]\n")
        .with("bad.tile", STORE.replace("i <= 1", "i <= 2"))
}

/// Runs a script by a shell, with our program alone on the path beside the system's.
fn run(folder: &Folder, shell: &str, script: &str, variables: &[(&str, &str)]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_tileproof")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap_or_default());
    let mut command = Command::new(shell);
    command.arg("-c").arg(script).current_dir(&folder.0).env("PATH", path).envs(variables.iter().copied());
    command.output().expect("the shell starts")
}

fn printed(output: &Output) -> String {
    let both = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    both.concat()
}

/// The value of the only line of YAML that has a key.
fn value<'t>(yaml: &'t str, key: &str) -> &'t str {
    let mut lines =
        yaml.lines().filter_map(|line| line.trim_start().trim_start_matches("- ").strip_prefix(key));
    let value = lines.next().expect("there is such a key");
    assert!(lines.next().is_none(), "{key} stands there twice");
    value.trim()
}

#[test]
fn the_action_annotates_and_writes_sarif() {
    let folder = folder("github");
    let yaml = text("github/action.yml");
    let (_, script) = yaml.split_once("run: |\n").expect("there is a step");
    let action = integrations().join("github").display().to_string();
    let step = |arguments: &str, sarif: &str| {
        run(&folder, "bash", script, &[("ARGUMENTS", arguments), ("SARIF", sarif), ("ACTION", &action)])
    };
    let output = step("", "out.sarif");
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    has(&printed(&output), "::error file=bad.tile,line=11,");
    has(
        &fs::read_to_string(folder.0.join("out.sarif")).expect("it is written"),
        "\"ruleId\": \"view.index.space\"",
    );
    let output = step("good.tile --strict", "");
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    // The inputs of the action are the variables of its step.
    for input in
        ["ARGUMENTS: ${{ inputs.arguments }}", "SARIF: ${{ inputs.sarif }}", "  arguments:\n", "  sarif:\n"]
    {
        has(&yaml, input);
    }
    assert_eq!((value(&yaml, "using:"), value(&yaml, "shell:")), ("composite", "bash"));
}

#[test]
fn the_job_leaves_what_its_artifacts_name() {
    let folder = folder("gitlab");
    let yaml = text("gitlab/tileproof.gitlab-ci.yml");
    let output = run(&folder, "sh", &format!("sh {}", value(&yaml, "sh ")), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    let xml = fs::read_to_string(folder.0.join(value(&yaml, "junit:"))).expect("it is written");
    roxmltree::Document::parse(&xml).expect("it is XML");
    has(&yaml, "- tileproof.html\n");
    has(&fs::read_to_string(folder.0.join("tileproof.html")).expect("it is written"), "<svg");
}

#[test]
fn the_hook_checks_the_files_that_it_is_given() {
    let folder = folder("hook");
    let yaml = text("pre-commit/hooks.yaml");
    let entry = value(&yaml, "entry:");
    let output = run(&folder, "sh", &format!("{entry} good.tile"), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    let output = run(&folder, "sh", &format!("{entry} good.tile bad.tile"), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    has(&printed(&output), "bad.tile:11:3: error: ");
}

/// A script with kernels is run and checked; a Python file without a kernel is skipped.
#[test]
fn the_hook_and_the_action_check_python() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/typical/wrong/upsample.py");
    let script = fs::read_to_string(&table).expect("the corpus has it");
    let given = fs::read(table.with_extension("py.launches")).expect("the corpus has it");
    let python = "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = --table ] && out=$2; shift; done\ncat given > \"$out\"\n";
    let folder = folder("python").with("upsample.py", script).with("given", given).with("python", python);
    let folder = folder.with("plain.py", "import this_module_is_missing\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.0.join("python"), mode).expect("the folder is ours");
    let yaml = text("pre-commit/hooks.yaml");
    assert!(value(&yaml, "files:").contains("|py|"), "{yaml}");
    let entry = value(&yaml, "entry:");
    let output = run(&folder, "sh", &format!("{entry} plain.py"), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    has(&printed(&output), "note: 1 file without a kernel: plain.py");
    let hook = [("PYTHON", "./python")];
    let output = run(&folder, "sh", &format!("{entry} good.tile plain.py upsample.py"), &hook);
    assert_eq!(output.status.code(), Some(3), "{}", printed(&output));
    has(&printed(&output), "upsample.py:10:9: error: likely bug: ");
    let yaml = text("github/action.yml");
    let (_, script) = yaml.split_once("run: |\n").expect("there is a step");
    let action = integrations().join("github").display().to_string();
    let variables = [
        ("ARGUMENTS", "upsample.py"),
        ("SARIF", ""),
        ("ACTION", action.as_str()),
        ("INTERPRETER", "./python"),
    ];
    let output = run(&folder, "bash", script, &variables);
    assert_eq!(output.status.code(), Some(3), "{}", printed(&output));
    has(&printed(&output), "::error file=upsample.py,line=10,");
    has(&yaml, "INTERPRETER: ${{ inputs.python }}");
}

#[test]
fn a_missing_program_and_an_unknown_host_are_said() {
    let folder = folder("missing");
    let output = run(&folder, "sh", "sh integrations/check.sh elsewhere", &[]);
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    let mut command = Command::new("/bin/sh");
    command.args(["integrations/check.sh", "gitlab"]).current_dir(&folder.0).env("PATH", "/nowhere");
    let output = command.output().expect("the shell starts");
    assert_eq!(output.status.code(), Some(2));
    has(&printed(&output), "there is no tileproof on the path");
}
