//! Launches of cuTile Python held against what is proved, with a cuda.tile that is made up: by every name, with hints, in tuples.

use std::process::Command;

use super::{bytecode, made_up_python};
use crate::folder::{Folder, has};

/// Stores to whole tiles of an array, passed with its extent and its stride.
const FILL: &str = "\
entry @fill(%o: tile<ptr<i32>>, %n: tile<i32>, %s: tile<i32>) {
  %x, %y, %z = get_tile_block_id : tile<i32>
  %c7 = constant <i32: 7> : tile<4xi32>
  %to = make_tensor_view %o, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %target = make_partition_view %to : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %t = store_view_tko weak %c7, %target[%x] : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
";

/// Three numbers, of which nothing is made.
const THREE: &str = "entry @three(%a: tile<i32>, %b: tile<i32>, %c: tile<i32>) {\n  return\n}\n";

/// An array of which nothing is made, and the extent of another.
const TAKE: &str = "\
entry @take(%idx: tile<ptr<i32>>, %n: tile<i32>, %s: tile<i32>, %most: tile<i32>) {
  return
}
";

/// The beginning of every program: kernels, and an attempt at a launch.
const BEGIN: &str = "\
import cuda.tile as ct, tileproof, functools
from tensors import Tensor
# tileproof: requires = o.shape[0] >= 0
# tileproof: grid = (cdiv(o.shape[0], 4))
@ct.kernel
def fill(o):
    return 'fill.tilebc'
# tileproof: requires = r_0 <= 7
@ct.kernel
def three(q, r):
    return 'three.tilebc'
def attempt(launch, *args, **named):
    try:
        print(launch(*args, **named))
    except tileproof.LaunchRefused as refused:
        print('refused:', *str(refused).split('\\n'))
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
o = Tensor(range(8))
";

/// The output of a program.
#[track_caller]
pub(super) fn said(name: &str, program: &str) -> Vec<String> {
    let folder = Folder::new(name)
        .with("fill.tilebc", bytecode(FILL))
        .with("three.tilebc", bytecode(THREE))
        .with("take.tilebc", bytecode(TAKE))
        .with("p.py", format!("{BEGIN}{program}"));
    let mut command = Command::new("python3");
    command.args(["-B", "p.py"]).current_dir(&folder.0).env("PYTHONPATH", made_up_python());
    let output =
        command.env("TILEPROOF", env!("CARGO_BIN_EXE_tileproof")).output().expect("there is a Python");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{out}{err}");
    out.lines().map(str::to_owned).collect()
}

const GRID: &str = "refused: @fill is not proved for this launch: it breaks `grid.x == cdiv(o.shape[0], 4)` (grid.x = 3, o.shape[0] = 8)";
const LARGE: &str = "refused: @fill is not proved for this launch: it breaks `grid.x == cdiv(o.shape[0], 4)` (grid.x = 9, o.shape[0] = 8)";

#[test]
fn a_launch_is_held_by_whichever_name_it_is_made() {
    let program = "
from cuda.tile import launch as early
from cuda.tile._cext import launch as inner
table, listed = {'go': ct.launch}, [ct.launch]
class Host:
    go = ct.launch
def closure(real):
    def call(*args):
        return real(*args)
    return call
wrapped = closure(ct.launch)
Host().go
tileproof.guard(fill)
from cuda.tile import launch as late
names = [ct.launch, early, inner, late, table['go'], listed[0], Host.go, Host().go, wrapped]
for name in names:
    attempt(name, None, (2,), fill, (o,))
    attempt(name, None, (3,), fill, (o,))
print(len(ct._cext.made) == len(names))
";
    let lines = said("guard-names", program);
    let (last, launches) = lines.split_last().expect("it prints something");
    assert_eq!(launches.len(), 18, "{lines:?}");
    for pair in launches.chunks(2) {
        assert_eq!(pair, ["launched", GRID]);
    }
    assert_eq!(last, "True");
}

#[test]
fn a_name_that_cannot_be_reached_refuses_the_guard() {
    let program = "
kept = functools.partial(ct.launch, None)
attempt(tileproof.guard, fill)
del kept
kept = (ct.launch,)
attempt(tileproof.guard, fill)
del kept
def inside():
    real = ct.launch
    attempt(tileproof.guard, fill)
inside()
def generator(real):
    yield real
kept = generator(ct.launch)
next(kept)
attempt(tileproof.guard, fill)
print(type(ct.launch).__name__)
";
    let lines = said("guard-unreached", program);
    let [partial, tuple, variable, generator, name] = lines.as_slice() else { panic!("{lines:?}") };
    has(partial, "RuntimeError a partial keeps `launch` of cuda.tile from before the guard");
    has(partial, "call tileproof.guard before that, or launch by ct.launch");
    has(tuple, "RuntimeError a tuple keeps");
    has(variable, "the variable `real` keeps `launch` of cuda.tile");
    has(generator, "RuntimeError a generator keeps");
    // Nothing was changed.
    assert_eq!(name, "function");
}

#[test]
fn other_hints_and_other_ways_to_launch_are_held() {
    let program = "
tileproof.guard(fill)
other = fill.replace_hints(num_ctas=2)
attempt(ct.launch, None, (2,), other, (o,))
attempt(ct.launch, None, (9,), other, (o,))
attempt(ct.launch, None, (9,), ct.kernel(fill._annotated_function.pyfunc), (o,))
from cuda.tile.tune import _tune
attempt(_tune.time, None, (9,), fill, (o,))
from cuda.tile._cext import launch_extended
attempt(launch_extended, None, (2,), (32,), fill, (o,))
attempt(ct.launch, None, grid=(9,), kernel=fill, kernel_args=(o,))
attempt(ct.launch, None, [2], fill, iter([o]))
grid = [2]
class Changing:
    def __iter__(self):
        yield grid[0]
        grid[0] += 1
attempt(ct.launch, None, Changing(), fill, (o,))
print(ct._cext.made[-1][0])
attempt(ct.launch, None, (2,), fill, ([o],))
attempt(ct.launch, None, (2,), fill, (((o,),),))
";
    let lines = said("guard-ways", program);
    let launched = "launched";
    let expected = [
        launched,
        LARGE,
        LARGE,
        LARGE,
        "refused: fill is launched with threads, and no proof is about that",
        "TypeError launch() takes the grid, the kernel and its arguments by position",
        launched,
        launched,
        "(2,)",
    ];
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.contains(expected.trim_start_matches("refused: ")), "{line}: {expected}");
    }
    has(&lines[9], "refused: @fill takes a list of arrays");
    has(&lines[10], "refused: ");
    assert_eq!(lines.len(), 11);
}

#[test]
fn arguments_in_tuples_are_told_apart_as_they_are_nested() {
    let program = "
tileproof.guard(three)
attempt(ct.launch, None, (1,), three, ((2,), (7, 8)))
attempt(ct.launch, None, (1,), three, ((2, 7), (8,)))
attempt(ct.launch, None, (1,), three, ((2, 7), (6,)))
attempt(ct.launch, None, (1,), three, ((2, (7,)), (8,)))
attempt(ct.launch, None, (1,), three, ((2, 7), (True,)))
# tileproof: requires = q_0 <= 7
@ct.kernel
def shared(q, q_0):
    return 'three.tilebc'
tileproof.guard(shared)
attempt(ct.launch, None, (1,), shared, ((2, 3), 9))
";
    let lines = said("guard-tuples", program);
    let broken = "refused: @three is not proved for this launch: it breaks `r_0 <= 7` (r_0 = 8)";
    assert_eq!(lines[..3], ["launched", broken, "launched"]);
    has(&lines[3], "refused: ");
    assert_eq!(lines.len(), 6);
    has(&lines[5], "refused: @shared is not proved for this launch: two arguments are called `q_0`");
}

/// Clauses about elements, each with elements that satisfy the clause and elements that do not.
#[test]
fn contents_are_evaluated_as_they_are_written() {
    let cases = [
        ("!(value < 0 || value >= most)", "[0, 4]", "[0, 1000000]"),
        ("!(value < 0 || value >= most)", "[0, 4]", "[-1, 4]"),
        ("!(value < 0) && !(value >= most)", "[4]", "[5]"),
        ("value == 0 || value / 2 >= 1 && value < most", "[0, 2]", "[0, 1]"),
        ("(value == 0 || value / 2 >= 1) && value < most", "[0, 2]", "[7, 2]"),
        ("cdiv(value, 2) <= 2 && -value <= 1", "[-1, 4]", "[-2, 4]"),
        ("min(value, 3) - max(value, 3) * 2 >= -6 && value % 2 == 0", "[0, 2]", "[0, 3]"),
        ("10 / value >= 2", "[1, 5]", "[1, 0]"),
    ];
    let mut program = String::new();
    for (clause, kept, broken) in &cases {
        program.push_str(&format!(
            "# tileproof: contents idx : {clause}\n@ct.kernel\ndef take(idx, most):\n    return 'take.tilebc'\n\
             tileproof.guard(take, check_contents=True)\n\
             attempt(ct.launch, None, (1,), take, (Tensor({kept}), 5))\n\
             attempt(ct.launch, None, (1,), take, (Tensor({broken}), 5))\n"
        ));
    }
    let lines = said("guard-contents", &program);
    assert_eq!(lines.len(), 2 * cases.len());
    for (pair, (clause, kept, broken)) in lines.chunks(2).zip(cases) {
        assert_eq!(pair[0], "launched", "{clause} of {kept}");
        assert!(pair[1].contains("it breaks `contents idx : "), "{clause} of {broken}: {}", pair[1]);
    }
}

/// A clause reads integers as signed, for any type of the host.
#[test]
fn elements_of_unsigned_arrays_are_read_as_signed() {
    let mut program = String::new();
    for clause in ["value >= 0", "value == -1"] {
        program.push_str(&format!(
            "# tileproof: contents idx : {clause}\n@ct.kernel\ndef take(idx, most):\n    return 'take.tilebc'\n\
             tileproof.guard(take, check_contents=True)\n"
        ));
        for elements in ["[0, 2**31 - 1]", "[0, 2**31]", "[2**32 - 1]"] {
            program.push_str(&format!(
                "idx = Tensor({elements})\nidx.dtype = 'torch.uint32'\nattempt(ct.launch, None, (1,), take, (idx, 5))\n"
            ));
        }
    }
    let lines = said("guard-unsigned", &program);
    let launched: Vec<bool> = lines.iter().map(|line| line == "launched").collect();
    assert_eq!(launched, [true, false, false, false, false, true], "{lines:?}");
}

#[test]
fn contents_that_nobody_may_look_at_are_refused() {
    let program = "
# tileproof: contents idx : value >= 0
@ct.kernel
def take(idx, most):
    return 'take.tilebc'
tileproof.guard(take)
attempt(ct.launch, None, (1,), take, (Tensor([1]), 5))
# tileproof: contents idx : distinct
@ct.kernel
def take(idx, most):
    return 'take.tilebc'
tileproof.guard(take, check_contents=True)
attempt(ct.launch, None, (1,), take, (Tensor([1]), 5))
";
    let lines = said("guard-unseen", program);
    has(&lines[0], "which nobody has looked at: guard(…, check_contents=True)");
    has(&lines[1], "`contents idx : distinct` relates elements, which no guard looks at");
}

/// The guard looks at the clauses that were inferred, so a proof that needs some is as good as another.
#[test]
fn clauses_that_were_inferred_are_held_too() {
    let program = "
@ct.kernel
def fill(o):
    return 'fill.tilebc'
tileproof.guard(fill)
attempt(ct.launch, None, (2,), fill, (o,))
attempt(ct.launch, None, (3,), fill, (o,))
";
    let lines = said("guard-inferred", program);
    assert_eq!((lines.len(), lines[0].as_str()), (2, "launched"));
    has(&lines[1], "refused: @fill is not proved for this launch: it breaks `");
}
