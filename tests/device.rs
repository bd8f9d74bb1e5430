//! What the command line does with a GPU and without one, over a driver in C that has none.

mod folder;

use std::path::Path;
use std::process::Command;

use folder::{Folder, has};

/// A folder with the driver in it.
fn machine(name: &str) -> Folder {
    let folder = Folder::new(name);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("launch/tests/faults/driver.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-w", "-o"]).arg(folder.0.join("libcuda.so")).arg(source);
    assert!(compiler.status().expect("cc starts").success(), "cc compiles the driver");
    folder
}

/// Runs the command where the driver is, on a machine of which something may be wrong; gives the exit code and what was
/// printed.
fn on(folder: &Folder, wrong: &str, words: &[&str]) -> (Option<i32>, String) {
    let mut command = folder.command(words);
    let output = command.env("LD_LIBRARY_PATH", &folder.0).env("FAKE_DRIVER", wrong).output();
    let output = output.expect("the program starts");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(!text[1].contains("panicked"), "{}", text[1]);
    (output.status.code(), text.concat())
}

/// A cubin for that architecture, as the driver in C has them.
fn cubin(architecture: u8, entries: &[&str]) -> Vec<u8> {
    let mut bytes = vec![0; 64];
    bytes[..9].copy_from_slice(b"\x7fELF\x02\x01\x01\x41\x08");
    bytes[18] = 190;
    bytes[49] = architecture;
    for entry in entries {
        bytes.extend_from_slice(format!(".entry {entry}(\n").as_bytes());
    }
    bytes.push(0);
    bytes
}

#[test]
fn what_is_no_number_of_runs_is_a_usage_error() {
    let text = Folder::new("bench-usage").ends(2, &["bench", "--runs", "0"]);
    has(&text, "--runs <NUMBER>");
}

#[test]
fn without_a_driver_the_interpreter_is_named() {
    let folder = Folder::new("no-driver");
    let mut command = folder.command(&["bench", "--small"]);
    // A machine with a GPU has a driver all the same: only an empty folder is searched first.
    let output = command.env("FAKE_DRIVER", "none").output().expect("the program starts");
    if output.status.code() == Some(5) {
        let text = String::from_utf8_lossy(&output.stderr);
        has(&text, "there is no");
        has(&text.split_whitespace().collect::<Vec<_>>().join(" "), "--device interp runs the kernel");
    }
}

#[test]
fn other_kernels_are_timed_and_checked() {
    let folder = machine("bench").with("perf.cubin", cubin(90, &["vector_add", "vector_add_masked"]));
    let words = ["bench", "--small", "--runs", "3", "--against", "."];
    let (code, text) = on(&folder, "", &words);
    assert_eq!(code, Some(0), "{text}");
    has(&text, "No GPU at all (compute capability 9.0, driver for CUDA 13.0); medians of 3 runs in turns");
    has(&text, "\nvector_add         n = 4096");
    has(&text, "row_sum (4 × 8192), theirs is missing: ./perf.cubin: the code has no kernel `row_sum`\n");

    let (code, text) = on(&folder, "wrong", &[&words[..], &["--filter", "masked"]].concat());
    assert_eq!(code, Some(6), "{text}");
    has(&text, "WRONG");
    has(&text, "vector_add_masked (n = 8192), theirs is wrong: element 8191 is ");

    let (code, text) = on(&folder, "", &[&words[..], &["--filter", "vector_add", "--json"]].concat());
    assert_eq!(code, Some(0), "{text}");
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(json["kernels"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["kernels"][2]["theirs"]["microseconds"]["value"], 250.0);
    assert_eq!(json["kernels"][0]["theirs"]["wrong"], serde_json::Value::Null);
}

#[test]
fn folders_and_cubins_that_do_not_fit_are_named() {
    let folder = machine("bench-wrong");
    let (code, text) = on(&folder, "", &["bench", "--against", "."]);
    assert_eq!(code, Some(2), "{text}");
    has(&text, ". has no cubins");
    let folder = folder.with("old.cubin", cubin(80, &["vector_add"]));
    let words = ["bench", "--small", "--against", ".", "--filter", "vector_add"];
    let (code, text) = on(&folder, "", &words);
    assert_eq!(code, Some(0), "{text}");
    has(&text, "./old.cubin: the code is for sm_80, and the GPU has compute capability 9.0");
    assert_eq!(on(&folder, "none", &words).0, Some(5));
    assert_eq!(on(&folder, "full", &words).0, Some(5));
    let (code, text) = on(&folder, "", &["bench", "--filter", "nothing"]);
    assert_eq!(code, Some(2), "{text}");
    has(&text, "no benchmark kernel has `nothing` in its name");
}
