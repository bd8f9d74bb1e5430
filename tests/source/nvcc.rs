//! Tile C++, by an nvcc that is made up.

use super::{corpus, ends, with_program};
use crate::folder::{Folder, has};

/// The author's file of a kernel of the corpus, with names and a contract of his own.
const SOURCE: &str = "\
#include <cuda_tile.h>
// tileproof: grid = (cdiv(len, T))
// tileproof: requires = len >= 1
template <int T>
__tile_global__ void gather_safe(int* __restrict__ from, int* __restrict__ to, int len) {
}
";

/// An nvcc that writes the bytecode of a file, whatever its arguments.
fn nvcc(folder: Folder, bytecode: &str) -> Folder {
    let bytecode = corpus(bytecode);
    let script = format!(
        "echo \"$@\" > flags\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\ncp '{}' \"$out\"",
        bytecode.display()
    );
    with_program(folder, "nvcc", &script)
}

#[test]
fn names_and_contracts_are_those_of_the_source() {
    let folder =
        nvcc(Folder::new("cu").with("k.cu", SOURCE.replace('T', "8")), "bytecode/cpp/c00_seeds.tilebc");
    let text = ends(&folder, &[("NVCC", "./nvcc")], 7, &["check", "k.cu", "-v", "--kernel", "gather_safe"]);
    has(&text, "k.cu: gather_safe: proved if buffer from : i32[len] and buffer to : i32[len]");
    has(&text, "given: grid.x == cdiv(len, 8); len >= 1");
    let flags = std::fs::read_to_string(folder.0.join("flags")).expect("the compiler was called");
    for flag in ["--enable-tile", "-tile-only", "-tilebc", "-lineinfo", "-arch=sm_90", "-std=c++20", " k.cu"]
    {
        has(&flags, flag);
    }
}

/// NVIDIA's wheels in the active environment, without a Python.
#[test]
fn nvcc_is_found_among_the_packages_of_the_environment() {
    let packages = "venv/lib/python3.11/site-packages/nvidia/cu13/bin";
    let folder =
        nvcc(Folder::new("cu-venv").with("k.cu", SOURCE.replace('T', "8")), "bytecode/cpp/c00_seeds.tilebc");
    std::fs::create_dir_all(folder.0.join(packages)).expect("the folder is ours");
    std::fs::rename(folder.0.join("nvcc"), folder.0.join(packages).join("nvcc")).expect("the folder is ours");
    let variables = [("VIRTUAL_ENV", "venv"), ("PATH", "/usr/bin:/bin")];
    let text = ends(&folder, &variables, 0, &["lower", "k.cu"]);
    has(&text, "entry @gather_safe");
    assert!(folder.0.join("flags").is_file(), "the compiler was called");
}

#[test]
fn flags_are_those_behind_the_dashes_or_of_the_database() {
    let database = r#"[{"directory": "DIR", "file": "k.cu", "command": "nvcc -c -Iinclude -DN=2 -arch=sm_100 k.cu -o k.o"}]"#;
    let folder = nvcc(Folder::new("cu-flags").with("k.cu", SOURCE), "bytecode/cpp/c00_seeds.tilebc");
    let here = folder.0.display().to_string();
    let folder = folder.with("compile_commands.json", database.replace("DIR", &here));
    let flags = || std::fs::read_to_string(folder.0.join("flags")).expect("the compiler was called");
    ends(&folder, &[("NVCC", "./nvcc")], 0, &["lower", "k.cu"]);
    has(&flags(), &format!("-I{here}/include -DN=2 -arch=sm_100 -std=c++20 -o "));
    ends(&folder, &[("NVCC", "./nvcc")], 0, &["lower", "k.cu", "--", "-DN=3"]);
    has(&flags(), "-lineinfo -DN=3 -arch=sm_90 -std=c++20 -o ");
}

#[test]
fn what_is_wrong_with_a_contract_stands_in_the_source() {
    let source = SOURCE.replace('T', "8").replace("len >= 1", "length >= 1");
    let folder = nvcc(Folder::new("cu-wrong").with("k.cu", source), "bytecode/cpp/c00_seeds.tilebc");
    let text = ends(&folder, &[("NVCC", "./nvcc")], 4, &["check", "k.cu", "--kernel", "gather_safe"]);
    has(&text, "no argument is called `length`: the arguments are ");
    has(&text, "k.cu:3:26");
    let source = SOURCE.replace("len >= 1", "len >=");
    let folder = nvcc(Folder::new("cu-syntax").with("k.cu", source), "bytecode/cpp/c00_seeds.tilebc");
    let text = ends(&folder, &[("NVCC", "./nvcc")], 4, &["check", "k.cu"]);
    has(&text, "k.cu:5:1");
}

#[test]
fn other_verbs_take_sources_too() {
    let folder =
        nvcc(Folder::new("cu-verbs").with("k.cu", SOURCE.replace('T', "8")), "bytecode/cpp/c00_seeds.tilebc");
    let nvcc = [("NVCC", "./nvcc")];
    let text = ends(&folder, &nvcc, 0, &["ptx", "k.cu", "--kernel", "gather_safe"]);
    has(&text, ".entry gather_safe");
    let run = [
        "run",
        "k.cu",
        "--kernel",
        "gather_safe",
        "--grid",
        "1",
        "--arg",
        "from=iota:i32[8]",
        "--arg",
        "to=zeros:i32[8]",
        "--arg",
        "len=3",
    ];
    has(&ends(&folder, &nvcc, 0, &run), "to: i32[8] = 0 1 2 0 0 0 0 0");
    let certify = ["certify", "k.cu", "--kernel", "gather_safe", "-o", "out.tilebc"];
    has(&ends(&folder, &nvcc, 3, &certify), "is proved only if buffer from : i32[len]");
    let text = ends(&folder, &nvcc, 0, &[&certify[..], &["--accept-inferred"]].concat());
    has(&text, "out.tilebc: 0 promises more");
}

#[test]
fn errors_of_a_compiler_are_shown_without_notes() {
    let said = "cat >&2 <<'E'\nk.cu(5): error: no such thing\n      x.load(3);\n        ^\n/x/cuda_tile.h(9): note #1: overload\n    template\nE\nexit 2";
    let folder = with_program(Folder::new("cu-error").with("k.cu", SOURCE), "nvcc", said);
    let text = ends(&folder, &[("NVCC", "./nvcc")], 4, &["check", "k.cu"]);
    has(&text, "nvcc does not accept k.cu");
    has(&text, "k.cu(5): error: no such thing");
    has(&text, "x.load(3);");
    assert!(!text.contains("overload"), "{text}");
    let folder = with_program(
        Folder::new("cu-old").with("k.cu", SOURCE),
        "nvcc",
        "echo \"nvcc fatal   : Unknown option '--enable-tile'\" >&2\nexit 1",
    );
    has(&ends(&folder, &[("NVCC", "./nvcc")], 2, &["check", "k.cu"]), "./nvcc does not know Tile C++");
    let folder = with_program(Folder::new("cu-silent").with("k.cu", SOURCE), "nvcc", "exit 0");
    has(&ends(&folder, &[("NVCC", "./nvcc")], 2, &["check", "k.cu"]), "it says nothing");
}

#[test]
fn without_a_compiler_it_is_said_how_to_get_one() {
    let folder = Folder::new("cu-none").with("k.cu", SOURCE);
    let text = ends(&folder, &[("PATH", "/nowhere")], 2, &["check", "k.cu"]);
    has(&text, "there is no nvcc, which compiles Tile C++");
    has(&text, "pip install 'nvidia-cuda-nvcc");
    let text = ends(&folder, &[("NVCC", "./absent")], 2, &["check", "k.cu"]);
    has(&text, "$NVCC is ./absent, and there is no such program");
    has(&ends(&folder, &[], 2, &["check", "absent.cu"]), "there is no such file");
}

/// A kernel of a file, and a compiler that gives one bytecode for a text with some words, and else the other one.
fn compiled_with(name: &str, body: &str, words: &str, [plain, changed]: [&str; 2]) -> Folder {
    let source = format!(
        "#include <cuda_tile.h>
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
extern \"C\" __tile_global__ void k(int* o, int n) {{
{body}
}}
"
    );
    let script = format!(
        "\
while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done
if grep -q '{words}' \"$1\"; then cp changed \"$out\"; else cp plain \"$out\"; fi"
    );
    let folder = Folder::new(name).with("k.cu", source);
    let folder = folder.with("plain", super::bytecode(plain)).with("changed", super::bytecode(changed));
    with_program(folder, "nvcc", &script)
}

#[test]
fn a_kernel_that_another_value_of_a_variable_changes_is_unknown() {
    let kernel = |first: i32| {
        format!(
            "entry @k(%o: tile<ptr<i32>>, %n: tile<i32>) {{
               %first = constant <i32: {first}> : tile<i32>
               %zero = constant <i32: 0> : tile<i32>
               %two = constant <i32: 2> : tile<i32>
               %is = cmpi not_equal %n, %zero, signed : tile<i32> -> tile<i1>
               %t = select %is, %two, %first : tile<i1>, tile<i32>
               %done = store_ptr_tko weak %o, %t : tile<ptr<i32>>, tile<i32> -> token
               return
             }}"
        )
    };
    let body = "  int t;\n  if (n) t = 2;\n  *o = t;";
    let words = "int t = ::cuda::tiles::tileproof::unset<decltype(t)>();";
    let folder = compiled_with("cu-unset", body, words, [&kernel(0), &kernel(1)]);
    let text = ends(&folder, &[("NVCC", "./nvcc")], 3, &["check", "k.cu"]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    has(
        &text,
        "a variable may be read before it has a value or after its end, where it is indeterminate in C++ but not for nvcc: `t` of line 5",
    );
    let folder = compiled_with("cu-set", body, words, [&kernel(5), &kernel(5)]);
    ends(&folder, &[("NVCC", "./nvcc")], 0, &["check", "k.cu"]);
}

#[test]
fn assumptions_subscripts_and_ends_of_functions_are_asserted() {
    let kernel = |assertion: &str| {
        format!(
            "entry @k(%o: tile<ptr<i32>>, %n: tile<i32>) {{
               %zero = constant <i32: 0> : tile<i32>
               %is = cmpi not_equal %n, %zero, signed : tile<i32> -> tile<i1>
               {assertion}
               %done = store_ptr_tko weak %o, %n : tile<ptr<i32>>, tile<i32> -> token
               return
             }}"
        )
    };
    let cases = [
        ("source.assumption", "  [[assume(n != 0)]];", "^    _Assum(n != 0)  ;"),
        (
            "source.subscript",
            "  s.a[n] = 1;",
            "s.a.::cuda::tiles::tileproof::within<decltype((s.a))>(n). = 1",
        ),
        ("source.return", "  auto f = [&] { if (n) return 1; };", "return 1;  TILEPROOF_END(int) };"),
    ];
    for (rule, body, words) in cases {
        let assertion = format!("assert %is, \"tileproof requires {rule}\" : tile<i1>");
        let folder = compiled_with(rule, body, words, [&kernel(""), &kernel(&assertion)]);
        let text = ends(&folder, &[("NVCC", "./nvcc")], 7, &["check", "k.cu"]);
        has(&text, "k.cu: k: proved if n != 0");
        has(&text, &format!("otherwise {rule} at "));
    }
}
