//! Launchers. `cc` compiles the C header against a stand-in for `cuda.h`, and a driver records its calls. The description of a
//! launch is held against the code generator's own decisions.

#[path = "../folder/mod.rs"]
mod folder;

mod header;
mod maps;

use std::path::Path;
use std::process::Command;

use folder::Folder;
use serde_json::Value;

/// A file of the corpus's benchmark.
fn perf(name: &str) -> String {
    format!("{}/corpus/kernels/perf/{name}.tile", env!("CARGO_MANIFEST_DIR"))
}

/// The description of the launches of a kernel.
#[track_caller]
fn described(folder: &Folder, file: &str, kernel: &str) -> Value {
    folder.ends(0, &["ptx", file, "--kernel", kernel, "--launch", "launch.json"]);
    let text = std::fs::read_to_string(folder.0.join("launch.json")).expect("it is written");
    serde_json::from_str(&text).expect("it is JSON")
}

/// A folder with the launcher of a kernel.
#[track_caller]
fn with_header(folder: Folder, file: &str, kernel: &str) -> Folder {
    let output = folder.run(&["ptx", file, "--kernel", kernel, "--launcher", "c"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let name = format!("{kernel}.h");
    folder.with(&name, output.stdout)
}

/// Runs a program in the folder, which must end well, and gives what it printed.
#[track_caller]
fn call(folder: &Folder, program: &str, words: &[&str]) -> String {
    let output =
        Command::new(program).args(words).current_dir(&folder.0).output().expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{program} {words:?}\n{out}{err}");
    out
}

/// Compiles `main.c` with the recording driver, runs it, and gives the lines that it prints.
#[track_caller]
fn recorded(folder: &Folder) -> Vec<String> {
    let stand_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/launcher");
    let [include, driver] =
        [stand_in.clone(), stand_in.join("driver.c")].map(|path| path.display().to_string());
    let words = [
        "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", &include, "-I", ".", "main.c", &driver, "-o", "main",
    ];
    call(folder, "cc", &words);
    call(folder, "./main", &[]).lines().map(str::to_owned).collect()
}
