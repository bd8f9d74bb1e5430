//! The C header.

use std::collections::BTreeSet;
use std::path::Path;

use crate::folder::{Folder, has};
use crate::{call, described, perf, recorded, with_header};

/// The beginning of every program: what the recording driver asks, and a function that prints a status.
const BEGIN: &str = r#"
#include <stdio.h>
int capability = 90, multiprocessors = 132, takes_maps = 1;
static void show(tileproof_status status) {
  printf("status %d, %s, %s\n", (int)status.cuda, status.clause ? status.clause : "kept", status.variant ? status.variant : "none");
}
"#;

/// What a program with these calls prints.
#[track_caller]
fn said(name: &str, (file, kernel): (&str, &str), bytes: &str, calls: &str) -> Vec<String> {
    let folder = with_header(Folder::new(name), &perf(file), kernel);
    let program = format!(
        "#include \"{kernel}.h\"\n{BEGIN}const int argument_bytes[] = {{{bytes}, 0}};\nint main(void) {{\n{calls}\n  return 0;\n}}\n"
    );
    recorded(&folder.with("main.c", program))
}

/// Arguments of a product of 256 rows, 128 columns and 64 terms, which need 32768, 16384 and 65536 bytes.
const PRODUCT: &str = "0x100000, 32768, 0x200000, 16384, 0x300000, 65536, 256, 128, 64";

#[test]
fn a_launch_encodes_maps_and_passes_arguments_in_order() {
    let calls = format!(
        "  show(launch_matmul_nt_bf16((CUstream)0x55, {PRODUCT}));\n  show(launch_matmul_nt_bf16((CUstream)0x55, {PRODUCT}));"
    );
    let lines = said(
        "launcher-maps",
        ("hopper", "matmul_nt_bf16"),
        "8, 8, 8, 4, 4, 4, 4, 4, 4, 128, 128, 128",
        &calls,
    );
    let [a, b, c, load, kernel, shared, launch, status, .., again, _] = lines.as_slice() else {
        panic!("{lines:#?}")
    };
    // Halves of bf16, type 9, in lines of 128 bytes; strides are in bytes.
    assert_eq!(
        a,
        "map 1000 type 9 at 100000 extents 64 256 strides 128 box 64/1 128/1 modes 0 3 3 0, aligned 1"
    );
    assert_eq!(
        b,
        "map 1001 type 9 at 200000 extents 64 128 strides 128 box 64/1 128/1 modes 0 3 3 0, aligned 1"
    );
    assert_eq!(
        c,
        "map 1002 type 9 at 300000 extents 128 256 strides 256 box 64/1 16/1 modes 0 3 3 0, aligned 1"
    );
    assert_eq!([load.as_str(), kernel], ["load PTX, 0 options", "kernel matmul_nt_bf16"]);
    has(shared, "on device 0");
    // Two tile blocks run on two persistent blocks, which are told the grid.
    has(launch, "launch 2 1 1 block 384 1 1");
    has(launch, "stream 55 arguments 100000 200000 300000 100 80 40 2 1 1 3e8 3e9 3ea");
    assert_eq!(status, "status 0, kept, tensor maps");
    // The code is loaded once.
    has(again, "arguments 100000 200000 300000 100 80 40 2 1 1 3eb 3ec 3ed");
    assert_eq!(lines.iter().filter(|line| line.starts_with("load")).count(), 1);
}

#[test]
fn a_launch_without_maps_runs_other_code() {
    let calls = format!("  takes_maps = 0;\n  show(launch_matmul_nt_bf16(NULL, {PRODUCT}));");
    let lines = said("launcher-plain", ("hopper", "matmul_nt_bf16"), "8, 8, 8, 4, 4, 4", &calls);
    has(&lines[3], "launch 2 1 1 block");
    has(&lines[3], "arguments 100000 200000 300000 100 80 40");
    assert_eq!(lines[4], "status 0, kept, without tensor maps");
    // Rows of 65 halves begin at no multiple of 16 bytes.
    let calls = "  show(launch_matmul_relu_any_f16(NULL, 0x100000, 260, 0x200000, 390, 0x300000, 12, 2, 3, 65));\n  \
                 show(launch_matmul_relu_any_f16(NULL, 0x100000, 256, 0x200000, 1024, 0x300000, 32, 2, 8, 64));";
    let bytes = "8, 8, 8, 4, 4, 4";
    let lines = said("launcher-unaligned", ("products", "matmul_relu_any_f16"), bytes, calls);
    let statuses: Vec<&String> = lines.iter().filter(|line| line.starts_with("status")).collect();
    assert_eq!(statuses.len(), 2);
    assert_eq!(statuses[0], "status 0, kept, without tensor maps");
    assert!(statuses[1].starts_with("status 0, kept, tensor maps"), "{}", statuses[1]);
}

#[test]
fn memory_for_maps_made_by_the_code_is_allocated_and_freed() {
    let define = "#define TILEPROOF_ACCEPT_matmul_ragged_bf16\n";
    let folder = with_header(Folder::new("launcher-ragged"), &perf("ragged"), "matmul_ragged_bf16");
    let call = "launch_matmul_ragged_bf16(NULL, 0x100000, 25600, 0x200000, 32768, 0x300000, 51200, 0x400000, 12, 2, 200, 128, 64)";
    let header = std::fs::read_to_string(folder.0.join("matmul_ragged_bf16.h")).expect("it is written");
    let bytes = "8, 8, 8, 8, 4, 4, 4, 4, 4, 4, 4, 8";
    let program = |define: &str| {
        format!(
            "{define}#include \"matmul_ragged_bf16.h\"\n{BEGIN}const int argument_bytes[] = {{{bytes}, 0}};\nint main(void) {{ show({call}); return 0; }}\n"
        )
    };
    has(
        &header,
        "#error \"@matmul_ragged_bf16 is proved for launches with clauses that the launcher cannot check",
    );
    let folder = folder.with("main.c", program(define));
    let lines = recorded(&folder);
    let place = |word: &str| {
        lines.iter().position(|line| line.starts_with(word)).unwrap_or_else(|| panic!("{lines:#?}"))
    };
    assert!(place("allocate") < place("launch") && place("launch") < place("free 7000"), "{lines:#?}");
    assert!(lines[place("launch")].contains(" 7000"), "{lines:#?}");
}

/// Every clause of a contract, broken once: calls of the launcher with the clause that each breaks.
#[test]
fn every_clause_is_refused_by_its_text() {
    let (a, b, o) = ("0x100000, 4096", "0x200000, 4096", "0x300000, 4096");
    let cases = [
        (format!("{a}, {b}, {o}, 1024"), "kept"),
        (format!("{a}, {b}, {o}, 512"), "n >= 1024"),
        (format!("{a}, {b}, {o}, 1025"), "n % 1024 == 0"),
        (format!("0, 4096, {b}, {o}, 1024"), "buffer a : not at address 0"),
        (format!("{a}, 0, 4096, {o}, 1024"), "buffer b : not at address 0"),
        (format!("{a}, {b}, 0, 4096, 1024"), "buffer o : not at address 0"),
        (format!("0x100000, 1ull << 49, {b}, {o}, 1024"), "buffer a : at most 2^48 bytes"),
        (format!("{a}, 0x200000, 1ull << 49, {o}, 1024"), "buffer b : at most 2^48 bytes"),
        (format!("{a}, {b}, 0x300000, 1ull << 49, 1024"), "buffer o : at most 2^48 bytes"),
        (format!("0x100000, 4095, {b}, {o}, 1024"), "buffer a : as large as the views on it"),
        (format!("{a}, 0x200000, 0, {o}, 1024"), "buffer b : as large as the views on it"),
        (format!("{a}, {b}, {o}, 2048"), "buffer a : as large as the views on it"),
        (format!("{a}, {b}, 0x300000, 4, 1024"), "buffer o : as large as the views on it"),
        (format!("0x100008, 4096, {b}, {o}, 1024"), "align a : 16"),
        (format!("{a}, 0x200004, 4096, {o}, 1024"), "align b : 16"),
        (format!("{a}, {b}, 0x300008, 4096, 1024"), "align o : 16"),
        (format!("{a}, 0x100ff0, 4096, {o}, 1024"), "disjoint = (a, b)"),
        (format!("{a}, {b}, 0x100000, 4096, 1024"), "disjoint = (a, o)"),
        (format!("{a}, {b}, 0x1ff010, 4096, 1024"), "disjoint = (b, o)"),
    ];
    let calls: String =
        cases.iter().map(|(given, _)| format!("  show(launch_vector_add(NULL, {given}));\n")).collect();
    let lines = said("launcher-refusals", ("perf", "vector_add"), "8, 8, 8, 4", &calls);
    let statuses: Vec<&String> = lines.iter().filter(|line| line.starts_with("status")).collect();
    assert_eq!(statuses.len(), cases.len());
    for ((given, clause), status) in cases.iter().zip(&statuses) {
        has(status, &format!("status 0, {clause}, "));
        assert_eq!(status.ends_with(", none"), *clause != "kept", "{given}: {status}");
    }
    // Only the first launch was made.
    assert_eq!(lines.iter().filter(|line| line.starts_with("launch")).count(), 1);
    let broken: BTreeSet<&str> = cases.iter().map(|(_, clause)| *clause).collect();
    let described = described(&Folder::new("launcher-clauses"), &perf("perf"), "vector_add");
    let conditions = described["contract"]["conditions"].as_array().expect("a list");
    let clauses = conditions.iter().filter_map(|one| one["clause"].as_str());
    // The launcher computes the grid itself; C's types hold the numbers; the larger alignment comes first.
    let left: Vec<&str> = clauses
        .filter(|clause| !broken.contains(clause) && !clause.contains("grid.") && !clause.ends_with(": 4"))
        .collect();
    assert_eq!(left, ["-2147483648 <= n && n <= 2147483647"]);
}

#[test]
fn another_device_is_refused() {
    let calls = format!(
        "  capability = 100;\n  show(launch_matmul_nt_bf16(NULL, {PRODUCT}));\n  show(load_matmul_nt_bf16());"
    );
    let lines = said("launcher-device", ("hopper", "matmul_nt_bf16"), "8", &calls);
    assert_eq!(lines, ["status 0, a device of compute capability 9.0, none"; 2]);
}

/// Several kernels in one program, as C and as C++, with every warning.
#[test]
fn headers_compile_together() {
    let kernels = [
        ("hopper", "matmul_splitk"),
        ("hopper", "layer_norm_loop"),
        ("perf", "gather_rows"),
        ("products", "bmm_f16"),
        ("histograms", "histogram_tile"),
    ];
    let mut folder = Folder::new("launcher-together");
    let (mut program, mut uses) = (String::new(), String::new());
    for (file, kernel) in kernels {
        folder = with_header(folder, &perf(file), kernel);
        program.push_str(&format!(
            "#define TILEPROOF_ACCEPT_{kernel}\n#include \"{kernel}.h\"\n#include \"{kernel}.h\"\n"
        ));
        uses.push_str(&format!(
            "  if ((void*)&launch_{kernel} == 0 || (void*)&load_{kernel} == 0) return 1;\n"
        ));
    }
    program.push_str(&format!("int main(void) {{\n{uses}  return 0;\n}}\n"));
    let folder = folder.with("main.c", &program).with("main.cpp", &program);
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/launcher").display().to_string();
    let words = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", &include];
    call(&folder, "cc", &[&["-std=c11", "-Wno-address"], &words[..], &["main.c"]].concat());
    if std::process::Command::new("c++").arg("--version").output().is_ok() {
        call(&folder, "c++", &[&["-std=c++17", "-Wno-address"], &words[..], &["main.cpp"]].concat());
    }
}
