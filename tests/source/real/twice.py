"""Every .cu of the corpus, and of $KERNELS if that names a folder, compiled as it is and with the header of the rules of the source: how long
both take, and which kernels have another verdict because of the second.

    NVCC=… TILEPROOF=… python3 tests/source/real/twice.py
"""
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
HEADER = ROOT / "driver/compile/nvcc/cuda_tile_checked.h"
FLAGS = ["-std=c++20", "--enable-tile", "-tile-only", "-tilebc", "-lineinfo"]
MOST = 1.5
AGAIN = 3
CONSTANT = "must have a constant value"


def seconds(source, extra, out):
    """How long nvcc takes, or what it says where it refuses the file."""
    begin = time.monotonic()
    arch = "sm_100" if "scaled_mma" in source.name else "sm_90"
    done = subprocess.run([os.environ["NVCC"], *FLAGS, f"-arch={arch}", *extra, "-o", out, source.name], cwd=source.parent, capture_output=True, text=True)
    return done.stderr if done.returncode else time.monotonic() - begin


def verdicts(source, nvcc):
    """Of each kernel: the verdict, the rule that it breaks if it breaks one, and what is noted."""
    environment = {**os.environ, "NVCC": str(nvcc)}
    done = subprocess.run([os.environ["TILEPROOF"], "check", source.name, "--json", "--no-cache", "--timeout", "5"], cwd=source.parent,
                          capture_output=True, text=True, env=environment)
    if not done.stdout.startswith("{"):
        return {"": (f"exit {done.returncode}", done.stderr.strip()[-200:])}
    return {one["name"]: (one["verdict"], (one["counterexample"] or {}).get("rule")) for one in json.loads(done.stdout)["kernels"]}


def compiler(name, work, plain, checked):
    """A compiler that gives what nvcc has made of a file already."""
    script = work / name
    script.write_text(f"""#!/bin/sh
made={plain}
for word do case $word in -include) made={checked};; esac; done
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
cp "$made" "$out"
""")
    script.chmod(0o755)
    return script


def measure(work):
    """A sentence, the rows of a table, and what should not be."""
    plain, checked = work / "plain.tilebc", work / "checked.tilebc"
    alone_of, both_of = compiler("alone", work, plain, plain), compiler("both", work, plain, checked)
    folders = [ROOT / "corpus", *([Path(os.environ["KERNELS"])] if "KERNELS" in os.environ else [])]
    parts, wrong, kernels, times, refused, broken, constant = {}, [], 0, [0.0, 0.0], 0, 0, 0
    for folder in folders:
        for source in sorted(folder.rglob("*.cu")):
            first, second = seconds(source, [], plain), seconds(source, ["-include", HEADER], checked)
            if isinstance(first, str) or isinstance(second, str):
                refused += 1
                # What is undefined in a constant expression is no constant expression (C++, [expr.const]): the header makes it one that nvcc sees.
                if isinstance(second, str) and not isinstance(first, str):
                    constant += CONSTANT in second
                    if CONSTANT not in second:
                        wrong.append(f"{source.relative_to(folder)}: nvcc refuses it with the header only")
                continue
            # One run of many at once says little: a file that takes long is timed again, and the best counts.
            for _ in range(AGAIN):
                if second <= MOST * first:
                    break
                first = min(first, seconds(source, [], plain))
                second = min(second, seconds(source, ["-include", HEADER], checked))
            name = f"`{source.parent.relative_to(ROOT)}`" if ROOT in source.parents else "from outside"
            count, one, two, worst = parts.get(name, (0, 0.0, 0.0, 0.0))
            parts[name] = (count + 1, one + first, two + second, max(worst, second / first))
            times = [times[0] + first, times[1] + second]
            alone, both = verdicts(source, alone_of), verdicts(source, both_of)
            kernels += len(both)
            for kernel in sorted(alone.keys() | both.keys()):
                one, two = alone.get(kernel, ("missing", None)), both.get(kernel, ("missing", None))
                if one[0] != two[0] and not (two[0] == "undefined" and str(two[1]).startswith("source.")):
                    wrong.append(f"{source.relative_to(folder)} {kernel}: {one} as it is, {two} with the header")
                broken += one[0] != two[0] and str(two[1]).startswith("source.")
    if times[1] > MOST * times[0]:
        wrong.append(f"the second compilation takes {times[1] / times[0]:.2f} times as long")
    rows = ["| folder | files | as it is | with the header | most of one file |", "|--|--:|--:|--:|--:|"]
    rows += [f"| {name} | {count} | {one:.1f} | {two:.1f} | {worst:.2f} |" for name, (count, one, two, worst) in parts.items()]
    files = sum(part[0] for part in parts.values())
    said = (f"Of {kernels} kernels in {files} files of Tile C++, {broken} are undefined by a rule of the source alone; nothing else changes its verdict "
            f"because of the header. With it nvcc refuses {constant} files in which a constant expression is undefined. It makes the compilation {times[1] / max(times[0], 1e-9):.2f} times as long.")
    return said, rows, wrong


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        sentence, table, faults = measure(Path(scratch))
    print(*table, sentence, *faults, f"{len(faults)} failures", sep="\n")
    sys.exit(bool(faults))
