"""Holds fleet.py to what it promises: a check in shards, of which one loses its worker, is to the byte the check of one machine.

    python3 trial.py WORD…        the words of `tileproof check`, such as corpus/kernels; needs Ray and Linux

Ends one worker of the cluster that it starts, while that runs a shard, and once more the program of a shard.
"""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FLEET = Path(__file__).with_name("fleet.py")


def processes() -> dict[int, tuple[int, str]]:
    """Every process: its parent, and its name."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, rest = (folder / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue
        found[int(folder.name)] = int(rest.split()[1]), name
    return found


def programs(ancestor: int) -> list[tuple[int, int]]:
    """The programs that a process has started, itself or by others: each with the worker that runs it."""
    known = processes()

    def is_below(process: int) -> bool:
        while process in known and process != ancestor:
            process = known[process][0]
        return process == ancestor

    return [(process, parent) for process, (parent, name) in known.items() if name == "tileproof" and is_below(process)]


def run_fleet(words: list[str], output: Path) -> tuple[int, float, list[str]]:
    """A check in shards, of which one loses its worker and one its program: the exit code, the seconds, what was ended."""
    start, ended = time.monotonic(), []
    with output.open("wb") as file:
        fleet = subprocess.Popen([sys.executable, FLEET, "--shards", "16", "check", *words], stdout=file)
        while fleet.poll() is None:
            time.sleep(0.05)
            # The merge at the end has no worker.
            running = [(program, worker) for program, worker in programs(fleet.pid) if worker != fleet.pid]
            if running and len(ended) < 2 and time.monotonic() - start > 8 * (1 + len(ended)):
                program, worker = running[0]
                what = "worker" if not ended else "program"
                try:
                    os.kill(worker if what == "worker" else program, signal.SIGKILL)
                    ended.append(what)
                except ProcessLookupError:
                    pass
    return fleet.returncode, time.monotonic() - start, ended


def difference(one: Path, other: Path) -> str:
    """The first lines that differ, with the kernel that they are about."""
    kernel = ""
    for line, second in zip(one.read_text().splitlines(), other.read_text().splitlines()):
        kernel = line.strip() if '"file":' in line else kernel
        if line != second:
            return f"{kernel} {line.strip()} / {second.strip()}"
    return "one has more lines"


def main() -> int:
    """Compares the two; 0 where they are the same."""
    words = [*sys.argv[1:], "--no-times", "--no-cache"]
    program = os.environ.get("TILEPROOF", "tileproof")
    with tempfile.TemporaryDirectory(prefix="tileproof-") as folder:
        plain, shared = Path(folder, "plain.json"), Path(folder, "shared.json")
        start = time.monotonic()
        with plain.open("wb") as file:
            code = subprocess.run([program, "check", *words, "--json"], stdout=file).returncode
        print(f"one machine: exit code {code}, {time.monotonic() - start:.1f} s, {plain.stat().st_size} bytes")
        shared_code, seconds, ended = run_fleet(words, shared)
        print(f"in shards: exit code {shared_code}, {seconds:.1f} s; ended: {', '.join(ended) or 'nothing'}")
        same = code == shared_code and plain.read_bytes() == shared.read_bytes()
        print("the reports are the same" if same else f"the reports differ: {difference(plain, shared)}")
        return 0 if same and len(ended) == 2 else 1


if __name__ == "__main__":
    sys.exit(main())
