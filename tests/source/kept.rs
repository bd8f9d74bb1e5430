//! What compilers made before: they are started again where anything that they read has changed.

use std::fs;

use super::python::{BEGIN, END, SOURCE as PYTHON_SOURCE, kernel, launch_at};
use super::{corpus, ends, with_program};
use crate::folder::{Folder, has};

/// A file of Tile C++, whose kernel is one of the corpus.
const SOURCE: &str = "\
#include \"own.h\"
// tileproof: grid = (cdiv(len, 8))
// tileproof: requires = len >= 1
__tile_global__ void gather_safe(int* __restrict__ from, int* __restrict__ to, int len) {
}
";

/// How often a program was called.
fn calls(folder: &Folder) -> usize {
    fs::read_to_string(folder.0.join("calls.txt")).map_or(0, |text| text.lines().count())
}

/// How often a file was compiled: nvcc is called twice each time.
fn compilations(folder: &Folder) -> usize {
    let calls = calls(folder);
    assert!(calls.is_multiple_of(2), "{calls} calls");
    calls / 2
}

/// An nvcc that counts its calls, and says that it read the file and a header.
fn nvcc(name: &str) -> Folder {
    let bytecode = corpus("bytecode/cpp/c00_seeds.tilebc");
    let script = format!(
        "echo call >> calls.txt\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; [ \"$1\" = -MF ] && deps=$2; shift; done\n\
         cp '{}' \"$out\"\n[ -z \"$deps\" ] || printf 'k : k.cu \\\\\\n own.h\\n' > \"$deps\"",
        bytecode.display()
    );
    let folder = Folder::new(name).with("k.cu", SOURCE).with("own.h", "int one;\n");
    fs::create_dir(folder.0.join("cache")).expect("it is ours");
    with_program(folder, "nvcc", &script)
}

const CHECK: [&str; 4] = ["check", "k.cu", "--kernel", "gather_safe"];
const NVCC: [(&str, &str); 2] = [("NVCC", "./nvcc"), ("TILEPROOF_CACHE", "cache")];

#[test]
fn an_unchanged_file_needs_no_nvcc() {
    let folder = nvcc("kept-cu");
    let found = ends(&folder, &NVCC, 7, &CHECK);
    has(&found, "k.cu @gather_safe: proved if");
    assert_eq!((ends(&folder, &NVCC, 7, &CHECK), compilations(&folder)), (found.clone(), 1));
    assert_eq!(ends(&folder, &[("NVCC", "./nvcc"), ("TILEPROOF_CACHE", "")], 7, &CHECK), found);
    assert_eq!(compilations(&folder), 2, "without a folder it is called");
    ends(&folder, &NVCC, 7, &[&CHECK[..], &["--no-cache"]].concat());
    assert_eq!(compilations(&folder), 3);
    // Whoever needs a proof does not read what was kept.
    ends(&folder, &NVCC, 0, &["ptx", "k.cu", "--kernel", "gather_safe"]);
    assert_eq!(compilations(&folder), 4);
}

#[test]
fn whatever_is_read_or_said_calls_nvcc_again() {
    let folder = nvcc("kept-cu-again");
    let mut expected = 0;
    let mut again = |change: &dyn Fn(), words: &[&str]| {
        change();
        let words = [&CHECK[..], words].concat();
        ends(&folder, &NVCC, 7, &words);
        ends(&folder, &NVCC, 7, &words);
        expected += 1;
        assert_eq!(compilations(&folder), expected, "{words:?}");
    };
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).expect("it is ours");
    again(&|| (), &[]);
    again(&|| write("own.h", "int two;\n"), &[]);
    again(&|| write("k.cu", &SOURCE.replace("len >= 1", "len >= 2")), &[]);
    again(&|| (), &["--", "-DN=1"]);
    again(&|| (), &["--", "-DN=2"]);
    // A header that may stand before one that was read.
    again(&|| write("cuda_tile.h", ""), &[]);
    let script = fs::read_to_string(folder.0.join("nvcc")).expect("it is there");
    again(&|| write("nvcc", &format!("{script}# another one\n")), &[]);
    let text = ends(&folder, &NVCC, 7, &CHECK);
    has(&text, "len >= 2");
    // A file of more flags, and a folder of headers of which the environment tells nvcc.
    let options = ["--", "-optf", "flags.txt"];
    again(&|| write("flags.txt", "-DN=1"), &options);
    again(&|| write("flags.txt", "-DN=2"), &options);
    let with_includes = [NVCC[0], NVCC[1], ("INCLUDES", "-Iother")];
    ends(&folder, &with_includes, 7, &CHECK);
    assert_eq!(compilations(&folder), expected + 1);
}

#[test]
fn what_failed_is_not_kept() {
    let script = "echo call >> calls.txt\necho 'k.cu(5): error: no such thing' >&2\nexit 2";
    let folder = with_program(Folder::new("kept-cu-error").with("k.cu", SOURCE), "nvcc", script);
    for calls_ in 1..3 {
        has(&ends(&folder, &NVCC, 4, &CHECK), "no such thing");
        assert_eq!(compilations(&folder), calls_);
    }
}

/// An interpreter that counts its calls, and writes the table that lies beside it.
fn python(name: &str, table: &str) -> Folder {
    let folder =
        Folder::new(name).with("k.py", PYTHON_SOURCE).with("used.py", "T = 16\n").with("given", table);
    fs::create_dir(folder.0.join("cache")).expect("it is ours");
    let script = "echo call >> calls.txt\nwhile [ $# -gt 1 ]; do [ \"$1\" = --table ] && out=$2; shift; done\ncat given > \"$out\"";
    with_program(folder, "python", script)
}

const PYTHON: [(&str, &str); 2] = [("PYTHON", "./python"), ("TILEPROOF_CACHE", "cache")];

#[test]
fn an_unchanged_kernel_needs_no_python() {
    let folder = python("kept-py", "");
    let here = folder.0.display();
    let read = format!(
        "{{\"read\": {{\"files\": [\"{here}/k.py\", \"{here}/used.py\"], \"folders\": [\"{here}\"]}}}}\n"
    );
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).expect("it is ours");
    write("given", &[BEGIN, &kernel(), &read, END].concat());
    let words = ["check", "k.py:vec_add", "a=f32[64]", "T=16", "--grid", "cdiv(c.shape[0], T)"];
    let found = ends(&folder, &PYTHON, 0, &words);
    has(&found, "k.py @vec_add(T=16): proved\n");
    assert_eq!((ends(&folder, &PYTHON, 0, &words), calls(&folder)), (found.clone(), 1));
    write("used.py", "T = 32\n");
    assert_eq!((ends(&folder, &PYTHON, 0, &words), calls(&folder)), (found.clone(), 2));
    write("numpy.py", "");
    assert_eq!((ends(&folder, &PYTHON, 0, &words), calls(&folder)), (found, 3));
    ends(&folder, &PYTHON, 0, &[&words[..], &["a=f32[65]"]].concat());
    assert_eq!(calls(&folder), 4, "samples are part of what is asked");
    // What an older package does not say is not guessed.
    write("given", &[BEGIN, &kernel(), END].concat());
    write("used.py", "T = 64\n");
    ends(&folder, &PYTHON, 0, &words);
    ends(&folder, &PYTHON, 0, &words);
    assert_eq!(calls(&folder), 6);
}

#[test]
fn whatever_a_module_reads_calls_python_again() {
    let folder = python("kept-py-reads", "");
    let here = folder.0.display();
    let read = format!(
        "{{\"read\": {{\"files\": [], \"folders\": [], \"missing\": [\"{here}/tuned.json\"], \"packages\": [\"{here}/used.py\"], \
         \"variables\": [\"BLOCK\"]}}}}\n"
    );
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).expect("it is ours");
    write("given", &[BEGIN, &kernel(), &read, END].concat());
    let words = ["check", "k.py:vec_add", "a=f32[64]", "T=16", "--grid", "cdiv(c.shape[0], T)"];
    let calls_with = |block: &str| {
        ends(&folder, &[PYTHON[0], PYTHON[1], ("BLOCK", block)], 0, &words);
        calls(&folder)
    };
    assert_eq!([calls_with("16"), calls_with("16"), calls_with("32"), calls_with("32")], [1, 1, 2, 2]);
    write("used.py", "T = 8\n");
    assert_eq!([calls_with("32"), calls_with("32")], [3, 3]);
    write("tuned.json", "{}");
    assert_eq!(calls_with("32"), 4);
}

#[test]
fn a_script_is_run_and_its_kernels_are_known() {
    let entries = |folder: &Folder| fs::read_dir(folder.0.join("cache")).map_or(0, Iterator::count);
    let table = |base: u32, grid| {
        [BEGIN, &kernel(), &launch_at(base, 4, [64; 3]), &launch_at(base, grid, [64; 3]), END].concat()
    };
    let folder = python("kept-script", &table(0x10000, 5));
    let found = ends(&folder, &PYTHON, 1, &["check", "k.py"]);
    assert_eq!(entries(&folder), 3, "the kernel, and two launches");
    // Arrays lie elsewhere in every run.
    fs::write(folder.0.join("given"), table(0x7700_0000, 5)).expect("it is ours");
    assert_eq!((ends(&folder, &PYTHON, 1, &["check", "k.py"]), calls(&folder)), (found, 2));
    assert_eq!(entries(&folder), 3);
    // Another launch is checked, against the proof that nobody keeps.
    fs::write(folder.0.join("given"), table(0x10000, 3)).expect("it is ours");
    let now = ends(&folder, &PYTHON, 7, &["check", "k.py"]);
    has(&now, "it is one of the launches for which the kernel is proved");
    assert_eq!(entries(&folder), 4);
    assert_eq!(ends(&folder, &[("PYTHON", "./python"), ("TILEPROOF_CACHE", "")], 7, &["check", "k.py"]), now);
}
