#!/usr/bin/env python3
"""`tileproof check` beside triton-viz's Z3 sanitizer, on kernels that do the same, in one run.

    cargo build --release
    pip install triton==3.6.0 triton-viz==3.0 torch 'numpy<2.4'
    python3 bench/compare.py [--runs N]

Run by the Python that has triton-viz. For every kernel the two take turns, so that what else the machine does falls on
both; each time is the least of the runs. Prints a table for bench/CHECK.md.
"""

import argparse
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TOOL = os.path.join(ROOT, "target", "release", "tileproof")
PERF = "corpus/kernels/perf/perf.tile"

# The launch in bench/triton/kernels.py, the file, the kernel, flags.
CASES = [
    ("vector_add", PERF, "vector_add", []),
    ("vector_add_masked", PERF, "vector_add_masked", []),
    ("view2d_dynamic", "corpus/kernels/cpp/c02_view_2d.tile", "view2d_dynamic", []),
    ("transpose_64", PERF, "transpose_64", []),
    ("row_sum", PERF, "row_sum", []),
    ("gather_rows", PERF, "gather_rows", []),
    ("loop_step", "corpus/kernels/cpp/c08_loops.tile", "loop_step", []),
    ("vector_add, a block too many", PERF, "vector_add", ["--grid", "n / 1024 + 1"]),
    ("loop_step, two blocks", "corpus/kernels/cpp/c08_loops.tile", "loop_step", ["--grid", "2"]),
]


def timed(command, folder):
    """Seconds of the whole process, and what it printed."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return time.perf_counter() - start, done


def ours(file, kernel, flags):
    """The whole process, the check alone, and the verdict."""
    whole, done = timed([TOOL, "check", file, "--kernel", kernel, "--json", *flags], ROOT)
    (report,) = json.loads(done.stdout)["kernels"]
    verdict = report["verdict"]
    if report["counterexample"]:
        verdict += " " + report["counterexample"]["rule"]
    return whole, report["seconds"], verdict


def theirs(name):
    """The whole process with one launch."""
    whole, done = timed([sys.executable, "once.py", name, "1"], os.path.join(HERE, "triton"))
    if done.returncode != 0:
        sys.exit(done.stderr)
    return whole


def theirs_inside(name, runs):
    """The first launch of a process, the least of later ones, and how many accesses were reported."""
    _, done = timed([sys.executable, "once.py", name, str(runs + 1)], os.path.join(HERE, "triton"))
    if done.returncode != 0:
        sys.exit(done.stderr)
    seen = json.loads(done.stdout.splitlines()[-1])
    return seen["seconds"][0], min(seen["seconds"][1:]), seen["reports"]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=5)
    runs = options.parse_args().runs
    print("| kernel | `tileproof check`, process | the check alone | says | sanitizer, process | first launch | a later one | says |")
    print("|--|--:|--:|--|--:|--:|--:|--|")
    for name, file, kernel, flags in CASES:
        both = [(ours(file, kernel, flags), theirs(name)) for _ in range(runs)]
        whole, check = (min(mine[part] for mine, _ in both) for part in (0, 1))
        first, later, reports = theirs_inside(name, runs)
        process = min(other for _, other in both)
        times = [f"{1000 * seconds:.0f} ms" for seconds in (whole, check, process, first, later)]
        said = "nothing" if reports == 0 else f"{reports} accesses outside"
        print(f"| {name} | {times[0]} | {times[1]} | {both[0][0][2]} | {times[2]} | {times[3]} | {times[4]} | {said} |", flush=True)


if __name__ == "__main__":
    main()
