#!/usr/bin/env python3
"""How long `tileproof check` takes as a whole process, over the corpus: a kernel a process, the least of the runs.

    cargo build --release
    python3 bench/distribution.py [--runs N]

Three ways: contracts as they are written; none of them (what a user has who wrote nothing); bytecode in place of text.
Prints a table for bench/CHECK.md.
"""

import argparse
import glob
import os
import re
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOL = os.path.join(ROOT, "target", "release", "tileproof")
VERDICTS = {0: "proved", 1: "undefined", 3: "unknown or unsupported", 4: "ill-formed", 7: "conditional"}


def once(file, kernel, runs):
    """The least time in milliseconds, and the exit code."""
    best, code = float("inf"), None
    for _ in range(runs):
        begun = time.perf_counter()
        done = subprocess.run([TOOL, "check", "--kernel", kernel, file], capture_output=True, check=False)
        best, code = min(best, (time.perf_counter() - begun) * 1e3), done.returncode
    return best, code


def bare(text):
    """A text without what its contracts promise: the names of arguments stay."""
    def names(match):
        found = re.search(r"names\s*=\s*\([^)]*\)", match.group(2))
        return f"contract {match.group(1)} {{ {found.group(0) if found else ''} }}"

    return re.sub(r"contract (@\w+)\s*\{([^}]*)\}", names, text)


def cases(folder):
    """Name of the way, file, kernel."""
    for file in sorted(glob.glob(os.path.join(ROOT, "corpus", "**", "*.tile"), recursive=True)):
        with open(file, encoding="utf-8") as source:
            text = source.read()
        path = os.path.relpath(file, os.path.join(ROOT, "corpus"))
        kernels = re.findall(r"^entry @(\w+)", text, re.M)
        contracts = set(re.findall(r"^contract @(\w+)", text, re.M))
        yield from (("as written", file, kernel) for kernel in kernels if kernel in contracts)
        if path.startswith(("kernels/", "inferred/")):
            copy = os.path.join(folder, path.replace("/", "_"))
            with open(copy, "w", encoding="utf-8") as target:
                target.write(bare(text))
            yield from (("without contracts", copy, kernel) for kernel in kernels)
        if path.startswith("kernels/"):
            name = path.removeprefix("kernels/").removesuffix(".tile")
            code = os.path.join(ROOT, "corpus", "bytecode", name + ".tilebc")
            if os.path.exists(code):
                yield from (("bytecode, without contracts", code, kernel) for kernel in kernels)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=2)
    runs = parser.parse_args().runs
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        for way, file, kernel in cases(folder):
            took, code = once(file, kernel, runs)
            times.setdefault(way, []).append((took, VERDICTS.get(code, str(code)), os.path.basename(file), kernel))
    print("| | kernels | median | 95 % | most | over 1 s | verdicts |\n|--|--:|--:|--:|--:|--:|--|")
    for way, rows in times.items():
        rows.sort()
        at = lambda share: rows[(len(rows) - 1) * share // 100][0]
        counts = {}
        for _, verdict, _, _ in rows:
            counts[verdict] = counts.get(verdict, 0) + 1
        said = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
        slow = sum(took > 1000 for took, _, _, _ in rows)
        print(f"| {way} | {len(rows)} | {at(50):.0f} ms | {at(95):.0f} ms | {at(100):.0f} ms | {slow} | {said} |")
    for way, rows in times.items():
        print(f"\nslowest, {way}: " + ", ".join(f"`{k}` of {f} {t:.0f} ms" for t, _, f, k in rows[:-6:-1]))


if __name__ == "__main__":
    main()
