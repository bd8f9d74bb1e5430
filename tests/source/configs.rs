//! Every configuration of a kernel, with simulated compilers, and the answers to a tuner.

use std::fs;
use std::process::Command;

use super::python::{BEGIN, END, SOURCE, kernel};
use super::{corpus, ends, with_program};
use crate::folder::{Folder, has};

/// A kernel whose step is an argument.
const STEPS: &str = "\
contract @scale {
  names = (x, n, STEP)
  grid = (1)
  requires = n >= 1, n <= 100000
  buffer x : f32[n]
}
entry @scale(%x: tile<ptr<f32>>, %n: tile<i32>, %step: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %two = constant <f32: 2.0> : tile<f32>
  for %i in (%zero to %n, step %step) : tile<i32> {
    %p = offset %x, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %s = store_ptr_tko weak %p, %two : tile<ptr<f32>>, tile<f32> -> token
    continue
  }
  return
}
";

#[test]
fn arguments_of_tile_ir_are_configured() {
    let folder = Folder::new("configs-tile").with("k.tile", STEPS);
    let words = ["check", "k.tile:scale", "--configs", "STEP=0,1..4,num_ctas=1,2", "--filter", "safe.py"];
    let text = ends(&folder, &[], 1, &words);
    has(&text, "@scale STEP=0 num_ctas=2: undefined: a loop's step is not positive");
    has(&text, "@scale STEP=4 num_ctas=1: proved\n");
    has(&text, "8 configurations: 6 are safe");
    let asked = "import safe; s = safe.safe; print([s({'STEP': k}, n=9, x=m, grid=(g, 1, 1)) for k, m, g in \
                 [(0, 9, 1), (1, 9, 1), (1, 8, 1), (2, 9, 2), (3, 9, 1), (4, 9, 1)]])";
    assert_eq!(said(&folder, asked), "[False, True, False, False, False, True]");
    let asked = "import safe\ntry: safe.safe({'STEP': 1}, n=9, grid=1)\nexcept TypeError as e: print(e)";
    assert_eq!(said(&folder, asked), "safe() needs `x`: a condition is about `x`");
    let text = ends(&folder, &[], 1, &["check", "k.tile", "--configs", "STEP=0,1", "--json"]);
    has(&text, "\"schema\": \"tileproof.configs/1\"");
    has(&text, "\"verdict\": \"undefined\"");
    has(&text, "\"safe\": [\n    {\n      \"STEP\": 1\n    }\n  ]");
}

#[test]
fn a_kernel_that_reads_what_it_writes_is_not_timed_on_its_data() {
    let doubled = STEPS.replace(
        "%s = store_ptr_tko weak %p, %two :",
        "%old, %read = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token\n    %new = addf %old, %two : tile<f32>\n    \
         %s = store_ptr_tko weak %p, %new token=%read :",
    );
    let folder = Folder::new("configs-in-place").with("k.tile", STEPS).with("twice.tile", doubled);
    let check = |file: &str, more: &[&str]| {
        ends(&folder, &[], 0, &[&["check", file, "--configs", "STEP=1,2"], more].concat())
    };
    has(
        &check("twice.tile", &[]),
        "warning: the kernel reads and writes `x`: each timing run of an autotuner",
    );
    has(&check("twice.tile", &["--json"]), "\"updated\": [\n    \"x\"\n  ]");
    assert!(!check("k.tile", &[]).contains("warning"));
    has(&check("k.tile", &["--json"]), "\"updated\": []");
}

/// The output of Python.
#[track_caller]
fn said(folder: &Folder, program: &str) -> String {
    let output = Command::new("python3").current_dir(&folder.0).args(["-B", "-c", program]).output();
    let output = output.expect("there is a Python");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{err}");
    out.trim().to_owned()
}

#[test]
fn a_script_lists_configurations() {
    let listed = "from types import SimpleNamespace\nclass Config:\n    kwargs, num_warps = {'STEP': 2}, 8\n\
                  def search():\n    yield {'STEP': 1}\n    yield Config()\n    yield SimpleNamespace(STEP=4, occupancy=2)\n";
    let folder = Folder::new("configs-script")
        .with("k.tile", STEPS)
        .with("search.py", listed)
        .with("list.py", "configs = [dict(STEP=8)]\n")
        .with("none.py", "x = 1\n")
        .with("wrong.py", "configs = [{'STEP': 1.5}]\n")
        .with("raises.py", "raise ValueError('no')\n")
        .with("ends.py", "import os; os._exit(3)\n");
    let check = |code, script| ends(&folder, &[], code, &["check", "k.tile", "--configs", script]);
    let text = check(0, "search.py");
    has(
        &text,
        "@scale STEP=1: proved\n@scale STEP=2 num_warps=8: proved\n@scale STEP=4 occupancy=2: proved\n",
    );
    has(&check(0, "list.py"), "@scale STEP=8: proved");
    has(&check(2, "none.py"), "none.py: LookupError: it has neither `configs`");
    has(&check(2, "wrong.py"), "'STEP' is 1.5");
    has(&check(2, "raises.py"), "raises.py: ValueError: no");
    has(&check(2, "ends.py"), "ends.py ended before the end of its list of configurations");
    has(&check(2, "absent.py"), "there is no such file");
    has(&check(2, "STEP"), "is neither a name with values nor a value");
    has(&check(2, "STEP=0,B=1..256,C=1..256,D=1..256,E=1..256"), "more than 4096 configurations");
}

#[test]
fn constants_of_python_are_configured() {
    let refused = "{\"problem\": {\"exit\": 4, \"message\": \"k.py:vec_add: TileTypeError: 48 is no power of two\", \"help\": null}}\n";
    let folder = Folder::new("configs-py")
        .with("k.py", SOURCE)
        .with("right", [BEGIN, &kernel(), END].concat())
        .with("refused", [BEGIN, refused, END].concat());
    let script = "file=right\nfor word in \"$@\"; do [ \"$word\" = --sample=T=48 ] && file=refused; done\necho \"$@\" >> words\n\
                  while [ $# -gt 1 ]; do [ \"$1\" = --table ] && out=$2; shift; done\ncat $file > \"$out\"";
    let folder = with_program(folder, "python", script);
    let words =
        ["check", "k.py:vec_add", "a=f32[64]", "--configs", "T=16,48,occupancy=1,2", "--filter", "safe.py"];
    let text = ends(&folder, &[("PYTHON", "./python")], 4, &words);
    has(&text, "@vec_add(T=16) T=16 occupancy=1: proved if grid.x <= cdiv(c.shape[0], 16)");
    has(&text, "T=48 occupancy=1: ill-formed: k.py:vec_add: TileTypeError: 48 is no power of two");
    has(&text, "4 configurations: 2 are safe");
    let said_to_it = fs::read_to_string(folder.0.join("words")).expect("the interpreter was called");
    assert_eq!(said_to_it.lines().count(), 2, "what differs in hints is compiled once");
    let asked = "import safe\nclass A:\n    itemsize = 4\n    def __init__(self, n, at):\n        self.shape, self.strides = (n,), (4,)\n        self.__array_interface__ = {'data': (at, False)}\n\
                 print([safe.safe(dict(T=16, occupancy=8), a=A(n, 4096), b=A(n, 8192), c=A(n, 12288), grid=lambda config: (-(-n // config['T']) + more,)) \
                 for n, more in [(64, 0), (65, 0), (64, 1)]])";
    assert_eq!(said(&folder, asked), "[True, True, False]");
    let text = ends(&folder, &[("PYTHON", "./python")], 2, &["check", "k.py", "--configs", "T=16"]);
    has(&text, "write FILE.py:KERNEL");
}

#[test]
fn macros_of_cpp_are_configured() {
    let source = "\
// tileproof: grid = (cdiv(len, TILE))
__tile_global__ void gather_safe(int* __restrict__ from, int* __restrict__ to, int len) {
}
";
    let bytecode = fs::read(corpus("bytecode/cpp/c00_seeds.tilebc")).expect("it is there");
    let folder = Folder::new("configs-cu").with("k.cu", source).with("given", bytecode);
    let script = "echo \"$@\" >> words\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\ncat given > \"$out\"";
    let folder = with_program(folder, "nvcc", script);
    let words = ["check", "k.cu:gather_safe", "--configs", "TILE=8,16,ON=true", "--filter", "safe.py"];
    let text = ends(&folder, &[("NVCC", "./nvcc")], 7, &words);
    has(&text, "@gather_safe TILE=8 ON=true: proved if ");
    has(&text, "2 configurations: 2 are safe");
    let said_to_it = fs::read_to_string(folder.0.join("words")).expect("the compiler was called");
    has(&said_to_it, "-DTILE=8 -DON=1");
    has(&said_to_it, "-DTILE=16 -DON=1");
    // A contract names the macro.
    let asked = "import safe\nclass A:\n    itemsize, shape, strides = 4, (17,), (4,)\n    def __init__(self, at): self.__array_interface__ = {'data': (at, False)}\n\
                 print([safe.safe({'TILE': t, 'ON': True}, len=17, grid=g, **{'from': A(4096), 'to': A(8192)}) \
                 for t, g in [(8, 3), (16, 2), (8, 2)]])";
    assert_eq!(said(&folder, asked), "[True, True, False]");
}
