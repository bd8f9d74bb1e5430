//! Launches of Triton kernels beside launches that are proved: with other compile options, constants and places in memory. Each was let
//! through once.

use std::process::Command;

use super::made_up_python;
use crate::folder::{Folder, has};

/// Doubles 64 elements in place. Two warps have a thread for each element, and four have two.
const DOUBLE: &str = "\
module {
  tt.func public @double(%x: !tt.ptr<f32>) {
    %two = arith.constant dense<2.000000e+00> : tensor<64xf32>
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %s = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %p = tt.addptr %s, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %p : tensor<64x!tt.ptr<f32>>
    %w = arith.mulf %v, %two : tensor<64xf32>
    tt.store %p, %w : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
";

/// Elements of an array at loaded places.
const PICK: &str = "\
module {
  tt.func public @pick(%at: !tt.ptr<i32>, %x: !tt.ptr<i32>, %o: !tt.ptr<i32>, %n: i32, %m: i32) {
    %zero = arith.constant dense<0> : tensor<64xi32>
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %last = tt.splat %n : i32 -> tensor<64xi32>
    %is = arith.cmpi slt, %i, %last : tensor<64xi32>
    %s = tt.splat %at : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %p = tt.addptr %s, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %j = tt.load %p, %is, %zero : tensor<64x!tt.ptr<i32>>
    %t = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %q = tt.addptr %t, %j : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %q, %is, %zero : tensor<64x!tt.ptr<i32>>
    %u = tt.splat %o : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %r = tt.addptr %u, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %r, %v, %is : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
";

/// Fills an array, whose step of 1 is a constant.
const FILL: &str = "\
module {
  tt.func public @fill(%o: !tt.ptr<i32>, %n: i32) {
    %one = arith.constant dense<1> : tensor<64xi32>
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %last = tt.splat %n : i32 -> tensor<64xi32>
    %is = arith.cmpi slt, %i, %last : tensor<64xi32>
    %s = tt.splat %o : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %p = tt.addptr %s, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %p, %one, %is : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
";

/// The same where the length is a constant, too.
const FILL_ONE: &str = "\
module {
  tt.func public @fill(%o: !tt.ptr<i32>) {
    %one = arith.constant 1 : i32
    tt.store %o, %one : !tt.ptr<i32>
    tt.return
  }
}
";

/// The kernels of every program. The step and the multiple of `fill` are constants of its compilation, as of a tensor descriptor.
const BEGIN: &str = "\
import tileproof, triton, triton.language as tl, types
from triton.compiler import ASTSource, CompiledKernel
from tensors import Tensor
# tileproof: buffer x : f32[64]
@triton.jit
def double(x, B: tl.constexpr):
    return 'double.ttir'
# tileproof: grid = (1)
# tileproof: requires n <= 64 && 1 <= m
# tileproof: contents at : 0 <= value && value < m
@triton.jit
def pick(at, x, o, n, m, B: tl.constexpr):
    return 'pick.ttir'
# tileproof: grid = (1)
@triton.jit
def fill(o, n, step):
    if step is None:
        raise ValueError('the step is no constant')
    return 'fill.ttir' if n is None else 'one.ttir'
for kernel in (double, pick, fill):
    tileproof.guard(kernel, check_contents=True)
def attempt(launch, *args, **named):
    try:
        launch(*args, **named)
    except tileproof.LaunchRefused as refused:
        print('refused:', str(refused).partition('\\n')[0])
    except RuntimeError as error:
        print('launched' if str(error) == 'there is no GPU' else error)
";

/// The lines that a program prints.
#[track_caller]
fn said(name: &str, program: &str) -> Vec<String> {
    let folder = Folder::new(name)
        .with("double.ttir", DOUBLE)
        .with("pick.ttir", PICK)
        .with("fill.ttir", FILL)
        .with("one.ttir", FILL_ONE)
        .with("p.py", format!("{BEGIN}{program}"));
    let mut command = Command::new("python3");
    command.args(["-B", "p.py"]).current_dir(&folder.0).env("PYTHONPATH", made_up_python());
    command.env("TILEPROOF", env!("CARGO_BIN_EXE_tileproof")).env("TILEPROOF_CACHE", "");
    let output = command.output().expect("there is a Python");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{out}{err}");
    out.lines().map(str::to_owned).collect()
}

/// More warps than elements order nothing by data, so that a proof for two warps is none for four.
#[test]
fn a_guard_tells_numbers_of_warps_apart() {
    let program = "
x = Tensor(range(64))
x.dtype = 'torch.float32'
for warps in (2, 4, 2, 4):
    attempt(double[(1,)], x, B=64, num_warps=warps)
    attempt(double[(1,)], x, B=64, num_warps=warps, num_stages=warps)
def compiled(warps):
    source = ASTSource(double, {'x': '*fp32', 'B': 'constexpr'}, {(1,): 64}, {})
    return CompiledKernel(source, types.SimpleNamespace(num_warps=warps))
attempt(compiled(2)[(1,)], x, 64)
attempt(compiled(4)[(1,)], x, 64)
";
    let lines = said("triton-warps", program);
    assert_eq!(lines.len(), 10, "{lines:?}");
    for (at, line) in lines.iter().enumerate() {
        let is_wide = if at < 8 { at % 4 >= 2 } else { at == 9 };
        assert_eq!(line == "launched", !is_wide, "{at}: {line}");
        assert!(!is_wide || line.starts_with("refused: @double is not proved: "), "{line}");
    }
}

/// Configurations that differ in their warps alone are checked apart, and the filter keeps the safe one.
#[test]
fn each_configuration_has_its_own_warps() {
    let script = "\
import triton
import triton.language as tl
from tileproof import sample

@triton.autotune(configs=[triton.Config({'B': 64}, num_warps=2), triton.Config({'B': 64}, num_warps=4)], key=[], restore_value=['x'])
@triton.jit
def double(x, B: tl.constexpr):
    return 'double.ttir'

if __name__ == '__main__':
    double[(1,)](sample('f32', 64))
";
    let folder = Folder::new("triton-own-warps").with("train.py", script).with("double.ttir", DOUBLE);
    let path = made_up_python();
    let variables = [("PYTHONPATH", path.as_str()), ("PYTHON", "python3"), ("TILEPROOF_CACHE", "")];
    let mut command = folder.command(&["check", "train.py:double", "--configs", "--filter", "safe.py"]);
    let output = command.args(["--requires", "grid.x == 1"]).envs(variables).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    has(&text, "2 configurations: 1 are safe");
    let wrong = text.lines().find(|line| line.contains("num_warps=4")).unwrap_or_default();
    assert!(wrong.contains("undefined: ") && wrong.contains("train.py") || wrong.contains("race"), "{text}");
    let filter = std::fs::read_to_string(folder.0.join("safe.py")).expect("it is written");
    has(&filter, "\"num_warps\": 2");
    assert!(!filter.contains("\"num_warps\": 4"), "{filter}");
}

/// An integer of 1 that has to be a constant is a constant of the proof, too.
#[test]
fn a_guard_tells_constants_of_one_apart() {
    let program = "
short, long = Tensor(range(2)), Tensor(range(4))
for o, n in ((short, 1), (short, 4), (long, 4), (short, 1)):
    attempt(fill[(1,)], o, n, 1)
";
    let lines = said("triton-ones", program);
    assert_eq!(lines.len(), 4, "{lines:?}");
    has(&lines[1], "refused: @fill is not proved for this launch: it breaks `buffer o : ");
    assert_eq!([&lines[0], &lines[2], &lines[3]], ["launched"; 3]);
}

/// The kernel takes the address of a slice, and reads what lies between the elements of the slice.
#[test]
fn a_guard_reads_all_elements_that_a_kernel_reaches() {
    let program = "
x, o = Tensor(range(4), 1 << 31), Tensor(range(4), 1 << 32)
for at in (Tensor([0, 1, 2, 3]), Tensor([0, 9, 1, 9, 2, 9, 3], step=2), Tensor([0, 3, 1, 3, 2, 3, 3], step=2), Tensor([3, 2, 1, 0], step=-1)):
    attempt(pick[(1,)], at, x, o, 4, 4, B=64)
";
    let lines = said("triton-slices", program);
    assert_eq!(lines.len(), 4, "{lines:?}");
    has(&lines[1], "refused: @pick is not proved for this launch: it breaks `contents at : ");
    has(&lines[3], "refused: @pick is not proved for this launch: `at` has a negative stride");
    assert_eq!([&lines[0], &lines[2]], ["launched"; 2]);
}

/// The code of a compiled kernel is for the types, constants and multiples that it was compiled for.
#[test]
fn a_guard_compares_a_launch_with_the_code_of_a_compiled_kernel() {
    let program = "
def compiled(types_, constants, attributes):
    return CompiledKernel(ASTSource(fill, types_, constants, attributes), types.SimpleNamespace(num_warps=4))
steps = compiled({'o': '*i32', 'n': 'i32', 'step': 'constexpr'}, {(2,): 1}, {(0,): [['tt.divisibility', 16]]})
o = Tensor(range(4))
attempt(steps[(1,)], o, 4, 1)
attempt(steps[(1,)], o, 5, 1)
attempt(steps[(1,)], o, 4, 2)
attempt(steps[(1,)], Tensor(range(4), (1 << 30) + 8), 4, 1)
floats = Tensor(range(4))
floats.dtype = 'torch.float32'
attempt(steps[(1,)], floats, 4, 1)
";
    let lines = said("triton-compiled", program);
    assert_eq!((lines.len(), lines[0].as_str()), (5, "launched"), "{lines:?}");
    has(&lines[1], "it breaks `buffer o : ");
    has(&lines[2], "the kernel is compiled for step = 1, and 2 is passed");
    has(&lines[3], "the kernel is compiled for `o` as a multiple of 16, and 1073741832 is passed");
    has(&lines[4], "the kernel is compiled for `o` of type *i32, and the type is *fp32");
}

/// Memory of a script that is freed and used again has another size, and does not reach into the memory beside it. Arrays of one launch
/// in one buffer keep their distances.
#[test]
fn memory_of_a_script_lies_apart_unless_it_is_shared() {
    let program = "
from tileproof.cutile.arrays import array, place
class Host(Tensor):
    is_on_host = True
    def storage_offset(self):
        return 0
def address(start, count):
    return array(Host(range(count), start)).address
small, beside, large, again = (address(*one) for one in ((4096, 10), (1 << 20, 10), (4096, 10000), (4096, 10000)))
print(large != small, large == again, large + 40000 <= beside or beside + 40 <= large)
one, other, third = Host(range(10), 4096), Host(range(20), 4096), Host(range(10), 4100)
for _ in range(2):
    place((one, [other, third]))
    x, y, z = array(one).address, array(other).address, array(third).address
    print(x == y, z - x)
";
    assert_eq!(said("triton-reused", program), ["True True True", "True 4", "True 4"]);
}
