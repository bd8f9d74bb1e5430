//! The command line with a GPU and without, over a simulated driver in C without devices.

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

/// A cubin for an architecture, in the simulated driver's format.
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
        has(&text, "no NVIDIA driver");
        has(&text.split_whitespace().collect::<Vec<_>>().join(" "), "--device interp runs the kernel");
    }
}

#[test]
fn kernels_are_timed_and_checked() {
    let folder = machine("bench").with("perf.cubin", cubin(90, &["vector_add"]));
    let words = ["bench", "--small", "--runs", "3", "--against", ".", "--filter", "vector_add"];
    let (code, text) = on(&folder, "", &words);
    assert_eq!(code, Some(0), "{text}");
    has(&text, "No GPU at all (compute capability 9.0, driver for CUDA 13.0); medians of 3 runs in turns");
    let line = text.lines().find(|line| line.starts_with("vector_add ")).expect("a line");
    let cells: Vec<_> = line.split_whitespace().collect();
    assert_eq!(cells[..4], ["vector_add", "n", "=", "4096"]);
    // Every time is a quarter of a millisecond there.
    assert_eq!(cells[6..11], ["1.000", "1.000", "to", "1.000", "1.000"], "{line}");
    let missing = "vector_add_masked (n = 8192), theirs is missing: ./perf.cubin: the code has no kernel";
    has(&text, missing);

    let (code, text) = on(&folder, "wrong", &[&words[..], &["--json", "--out", "all.json"]].concat());
    assert_eq!(code, Some(6), "{text}");
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(json["kernels"].as_array().map(Vec::len), Some(3));
    assert_eq!(std::fs::read_to_string(folder.0.join("all.json")).expect("it is written"), text);
    let row = &json["kernels"][1];
    assert_eq!(row["ours"]["microseconds"]["value"], 250.0);
    assert_eq!((&row["theirs"]["microseconds"], &row["right"]), (&serde_json::Value::Null, &false.into()));
    let wrong = row["ours"]["wrong"].as_str().expect("it is wrong");
    assert!(wrong.starts_with("element 8191 is "), "{wrong}");
}

#[test]
fn a_proof_of_something_else_is_no_reason_to_run() {
    let folder = machine("bench-proofs").with("vector_add.proof", "{}");
    let words = ["bench", "--small", "--proofs", ".", "--filter", "vector_add"];
    let (code, text) = on(&folder, "", &words);
    assert_eq!(code, Some(0), "{text}");
    has(&text, "vector_add (n = 4096), ours is missing: ./vector_add.proof is no proof file");
    has(&text, "vector_add_masked (n = 8192), ours is missing: cannot read ./vector_add_masked.proof");
}

/// Doubles its input.
const COPY: &str = "\
contract @copy {
  names = (from, to, n)
  grid = (1)
  requires = n == 4
  buffer from : f32[4]
  buffer to : f32[4]
  align from : 16
}
entry @copy(%from: tile<ptr<f32>>, %to: tile<ptr<f32>>, %n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %a = make_tensor_view %from, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
  %b = make_tensor_view %to, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
  %source = make_partition_view %a : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
  %target = make_partition_view %b : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
  %x, %read = load_view_tko weak %source[%zero] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  %y = addf %x, %x rounding<nearest_even> : tile<4xf32>
  %done = store_view_tko weak %y, %target[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
  return
}
";

#[test]
fn a_proved_kernel_runs_on_the_gpu_and_is_compared() {
    let plain = COPY
        .replace("%y = addf %x, %x rounding<nearest_even> : tile<4xf32>\n", "")
        .replace("weak %y", "weak %x");
    let folder = machine("run").with("double.tile", COPY).with("copy.tile", plain);
    let arguments = ["--grid", "1", "--arg", "from=iota:f32[4]", "--arg", "to=zeros:f32[4]", "--arg", "n=4"];
    let run = |words: &[&str], wrong| on(&folder, wrong, &[&["run"], words, &arguments].concat());
    let (code, text) = run(&["copy.tile", "--device", "gpu", "--out", "to=to.npy"], "");
    assert_eq!(code, Some(0), "{text}");
    has(&text, "to: f32[4] = 0 1 2 3\n");
    has(&text, "No GPU at all: 0.25 ms\n");
    assert!(folder.0.join("to.npy").is_file());
    let (code, text) = run(&["copy.tile", "--device", "both"], "");
    assert_eq!(code, Some(0), "{text}");
    has(&text, "the GPU and the interpreter agree in 8 elements\n");
    // The driver in C copies, whatever the kernel says.
    let (code, text) = run(&["double.tile", "--device", "both"], "");
    assert_eq!(code, Some(6), "{text}");
    has(
        &text,
        "to[1] is 1 (0x3f800000) on the GPU and 2 (0x40000000) in the interpreter; permitted: the same bits\n",
    );
    let (code, text) = run(&["copy.tile", "--device", "gpu"], "none");
    assert_eq!(code, Some(5), "{text}");
    has(
        &text.split_whitespace().collect::<Vec<_>>().join(" "),
        "--device interp runs the kernel on the interpreter",
    );
}

#[test]
fn what_is_not_proved_does_not_reach_the_gpu() {
    let unproved = COPY.replace("grid = (1)", "grid = (n)");
    let folder = machine("refused").with("copy.tile", COPY).with("unproved.tile", unproved);
    let arguments = ["--arg", "from=iota:f32[4]", "--arg", "to=zeros:f32[4]"];
    // The simulated driver does not start, so any use ends with code 5.
    let run =
        |words: &[&str]| on(&folder, "broken", &[&["run", "--device", "gpu"], words, &arguments].concat());
    assert_eq!(run(&["copy.tile", "--grid", "1", "--arg", "n=4"]).0, Some(5));
    let (code, text) = run(&["copy.tile", "--grid", "2", "--arg", "n=4"]);
    assert_eq!(code, Some(2), "{text}");
    has(&text, "it breaks `grid.x == 1`");
    let (code, text) = run(&["copy.tile", "--grid", "1", "--arg", "n=5"]);
    assert_eq!(code, Some(2), "{text}");
    has(&text, "it breaks `n == 4`");
    assert_ne!(run(&["unproved.tile", "--grid", "4", "--arg", "n=4"]).0, Some(5));
}

#[test]
fn folders_and_cubins_that_do_not_fit_are_named() {
    let folder = machine("bench-wrong");
    let (code, text) = on(&folder, "", &["bench", "--against", "."]);
    assert_eq!(code, Some(2), "{text}");
    has(&text, ". has no cubins");
    let folder = folder.with("old.cubin", cubin(80, &["vector_add"]));
    let words = ["bench", "--small", "--runs", "1", "--against", ".", "--filter", "vector_add"];
    let (code, text) = on(&folder, "", &words);
    assert_eq!(code, Some(0), "{text}");
    has(&text, "./old.cubin: the code is for sm_80, and the GPU has compute capability 9.0");
    assert_eq!(on(&folder, "none", &words).0, Some(5));
    assert_eq!(on(&folder, "full", &words).0, Some(5));
    let (code, text) = on(&folder, "", &["bench", "--filter", "nothing"]);
    assert_eq!(code, Some(2), "{text}");
    has(&text, "no benchmark kernel has `nothing` in its name");
}
