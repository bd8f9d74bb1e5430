#!/usr/bin/env python3
"""Runs the test-suite of NVIDIA's Tile IR dialect through `tileproof lower`.

    python3 scripts/lit.py CHECKOUT [--tileproof PATH] [--show accepted|refused] [--write bench/LIT.md]

CHECKOUT is a checkout of the public repository NVIDIA/cuda-tile. Each `.mlir` file that its `RUN` line gives to
`cuda-tile-opt` or to the bytecode round trip is split at `// -----`. A segment with `expected-error` must be refused,
any other one must be accepted. The page lists every difference.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

MARK = re.compile(r"//\s*expected-error(?:-re)?\s*@?[^{]*\{\{(.*)\}\}")
INVALID = re.compile(r"RUN:\s*not\s")


def segments(path):
    """Yields (line, text) of each segment of a file."""
    line = 1
    text = path.read_text(encoding="utf-8")
    for part in re.split(r"(?m)^// -----.*$", text):
        if any(code.strip() and not code.strip().startswith("//") for code in part.splitlines()):
            yield line, part
        line += part.count("\n")


def lower(tileproof, text, folder, name):
    """Returns (exit status, first line of the message)."""
    path = pathlib.Path(folder) / f"{name}.mlir"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([tileproof, "lower", str(path)], capture_output=True, text=True, timeout=120)
    says = done.stderr.strip().splitlines()
    path.unlink()
    return done.returncode, "\n".join(says[:8])


def cases(checkout):
    """Yields (file, line, text, expected message or None)."""
    for path in sorted((checkout / "test").rglob("*.mlir")):
        runs = [line for line in path.read_text(encoding="utf-8").splitlines() if "RUN:" in line]
        fails_whole = bool(runs) and all(INVALID.search(run) for run in runs)
        for line, text in segments(path):
            marks = MARK.findall(text)
            expected = marks[0] if marks else ("(the whole file)" if fails_whole else None)
            yield path.relative_to(checkout), line, text, expected


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--tileproof", default="target/release/tileproof")
    parser.add_argument("--show", choices=["accepted", "refused"])
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if not (options.checkout / "test").is_dir():
        sys.exit(f"{options.checkout} has no folder `test`: give a checkout of NVIDIA/cuda-tile")
    rows = [row for row in cases(options.checkout) if options.only in str(row[0])]
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        def run(job):
            number, (_, _, text, _) = job
            return lower(options.tileproof, text, folder, f"s{number}")
        for (file, line, text, expected), (status, says) in zip(rows, pool.map(run, enumerate(rows))):
            accepted = status == 0
            counts[("invalid" if expected else "valid", accepted)] += 1
            if expected and accepted and options.show != "refused":
                print(f"ACCEPTED {file}:{line}: expected {expected}")
            if not expected and not accepted and options.show != "accepted":
                print(f"REFUSED {file}:{line}: {says}")
            if expected and not accepted and options.show == "refused":
                print(f"AGREED {file}:{line}: expected {expected}\n    {says}")
    print(dict(counts))


main()
