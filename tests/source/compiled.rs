//! Compiled kernels in Python, launched by a driver that is made up, and run by the interpreter.

use std::path::Path;

use super::interface::python;
use super::{corpus, with_program};
use crate::folder::{Folder, has};

#[test]
fn compiled_kernels_keep_their_contracts_and_pass_their_arguments() {
    let perf = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/kernels/perf");
    python(&Folder::new("compiled"), "compiled.py", &[&perf.display().to_string()]);
}

/// The code of `docs/pytorch.md`, by an nvcc that knows its kernel. Code for a GPU is only compiled, by Python.
#[test]
fn the_page_about_pytorch_runs_on_the_interpreter() {
    let page = include_str!("../../docs/pytorch.md");
    let blocks: Vec<(&str, &str)> = page
        .split("\n```")
        .enumerate()
        .filter(|(at, _)| at % 2 == 1)
        .filter_map(|(_, block)| block.split_once('\n'))
        .collect();
    let block =
        |head: &str| blocks.iter().filter(|(one, _)| *one == head).map(|(_, text)| *text).collect::<Vec<_>>();
    let [source] = block("cpp saxpy.cu")[..] else { panic!("the page shows one kernel") };
    // The bytecode is of this source but for comments.
    let bare = |text: &str| -> String {
        text.lines().filter(|line| !line.starts_with("//")).map(|line| format!("{line}\n")).collect()
    };
    let known = std::fs::read_to_string(corpus("typical/repaired/saxpy.cu")).expect("the corpus has it");
    assert_eq!(bare(source).trim(), bare(&known).trim());
    let [host, on_gpu] = ["python", "python torch"].map(|head| block(head).join("\n"));
    assert!(host.contains("device=\"cpu\"") && on_gpu.contains("register"));
    let stored = corpus("typical/repaired/saxpy.cu").display().to_string();
    let script = format!(
        "out=; kind={stored}.tilebc; for word; do case $word in -include) kind={stored}.checked.tilebc;; esac; done\n\
         while [ $# -gt 1 ]; do case $1 in -o) out=$2;; esac; shift; done\ncp $kind \"$out\""
    );
    let folder = with_program(Folder::new("pytorch-page"), "nvcc", &script)
        .with("saxpy.cu", source)
        .with("host.py", host)
        .with("gpu.py", on_gpu);
    let said = python(&folder, "page.py", &["host.py", "gpu.py"]);
    let [expected] = block("text")[..] else { panic!("the page shows one message") };
    has(&said, expected.trim());
}
