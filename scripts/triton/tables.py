#!/usr/bin/env python3
"""Writes the tables of launches of Triton scripts anew, as `corpus/triton/reports/NAME.py.launches`.

    pip install triton==3.9.0
    python3 scripts/triton/tables.py [NAME …]

Triton compiles the kernels without a GPU. The tables are what `tileproof check NAME.py` reads, so tests need no Triton.
"""
import glob
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "corpus", "triton", "reports")


def write(script):
    """Runs a script, whose launches are recorded, and replaces its table."""
    table = script + ".launches"
    if os.path.exists(table):
        os.remove(table)
    command = [sys.executable, "-B", "-m", "tileproof.cutile", "--table", os.path.basename(table), "--", os.path.basename(script)]
    environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")}
    subprocess.run(command, cwd=FOLDER, env=environment, check=True)


def main(names):
    scripts = sorted(glob.glob(os.path.join(FOLDER, "*.py")))
    for script in scripts:
        if not names or os.path.basename(script).removesuffix(".py") in names:
            write(script)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
