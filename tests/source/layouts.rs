//! Layouts in the text of Triton's IR for GPUs, as the Python package reads them.

use super::*;

/// A kernel that loads and stores a tile of one thread's elements, and sums it.
const CODE: &str = r##"
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#narrow = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#loc1 = loc("k.py":3:4)
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @k(%x: !tt.ptr<f32> loc("x"(#loc1)), %n: i32) {
    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked> loc(#loc1)
    %p = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked> loc(#loc1)
    %q = tt.addptr %p, %i : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked> loc(#loc1)
    %a = tt.load %q : tensor<1024x!tt.ptr<f32>, #blocked> loc("a"("k.py":5:4))
    %s = "tt.reduce"(%a) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %t = arith.addf %l, %r : f32
      tt.reduce.return %t : f32
    }) : (tensor<1024xf32, #blocked>) -> f32 loc("s"("k.py":6:4))
    scf.for %k = %n to %n step %n : i32 {
      %b = tt.load %u : tensor<64x!tt.ptr<f32>, #narrow> loc("k.py":7:4)
      %c = arith.addf %b, %b : tensor<64xf32, #narrow>
      tt.store %u, %c : tensor<64x!tt.ptr<f32>, #narrow> loc("k.py":8:4)
      %d = tt.load %v : tensor<64x!tt.ptr<f32>, #narrow> loc("k.py":9:4)
      %e = ttg.convert_layout %d : tensor<64xf32, #narrow> -> tensor<64xf32, #blocked>
    }
    tt.store %x, %s : !tt.ptr<f32> loc("k.py":10:4)
    tt.return loc(#loc1)
  } loc(#loc1)
} loc(#loc1)
"##;

/// Prints what is read of the code above.
const SCRIPT: &str = "
import sys
from tileproof.triton.layouts import Code, attributes, spreads, tests_of
from tileproof.triton.listing import Listing, _copies
text = open('code.mlir').read()
code = Listing(text)
print([(one.name, one.place, sorted(origin)) for one, origin in zip(code.accesses(), code.origins(['x', 'n']))])
print([None if spread is None else spread.split('#')[0] for spread in spreads(code, code)])
print([code.spans_warps(one) for one in code.reductions()])
wide = 'sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4]'
print([_copies('#ttg.blocked<{' + wide + '}>', [extent]) for extent in (1, 4, 64, 128, 256, 512, 1024)])
print(_copies('#ttg.nvidia_mma<{}>', [64, 64]), _copies('#ttg.blocked<{' + wide + ', CGALayout = [[1]]}>', [1024]))
# An access at another depth is moved, and others may be; an access that is there twice is not known.
moved = Listing(text.replace('    %a = tt.load', '      %a = tt.load'))
twice = Listing(text.replace(':9:4', ':7:4'))
print([spread is None for spread in spreads(code, moved)], [spread is None for spread in spreads(code, twice)])
print(tests_of(frozenset(['%16']), ['%16', '=1', '']), tests_of(frozenset(['', '%16']), ['%16', '=1', '']), tests_of(frozenset(['']), ['%16', '']), tests_of(frozenset(['%16', '=1']), ['%16', '=1', '']))
free = {'x': ['%16', ''], 'n': ['%16', '=1', '']}
print(attributes([Code({'x': frozenset(['%16']), 'n': frozenset(['', '%16'])}, ['a', None, 'a'])], [0], ['x', 'n'], free))
";

#[test]
fn layouts_are_read_from_the_text_of_the_code() {
    let folder = Folder::new("layouts").with("code.mlir", CODE).with("script.py", SCRIPT);
    let lines = triton::python(&folder, &["script.py"]);
    assert_eq!(
        lines,
        [
            "[('tt.load', '\"a\"(\"k.py\":5:4)', ['x']), ('tt.load', '\"k.py\":7:4', ['n', 'x']), ('tt.store', '\"k.py\":8:4', ['n', 'x']), \
             ('tt.load', '\"k.py\":9:4', ['n', 'x']), ('tt.store', '\"k.py\":10:4', ['x'])]",
            "['1024x', '64x', '64x', None, None]",
            "[True]",
            "[128, 128, 8, 4, 2, 1, 1]",
            "None None",
            "[True, True, True, True, True] [False, True, False, True, True]",
            "['%16'] ['!=1'] ['!%16'] ['%16']",
            ", tileproof.layouts = \"0%16 1!=1: 0 - 0\", tileproof.barriers = array<i32: 0>",
        ]
    );
}
