#!/usr/bin/env python3
"""How the time of one `tileproof check` grows with the number of kernels: files of the corpus, drawn once, the first so many of them.

    cargo build --release
    python3 bench/scale.py [--counts 125,250,500,1000,2000] [--jobs N]

Prints a table for bench/CHECK.md. Nothing is kept between runs, and every kernel is checked for all launches.
"""

import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("TILEPROOF", str(ROOT / "target" / "release" / "tileproof"))


def drawn():
    """The files of the corpus that have kernels, with how many, in an order that mixes its folders."""
    files = []
    for path in sorted((ROOT / "corpus").rglob("*.tile")):
        count = len(re.findall(r"^\s*(?:cuda_tile\.)?entry @", path.read_text(encoding="utf-8"), re.MULTILINE))
        if count:
            files.append((str(path.relative_to(ROOT)), count))
    random.Random(1).shuffle(files)
    return files


def first(files, least):
    """The first files that have so many kernels together."""
    chosen, kernels = [], 0
    for path, count in files:
        if kernels >= least:
            break
        chosen.append(path)
        kernels += count
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--counts", default="125,250,500,1000,2000")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    arguments = parser.parse_args()
    files = drawn()
    print("| kernels | files | seconds | ms a kernel | verdicts |\n|--:|--:|--:|--:|--|")
    for least in map(int, arguments.counts.split(",")):
        chosen = first(files, least)
        begun = time.perf_counter()
        words = [TOOL, "check", "--json", "--no-cache", "--no-config", "--jobs", arguments.jobs, *chosen]
        done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
        seconds = time.perf_counter() - begun
        kernels = json.loads(done.stdout)["kernels"]
        names = sorted({kernel["verdict"] for kernel in kernels})
        said = ", ".join(f"{sum(kernel['verdict'] == name for kernel in kernels)} {name}" for name in names)
        print(f"| {len(kernels)} | {len(chosen)} | {seconds:.1f} | {1e3 * seconds / len(kernels):.0f} | {said} |", flush=True)


if __name__ == "__main__":
    main()
