"""Generated kernels of Tile C++: compiled as they are and with the header of the rules of the source, run, and checked.

    NVCC=… TILEPROOF=… python3 tests/source/real/generate.py [COUNT] [SEED]

Of every kernel both compilations are run on small launches that its contract admits. Where no rule of the source is broken, both must
leave the same, or break the same rule; where one is broken, the kernel must not be proved, and neither where anything else is.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HEADER = Path(__file__).resolve().parents[3] / "driver/compile/nvcc/cuda_tile_checked.h"
FLAGS = ["-std=c++20", "--enable-tile", "-tile-only", "-tilebc", "-lineinfo", "-arch=sm_90"]
IN_A_FILE = 30
LAUNCHES = 3
ELEMENTS = 256
PRELUDE = """#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
#define KERNEL extern "C" __tile_global__ void
template <class V> struct Box { V view; int first; };
template <class V, class... I> __tile__ auto by_value(V view, I... at) { return view.load_masked(at...); }
template <class V, class... I> __tile__ auto by_reference(V const& view, I... at) { return view.load_masked(at...); }
template <class V, class... I> __tile__ auto of_box(Box<V> const& box, I... at) { return box.view.load_masked(at...); }
"""
INDEX_TYPES = ["int", "unsigned", "short", "unsigned short", "signed char", "unsigned char", "long long", "unsigned long long"]
DYNAMIC = "ct::dynamic_extent"


class Kernel:
    """One kernel, and the launches that its contract admits."""

    def __init__(self, name, dice):
        self.name, self.dice = name, dice
        self.grid, self.floats = dice.choice([1, 1, 2]), dice.choice([True, False])
        self.ranges = {"n": self.between(0, 24), "i": self.between(-1, 3), "s": self.between(0, 3)}
        if dice.random() < 0.7:
            self.ranges = {"n": (dice.choice([8, 16]), 16), "i": (0, dice.choice([0, 1])), "s": (1, dice.choice([1, 2]))}
        wide = dice.random() < 0.25
        self.index = "long long" if wide else dice.choice(["int", "unsigned", "short", "int"])
        if wide and dice.random() < 0.5:
            self.ranges["i"] = (2**32, 2**32 + 1)
        if self.index == "unsigned":
            self.ranges["i"] = tuple(max(0, end) for end in self.ranges["i"])

    def between(self, least, most):
        low = self.dice.randint(least, most)
        return low, self.dice.randint(low, most)

    def extents(self):
        """How extents are made, and how many axes they have."""
        choose, kind = self.dice.choice, self.dice.choice(INDEX_TYPES)
        fixed = choose([16, 16, 16, 130])
        if choose([True, False]):
            return choose([f"ct::extents<{kind}, {DYNAMIC}> e{{n}};", f"ct::extents<{kind}, {fixed}> e{{}};", f"ct::extents<{kind}, 16> e{{n}};",
                           "ct::extents e{n};", "ct::extents e{16_ic};", f"ct::extents<{kind}, {DYNAMIC}> d{{n}}, e{{1}}; e = d;"]), 1
        return choose([f"ct::extents<{kind}, 4, {DYNAMIC}> e{{n}};", f"ct::extents<{kind}, 4, {DYNAMIC}> e{{4, n}};",
                       f"ct::extents<{kind}, {DYNAMIC}, {DYNAMIC}> e{{4, n}};", f"ct::extents<{kind}, 4, 16> e{{4, n}};",
                       "ct::extents e{4_ic, n};", f"ct::extents<{kind}, 4, {DYNAMIC}> d{{n}}; auto e = d;"]), 2

    def text(self):
        dice, choose = self.dice, self.dice.choice
        extents, axes = self.extents()
        loop, end, ways = choose([
            ("", "", ["i", "bid"]), ("", "", ["i", "bid"]), ("for (auto k : ct::irange(0, 2)) {", "}", ["k", "i"]),
            ("for (auto k : ct::irange(0, 2, s)) {", "}", ["k", "i"]), ("for (int k = 0; k < 2; ++k) {", "}", ["k", "i + k"]),
            ("{ int k = 0; while (k * 4 < n) {", "++k; } }", ["k"]),
            ("{ auto steps = ct::irange(0, 2, s); int k = 0; for (auto it = steps.begin(); k < 2 && it != steps.end(); ++it) {", "++k; } }", ["k", "*it"])])
        at = choose(ways) if dice.random() < 0.93 else "1.0f * i"
        at = at if axes == 1 else f"0, {at}"
        setup, load = choose([
            ("", "A.load_masked({at})"), ("", "A.load({at})"), ("", "by_value(A, {at})"), ("", "by_reference(A, {at})"),
            ("auto get = [=](auto... at) { return A.load_masked(at...); };", "get({at})"),
            ("auto get = [&](auto... at) { return A.load_masked(at...); };", "get({at})"),
            ("auto outer = [&](auto... at) { auto inner = [&] { return A.load(at...); }; return inner(); };", "outer({at})"),
            ("Box<decltype(A)> box{A, 0};", "of_box(box, {at})"), ("Box<decltype(A)> box{A, 0};", "box.view.load_masked({at})"),
            ("auto B = A; auto const& C = B;", "C.load_masked({at})")])
        shape, tile = ("4_ic", "4") if axes == 1 else ("4_ic, 4_ic", "4, 4")
        number = "float" if self.floats else "int"
        lines = [f"  {extents}", "  int bid = ct::bid().x;", f"  ct::partition_view A{{ct::tensor_span{{a, e}}, ct::shape{{{shape}}}}};",
                 f"  auto sum = ct::full<ct::tile<{number}, ct::shape<{tile}>>>(0);", f"  {setup}", f"  {loop}",
                 f"  sum = sum + {load.format(at=at)};", f"  {end}"]
        if dice.random() < 0.2:
            lines.append(f"  sum = sum + {number}(e.extent({choose(['0', 's', '1'])}));")
        if dice.random() < 0.15:
            lines.append("  auto same = e; if (same == e) sum = sum + 1;")
        own = "8_ic" if axes == 1 else "4_ic, 8_ic"
        where = "bid" if axes == 1 else "0, bid"
        lines.append(f"  ct::partition_view O{{ct::tensor_span{{o, ct::extents{{{own}}}}}, ct::shape{{{shape}}}}};")
        lines.append(f"  O.store{choose(['', '_masked'])}(sum, {where});")
        bounds = ", ".join(f"{name} >= {low}, {name} <= {high}" for name, (low, high) in self.ranges.items())
        kind = "f32" if self.floats else "i32"
        head = [f"// tileproof: {clause}" for clause in (f"grid = ({self.grid})", f"requires = {bounds}", f"buffer a : {kind}[{ELEMENTS}]", f"buffer o : {kind}[{ELEMENTS}] uninit")]
        signature = f"KERNEL {self.name}({number}* a, {number}* o, int n, {self.index} i, int s) {{"
        return "\n".join([*head, signature, *(line for line in lines if line.strip()), "}", ""])

    def launches(self):
        """Values of n, i and s: the ends of their ranges, and some between."""
        ends = [{name: ends[side] for name, ends in self.ranges.items()} for side in (0, 1)]
        some = [{name: self.dice.randint(*ends) for name, ends in self.ranges.items()} for _ in range(LAUNCHES - 2)]
        return [*ends, *some]


def run(kernel, values, bytecode, out):
    """How one launch ends: what it leaves, or the rule that it breaks."""
    kind = "f32" if kernel.floats else "i32"
    given = [f"arg0=iota:{kind}[{ELEMENTS}]", f"arg1=full(7):{kind}[{ELEMENTS}]", *(f"arg{at}={values[name]}" for at, name in enumerate("nis", 2))]
    words = [word for one in given for word in ("--arg", one)]
    done = subprocess.run([os.environ["TILEPROOF"], "run", bytecode, "--kernel", kernel.name, "--grid", str(kernel.grid), *words, "--out", f"arg1={out}"],
                          capture_output=True, text=True)
    if done.returncode == 0:
        return "leaves", out.read_bytes()
    words = [word for word in (done.stdout + done.stderr).split() if word.count(".") >= 1 and word.replace(".", "").replace("_", "").isalpha()]
    return ("breaks", words[0]) if done.returncode == 1 and words else ("fails", f"{done.returncode}: {done.stdout[-200:]}{done.stderr[-200:]}")


def compiled(source, extra, out):
    done = subprocess.run([os.environ["NVCC"], *FLAGS, *extra, "-o", out, source.name], cwd=source.parent, capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def examine(kernels, number, work):
    """What is wrong with the kernels of one file, and what was seen of them."""
    source = work / f"generated{number}.cu"
    source.write_text(PRELUDE + "\n".join(kernel.text() for kernel in kernels))
    plain, checked = work / f"plain{number}.tilebc", work / f"checked{number}.tilebc"
    for extra, out in ([], plain), (["-include", HEADER], checked):
        fine, said = compiled(source, extra, out)
        if not fine:
            return [f"{out.name}: nvcc refuses it: {said[:600]}"], Counter()
    done = subprocess.run([os.environ["TILEPROOF"], "check", source, "--json", "--no-cache", "--timeout", "5"], capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        return [f"check fails: {done.stderr[:600]}"], Counter()
    reports = {one["name"]: one for one in json.loads(done.stdout)["kernels"]}
    wrong, seen = [], Counter()
    for kernel in kernels:
        verdict = reports[kernel.name]["verdict"]
        seen[verdict] += 1
        broken = set()
        for values in kernel.launches():
            ends = [run(kernel, values, file, work / f"out{number}.npy") for file in (plain, checked)]
            seen["launches"] += 1
            of_source = ends[1][0] == "breaks" and ends[1][1].startswith("source.")
            seen["of the source"] += of_source
            seen["undefined launches"] += ends[1][0] == "breaks"
            broken.update(what for how, what in ends if how == "breaks")
            if ends[0] != ends[1] and not of_source or "fails" in (ends[0][0], ends[1][0]):
                wrong.append(f"{kernel.name} {values}: {str(ends[0])[:200]} as it is, {str(ends[1])[:200]} with the header\n{source.read_text().split(kernel.name)[1][:900]}")
        if broken and verdict == "proved":
            wrong.append(f"{kernel.name} is proved, and breaks {broken}\n{source.read_text().split(kernel.name)[1][:900]}")
        seen["undefined verdicts without such a launch"] += verdict == "undefined" and not broken
    return wrong, seen


def check(count, seed, work):
    """What is wrong with so many kernels, and a sentence about them."""
    kernels = [Kernel(f"k{at}", random.Random(f"{seed} {at}")) for at in range(count)]
    files = [kernels[at:at + IN_A_FILE] for at in range(0, count, IN_A_FILE)]
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda one: examine(one[1], one[0], work), enumerate(files)))
    seen = sum((part[1] for part in parts), Counter())
    verdicts = ", ".join(f"{seen[name]} {name}" for name in ("proved", "conditional", "undefined", "unknown", "unsupported", "ill-formed") if seen[name])
    sentence = (f"{count} generated kernels (seed {seed}), in {seen['launches']} launches of both compilations: {verdicts}; "
                f"{seen['undefined launches']} launches are undefined, {seen['of the source']} by a rule of the source alone")
    return [fault for part in parts for fault in part[0]], sentence


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        faults, said = check(int((sys.argv[1:] or [300])[0]), int((sys.argv[2:] or [1])[0]), Path(scratch))
    print(*faults, said, f"{len(faults)} failures", sep="\n")
    sys.exit(bool(faults))
