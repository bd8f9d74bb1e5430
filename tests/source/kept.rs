//! Verdicts on sources: the compiler runs every time, and the verdict is found by the bytecode that it makes.

use std::fs;

use super::python::{BEGIN, END, SOURCE as PYTHON_SOURCE, kernel, launch_at};
use super::{corpus, ends, with_program};
use crate::folder::{Folder, has};

/// A file of Tile C++, with a kernel of the corpus.
const SOURCE: &str = "\
// tileproof: grid = (cdiv(len, 8))
// tileproof: requires = len >= 1
__tile_global__ void gather_safe(int* __restrict__ from, int* __restrict__ to, int len) {
}
";

/// How often a program was called.
fn calls(folder: &Folder) -> usize {
    fs::read_to_string(folder.0.join("calls.txt")).map_or(0, |text| text.lines().count())
}

fn entries(folder: &Folder) -> usize {
    fs::read_dir(folder.0.join("cache")).map_or(0, Iterator::count)
}

const CHECK: [&str; 5] = ["check", "k.cu", "--kernel", "gather_safe", "--no-times"];
const NVCC: [(&str, &str); 2] = [("NVCC", "./nvcc"), ("TILEPROOF_CACHE", "cache")];

#[test]
fn an_unchanged_file_is_compiled_and_not_proved_again() {
    let bytecode = corpus("bytecode/cpp/c00_seeds.tilebc");
    let script = format!(
        "echo call >> calls.txt\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\ncp '{}' \"$out\"",
        bytecode.display()
    );
    let folder = with_program(Folder::new("kept-cu").with("k.cu", SOURCE), "nvcc", &script);
    let found = ends(&folder, &NVCC, 7, &CHECK);
    has(&found, "k.cu: gather_safe: proved if");
    let each = calls(&folder);
    assert!(each > 0 && entries(&folder) == 1);
    assert_eq!(ends(&folder, &NVCC, 7, &CHECK), found);
    assert_eq!((calls(&folder), entries(&folder)), (2 * each, 1));
    assert_eq!(ends(&folder, &[("NVCC", "./nvcc"), ("TILEPROOF_CACHE", "")], 7, &CHECK), found);
    // The contract stands in the source, and is no part of the bytecode.
    fs::write(folder.0.join("k.cu"), SOURCE.replace("len >= 1", "len >= 2")).expect("it is ours");
    has(&ends(&folder, &NVCC, 7, &[&CHECK[..], &["-v"]].concat()), "len >= 2");
    assert_eq!(entries(&folder), 2);
}

#[test]
fn what_failed_is_not_kept() {
    let script = "echo 'k.cu(5): error: no such thing' >&2\nexit 2";
    let folder = with_program(Folder::new("kept-cu-error").with("k.cu", SOURCE), "nvcc", script);
    for _ in 0..2 {
        has(&ends(&folder, &NVCC, 4, &CHECK), "no such thing");
    }
    assert_eq!(entries(&folder), 0);
}

/// An interpreter that counts the calls, and writes the adjacent table.
fn python(name: &str, table: &str) -> Folder {
    let folder = Folder::new(name).with("k.py", PYTHON_SOURCE).with("given", table);
    fs::create_dir_all(folder.0.join("cache")).expect("it is ours");
    let script = "echo call >> calls.txt\nwhile [ $# -gt 1 ]; do [ \"$1\" = --table ] && out=$2; shift; done\ncat given > \"$out\"";
    with_program(folder, "python", script)
}

const PYTHON: [(&str, &str); 2] = [("PYTHON", "./python"), ("TILEPROOF_CACHE", "cache")];

#[test]
fn an_unchanged_kernel_is_made_and_not_proved_again() {
    // Older packages list the read files.
    let read = "{\"read\": {\"files\": [\"k.py\"], \"folders\": []}}\n";
    let folder = python("kept-py", &[BEGIN, &kernel(), read, END].concat());
    let words = ["check", "k.py:vec_add", "a=f32[64]", "T=16", "--no-times", "--grid", "cdiv(c.shape[0], T)"];
    let found = ends(&folder, &PYTHON, 0, &words);
    has(&found, "k.py: vec_add(T=16): proved");
    assert_eq!((ends(&folder, &PYTHON, 0, &words), calls(&folder), entries(&folder)), (found, 2, 1));
}

#[test]
fn a_script_is_run_and_its_kernels_are_known() {
    let table = |base: u32, grid| {
        [BEGIN, &kernel(), &launch_at(base, 4, [64; 3]), &launch_at(base, grid, [64; 3]), END].concat()
    };
    let folder = python("kept-script", &table(0x10000, 5));
    let found = ends(&folder, &PYTHON, 1, &["check", "k.py", "--no-times"]);
    assert_eq!(entries(&folder), 3, "the kernel, and two launches");
    // Arrays lie elsewhere in every run.
    fs::write(folder.0.join("given"), table(0x7700_0000, 5)).expect("it is ours");
    assert_eq!((ends(&folder, &PYTHON, 1, &["check", "k.py", "--no-times"]), calls(&folder)), (found, 2));
    assert_eq!(entries(&folder), 3);
    // Another launch that suggests the same contract is checked alone: the kernel and the first launch keep their entries.
    fs::write(folder.0.join("given"), table(0x10000, 3)).expect("it is ours");
    let now = ends(&folder, &PYTHON, 7, &["check", "k.py", "--no-times"]);
    assert!(now.contains("k.py: 2 launches: proved\n"), "{now}");
    assert_eq!(entries(&folder), 4);
    assert_eq!(
        ends(
            &folder,
            &[("PYTHON", "./python"), ("TILEPROOF_CACHE", "")],
            7,
            &["check", "k.py", "--no-times"]
        ),
        now
    );
}
