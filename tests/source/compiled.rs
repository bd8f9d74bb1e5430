//! Compiled kernels in Python, launched by a driver that is made up, and run by the interpreter.

use std::path::Path;

use super::guard::said;
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

#[test]
fn a_kernel_of_cutile_is_compiled_for_its_arguments() {
    let program = "
from cuda.bindings import driver
class Array(Tensor):
    nbytes, index, type = 32, 0, 'cuda'
    def is_contiguous(self): return True
    def numel(self): return len(self.elements)
    def get_device(self): return 0
    def stride(self): return (1,)
    @property
    def device(self): return self
    def untyped_storage(self): return Tensor(self.elements)
Array.__module__ = 'torch'
import torch
torch._C = type('Inside', (), {'_cuda_getCurrentRawStream': staticmethod(lambda number: 5)})
f = tileproof.compile(fill)
driver.sizes[:] = [8, 4, 4]
f(Array(range(8)))
f(Array(range(8), 1 << 31))
for call in driver.calls:
    if call.startswith('launch'):
        print(call.split(' block ')[0], call[call.index('stream'):])
print(len(f.entries))
attempt(f, Array(range(8)), grid=3)
attempt(f, Array(range(8), 3))
";
    let lines = said("compiled-cutile", program);
    assert_eq!(
        lines[..3],
        [
            "launch (2, 1, 1) stream 5 in 100 with [1073741824, 8, 1]",
            "launch (2, 1, 1) stream 5 in 100 with [2147483648, 8, 1]",
            "1"
        ]
    );
    has(
        &lines[3],
        "refused: @fill is not proved for this launch: it breaks `grid.x == cdiv(o.shape[0], 4)` (grid.x = 3, o.shape[0] = 8)",
    );
    has(&lines[4], "it breaks `align o : 4` (address of o = 3)");
    assert_eq!(lines.len(), 5);
}
