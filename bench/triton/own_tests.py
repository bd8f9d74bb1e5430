#!/usr/bin/env python3
"""`pytest --tileproof` on the tests that projects ship, without a GPU: the table *Launches of the projects' own tests* in bench/TRITON.md.

    PYTHON=venv/bin/python python3 bench/triton/own_tests.py SOURCES TESTS FILE… [--one-in 4] [--tool PATH] [-k EXPRESSION] [--seconds 600]

SOURCES is the folder with the package, as export.py takes it, TESTS the root of the project's tests, and FILE a file in it. PYTHON has pytest, torch
and triton. Of the tests of a file one in so many runs, spread over its parameters. Nothing is executed on a GPU: launches are recorded, and each
kernel and each launch is checked.
"""

import argparse
import collections
import os
import re
import subprocess
import tempfile
import time
import xml.etree.ElementTree

# Keeps one test in so many, and those that start no processes.
SAMPLE = """
def pytest_collection_modifyitems(items):
    items[:] = items[::{one_in}]
"""
# The first line of a failed proof ends with its verdict.
VERDICT = re.compile(r"^not proved: .*?: ([a-z -]+)", re.MULTILINE)


def run(options, file):
    """The JUnit report on a file of tests; none where time ran out."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "sampled.py"), "w", encoding="utf-8") as out:
            out.write(SAMPLE.format(one_in=options.one_in))
        report = os.path.join(folder, "report.xml")
        package = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python")
        paths = [folder, package, os.path.abspath(options.sources), os.path.abspath(options.tests)]
        words = [os.environ.get("PYTHON", "python3"), "-m", "pytest", "-q", "-p", "sampled", "-p", "tileproof.pytest_plugin", "--tileproof",
                 "--junitxml", report, file, *(["-k", options.k] if options.k else [])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TILEPROOF": os.path.abspath(options.tool), "TILEPROOF_CACHE": ""}
        try:
            subprocess.run(words, cwd=options.tests, env=environment, capture_output=True, timeout=options.seconds)
            return xml.etree.ElementTree.parse(report)
        except (subprocess.TimeoutExpired, FileNotFoundError):
            return None


def count(report):
    """The tests, and the verdicts of launches and of kernels."""
    tests, launches, kernels = collections.Counter(), collections.Counter(), collections.Counter()
    for case in report.iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        failure = case.find("failure")
        if "tileproof" not in name:
            tests["skipped" if case.find("skipped") is not None else "failed" if failure is not None else "passed"] += 1
            continue
        # A launch has the line of its kernel in its name.
        counts = launches if re.search(r"py[:.]+\d+::", name) else kernels
        told = VERDICT.search(failure.get("message", "") + "\n" + (failure.text or "")) if failure is not None else None
        counts["proved" if failure is None else told[1].strip() if told else "no verdict"] += 1
    return tests, launches, kernels


def told(counts):
    """Counts in words."""
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda one: -one[1])) or "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sources")
    parser.add_argument("tests")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--tool", default=os.path.join(os.path.dirname(__file__), "..", "..", "target", "release", "tileproof"))
    parser.add_argument("--one-in", type=int, default=4)
    parser.add_argument("-k", default="")
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    print("| file | tests | launches | kernels, for launches like these | seconds |\n|--|--|--|--|--|")
    sums = [collections.Counter() for _ in range(3)]
    for file in options.files:
        start = time.monotonic()
        report = run(options, file)
        if report is None:
            print(f"| {file} | no report | - | - | {time.monotonic() - start:.0f} |", flush=True)
            continue
        found = count(report)
        for total, one in zip(sums, found):
            total.update(one)
        print(f"| {file} | {' | '.join(map(told, found))} | {time.monotonic() - start:.0f} |", flush=True)
    print(f"| all | {' | '.join(map(told, sums))} | |")


if __name__ == "__main__":
    main()
