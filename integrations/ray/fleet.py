"""Runs `tileproof check` or `tileproof conform` in shards on the machines of a Ray cluster, and prints the report of all of them.

    python3 fleet.py [--address ADDRESS] [--shards N] [--cpus N] [--retries N] [--ship] VERB WORD…
    python3 fleet.py --shards 64 check kernels --no-times > report.json

Words are the verb's own, but those that say how and where it writes: what is printed is its JSON, to the byte what one machine
prints (of `check` with --no-times), and the exit code is that of one machine. Every machine has the program, on its path or where
$TILEPROOF says, and the same files in the same folder; with --ship Ray takes the working folder there. A shard whose worker or
program dies is done again, by whoever is free; one that dies again and again is exit code 3, and nothing is printed.
"""
from __future__ import annotations

import argparse
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import ray


class Died(Exception):
    """The program was ended by a signal: by a machine without memory, or by whoever ended the worker."""


def end_with_worker() -> None:
    """Has Linux end the program where its worker ends (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def run(words: list[str], folder: str | None, shard: str) -> tuple[int, bytes, bytes]:
    """One shard: the exit code, the report, and what is said beside it."""
    program = os.environ.get("TILEPROOF", "tileproof")
    done = subprocess.run([program, *words, "--shard", shard, "--json"], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, preexec_fn=end_with_worker)
    if done.returncode < 0:
        raise Died(f"shard {shard} was ended by {signal.Signals(-done.returncode).name}")
    return done.returncode, done.stdout, done.stderr


def share(words: list[str], flags: argparse.Namespace) -> list[tuple[int, bytes, bytes]]:
    """All shards, each on whichever machine is free."""
    environment = {"working_dir": os.getcwd()} if flags.ship else None
    ray.init(address=flags.address, runtime_env=environment, log_to_driver=False, logging_level="error")
    cluster = {"CPU": 1, **ray.cluster_resources()}
    count = flags.shards or 8 * max(1, int(cluster["CPU"]) // flags.cpus)
    task = ray.remote(num_cpus=flags.cpus, max_retries=flags.retries, retry_exceptions=[Died])(run)
    folder = None if flags.ship else os.getcwd()
    return ray.get([task.remote(words, folder, f"{index}/{count}") for index in range(1, count + 1)])


def merge(verb: str, reports: list[bytes], out: int) -> int:
    """Prints the report of all shards."""
    with tempfile.TemporaryDirectory(prefix="tileproof-") as folder:
        paths = [Path(folder, f"{index}.json") for index in range(1, len(reports) + 1)]
        for path, report in zip(paths, reports):
            path.write_bytes(report)
        program = os.environ.get("TILEPROOF", "tileproof")
        return subprocess.run([program, verb, "--merge", *map(str, paths)], stdout=out).returncode


def main() -> int:
    """The whole run; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="of the cluster; without it, this machine alone")
    parser.add_argument("--shards", type=int, help="how many; without it, eight for every worker")
    parser.add_argument("--cpus", type=int, default=1, help="processors of one shard")
    parser.add_argument("--retries", type=int, default=5, help="how often a shard may die")
    parser.add_argument("--ship", action="store_true", help="take the working folder to the machines")
    parser.add_argument("verb", choices=["check", "conform"])
    parser.add_argument("words", nargs=argparse.REMAINDER)
    flags = parser.parse_args()
    # What Ray prints is no part of the report.
    out = os.dup(1)
    os.dup2(2, 1)
    jobs = ["--jobs", str(flags.cpus)] if flags.verb == "check" else []
    try:
        shards = share([flags.verb, *jobs, *flags.words], flags)
    except (Died, ray.exceptions.RayError) as error:
        print(f"fleet.py: a shard is lost: {error}", file=sys.stderr)
        return 3
    for code, report, said in shards:
        if not report:
            # The command, or a file that it names, is wrong: one machine would say the same.
            sys.stderr.buffer.write(said)
            return code
    return merge(flags.verb, [report for _, report, _ in shards], out)


if __name__ == "__main__":
    sys.exit(main())
